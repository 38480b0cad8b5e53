"""What the property tests draw: small corpora full of ties and overlaps, and configs of every kind."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from bpe_core.config import ALPHABETS, WORD_BOUNDARIES, BPEConfig
from bpe_core.tie_breaks import TIE_BREAKS

letters = st.sampled_from(["ab", "abc", "aé", "a_</w>▁"])
"""Few letters force overlaps and ties; the last choice holds the markers themselves."""


@st.composite
def word_counts(draw: st.DrawFn) -> dict[str, int]:
    """A few short words with small counts, in drawing order."""
    words = st.text(alphabet=draw(letters), min_size=1, max_size=draw(st.sampled_from([3, 8, 40])))
    return draw(st.dictionaries(words, st.integers(1, 4), min_size=1, max_size=8))


configs = st.builds(
    BPEConfig,
    tie_break=st.sampled_from([*TIE_BREAKS]),
    tie_seed=st.integers(0, 3),
    count_overlaps=st.booleans(),
    word_boundary=st.sampled_from(WORD_BOUNDARIES),
    alphabet=st.sampled_from(ALPHABETS),
    min_frequency=st.integers(0, 3),
)
"""Configs that vary everything training depends on once the words are cut."""


def daily(examples: int) -> settings:
    """So many examples in `make test`, and fifty times as many in `make fuzz`: each example is slow."""
    return settings(max_examples=examples if settings.default.max_examples <= 100 else 50 * examples)


def at_least(examples: int, **others: Any) -> settings:
    """So many examples of a claim; with `make fuzz`, as many as there."""
    return settings(max_examples=max(examples, settings.default.max_examples), **others)
