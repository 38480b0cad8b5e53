"""Sentences that say where a token comes from, and what it is a part of."""

from collections.abc import Sequence

from bpe_core.studies.split_characters import held_by, parts_of
from bpe_core.studies.vocabulary_study import Kind, MergeRule
from bpe_ui.stage.text.byte_parts import bytes_held
from bpe_ui.stage.text.sentences import Sentence, named, say

NAMED = 5
"""How many tokens are named at most that a token is a part of."""


def origin(
    token: str,
    token_id: int,
    kind: Kind,
    rule: MergeRule | None,
    *,
    count: int | None = None,
    other_rules: int = 0,
) -> Sentence:
    """Where a token comes from; `count` is how often its pair occurred when a training merged it."""
    facts: dict[str, object] = {"token": token, "id": str(token_id), "rule": rule, "count": count}
    if kind == "added":
        return say(
            "{token:token} (id {id}) is cut out of a text before anything else, and stays whole.", **facts
        )
    if kind == "base":
        return say("{token:token} (id {id}) is a base symbol: words are spelled with it.", **facts)
    if rule is None:
        return say("{token:token} (id {id}) has an id, but no merge makes it.", **facts)
    facts["number"] = rule.rank + 1
    if count is not None:
        return say(
            "{token:token} (id {id}) was learned as merge {number:,}:"
            " {rule.pair:pair} occurred {count} {count:time|times}.",
            **facts,
        )
    made = say("{token:token} (id {id}) is made of {rule.pair:pair} (merge {number:,}).", **facts)
    if not other_rules:
        return made
    return made + say(" {rules:,} other {rules:merge|merges} could make it.", rules=other_rules)


def part_of(larger: Sequence[str], total: int) -> Sentence:
    """Of which tokens it is a part, the first ones of this many; nothing where it is a part of none."""
    return say("A part of {tokens}.", tokens=named(larger, NAMED, total)) if total else ()


def stands_for(data: bytes) -> Sentence:
    """The bytes of a token, if some are parts of characters; otherwise empty."""
    [held] = held_by([data])
    parts = parts_of(held)
    return say("It stands for {bytes}.", bytes=bytes_held(data, parts)) if parts else ()
