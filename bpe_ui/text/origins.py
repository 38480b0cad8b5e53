"""Where a token comes from, and what it is a part of, in sentences.

In: a token with its kind and its rule. Out: sentences, for the vocabulary and for the panel of any token.
"""

from collections.abc import Sequence

from bpe_core.studies.split_characters import held_by, parts_of
from bpe_core.studies.vocabulary_study import Kind, Rule
from bpe_ui.text.byte_parts import bytes_held
from bpe_ui.text.sentences import Sentence, Token, counted, joined, plural, the_pair

NAMED = 5
"""The most tokens that are named with a token that is a part of them."""


def origin(
    token: str,
    token_id: int,
    kind: Kind,
    rule: Rule | None,
    *,
    count: int | None = None,
    other_rules: int = 0,
    is_unreachable: bool = False,
) -> Sentence:
    """Where a token comes from; `count` is how often its pair occurred when a training merged it."""
    named: Sentence = Token(token), f" (id {token_id}) "
    if kind == "added":
        return *named, "is cut out of a text before anything else, and never merged."
    if kind == "base":
        return *named, "is a base symbol: words are spelled with it."
    if rule is None:
        return *named, "has an id, but no rule makes it."
    number = f"merge {rule.rank + 1:,}"
    made: Sentence = *the_pair(rule.pair), f" ({number})"
    if is_unreachable:
        return *named, "would be made of ", *made, "."
    more = f" {other_rules:,} other {plural('rule', other_rules)} could make it." if other_rules else ""
    if count is None:
        return *named, "is made of ", *made, f".{more}"
    return *named, f"was learned as {number}: ", *the_pair(rule.pair), " occurred ", *counted(count), "."


def part_of(named: Sequence[str], total: int) -> Sentence:
    """Of which tokens it is a part; nothing where it is a part of none."""
    if not total:
        return ()
    others = total - len(named)
    more = [(f"{others:,} more",)] if others else []
    return "A part of ", *joined([*[(Token(token),) for token in named], *more], last=" and "), "."


def stands_for(data: bytes) -> Sentence:
    """The bytes of a token, where some are parts of characters; nothing elsewhere."""
    [held] = held_by([data])
    parts = parts_of(held)
    return ("It stands for ", *bytes_held(data, parts), ".") if parts else ()
