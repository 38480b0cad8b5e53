"""Limits: which one ends a training, and how many merges they allow."""

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BPEConfig
from bpe_core.engine.limits import limit_reached, most_merges

LIMITS = st.none() | st.integers(1, 40)


CONFIGS = st.builds(
    BPEConfig, max_merges=LIMITS, vocab_size=LIMITS, special_tokens=st.sampled_from([(), ("<s>", "</s>")])
)


@given(CONFIGS, st.integers(1, 30))
def test_the_most_merges_are_the_fewest_after_which_a_limit_is_reached(config, size):
    ends = [merges for merges in range(50) if limit_reached(config, merges, size + merges)]
    assert most_merges(config, size) == (ends[0] if ends else None)
    assert ends == list(range(ends[0], 50)) if ends else True
