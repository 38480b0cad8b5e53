"""The sentences of Compare tokenizers: how many tokens, and why a passage is cut differently.

The page's tokenizer is the first.
"""

from collections.abc import Iterator, Sequence

from bpe_core.studies.tokenizer_difference import Explanation, RuleThatFires
from bpe_ui.text.sentences import Number, Part, Sentence, Token, plural, the_pair

TITLES = {
    "added_token": "An added token",
    "normalizer": "The normalizer",
    "pre_tokenizer": "The pre-tokenizer",
    "unknown": "An unknown character",
    "whole_word": "A word that is taken whole",
    "base_symbols": "The base symbols",
    "merge": "A merge that only one of them has",
    "rank_order": "The same merges, in another order of ranks",
    "decoder": "The decoder",
}
"""What a cause is called."""
_NAMES = "first", "second"
_WHAT = {
    "added_token": (
        "An added token is cut out of a text before anything else, and never merged. Added tokens here:",
        "none",
    ),
    "normalizer": ("The normalizers make different texts of it:", "nothing"),
    "pre_tokenizer": (
        "The pre-tokenizers cut different words, and no merge crosses the border of a word:",
        "no word",
    ),
    "unknown": ("Not in the vocabulary:", "nothing"),
    "whole_word": (
        "The file of one says ignore_merges: a word in its vocabulary is one token, whatever the rules make"
        " of it. Taken so:",
        "nothing",
    ),
    "base_symbols": ("The base symbols, before any rule, are not the same:", "none"),
    "decoder": (
        "Both cut it alike, by the same merges, but the ids stand for different texts. Base symbols:",
        "none",
    ),
}
"""What is said before what the stage makes of the passage in each, and in place of nothing."""


def counts(tokens: tuple[int, int], differing: int, passages: int) -> Sentence:
    """How many tokens each makes, and on how many passages they differ."""
    first, second = tokens
    made = "The first makes ", Number(first), f" {plural('token', first)}, the second ", Number(second), ". "
    if not differing:
        return *made, "They cut the whole text alike."
    differ = f" of {passages:,} {plural('passage', passages)}."
    return *made, "They differ on ", Number(differing), *differ


def explanation(found: Explanation) -> Iterator[Sentence]:
    """Why the two differ on a passage, with what shows it."""
    if found.kind == "unknown" and found.made[0] == found.made[1]:
        yield (
            *_row(found.made[0]),
            " is in neither vocabulary, and the two put different tokens in its place.",
        )
    elif found.kind in _WHAT:
        what, nothing = _WHAT[found.kind]
        first, second = (_row(made) or (nothing,) for made in found.made)
        yield (f"{what} ", *first, " in the first, ", *second, " in the second.")
    if found.kind == "rank_order":
        yield ("Both have these rules, but rank them in another order, so another one fires first.",)
    for rule in found.rules:
        yield _rule(rule)
    if found.settled_by:
        yield "Once both are given ", Token(found.settled_by), ", they cut it alike."


def _rule(rule: RuleThatFires) -> Sentence:
    here, there = _NAMES[rule.by], _NAMES[1 - rule.by]
    numbers = [None if rank is None else rank + 1 for rank in rule.ranks]
    number, other = numbers[rule.by], numbers[1 - rule.by]
    fires = *the_pair(rule.pair), f" (merge {number:,}) fires in the {here}"
    if not rule.is_spelled:
        return *fires, f"; the {there} spells these characters with other symbols."
    if other is None:
        return *fires, f"; the {there} has no such rule."
    return *fires, f"; in the {there} it is merge {other:,}, and its turn never comes."


def _row(texts: Sequence[str]) -> Sentence:
    parts: list[Part] = []
    for text in texts:
        parts += [" ", Token(text)] if parts else [Token(text)]
    return tuple(parts)
