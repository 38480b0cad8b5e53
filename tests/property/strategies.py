"""Strategies of the property tests: small corpora full of ties and overlaps, all kinds of configs, walks."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st

from bpe_core import BPEStepper, Corpus
from bpe_core.config import RULES, WORD_BOUNDARIES, BPEConfig
from bpe_core.merges import Pair
from bpe_core.tie_breaks import TIE_BREAKS
from tests.oracle import count_pairs

letters = st.sampled_from(["ab", "abc", "aé", "a_</w>▁", "a#"])
"""Few letters force overlaps and ties; the last choice holds the markers themselves."""


@st.composite
def word_counts(draw: st.DrawFn) -> dict[str, int]:
    """A few short words with small counts, in drawing order."""
    words = st.text(alphabet=draw(letters), min_size=1, max_size=draw(st.sampled_from([3, 8, 40])))
    return draw(st.dictionaries(words, st.integers(1, 4), min_size=1, max_size=8))


def _valid_config(**rules: Any) -> BPEConfig:
    """Scores need the prefix ##, and that needs characters."""
    if rules["pair_score"] != "count":
        rules |= {
            "word_boundary": "inside_prefix",
            "count_overlaps": True,
            "unknown": "unk",
            "unk_token": "[UNK]",
        }
    if rules["word_boundary"] == "inside_prefix":
        rules["alphabet"] = "characters"
    return BPEConfig(**rules)


configs = st.builds(
    _valid_config,
    pair_score=st.sampled_from(["count", "count", *RULES["pair_score"].options]),
    tie_break=st.sampled_from([*TIE_BREAKS]),
    tie_seed=st.integers(0, 3),
    count_overlaps=st.booleans(),
    word_boundary=st.sampled_from([*WORD_BOUNDARIES]),
    alphabet=st.sampled_from([*RULES["alphabet"].options]),
    min_frequency=st.integers(0, 3),
    max_token_length=st.none() | st.integers(2, 6),
    limit_alphabet=st.none() | st.integers(1, 4),
)
"""Configs that vary everything training depends on once the words are cut."""


def stepper_of(counts: dict[str, int], config: BPEConfig) -> BPEStepper:
    return BPEStepper(Corpus.from_word_counts(counts), config)


steppers = st.builds(stepper_of, word_counts(), configs)
"""Trainings that have not begun."""

randoms = st.randoms(use_true_random=False)
walks = st.lists(st.sampled_from(["step", "run", "undo", "redo", "goto", "force"]), min_size=1, max_size=12)
"""Actions on a stepper in turn; `walk` does them."""


def walk(stepper: BPEStepper, action: str, random: Random) -> None:
    """One action of a walk; does nothing if it is not possible."""
    if action == "step" and not stepper.is_done:
        stepper.step()
    elif action == "run":
        stepper.run()
    elif action == "undo" and stepper.position:
        stepper.undo()
    elif action == "redo" and stepper.position < stepper.known_merges:
        stepper.redo()
    elif action == "goto":
        stepper.goto(random.randint(0, stepper.known_merges))
    elif action == "force" and (rows := stepper.pair_counts()):
        stepper.step(random.choice(rows).pair)


@contextmanager
def with_constants(values: Mapping[str, float]) -> Iterator[None]:
    """Module constants of the core, by dotted name, set while the block runs."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in values.items():
            patch.setattr(f"bpe_core.{name}", value)
        yield


def daily(examples: int, *, fuzz: int | None = None, **others: Any) -> settings:
    """So many examples in `make test`, few in `make quick`; in `make fuzz` as many as said, or 100 times
    as many."""
    if settings.default.max_examples < 10:  # the profile of `make quick`
        examples = min(examples, settings.default.max_examples)
    if settings.default.max_examples > 100:  # the profile of `make fuzz`
        examples = 100 * examples if fuzz is None else fuzz
    return settings(max_examples=examples, **others)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=8,
)
"""Whatever JSON can say."""


def recount_all(stepper: BPEStepper) -> dict[Pair, int]:
    """Every pair's count from the splits as they are shown, in the order in which the pairs are met."""
    splits = [list(symbols) for symbols in stepper.splits().values()]
    counts = [word.count for word in stepper.words]
    return count_pairs(splits, counts, overlaps=stepper.config.count_overlaps)


def is_too_long(stepper: BPEStepper, pair: Pair) -> bool:
    """Whether the rules allow no token of a pair."""
    lengths = dict(zip(stepper.view.vocabulary(), stepper.view.token_lengths(), strict=True))
    return sum(map(lengths.__getitem__, pair)) > (stepper.config.longest_token or 1_000)
