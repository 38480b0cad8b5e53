"""The trainer with a queue learns what the slow one, the stepper and the tokenizers library learn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BPEConfig, queue_trainer, reference
from tests.golden.test_golden import recording, trained
from tests.property.strategies import daily, stepper_of, word_counts

BY_IDS = BPEConfig(tie_break="smallest_ids")


def smallest_ids(words):
    """The tie rule of the queue, for the slow trainer."""
    ids = {symbol: number for number, symbol in enumerate(sorted({*"".join(words)}))}

    def choose(tied):
        left, right = min(tied, key=lambda pair: (ids[pair[0]], ids[pair[1]]))
        ids[left + right] = len(ids)
        return left, right

    return choose


@daily(40)
@given(word_counts(), st.integers(0, 40), st.integers(0, 5), st.none() | st.integers(2, 6))
def test_it_learns_what_the_slow_trainer_learns(words, merges, minimum, longest):
    limits = {"min_frequency": minimum, "max_token_length": longest}
    expected = reference.learn(words, merges, **limits, choose=smallest_ids(words))
    assert queue_trainer.learn(words, merges, **limits) == expected


@daily(40)
@given(word_counts())
def test_it_learns_what_the_stepper_learns(words):
    stepper = stepper_of(words, BY_IDS)
    stepper.run()

    learned, splits = queue_trainer.learn(words, 1_000)

    assert learned == [(merge.pair, merge.count) for merge in stepper.merges]
    assert splits == [list(split) for split in stepper.splits().values()]


@pytest.mark.parametrize("text", ["hug_pug_pun", "hug_bug", "low_lower", "sennrich", "overlaps", "ties_ab"])
def test_it_learns_what_the_tokenizers_library_learned(text):
    vectors = [
        vector
        for vector in recording("tokenizers")["vectors"]
        if vector["text"] == text and vector["profile"] == "hf_tokenizers"
    ]
    assert vectors
    for vector in vectors:
        stepper = trained("tokenizers", vector)
        words = {stepper.at(0).splits([row.word])[row.word]: row.count for row in stepper.words}
        learned, _ = queue_trainer.learn(
            words, len(vector["merges"]), min_frequency=stepper.config.min_frequency
        )
        assert [list(pair) for pair, _ in learned] == vector["merges"]


def test_aaaa_holds_three_overlapping_pairs_and_no_count_is_left_behind():
    learned, splits = queue_trainer.learn({"aaaa": 1, "aaa": 2}, 9)
    assert learned == [(("a", "a"), 7), (("aa", "a"), 2), (("aa", "aa"), 1)]
    assert splits == [["aaaa"], ["aaa"]]


def test_the_links_of_a_word_lead_around_what_was_merged():
    trainer = queue_trainer.QueueTrainer({"hugs": 1})
    [word] = trainer.words  # g h s u
    assert list(word) == [1, 3, 0, 2]
    changes = trainer.merge_word(word, (3, 0), 4)
    assert changes == [((3, 0), -1), ((1, 3), -1), ((1, 4), 1), ((0, 2), -1), ((4, 2), 1)]
    assert (word.symbols, list(word)) == ([1, 4, -1, 2], [1, 4, 2])
    assert (word.previous[3], word.following[1]) == (1, 3)
