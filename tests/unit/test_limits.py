"""Limits: which one ends a training, and how many merges they allow."""

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BPEConfig
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
