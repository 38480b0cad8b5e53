"""The picture as SVG: its content, that any text leaves it well-formed, and what predict mode hides."""

import xml.etree.ElementTree as ET

from bpe_ui.frame.share.picture import WIDTH, picture
from bpe_ui.stage.plots.colours import COLOURS
from tests.ui.examples import stepper_of

NEXT, NEXT_FILL = COLOURS["next"][0], COLOURS["next-fill"][0]
SVG = "{http://www.w3.org/2000/svg}"


def texts_of(svg):
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter(f"{SVG}text")]


def boxes_of(svg, **attributes):
    found = ET.fromstring(svg).iter(f"{SVG}rect")
    return [box for box in found if all(box.get(name) == value for name, value in attributes.items())]


def test_it_has_the_sentence_the_words_the_pairs_and_the_statistics():
    texts = texts_of(picture(stepper_of(position=4)))

    assert texts[0] == "A tie: p + ug and hug + s both occur 5 times. The tie rule “first seen” takes p + ug."
    assert "5 words after 4 merges" in texts
    start = texts.index("10 ×")
    assert texts[start : start + 5] == ["10 ×", "hug", "5 ×", "p", "ug"]
    start = texts.index("p + ug → pug")
    assert texts[start : start + 3] == ["p + ug → pug", "5", "next"]
    assert texts[start + 3 : start + 6] == ["hug + s → hugs", "5", "tied"]
    assert texts[-1].startswith(
        "Vocabulary 11  ·  Symbols in the corpus 50 down from 113 (2.26× compression)"
    )


def test_the_next_pair_is_marked_wherever_it_would_be_merged_and_named_to_who_cannot_see_it():
    svg = picture(stepper_of())

    assert len(boxes_of(svg, stroke=NEXT, fill=NEXT_FILL)) == 3 + 1  # in 3 words, and its row
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == "u + g is next: it occurs 20 times, hug 10 + pug 5 + hugs 5."


def test_an_own_pick_that_comes_again_is_what_the_picture_tells_and_marks():
    stepper = stepper_of()
    stepper.step(("u", "n"))
    stepper.undo()
    svg = picture(stepper)

    texts = texts_of(svg)
    assert texts[0].startswith("Your choice u + n is next; it occurs 16 times. The rules take u + g, 20.")
    assert texts[texts.index("u + n → un") + 2] == "next"
    assert "tied" not in texts
    assert len(boxes_of(svg, stroke=NEXT, fill=NEXT_FILL)) == 2 + 1  # pun, bun, the row


def test_at_the_end_it_says_so_and_marks_nothing():
    svg = picture(stepper_of(position=7))

    assert texts_of(svg)[0].startswith("The end: every word is one symbol")
    assert not boxes_of(svg, stroke=NEXT)


def test_chips_stay_within_their_panel_and_the_picture_within_its_width():
    words = {"x" * 500: 1, "語" * 100: 1, "مرحبا" * 30: 1, "ab" * 3: 1}

    root = ET.fromstring(picture(stepper_of(words)))

    panel = root.findall(f"{SVG}rect")[1]
    bottom = float(panel.get("y")) + float(panel.get("height"))
    right = float(panel.get("x")) + float(panel.get("width"))
    chips = [box for box in root.iter(f"{SVG}rect") if box.get("height") == "32"]
    assert len(chips) == 60 + 60 + 60 + 6
    assert all(float(panel.get("x")) < float(chip.get("x")) for chip in chips)
    assert all(float(chip.get("x")) + float(chip.get("width")) <= right for chip in chips)
    assert all(float(chip.get("y")) + 32 <= bottom for chip in chips)
    assert (root.get("width"), root.get("viewBox")) == (str(WIDTH), f"0 0 {WIDTH} {root.get('height')}")
    assert "and 440 more symbols" in texts_of(ET.tostring(root, encoding="unicode"))


def test_a_word_that_reads_from_right_to_left_begins_at_the_right():
    root = ET.fromstring(picture(stepper_of({"مرحبا": 1})))

    at = {(text.text or "").strip("\u2068\u2069"): float(text.get("x")) for text in root.iter(f"{SVG}text")}
    assert at["م"] > at["ر"] > at["ح"] > at["ب"] > at["ا"]


def test_in_predict_mode_nothing_tells_the_next_pair():
    stepper = stepper_of(position=3)

    svg = picture(stepper, predicting=True)

    texts = texts_of(svg)
    assert texts[0] == ET.fromstring(svg).find(f"{SVG}title").text == "Which pair is merged next?"
    assert not any("→" in text or text in {"next", "tied", "Pairs, most frequent first"} for text in texts)
    assert not boxes_of(svg, stroke=NEXT)
    words = texts.index("5 words after 3 merges")
    shown = " ".join(texts[words + 1 : -1])
    assert shown == "10 × hug 5 × p ug 12 × p un 4 × b un 5 × hug s"
