"""The pages without a browser: each alone by its address, through the links, and stepping."""

import pytest

from tests.apptest.page_run import TOKENIZE, open_app, open_page_alone


@pytest.fixture
def page():
    return open_app()


def tokenize(page, text, **controls):
    page.app.text_area(key="tokenize_text").set_value(text)
    for name, value in controls.items():
        page.app.segmented_control(key=f"tokenize_{name}").set_value(value)
    return page.run().text()


def test_every_page_opens_by_its_address_and_has_the_links_of_all_pages(page):
    links = [("Train", ""), ("Tokenize", "tokenize"), ("Compare", "compare")]
    alone = open_page_alone(TOKENIZE)

    assert alone.of_class("name") == "BPE Stepper"
    assert alone.app.text_area(key="tokenize_text").value == "bug mug thug unhug"
    for each in (page, alone):
        assert [(link.proto.label, link.proto.page) for link in each.app.page_link] == links


def test_merging_to_the_end_names_each_merge_and_then_the_reason_to_stop(page):
    assert page.headline().startswith("u + g is next: it occurs 20 times, hug 10 + pug 5 + hugs 5.")
    assert page.position() == "merge 0 of 7"
    assert page.stage()["words"]["total"] == 5
    seen = []
    for _ in range(7):
        seen.append(page.headline().partition(" is next")[0].partition(" occur")[0])
        page.merge()

    assert seen == [
        *("u + g", "u + n", "h + ug", "p + un"),
        *("A tie: p + ug and hug + s both", "hug + s", "b + un"),
    ]
    assert page.headline().startswith("The end: every word is one token, so no pairs are left.")
    assert page.snapshot()["stop"] == "no pairs left"
    assert page.position() == "merge 7 of 7"
    assert page.stage()["whole"]


def test_back_end_and_a_jump_move_through_the_history_and_a_step_of_the_stage_is_no_jump(page):
    page.act("to_end")
    before = page.stage()["jump"]
    assert page.step_to(6).stage()["jump"] == before
    assert page.position() == "merge 6 of 7"

    assert page.act("go_to", to=4).stage()["jump"] > before
    assert page.headline().startswith("A tie: p + ug and hug + s both occur 5 times.")
    assert page.act("go_to", to=0).position() == "merge 0 of 7"


def test_the_charts_are_drawn_while_their_panel_is_open_and_at_the_end_only_the_lines(page):
    assert not page.app.get("vega_lite_chart")
    page.open_panel("charts_popover")

    pairs, progress = page.app.get("vega_lite_chart")
    assert pairs.proto.alt.startswith("Bars of the most frequent pairs")
    assert progress.proto.alt.startswith("Two lines over the merges")
    page.act("to_end")
    assert len(page.app.get("vega_lite_chart")) == 1
    page.act("go_to", to=0).act("predict", on=True)
    assert not page.app.get("vega_lite_chart")
    assert "they stay closed while you predict" in page.text()
    page.act("predict", on=False).close_panels()
    assert not page.app.get("vega_lite_chart")


def test_merging_another_pair_is_marked_as_yours_told_with_its_cost_and_undone_like_any_merge(page):
    page.act("merge_instead", **page.pair_ids("p", "u"))

    assert "You chose it." in page.headline()
    assert page.history() == [("p", "u", "pu", 17, 0, True)]
    assert page.said(page.stage()["cost"]) == (
        "So far 17 symbols saved; the rule's own choices would have saved 20, 3 more."
    )
    assert page.step_to(0).stage()["cost"] == []
    assert page.position().startswith("merge 0 of ")
    expected = "You chose p + u to be next; it occurs 17 times. The rule takes u + g, 20."
    assert page.headline().startswith(expected)


def test_a_prediction_is_judged_counts_once_and_survives_other_pages(page):
    page.act("predict", on=True).act("commit", **page.pair_ids("u", "g"))
    page.go_to_page(TOKENIZE).go_to_page("app.py")

    predict = page.stage()["predict"]
    fields = ("on", "score", "asked", "streak", "revealed")
    assert [predict[field] for field in fields] == [True, 1.0, 1, 1, 0]
    assert page.said(predict["verdict"]["sentence"]) == "Right: u + g is next; it occurs 20 times."

    predict = page.act("commit", **page.pair_ids("b", "u")).stage()["predict"]
    assert (predict["score"], predict["asked"]) == (1.0, 1)
    assert predict["verdict"]["kind"] == "alphabetical"


def test_the_position_is_shared_with_tokenize_which_shows_ids_unknowns_and_the_rules_that_fire(page):
    page.step_to(3).go_to_page(TOKENIZE)

    [merges] = [control for control in page.app.segmented_control if control.key == "tokenize_merges"]
    assert merges.options == ["The first 3, as on Train", "All 7 known"]
    assert "8 tokens for 18 characters" in page.text()
    text = tokenize(page, "bug mug thug")
    assert "b0ug71[UNK]ug71[UNK]hug93" in text
    assert "Not in the vocabulary: m t" in text
    assert "thugsymbols[UNK]hug1 u + g → ug[UNK]hug13 h + ug → hug[UNK]hug3" in text
    assert "Decoding the ids gives: bug\N{REPLACEMENT CHARACTER}ug\N{REPLACEMENT CHARACTER}hug" in text
    assert page.go_to_page("app.py").position() == "merge 3 of 7"


def test_tokenize_can_use_all_merges_and_either_algorithm(page):
    page.go_to_page(TOKENIZE)
    assert "1 token for 4 characters" in tokenize(page, "hugs")  # at 0 of Train, where no merge would fire
    assert "4 tokens for 4 characters" in tokenize(page, "hugs", merges="here")

    text = tokenize(page, "hugs", merges="all", algorithm="in_order")
    assert "1 token for 4 characters" in text
    assert "Every merge is applied once, in the order learned" in text


def test_a_text_too_long_to_tokenize_is_cut_which_is_said_and_an_empty_one_has_no_tokens(page):
    page.go_to_page(TOKENIZE)
    text = tokenize(page, "hug " * 6_000)

    assert "The text has 24,000 characters; the first 20,000 are tokenized." in text
    assert "for 20,000 characters" in text
    assert "0 tokens for 0 characters" in tokenize(page, "")
