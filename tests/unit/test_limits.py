"""Limits: which one ends a training, and how many merges they allow."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BPEConfig, BPEStepper, Corpus
from bpe_core.limits import limit_reached, most_merges

LIMITS = st.none() | st.integers(1, 40)


@given(
    max_merges=LIMITS,
    vocab_size=LIMITS,
    special_tokens=st.sampled_from([(), ("<s>", "</s>")]),
    base_symbols=st.integers(1, 30),
)
def test_the_most_merges_are_the_fewest_after_which_a_limit_is_reached(
    max_merges: int | None, vocab_size: int | None, special_tokens: tuple[str, ...], base_symbols: int
) -> None:
    config = BPEConfig(max_merges=max_merges, vocab_size=vocab_size, special_tokens=special_tokens)
    ends = [merges for merges in range(50) if limit_reached(config, base_symbols, merges)]
    assert most_merges(config, base_symbols) == (ends[0] if ends else None)
    assert ends == list(range(ends[0], 50)) if ends else True


@pytest.mark.parametrize(
    ("changes", "merges", "reason"),
    [
        ({"max_merges": 3}, 3, "merge limit reached"),
        ({"vocab_size": 10}, 3, "vocabulary size reached"),  # 7 letters
        ({"vocab_size": 10, "special_tokens": ("<s>",)}, 2, "vocabulary size reached"),
        ({"max_merges": 3, "vocab_size": 10}, 3, "merge limit reached"),  # of two at once the first is named
        ({"vocab_size": 1}, 0, "vocabulary size reached"),
    ],
)
def test_a_stepper_stops_where_its_limits_say(changes: dict[str, object], merges: int, reason: str) -> None:
    counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    config = replace(BPEConfig(), **changes)  # type: ignore[arg-type]
    stepper = BPEStepper(Corpus.from_word_counts(counts), config)
    stepper.run()
    assert (stepper.position, stepper.stop_reason) == (merges, reason)
    assert most_merges(config, base_symbols=7) == merges
