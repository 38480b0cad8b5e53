import pytest

from bpe_ui.visit.training.words_view import WORDS_SHOWN, ListPage, WordsView
from tests.ui.examples import training_of


def shown(training, **choice):
    view = WordsView()
    view.choose(**{"sort": "order", "search": "", "page": 1, **choice})
    return [training.stepper.words[index].word for index in view.on_page(training).shown]


@pytest.mark.parametrize(
    ("sort", "words"),
    [
        ("order", ["hug", "pug", "pun", "bun", "hugs"]),
        ("count", ["pun", "hug", "pug", "hugs", "bun"]),
    ],
)
def test_words_are_sorted_and_equal_ones_stay_in_the_corpuss_order(sort, words):
    assert shown(training_of(), sort=sort) == words


def test_the_words_with_the_next_pair_come_first_the_pair_that_a_person_chose_included():
    training = training_of()
    view = WordsView(sort="next")
    seen = []
    for position in (0, 1, 6, 7):
        training.step_to(position)
        seen.append(view.on_page(training).shown)
    # u + g in hug, pug, hugs; u + n in pun, bun; b + un in bun; nothing at the end.
    assert seen == [(0, 1, 4, 2, 3), (2, 3, 0, 1, 4), (3, 0, 1, 2, 4), (0, 1, 2, 3, 4)]

    training.step_to(0)
    training.merge_instead(("b", "u"))
    training.step_to(0)
    assert view.on_page(training).shown == (3, 0, 1, 2, 4)
    assert view.on_page(training, hide_next=True).shown == (0, 1, 2, 3, 4)


def test_words_come_a_page_at_a_time_and_the_last_page_is_the_last():
    training = training_of({f"w{number}": 1 for number in range(2 * WORDS_SHOWN + 20)})
    view = WordsView()
    sizes = []
    for page in (1, 2, 3, 99):
        view.choose("order", "", page)
        on_page = view.on_page(training)
        sizes.append((len(on_page.shown), on_page.page, on_page.pages))

    assert sizes == [(WORDS_SHOWN, 1, 3), (WORDS_SHOWN, 2, 3), (20, 3, 3), (20, 3, 3)]


def test_another_search_begins_on_the_first_page_which_is_empty_where_nothing_is_found():
    view = WordsView()
    view.choose("order", "", 3)
    view.choose("order", "x", 3)

    assert view.page == 1
    assert view.on_page(training_of()) == ListPage((), found=0, page=1, pages=1)
