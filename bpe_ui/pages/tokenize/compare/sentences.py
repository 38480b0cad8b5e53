"""The sentences of Compare: who makes how many tokens, and why two tokenizers cut a passage differently."""

from collections.abc import Iterator, Sequence

from bpe_core.studies.text_counts import TextCounts
from bpe_core.studies.tokenizer_difference import Explanation, RuleThatFires
from bpe_ui.stage.text.sentences import Sentence, say

TITLES = {
    "added_token": "An added token",
    "normalizer": "The normalizer",
    "pre_tokenizer": "The pre-tokenizer",
    "unknown": "An unknown character",
    "model": "The model",
    "whole_word": "A word that is taken whole",
    "base_symbols": "The base symbols",
    "merge": "A merge that only one of them has",
    "rank_order": "The same merges, in another order of ranks",
    "decoder": "The decoder",
}
"""The names of the causes."""
_NAMES = "first", "second"
_STAGES = {
    "added_token": "An added token is cut out of a text before anything else, and stays whole. Added tokens"
    " here: {made[0]:tokens or none} in the first, {made[1]:tokens or none} in the second.",
    "normalizer": "The normalizers make different texts of it:"
    " {made[0]:tokens or nothing} in the first, {made[1]:tokens or nothing} in the second.",
    "pre_tokenizer": "The pre-tokenizers cut different words, and no token crosses the border of a word:"
    " {made[0]:tokens or no word} in the first, {made[1]:tokens or no word} in the second.",
    "unknown": "Not in the vocabulary:"
    " {made[0]:tokens or nothing} in the first, {made[1]:tokens or nothing} in the second.",
    "model": "The models choose tokens in other ways, or from other vocabularies:"
    " {made[0]:tokens or none} in the first, {made[1]:tokens or none} in the second. BPE makes merges,"
    " WordPiece takes the longest token from the left, Unigram the pieces with the highest sum of scores.",
    "whole_word": "The file of one says ignore_merges: a word in its vocabulary is one token, whatever the"
    " merges make of it. Taken so:"
    " {made[0]:tokens or nothing} in the first, {made[1]:tokens or nothing} in the second.",
    "base_symbols": "The base symbols, before any merge, are not the same:"
    " {made[0]:tokens or none} in the first, {made[1]:tokens or none} in the second.",
    "decoder": "Both cut it alike, by the same merges, but the ids stand for different texts. Base symbols:"
    " {made[0]:tokens or none} in the first, {made[1]:tokens or none} in the second.",
}
"""What a stage makes of the passage in each tokenizer."""


HOW_ALONE = "Click a cell to see its tokens."
HOW = "Click a cell to see its tokens. Click two to see why they differ."
OWN = (
    "The first tokenizer is that of this page. It changes when you train on another corpus or choose another"
    " tokenizer. The ones that you keep do not change."
)


def alone(name: str) -> Sentence:
    """What there is to do beside a single tokenizer."""
    return say("Add a tokenizer, such as GPT-4o's, to compare it with that of {name}.", name=(name,))


def each_others(names: Sequence[str], counts: Sequence[Sequence[TextCounts]]) -> Sentence:
    """Which of two vocabularies compresses the other's text better; neither, where symbols are unknown."""
    on_others = counts[1][0], counts[0][1]
    first, second = (each.characters_per_token for each in on_others)
    unknown = sum(each.unknown for each in on_others)
    if unknown:
        return say(
            "On each other's text, {n:,} {n:symbol is|symbols are} unknown,"
            " so their tokens cannot be compared.",
            n=unknown,
        )
    if first == second:
        return say("On each other's text, both make tokens of {first:.2f} characters.", first=first)
    winner, loser = names if first > second else names[::-1]
    return say(
        "{winner} compresses the other's text better: {most:.3f} characters per token on it, against"
        " {least:.3f} of {loser}.",
        winner=winner,
        loser=loser,
        most=max(first, second),
        least=min(first, second),
    )


def differing(texts: int, differ: int) -> Sentence:
    """On how many texts the tokenizers differ."""
    if not differ:
        return say(
            "The tokenizers cut {texts:this text|all texts} alike. Type words that only one of them learned."
            if texts
            else "Type a text.",
            texts=texts,
        )
    several = "The tokenizers differ on {differ:,} of {texts:,} texts."
    return say(
        "The tokenizers cut this text differently." if texts == 1 else several, differ=differ, texts=texts
    )


def counts(tokens: tuple[int, int], differing: int, passages: int) -> Sentence:
    """How many tokens each tokenizer makes, and on how many passages they differ."""
    first, second = tokens
    made = say(
        "The first makes {first} {first:token|tokens}, the second {second}.", first=first, second=second
    )
    if not differing:
        return made + say(" They cut the whole text alike.")
    differ = " They differ on {differing} of {passages:,} {passages:passage|passages}."
    return made + say(differ, differing=differing, passages=passages)


def explanation(why: Explanation) -> Iterator[Sentence]:
    """Why the two differ on a passage, with the evidence."""
    if why.kind == "unknown" and why.made[0] == why.made[1]:
        neither = "{texts:tokens} is in neither vocabulary, and the two put different tokens in its place."
        yield say(neither, texts=why.made[0])
    elif why.kind in _STAGES:
        yield say(_STAGES[why.kind], made=why.made)
    if why.kind == "rank_order":
        yield say("Both have these merges, but in another order, so another one goes first.")
    yield from map(_rule, why.rules)


def _rule(rule: RuleThatFires) -> Sentence:
    rank, other = rule.ranks[rule.by], rule.ranks[1 - rule.by]
    why = "other symbols" if not rule.is_spelled else "no rule" if other is None else "too late"
    here, there = _NAMES[rule.by], _NAMES[1 - rule.by]
    return say(_RULES[why], pair=rule.pair, rank=rank, other=other, here=here, there=there)


_RULES = {
    "other symbols": "{pair:pair} (merge {rank:rank}) is made in the {here};"
    " the {there} spells these characters with other symbols.",
    "no rule": "{pair:pair} (merge {rank:rank}) is made in the {here}; the {there} has no such merge.",
    "too late": "{pair:pair} (merge {rank:rank}) is made in the {here};"
    " in the {there} it is merge {other:rank}, and its turn never comes.",
}
