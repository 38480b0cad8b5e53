"""The pages without a browser: each alone by its address, through the links, and stepping."""

import pytest

from tests.apptest.visit import TOKENIZE, open_app, open_page_alone


@pytest.fixture
def visit():
    return open_app()


def test_train_begins_with_hug_pug_pun_at_0(visit):
    assert visit.headline().startswith("u + g is next: it occurs 20 times, hug 10 + pug 5 + hugs 5.")
    assert visit.position() == "merge 0 of 7"
    assert "5 words after 0 merges" in visit.text()


def test_tokenize_opened_by_its_address_needs_no_other_page():
    visit = open_page_alone(TOKENIZE)

    assert visit.of_class("name") == "BPE Stepper"
    assert visit.app.text_area(key="tokenize_text").value == "bug mug thug unhug"


def test_every_page_has_the_links_of_all_pages(visit):
    links = [(link.proto.label, link.proto.page) for link in visit.app.page_link]
    assert links == [("Train", ""), ("Tokenize", "tokenize")]

    visit.go_to_page(TOKENIZE)

    assert [(link.proto.label, link.proto.page) for link in visit.app.page_link] == links


def test_merging_to_the_end_names_each_merge_and_then_the_reason_to_stop(visit):
    seen = []
    for _ in range(7):
        seen.append(visit.headline().partition(" is next")[0].partition(" occur")[0])
        visit.press("merge")

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
    assert visit.app.button(key="merge").disabled
    assert visit.app.button(key="to_end").disabled
    assert visit.position() == "merge 7 of 7"


def test_back_start_end_and_the_slider_move_through_the_film(visit):
    visit.press("to_end")
    assert visit.position() == "merge 7 of 7"
    visit.press("back")
    assert visit.position() == "merge 6 of 7"
    visit.app.slider(key="position").set_value(4)
    visit.run()
    assert visit.headline().startswith("A tie: p + ug and hug + s both occur 5 times.")
    visit.press("to_start")
    assert visit.position() == "merge 0 of 7"
    assert visit.app.button(key="back").disabled
    assert visit.app.slider(key="position").value == 0


def test_the_tie_is_bracketed_with_the_sentence_that_decides(visit):
    visit.app.slider(key="position").set_value(4)
    visit.run()

    decides = "First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs)."
    assert decides in visit.text()


def test_the_figures_are_the_cores(visit):
    visit.app.slider(key="position").set_value(2)
    visit.run()

    assert visit.of_class("figures") == (
        "Vocabulary 9Symbols in the corpus 77 of 113, 36 fewerCompression 1.47×Distinct pairs 5Ties decided 0"
    )


def test_the_history_grows_and_shrinks_with_the_position(visit):
    visit.press("merge").press("merge")
    assert "2u + n → un16rule1u + g → ug20rule" in visit.text()

    visit.press("back")

    assert "u + n → un16rule" not in visit.text()


@pytest.mark.parametrize("shown", ["History", "Chart", "Progress"])
def test_each_view_of_the_details_is_drawn_at_the_start_midway_and_at_the_end(visit, shown):
    visit.app.segmented_control(key="details_shown").set_value(shown)
    visit.run()
    visit.press("merge")
    visit.press("to_end")

    charts = visit.app.get("vega_lite_chart")
    assert len(charts) == (1 if shown == "Progress" else 0)


def test_the_chart_has_an_alternative_text(visit):
    visit.app.segmented_control(key="details_shown").set_value("Chart")
    visit.run()

    [chart] = visit.app.get("vega_lite_chart")
    assert chart.proto.alt.startswith("Bars of the most frequent pairs")


def test_merging_another_pair_is_marked_as_yours_and_undone_like_any_merge(visit):
    visit.open_panel("instead_popover")
    pairs = visit.app.selectbox[0]
    assert pairs.label == "What if another pair were merged?"
    assert (pairs.options[1], pairs.value) == ("p + u   17", 1)
    visit.run()

    visit.press("instead")

    assert "You chose it." in visit.headline()
    assert "1p + u → pu17you" in visit.text()
    visit.press("back")
    assert visit.position().startswith("merge 0 of ")


def test_the_position_is_shared_with_tokenize(visit):
    visit.app.slider(key="position").set_value(3)
    visit.run()

    visit.go_to_page(TOKENIZE)

    [merges] = [control for control in visit.app.segmented_control if control.key == "tokenize_merges"]
    assert merges.options == ["The 3 up to where Train stands", "All 7 known"]
    assert "8 tokens for 18 characters" in visit.text()
    visit.go_to_page("app.py")
    assert visit.position() == "merge 3 of 7"


def test_tokenize_shows_tokens_ids_unknowns_and_the_rules_that_fire(visit):
    visit.app.slider(key="position").set_value(3)
    visit.run()
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
