"""Paths: in what two sets of rules differ, and the way from one to the other, a cause at a time.

In: two configs. Out: the causes by which they differ, and the configs on the way, each valid and one cause
further.

>>> from bpe_core import PROFILES
>>> minbpe, hugging_face = (PROFILES[name].config for name in ("minbpe_regex", "hf_tokenizers"))
>>> [cause.name for cause in causes_between(minbpe, hugging_face)]
['special_tokens', 'pre_tokenization', 'alphabet', 'ties']
>>> [step.changes for step in path_between(minbpe, hugging_face, ["ties"])][0]
(Change(field='tie_break', before='first_seen', after='smallest_ids'),)
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.errors import ComparisonError
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_core.validation import shown


@dataclass(frozen=True)
class Cause:
    """One respect in which rules may differ."""

    name: str
    """The key in `CAUSES`."""

    title: str
    """As a person reads it."""

    fields: tuple[str, ...]
    """The fields of `BPEConfig` that belong to it; they change together, so that the rules stay valid."""


@dataclass(frozen=True)
class Change:
    """A field that changes."""

    field: str
    """The field of `BPEConfig`."""

    before: Any
    """Its value before; None where the field has no effect, as a pattern that cuts nothing."""

    after: Any
    """Its value after."""


@dataclass(frozen=True)
class PathStep:
    """One step on the way from one set of rules to another."""

    cause: Cause
    """What changes."""

    config: BPEConfig
    """The rules after it."""

    changes: tuple[Change, ...]
    """The fields that change and have a say, at least one."""


CAUSES: dict[str, Cause] = {
    cause.name: cause
    for cause in (
        Cause("normalization", "Normalization", ("normalizers",)),
        Cause(
            "special_tokens",
            "Special and unknown tokens",
            ("special_tokens", "unknown", "unk_token", "fuse_unk"),
        ),
        Cause("pre_tokenization", "Pre-tokenization", ("pre_tokenizer", "pattern")),
        Cause("alphabet", "Alphabet and ids", ("alphabet", "base_vocabulary", "id_order")),
        Cause("boundary", "Word boundary", ("word_boundary", "boundary_marker")),
        Cause("overlaps", "Counting of overlaps", ("count_overlaps",)),
        Cause("ties", "Tie rule", ("tie_break", "tie_seed")),
        Cause("minimum_frequency", "Minimum frequency", ("min_frequency",)),
        Cause("stop_rule", "Stop rule", ("max_merges", "vocab_size")),
    )
}
"""The causes by name, in the order in which a text meets them."""


def causes_between(before: BPEConfig, after: BPEConfig) -> tuple[Cause, ...]:
    """The causes by which two sets of rules differ, in the order of `CAUSES`.

    A field without a say does not count: the seed of a tie rule that draws nothing, or a marker that is given
    in one and the usual one in the other.
    """
    return tuple(cause for cause in CAUSES.values() if _changes(cause, before, after))


def path_between(
    before: BPEConfig, after: BPEConfig, order: Sequence[str] | None = None
) -> tuple[PathStep, ...]:
    """The way from one set of rules to another, a cause at a time; the last step's rules are `after`.

    `order` names causes to take first; those it does not name follow in the order of `CAUSES`, and those by
    which the two do not differ are passed over. Empty where they differ in nothing that has a say. Raises
    `ComparisonError` for names that are no causes, or are given twice.
    """
    causes = sorted(causes_between(before, after), key=_full_order(order or ()).index)
    steps: list[PathStep] = []
    config = before
    for cause in causes:
        changed = replace(config, **{field: getattr(after, field) for field in cause.fields})
        is_last = cause is causes[-1]
        steps.append(PathStep(cause, after if is_last else changed, _changes(cause, config, changed)))
        config = changed
    return tuple(steps)


def _full_order(order: Sequence[str]) -> list[Cause]:
    for name in order:
        if not isinstance(name, str) or name not in CAUSES:
            allowed = ", ".join(map(repr, CAUSES))
            raise ComparisonError(f"The cause {shown(name)} is not known; allowed are {allowed}.")
    if len(set(order)) != len(order):
        raise ComparisonError(f"`order` must name each cause at most once, got {shown(list(order))}.")
    return list({name: CAUSES[name] for name in (*order, *CAUSES)}.values())


def _changes(cause: Cause, before: BPEConfig, after: BPEConfig) -> tuple[Change, ...]:
    was, will_be = _effective(before), _effective(after)
    return tuple(
        Change(field, was[field], will_be[field])
        for field in cause.fields
        if was[field] != will_be[field] and getattr(before, field) != getattr(after, field)
    )


def _effective(config: BPEConfig) -> dict[str, Any]:
    """The effective value of each field; None where another field of the same cause disables it."""
    fields: dict[str, Any] = {
        field: getattr(config, field) for cause in CAUSES.values() for field in cause.fields
    }
    fields["min_frequency"] = max(1, config.min_frequency)  # 0 and 1 are the same
    fields["boundary_marker"] = config.marker or None
    if config.pre_tokenizer != "pattern":
        fields["pattern"] = None
    if not TIE_BREAKS[config.tie_break].is_drawn:
        fields["tie_seed"] = None
    if config.unknown != "unk":
        fields["unk_token"] = fields["fuse_unk"] = None
    return fields
