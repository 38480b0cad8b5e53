"""The Compare page without a browser: its views and columns, long work, links and files."""

import pytest
from streamlit.testing.v1 import AppTest

from bpe_core import EXAMPLES, PROFILES, Corpus
from bpe_ui.machine.worker_pool import work as work_module
from bpe_ui.pages.compare.columns.message import ColumnsOnScreen
from bpe_ui.pages.compare.settings.choices import LIBRARY_PICK, TIE_PICK
from bpe_ui.pages.compare.settings.state import MAX_CHARACTERS, Compare
from bpe_ui.visit.training.training import Source
from tests.apptest.compare_visit import answer_of, put_on_train, show_view
from tests.apptest.page_run import COMPARE, PageRun, open_page_alone
from tests.counting import count

HUG_RULES = EXAMPLES["hug_pug_pun"].config


@pytest.fixture
def visit():
    return open_page_alone(COMPARE)


def comparison_of(visit):
    """The comparison on screen."""
    return answer_of(visit, "columns")


def titles_of(visit):
    return [column.title for column in comparison_of(visit).columns]


def choose(visit, *keys):
    visit.open_panel("columns_popover").app.multiselect(key="compare_columns").set_value(list(keys))
    return visit.run()


# ---- the page


def test_where_merges_are_given_the_page_says_that_columns_begin_from_nothing(visit):
    visit.run()
    assert "begins from nothing" not in visit.text()
    visit.session.move(2)
    visit.session.begin_with(visit.session.on_page("tokenize").base("made", visit.session.training), "base")
    assert "Each column begins from nothing; “Going on” has" in visit.run().text()


def test_a_corpus_beyond_the_limit_is_refused_with_both_numbers(visit):
    corpus = Corpus.from_word_counts([("a" * 1_000 + str(number), 1) for number in range(5_000)])
    visit.session.training.source = Source("word_counts", corpus)
    visit.run()

    # 5,000,000 times "a", and the numbers 0 to 4,999: 10 + 180 + 2,700 + 16,000 digits
    [error] = visit.errors()
    assert error.startswith("This corpus has 5,018,890 characters; up to 5,000,000 are compared.")
    assert MAX_CHARACTERS == 5_000_000
    assert not visit.app.multiselect


# ---- the columns


def test_one_click_puts_eight_libraries_side_by_side_and_another_the_tie_rules(visit):
    visit.press("pick_libraries")
    assert titles_of(visit) == [choice.title for choice in LIBRARY_PICK]
    assert [column.config for column in comparison_of(visit).columns] == [
        PROFILES[choice.name].config for choice in LIBRARY_PICK
    ]

    visit.press("pick_ties")

    assert titles_of(visit) == [choice.title for choice in TIE_PICK]


def test_columns_stand_in_the_order_of_their_choice_and_with_one_left_the_last_ones_stay(visit):
    choose(visit, "profile:cs336", "tie:random", "profile:textbook")
    assert titles_of(visit) == ["Stanford CS336", "Random", "Textbook"]

    choose(visit, "tie:random")
    assert visit.errors() == ["1 of the columns is left; 2 to 8 can be compared, so the last ones stay."]
    assert titles_of(visit) == ["Stanford CS336", "Random", "Textbook"]
    assert visit.app.multiselect(key="compare_columns").value == ["tie:random"]

    choose(visit, "tie:random", "profile:textbook")
    assert visit.errors() == []
    assert titles_of(visit) == ["Random", "Textbook"]


def test_tie_columns_follow_the_rules_on_train_and_pinned_ones_stay_when_they_change(visit):
    visit.open_panel("columns_popover").press("pin_rules")
    visit.session.take_profile("textbook")
    visit.run()

    *ties, pinned = comparison_of(visit).columns

    assert (pinned.title, pinned.config) == (PROFILES["hf_course"].title, HUG_RULES)
    assert ties[0].config == PROFILES["textbook"].config
    assert {column.config.word_boundary for column in ties} == {"end_symbol"}
    assert len({column.config.tie_break for column in ties}) == 4


# ---- how far


def test_another_corpus_starts_anew_and_drops_the_work_of_every_view(visit):
    visit.session.state(Compare).position = 6
    assert "columns" in show_view(visit, "ties").session.works

    put_on_train(visit, Corpus.from_text("aaab aaab abab"))

    compare = visit.session.state(Compare)
    assert visit.session.works.keys() == {"ties"}
    assert (compare.position, visit.session.state(ColumnsOnScreen).columns) == (0, None)
    assert comparison_of(show_view(visit, "columns")).corpus == Corpus.from_text("aaab aaab abab")


# ---- long work


def page_of_work():
    """A page that asks what the session names, and goes on with it if the session says so."""
    import streamlit as st

    from bpe_ui.frame.long_work import Call, draw_study
    from bpe_ui.visit.session import session

    visit = session()
    task = visit.task
    if not st.session_state["goes_on"]:
        visit.task = "what comes first"
    call = Call(*st.session_state["question"])
    draw_study("columns", call, lambda result: st.text(f"counted to {result}"), shown="at any time")
    visit.task = task


def work_page(*, goes_on=False, **named):
    app = AppTest.from_function(page_of_work, default_timeout=30)
    app.session_state["question"], app.session_state["goes_on"] = (count, (10,), named), goes_on
    return PageRun(app).run()


def work_of(page):
    return page.session.works["columns"]


def test_work_that_takes_a_moment_is_done_at_once_and_anew_for_other_arguments_or_another_corpus():
    page = work_page().run()
    assert page.app.text[0].value == "counted to 10"
    before = work_of(page)
    assert work_of(page.run()) is before

    page.app.session_state["question"] = count, (7,), {}
    assert page.run().app.text[0].value == "counted to 7"

    before = work_of(page)
    page.session.take_example("sennrich")
    assert work_of(page.run()) is not before


@pytest.fixture
def no_time(monkeypatch):
    """Make all work that reports progress last longer than a moment."""
    monkeypatch.setattr(work_module, "HERE_SECONDS", -1)


def test_stopped_work_says_how_far_it_is_and_can_be_continued(no_time):
    page = work_page()
    work_of(page).stop()
    page.app.session_state["goes_on"] = True
    page.run()
    assert "Stopped at 1 of 10 numbers." in page.text()
    assert page.app.text[0].value == "counted to 1"

    page.press("go_on_work")
    assert page.app.text[0].value == "counted to 10"
    assert "Stopped" not in page.text()


@pytest.mark.parametrize("goes_on", [False, True])
def test_work_that_fails_says_why_wherever_it_was_and_is_not_tried_again(goes_on, monkeypatch):
    if goes_on:
        monkeypatch.setattr(work_module, "HERE_SECONDS", -1)
    page = work_page(goes_on=goes_on, fails_at=6)

    assert page.errors() == ["6 cannot be counted."]
    failed = work_of(page)
    assert page.run().errors() == ["6 cannot be counted."]
    assert work_of(page) is failed


# ---- Present


def test_present_shows_the_columns_with_why_and_exit_brings_everything_back(visit):
    visit.press("present")

    keys = {button.key for button in visit.app.button}
    assert "leave_large" in keys
    assert not keys & {"present", "pick_ties"}
    assert "Merge 5 is the first difference" in visit.text()

    visit.press("leave_large")
    assert "present" in {button.key for button in visit.app.button}
    assert visit.session.present is False
