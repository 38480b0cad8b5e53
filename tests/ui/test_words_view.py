import pytest

from bpe_core import EXAMPLES, Corpus
from bpe_ui.training.training import Source, start_training
from bpe_ui.training.words_view import WORDS_SHOWN, WordsView

CONFIG = EXAMPLES["hug_pug_pun"].config


def training_of(word_counts):
    return start_training(Source("text", Corpus.from_word_counts(word_counts)), CONFIG)


def shown(training, **choice):
    view = WordsView()
    view.choose(**{"sort": "order", "search": "", "page": 1, **choice})
    return [training.stepper.words[index].word for index in view.on_page(training).indexes]


@pytest.mark.parametrize(
    ("sort", "words"),
    [
        ("order", ["hug", "pug", "pun", "bun", "hugs"]),
        ("count", ["pun", "hug", "pug", "hugs", "bun"]),
        ("length", ["hugs", "hug", "pug", "pun", "bun"]),
    ],
)
def test_words_are_sorted_and_equal_ones_stay_in_the_corpuss_order(sort, words):
    training = training_of({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})

    assert shown(training, sort=sort) == words


def test_the_words_that_the_last_merge_touched_come_first_at_every_position():
    training = training_of({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
    view = WordsView(sort="changed")
    seen = []
    for position in (0, 2, 4):
        training.step_to(position)
        seen.append(view.on_page(training).indexes)

    # Nothing at the start; u + n touches pun and bun; p + un touches pun.
    assert seen == [(0, 1, 2, 3, 4), (2, 3, 0, 1, 4), (2, 0, 1, 3, 4)]


def test_the_search_finds_words_in_capital_and_small_letters():
    training = start_training(Source("text", Corpus.from_text("The other THEME is a day")), CONFIG)

    assert shown(training, search="the") == ["The", "other", "THEME"]


def test_what_was_found_is_sorted_too():
    training = training_of({"pun": 1, "hugs": 2, "hug": 3})

    assert shown(training, search="ug", sort="count") == ["hug", "hugs"]


def test_words_come_a_page_at_a_time_and_the_last_page_is_the_last():
    training = training_of({f"w{number}": 1 for number in range(2 * WORDS_SHOWN + 20)})
    view = WordsView()
    sizes = []
    for page in (1, 2, 3, 99):
        view.choose("order", "", page)
        on_page = view.on_page(training)
        sizes.append((len(on_page.indexes), on_page.page, on_page.pages))

    assert sizes == [(WORDS_SHOWN, 1, 3), (WORDS_SHOWN, 2, 3), (20, 3, 3), (20, 3, 3)]


def test_another_search_begins_on_the_first_page():
    view = WordsView()
    view.choose("order", "", 3)

    view.choose("order", "hug", 3)

    assert view.page == 1


def test_a_search_that_finds_nothing_has_one_empty_page():
    training = training_of({"hug": 1})
    view = WordsView(search="x")

    page = view.on_page(training)

    assert (page.indexes, page.found, page.page, page.pages) == ((), 0, 1, 1)


def test_a_search_is_made_once_for_a_training_and_again_for_another():
    view = WordsView(search="ug")
    first, second = training_of({"hug": 1, "pun": 1}), training_of({"pun": 1, "hug": 1})

    assert view.on_page(first).indexes == (0,)
    assert view.on_page(second).indexes == (1,)
