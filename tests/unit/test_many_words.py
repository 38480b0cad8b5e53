"""Work on many words at once gives the same as on each word by itself."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BPEConfig, BPEStepper, Corpus
from bpe_core.corpus.counting import ENTRIES_TOGETHER, count_entries
from bpe_core.engine import occurrences
from bpe_core.progress import Progress
from tests.property.strategies import daily

MANY = [(f"word{number}", number + 1) for number in range(2 * ENTRIES_TOGETHER + 5)]


def test_many_words_are_taken_as_they_are_and_a_repeated_one_adds_up_wherever_it_stands():
    assert Corpus.from_word_counts(iter(MANY)).entries == tuple(MANY)
    for entries in (MANY + MANY[:3], [list(entry) for entry in MANY + MANY[:3]]):
        repeated = Corpus.from_word_counts(entries)
        assert repeated.entries == tuple((word, 2 * count if count < 4 else count) for word, count in MANY)
        assert count_entries(repeated.entries, BPEConfig()) == dict(repeated.entries)


def test_progress_is_told_of_reading_and_then_of_spelling_and_counting_pairs():
    told = []
    BPEStepper(Corpus.from_word_counts(MANY), BPEConfig(), tell=told.append)
    to_read, words = sum(len(word) for word, _ in MANY), len(MANY)
    assert told[-4:] == [
        Progress(to_read, to_read, "characters read"),
        Progress(0, words, "words spelled"),
        Progress(words, words, "words spelled; counting pairs"),
        Progress(words, words, "words spelled; pairs counted"),
    ]


@given(st.lists(st.integers(-1, 4) | st.just(65_535), min_size=2, max_size=40))
@daily(40, fuzz=10_000)
def test_places_sorted_as_single_integers_are_those_sorted_by_columns(symbols):
    array = np.array(symbols, dtype=np.int32)
    in_one, by_columns = occurrences._sorted_in_one(array), occurrences._sorted_by_columns(array, 65_536)
    assert [part.tolist() for part in in_one] == [part.tolist() for part in by_columns]
