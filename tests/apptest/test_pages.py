"""The pages without a browser: each alone by its address, through the links, and stepping."""

import pytest

from tests.apptest.visit import TOKENIZE, open_app, open_page_alone
from tests.ui.stage import plain_texts


@pytest.fixture
def visit():
    return open_app()


def test_train_begins_with_hug_pug_pun_at_0(visit):
    assert visit.headline().startswith("u + g is next: it occurs 20 times, hug 10 + pug 5 + hugs 5.")
    assert visit.position() == "merge 0 of 7"
    assert visit.stage()["words"]["total"] == 5


def test_tokenize_opened_by_its_address_needs_no_other_page():
    visit = open_page_alone(TOKENIZE)

    assert visit.of_class("name") == "BPE Stepper"
    assert visit.app.text_area(key="tokenize_text").value == "bug mug thug unhug"


def test_every_page_has_the_links_of_all_pages(visit):
    links = [(link.proto.label, link.proto.page) for link in visit.app.page_link]
    assert links == [("Train", ""), ("Tokenize", "tokenize"), ("Compare", "compare")]

    visit.go_to_page(TOKENIZE)

    assert [(link.proto.label, link.proto.page) for link in visit.app.page_link] == links


def test_merging_to_the_end_names_each_merge_and_then_the_reason_to_stop(visit):
    seen = []
    for _ in range(7):
        seen.append(visit.headline().partition(" is next")[0].partition(" occur")[0])
        visit.merge()

    assert seen == [
        "u + g",
        "u + n",
        "h + ug",
        "p + un",
        "A tie: p + ug and hug + s both",
        "hug + s",
        "b + un",
    ]
    assert visit.headline().startswith("The end: every word is one token, so no pairs are left.")
    assert visit.snapshot()["stop"] == "no pairs left"
    assert visit.position() == "merge 7 of 7"
    assert visit.stage()["whole"]


def test_back_start_end_and_a_jump_move_through_the_history(visit):
    visit.act("to_end")
    assert visit.position() == "merge 7 of 7"
    visit.step_to(6)
    assert visit.position() == "merge 6 of 7"
    visit.act("go_to", to=4)
    assert visit.headline().startswith("A tie: p + ug and hug + s both occur 5 times.")
    visit.act("go_to", to=0)
    assert visit.position() == "merge 0 of 7"


def test_a_jump_of_ours_is_told_to_the_stage_and_a_step_of_its_own_is_not(visit):
    before = visit.stage()["jump"]
    assert visit.step_to(3).stage()["jump"] == before
    assert visit.act("go_to", to=5).stage()["jump"] > before


def test_the_tie_has_the_sentence_that_decides_and_what_other_rules_would_take(visit):
    visit.step_to(4)

    decides = "First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs)."
    assert visit.said(visit.snapshot()["reason"]) == decides
    plain = plain_texts(visit.stage())
    picks = {rule: f"{plain[left]} + {plain[right]}" for rule, left, right, *_ in visit.snapshot()["picks"]}
    assert (picks["Smallest pair"], picks["Greatest pair"]) == ("hug + s", "p + ug")


def test_the_figures_are_the_cores(visit):
    visit.step_to(2)

    assert visit.figures() == [
        ["Vocabulary", "9", ""],
        ["Symbols in the corpus", "77", "of 113, 36 fewer"],
        ["Compression", "1.47×", ""],
        ["Distinct pairs", "5", ""],
        ["Ties decided", "0", ""],
    ]


def test_the_history_grows_and_shrinks_with_the_position(visit):
    visit.merge().merge()
    assert visit.history() == [("u", "g", "ug", 20, 0, False), ("u", "n", "un", 16, 0, False)]

    visit.step_to(1)

    assert visit.history() == [("u", "g", "ug", 20, 0, False)]


def test_the_charts_are_drawn_while_their_panel_is_open_and_at_the_end_only_the_lines(visit):
    assert not visit.app.get("vega_lite_chart")
    visit.open_panel("charts_popover")

    pairs, progress = visit.app.get("vega_lite_chart")
    assert pairs.proto.alt.startswith("Bars of the most frequent pairs")
    assert progress.proto.alt.startswith("Two lines over the merges")
    visit.act("to_end")
    assert len(visit.app.get("vega_lite_chart")) == 1
    visit.close_panels()
    assert not visit.app.get("vega_lite_chart")


def test_merging_another_pair_is_marked_as_yours_and_undone_like_any_merge(visit):
    visit.act("merge_instead", **visit.pair_ids("p", "u"))

    assert "You chose it." in visit.headline()
    assert visit.history() == [("p", "u", "pu", 17, 0, True)]
    visit.step_to(0)
    assert visit.position().startswith("merge 0 of ")
    expected = "You chose p + u to be next; it occurs 17 times. The rule takes u + g, 20."
    assert visit.headline().startswith(expected)


def test_the_cost_of_a_choice_is_told_from_there_on_and_not_before(visit):
    visit.act("merge_instead", **visit.pair_ids("p", "u"))

    expected = "So far 17 symbols saved; the rule's own choices would have saved 20, 3 more."
    assert visit.said(visit.stage()["cost"]) == expected
    assert visit.step_to(0).stage()["cost"] == []


def test_a_prediction_is_judged_and_counts_once(visit):
    visit.act("predict", on=True).act("commit", **visit.pair_ids("u", "g"))
    predict = visit.stage()["predict"]
    assert (predict["score"], predict["asked"], predict["streak"], predict["revealed"]) == (1.0, 1, 1, 0)
    assert visit.said(predict["verdict"]["sentence"]) == "Right: u + g is next; it occurs 20 times."

    visit.act("commit", **visit.pair_ids("b", "u"))

    predict = visit.stage()["predict"]
    assert (predict["score"], predict["asked"]) == (1.0, 1)
    assert predict["verdict"]["kind"] == "alphabetical"


def test_predict_mode_survives_other_pages(visit):
    visit.act("predict", on=True).act("commit", **visit.pair_ids("u", "g"))

    visit.go_to_page(TOKENIZE).go_to_page("app.py")

    predict = visit.stage()["predict"]
    assert (predict["on"], predict["score"], predict["revealed"]) == (True, 1.0, 0)


def test_the_charts_do_not_give_the_answer_away(visit):
    visit.act("predict", on=True).open_panel("charts_popover")

    assert not visit.app.get("vega_lite_chart")
    assert "they stay closed while you predict" in visit.text()


def test_a_search_finds_pairs_at_every_position(visit):
    visit.act("find_pair", text="hug")
    found = visit.stage()["found_pairs"]
    plain, pairs = plain_texts(visit.stage()), visit.stage()["pairs"]
    assert (found["text"], found["position"]) == ("hug", 0)
    assert not found["rows"]

    visit.step_to(1).act("find_pair", text="hug")

    [row] = visit.stage()["found_pairs"]["rows"]
    plain, pairs = plain_texts(visit.stage()), visit.stage()["pairs"]
    assert [plain[text] for text in pairs[row][2:5]] + pairs[row][5:7] == ["h", "ug", "hug", 15, 2]
    [row] = visit.step_to(2).stage()["found_pairs"]["rows"]
    assert visit.stage()["pairs"][row][5] == 15


def test_present_mode_leaves_the_stage_alone_on_the_page_and_can_be_left(visit):
    visit.act("present", on=True)
    assert visit.stage()["present"]
    assert not visit.app.page_link

    visit.act("present", on=False)

    assert not visit.stage()["present"]
    assert visit.app.page_link


def test_the_position_is_shared_with_tokenize(visit):
    visit.step_to(3)

    visit.go_to_page(TOKENIZE)

    [merges] = [control for control in visit.app.segmented_control if control.key == "tokenize_merges"]
    assert merges.options == ["The first 3, as on Train", "All 7 known"]
    assert "8 tokens for 18 characters" in visit.text()
    visit.go_to_page("app.py")
    assert visit.position() == "merge 3 of 7"


def test_tokenize_shows_tokens_ids_unknowns_and_the_rules_that_fire(visit):
    visit.step_to(3)
    visit.go_to_page(TOKENIZE)
    visit.app.text_area(key="tokenize_text").set_value("bug mug thug")
    visit.run()

    text = visit.text()
    assert "b0ug71[UNK]ug71[UNK]hug93" in text
    assert "Not in the vocabulary: m t" in text
    assert "thugsymbols[UNK]hug1 u + g → ug[UNK]hug13 h + ug → hug[UNK]hug3" in text
    assert "Decoding the ids gives: bug\N{REPLACEMENT CHARACTER}ug\N{REPLACEMENT CHARACTER}hug" in text


def test_tokenize_can_use_all_merges_and_either_algorithm(visit):
    visit.go_to_page(TOKENIZE)
    visit.app.text_area(key="tokenize_text").set_value("hugs")
    visit.run()
    assert "1 token for 4 characters" in visit.text()  # Train stands at 0, where no merge would fire

    visit.app.segmented_control(key="tokenize_merges").set_value("here")
    visit.run()
    assert "4 tokens for 4 characters" in visit.text()

    visit.app.segmented_control(key="tokenize_merges").set_value("all")
    visit.app.segmented_control(key="tokenize_algorithm").set_value("in_order")
    visit.run()

    assert "1 token for 4 characters" in visit.text()
    assert "Every merge is applied once, in the order learned" in visit.text()


def test_a_text_too_long_to_tokenize_is_cut_and_the_page_says_so(visit):
    visit.go_to_page(TOKENIZE)
    visit.app.text_area(key="tokenize_text").set_value("hug " * 6_000)
    visit.run()

    assert "The text has 24,000 characters; the first 20,000 are tokenized." in visit.text()
    assert "for 20,000 characters" in visit.text()


def test_an_empty_text_has_no_tokens(visit):
    visit.go_to_page(TOKENIZE)
    visit.app.text_area(key="tokenize_text").set_value("")
    visit.run()

    assert "0 tokens for 0 characters" in visit.text()
