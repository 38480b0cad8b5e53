"""The panes next to the columns, and the view of causes, without a browser."""

from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, PROFILES, Corpus
from bpe_core.studies.causes import causes_between
from bpe_ui.compare.choices import TRAIN
from tests.apptest.compare_visit import open_compare, put_on_train, show_pane


@pytest.fixture
def visit():
    return open_compare()


def charts(visit):
    """The first words of what each chart says to a screen reader."""
    return [" ".join(chart.proto.alt.split()[:2]) for chart in visit.app.get("vega_lite_chart")]


def test_the_page_begins_with_why_the_columns_part(visit):
    assert visit.of_class("cmp-headline") == (
        "The first 4 merges are the same. Merge 5 is the first difference: 2 pairs occur 5 times. Parted by:"
        " tie rule."
    )
    cards = visit.of_class("cmp-cards")
    assert "First seen · Smallest ids · Greatest pair" in cards
    assert "Smallest pair decides: hug + s comes before p + ug in character order." in cards


def test_the_picture_is_next_to_the_columns_or_has_the_whole_page(visit):
    show_pane(visit, "picture")
    assert charts(visit) == ["The tokens"]
    assert len(visit.views()) == 1

    visit.app.toggle(key="compare_large_picture").set_value(True)
    visit.run()

    assert charts(visit) == ["The tokens"]
    assert visit.views() == []


def test_ties_and_the_end_have_their_charts_and_numbers(visit):
    show_pane(visit, "ties")
    assert visit.of_class("cmp-headline") == "In every column, 1 of 7 merges was chosen among tied pairs."
    assert charts(visit) == ["How many"]

    show_pane(visit, "end")
    assert visit.of_class("cmp-table").endswith("pug11111211hugs12121112")
    assert "Smallest pair113 → 363.14×14" in visit.text()
    assert charts(visit) == ["The compression"]

    visit.session.compare.until, visit.session.compare.merges = "merges", 5
    visit.run()
    assert charts(visit) == ["The compression"]
    assert "Smallest pair learns hugs." in visit.text()
    assert "Smallest pair401" in visit.text()  # 4 in all columns, none in some, 1 only here
    assert "Smallest pair401" in visit.text()  # beside First seen: 4 at the same step, 1 only here


def test_a_text_is_tokenized_in_every_column_and_stays_while_other_panes_are_open(visit):
    visit.session.compare.until, visit.session.compare.merges = "merges", 5
    show_pane(visit, "text")
    visit.app.text_area(key="compare_text").set_value("hugs pug")
    assert "7 tokens, the same as First seen" in visit.run().of_class("cmp-cards")  # before the first merge

    visit.app.toggle(key="compare_all_merges").set_value(True)
    visit.run()

    assert "3 tokens, 3 split differently from First seen" in visit.of_class("cmp-cards")

    show_pane(visit, "why")
    show_pane(visit, "text")
    assert visit.app.text_area(key="compare_text").value == "hugs pug"


def test_a_text_that_is_too_long_is_kept_and_the_limit_is_said(visit):
    show_pane(visit, "text")
    visit.app.text_area(key="compare_text").set_value("x" * 20_001)
    visit.run()

    assert visit.errors() == ["The text has 20,001 characters; at most 20,000 are put into tokens."]
    assert len(visit.app.text_area(key="compare_text").value) == 20_001


def test_which_cause_it_was_is_a_click_away_where_more_than_a_tie_rule_differs(visit):
    assert "why_causes" not in [button.key for button in visit.app.button]
    visit.press("pick_libraries")
    visit.press("why_causes")

    compare = visit.session.compare
    # Textbook and Hugging Face tokenizers still agree where subword-nmt takes another pair.
    assert (compare.view, compare.cause_from, compare.cause_to) == (
        *("causes", "profile:textbook", "profile:subword_nmt"),
    )
    causes = causes_between(PROFILES["textbook"].config, PROFILES["subword_nmt"].config)
    assert visit.of_class("cmp-headline").startswith(f"{len(causes)} causes.")


def test_columns_that_can_be_proved_stand_first(visit):
    show_pane(visit, "proof")
    said = visit.text()

    assert said.index("Hugging Face tokenizers can be configured to") < said.index(
        "So it cannot be proved with tokenizers here"
    )


def test_the_installed_library_is_compared_with_a_column_at_a_click(visit):
    visit.press("pick_libraries")
    show_pane(visit, "proof")
    provable = [button.key for button in visit.app.button if (button.key or "").startswith("prove_")]
    assert provable == ["prove_1", "prove_6"]  # Hugging Face tokenizers, and its byte level

    visit.press("prove_6")

    assert visit.of_class("cmp-headline").startswith("Equal: tokenizers ")
    show_pane(visit, "why")
    show_pane(visit, "proof")
    assert visit.of_class("cmp-headline").startswith("Equal: tokenizers ")


def test_from_minbpe_to_hugging_face_is_four_causes_that_become_columns():
    visit = open_compare("causes")
    assert visit.of_class("cmp-headline") == (
        "This corpus shows no difference: the 4 causes change no merge."
    )

    visit.press("causes_example")

    assert visit.settings()[0] == "hug, bug"
    assert visit.of_class("cmp-headline").startswith("4 causes. ")
    assert "Merges that itmovesaddsremoves1. Special and unknown tokens000" in visit.of_class("cmp-table")

    visit.press("causes_as_columns")

    assert [choice.title for choice in visit.session.compare.choices] == [
        "minbpe, with GPT-4's pattern",
        "1. Special and unknown tokens",
        "2. Pre-tokenization",
        "3. Alphabet and ids",
        "Hugging Face tokenizers",
    ]
    assert visit.session.compare.view == "columns"


def test_the_causes_follow_the_order_that_a_person_chose():
    visit = open_compare("causes")
    visit.app.multiselect(key="compare_cause_order").set_value(["ties", "alphabet"])
    visit.run()

    cards = visit.of_class("cmp-scrolling")
    titles = ("1. Tie rule", "2. Alphabet and ids", "3. Special and unknown tokens", "4. Pre-tokenization")
    places = [cards.index(title) for title in titles]
    assert places == sorted(places)


def test_a_corpus_without_pairs_has_columns_and_panes_that_say_so():
    visit = open_compare(source=Corpus.from_text("a b c"))

    assert len(visit.views()) == 1
    assert visit.of_class("cmp-headline") == "No column has a pair to merge."
    for pane in ("picture", "ties"):
        assert "No column has a pair to merge." in show_pane(visit, pane).text()
    assert visit.of_class("cmp-headline") == ""
    assert show_pane(visit, "end").of_class("cmp-headline") == "No column learns a token."
    assert "3 tokens" in show_pane(visit, "text").of_class("cmp-cards")


def test_causes_that_leave_no_merge_are_shown_with_what_is_gone():
    visit = open_compare("causes", cause_from="profile:hf_course", cause_to=TRAIN)
    rules = replace(PROFILES["hf_course"].config, min_frequency=50)
    put_on_train(visit, EXAMPLES["hug_pug_pun"].corpus, rules)

    assert visit.of_class("cmp-headline") == "1 cause. Minimum frequency: 0 merges new, 0 moved, 7 gone."
    assert visit.of_class("cmp-table").endswith("1. Minimum frequency007")


def test_the_columns_of_the_causes_train_as_far_as_the_causes_did():
    visit = open_compare("causes", until="merges", merges=3).press("causes_as_columns")

    compare = visit.session.compare
    assert compare.tasks["columns"].task.merges == compare.tasks["causes"].task.start.max_merges


def test_rules_that_do_the_same_have_no_causes_and_say_so():
    visit = open_compare("causes")
    visit.app.selectbox(key="compare_cause_to").set_value("profile:minbpe_regex")
    visit.run()

    assert visit.errors() == ["The two sets of rules do the same; there is no cause to look for."]
