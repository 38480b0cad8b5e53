"""Comparisons for tests, trained to their end, from titles with rules or names of tie rules and profiles."""

from collections.abc import Iterable, Mapping
from typing import Any

from bpe_core import EXAMPLES, PROFILES, BPEConfig, Corpus
from bpe_core.studies.comparison import ColumnRules, Comparison, compare

HUG = EXAMPLES["hug_pug_pun"].corpus


def compared(
    rules: Mapping[str, BPEConfig] | Iterable[str], corpus: Corpus = HUG, **limits: Any
) -> Comparison:
    """Columns by title; a bare name is that of a profile or of a tie rule."""
    if not isinstance(rules, Mapping):
        rules = {name: rules_named(name) for name in rules}
    return compare(corpus, [ColumnRules(*column) for column in rules.items()], **limits)


def rules_named(name: str) -> BPEConfig:
    """The rules of a profile, or the usual ones with a tie rule."""
    return PROFILES[name].config if name in PROFILES else BPEConfig(tie_break=name)
