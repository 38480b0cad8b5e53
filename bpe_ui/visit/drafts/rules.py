"""Drafts of rules, which need not be valid together; and names of rules.

`bpe_core.config.RULES` says which rules there are.

>>> draft = draft_of(BPEConfig(alphabet="bytes", base_vocabulary="all_bytes"))
>>> after_choice(draft, "alphabet", "characters")["base_vocabulary"]
'seen'
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bpe_core import PROFILES, TIE_BREAKS, BPEConfig
from bpe_core.config import RULES, Choice, Integer, Several, Text
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.studies.diagnosis import title_near_a_profile
from bpe_ui.stage.text.sentences import say_plainly

_USUAL = BPEConfig()


def must_be(field: str, values: Sequence[Any]) -> str:
    """What a rule must be, in the panel's words.

    >>> must_be("word_boundary", ("none", "end_suffix"))
    'Where a word begins or ends: Not marked or Attached to the last symbol'
    """
    rule = RULES[field]
    if isinstance(rule, Choice):
        return f"{rule.label}: {' or '.join(rule.options[value].title for value in values)}"
    return f"{rule.label}: nothing" if isinstance(rule, Several) else f"{rule.name}: none"


def draft_of(config: BPEConfig) -> dict[str, Any]:
    """The fields of a config by their names."""
    return {field: getattr(config, field) for field in RULES}


def config_of(draft: Mapping[str, Any]) -> BPEConfig:
    """The rules of a draft, without those that its other choices make ineffective; raises `ConfigError`."""
    return BPEConfig(**{field: draft[field] for field, rule in RULES.items() if rule.is_effective(draft)})


def new_draft(config: BPEConfig, before: Mapping[str, Any]) -> dict[str, Any]:
    """The draft for other rules, after an earlier draft.

    What was typed there and has no effect now is kept until another choice makes it effective again.
    """
    draft = draft_of(config)
    idle = {field: before[field] for field, rule in RULES.items() if not rule.is_effective(draft)}
    return draft | {field: value for field, value in idle.items() if isinstance(RULES[field], Text | Integer)}


def after_choice(draft: Mapping[str, Any], field: str, value: Any) -> dict[str, Any]:
    """The draft after a rule has got this value.

    Values that no longer fit go back to the default; a token for unknown symbols is suggested.

    >>> scored = after_choice(draft_of(BPEConfig(alphabet="bytes")), "pair_score", "count_over_parts")
    >>> scored["word_boundary"], scored["alphabet"]
    ('inside_prefix', 'characters')
    """
    after = {**draft, field: value}
    chosen = RULES[field]
    if isinstance(chosen, Choice) and chosen.brings_needs:
        bring_needs(after, field)
    for other, rule in RULES.items():
        if other != field and isinstance(rule, Choice) and not rule.fits(after[other], after):
            after[other] = getattr(_USUAL, other)
    if after["unknown"] == "unk" and field == "unknown":
        after["unk_token"] = after["unk_token"] or "[UNK]"
    return after


def bring_needs(draft: dict[str, Any], field: str) -> None:
    """Choose what the value of a rule requires, and what that requires in turn."""
    rule = RULES[field]
    needs = rule.needs.get(draft[field], {}) if isinstance(rule, Choice) else {}
    for other, values in needs.items():
        if draft[other] not in values:
            draft[other] = values[0]
            bring_needs(draft, other)


def is_asked(field: str, draft: Mapping[str, Any]) -> bool:
    """Whether there is something to set: the rule has an effect, and alternatives."""
    rule = RULES[field]
    options = rule.options if isinstance(rule, Choice) else ()
    if isinstance(rule, Choice) and rule.brings_needs:
        return rule.is_effective(draft)
    alternatives = [option for option in options if rule.fits(option, draft)]  # type: ignore[attr-defined]
    return rule.is_effective(draft) and len(alternatives) != 1


def of_word_counts(config: BPEConfig) -> str:
    """What rules do with a corpus of word counts.

    >>> of_word_counts(PROFILES["sentencepiece"].config)
    'The corpus has words with counts: no pre-tokenizer cuts them, and no ▁ is put before a word.'
    """
    space = PRE_TOKENIZERS[config.pre_tokenizer].space.strip()
    return say_plainly(
        "The corpus has words with counts: no pre-tokenizer cuts them, and no {space} is put before a word."
        if space
        else "The corpus has words with counts, so no pre-tokenizer cuts them.",
        space=space,
    )


def profile_of(config: BPEConfig) -> str | None:
    """The profile with these rules, whatever the limits and special tokens; None for a mixture."""
    rules = replace(config, template=None, max_merges=None, vocab_size=None)
    for name, profile in PROFILES.items():
        if replace(rules, special_tokens=profile.config.special_tokens) == profile.config:
            return name
    return None


def rules_title(config: BPEConfig, beside: BPEConfig | None = None) -> str:
    """The name of these rules; a profile with one or two other rules is named after these. Beside rules that
    differ only in how they choose among tied pairs, it is that of the tie rule.

    >>> rules_title(replace(PROFILES["textbook"].config, tie_break="smallest_pair"))
    'Textbook + smallest pair'
    >>> rules_title(BPEConfig(), beside=BPEConfig(tie_break="random"))
    'First seen'
    """
    if beside is not None and config == replace(beside, tie_break=config.tie_break):
        return TIE_BREAKS[config.tie_break].title
    profile = profile_of(config)
    if profile:
        return PROFILES[profile].title
    title = title_near_a_profile(config)
    is_a_profile = title in {each.title for each in PROFILES.values()}  # judged by its merges
    return "custom rules" if title is None or is_a_profile else title
