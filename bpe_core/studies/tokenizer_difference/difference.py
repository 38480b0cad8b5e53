"""Tokenizer difference: where two tokenizers differ on one text, and why.

The text is cut into passages, each with the tokens of both. To find the cause of a difference, the stages and
the rules of both are run on the passage.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> first, second = (tokenizer_of_rules(rules, "hugs") for rules in ("u g\\nh ug", "h u\\nu g"))
>>> difference = TokenizerDifference(first, second, "hugs")
>>> [hug] = difference.differing
>>> hug.tokens
(('hug',), ('hu', 'g'))
>>> explanation = difference.explanation(hug)
>>> explanation.kind, [(rule.pair, rule.ranks) for rule in explanation.rules]
('merge', [(('u', 'g'), (0, 1)), (('h', 'u'), (None, 0))])
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from bpe_core.encoding import WordTrace
from bpe_core.pre_tokenizers.registry import META
from bpe_core.studies.original_places import Reading, Span
from bpe_core.studies.tokenizer_difference.rules import RuleThatFires, SpelledPassage, first_rules
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.tokenizer import Tokenizer

Given = TypeVar("Given")

Both = tuple[tuple[str, ...], tuple[str, ...]]
"""Texts of the first tokenizer, and of the second one."""


@dataclass(frozen=True)
class Passage:
    """One of the shortest parts of a text at whose ends no token of either tokenizer is cut."""

    start: int
    """Its first character in the text."""

    end: int
    """One past its last character."""

    tokens: Both
    """The tokens of each tokenizer."""

    differs: bool
    """Whether the two cut it differently, apart from spaces at the ends of tokens, or their ids stand for
    different texts."""

    ranges: tuple[range, range]
    """The indexes of these tokens in each tokenizer's text."""


@dataclass(frozen=True)
class Explanation:
    """Why two tokenizers differ on a passage."""

    kind: str
    """The first stage that does with the passage what the other does not: "added_token", "normalizer",
    "pre_tokenizer", "unknown", "model", "whole_word" or "base_symbols"; "merge" or "rank_order" in the rules;
    "decoder" where the ids stand for different texts."""

    made: Both = ((), ())
    """What the stage makes of the passage in each: added tokens, a normalized text, words, unknown
    characters, base symbols, or tokens (for "model")."""

    rules: tuple[RuleThatFires, ...] = ()
    """For "base_symbols", "merge" and "rank_order": the first in each tokenizer, where there is one."""


class TokenizerDifference:
    """Two tokenizers on one text."""

    def __init__(self, first: Tokenizer, second: Tokenizer, text: str) -> None:
        """Encodes the text with both; raises what `encode` raises."""
        self._readings = Reading(first, text), Reading(second, text)
        self.passages = passages_of(*self._readings)
        """The passages of the text, in order."""

    @property
    def differing(self) -> list[Passage]:
        """The passages on which the two differ."""
        return [passage for passage in self.passages if passage.differs]

    @property
    def tokens(self) -> tuple[int, int]:
        """How many tokens each of them makes of the text."""
        first, second = (len(reading.encoding) for reading in self._readings)
        return first, second

    def explanation(self, passage: Passage) -> Explanation:
        """Why the two differ on one of the passages, found by running them.

        It is the first stage that does with the passage what the other's does not, or else the rules.
        """
        return _explanation(*self._readings, passage)


def passages_of(first: Reading, second: Reading) -> list[Passage]:
    """The passages of a text as two tokenizers read it."""
    found = []
    for start, end, ours, theirs in _stretches(first.spans, second.spans):
        is_cut_alike = first.places(ours) == second.places(theirs)
        tokens = (
            first.encoding.tokens[ours.start : ours.stop],
            second.encoding.tokens[theirs.start : theirs.stop],
        )
        differs = not is_cut_alike or first.decoded(ours) != second.decoded(theirs)
        found.append(Passage(start, end, tokens, differs, (ours, theirs)))
    return found


def _stretches(ours: list[Span], theirs: list[Span]) -> Iterator[tuple[int, int, range, range]]:
    """The shortest parts that cut no token, with the tokens of both in each."""
    here = there = 0
    while here < len(ours) or there < len(theirs):
        from_here, from_there = here, there
        start = end = min(span[0] for span in (*ours[here : here + 1], *theirs[there : there + 1]))
        grows = True
        while grows:
            grows = False
            while here < len(ours) and _is_inside(ours[here], start, end):
                end, here, grows = max(end, ours[here][1]), here + 1, True
            while there < len(theirs) and _is_inside(theirs[there], start, end):
                end, there, grows = max(end, theirs[there][1]), there + 1, True
        yield start, end, range(from_here, here), range(from_there, there)


def _is_inside(span: Span, start: int, end: int) -> bool:
    """Whether a token begins in a part; one without width may be at its end."""
    return span[0] < end or span[0] == start or span[0] == span[1] == end


def _explanation(first: Reading, second: Reading, passage: Passage) -> Explanation:
    ours, theirs = passage.ranges
    span = passage.start, passage.end
    traces = first.traces(ours), second.traces(theirs)
    added = _of_both(traces, lambda found: [trace.tokens[0] for trace in found if trace.is_added])
    if added[0] != added[1]:
        return Explanation("added_token", added)
    normalized = _of_both((first, second), lambda reading: [_normalized(reading, span)])
    if normalized[0] != normalized[1]:
        return Explanation("normalizer", normalized)
    words = first.words(), second.words()
    cut = _of_both(
        words,
        lambda found: [first.text[at:end] for at, end in found if at < passage.end and end > passage.start],
    )
    other_words = Explanation("pre_tokenizer", cut)
    if first.are_cut_through(ours, words[1]) or second.are_cut_through(theirs, words[0]):
        return other_words
    inside = normalized[0][0].strip() or first.text[slice(*span)]
    unknown = tuple(_unknown(first, traces[0], inside)), tuple(_unknown(second, traces[1], inside))
    if unknown[0] != unknown[1]:
        return Explanation("unknown", unknown)
    if not (ours and theirs):
        return other_words
    if first.tokenizer.without_merges or second.tokenizer.without_merges:
        return Explanation("model", passage.tokens)
    whole = _of_both(traces, lambda found: [trace.word for trace in found if _is_whole(trace)])
    if whole[0] != whole[1]:
        return Explanation("whole_word", whole)
    found = _explanation_in_rules(
        SpelledPassage(first, traces[0], span), SpelledPassage(second, traces[1], span)
    )
    return Explanation("unknown", unknown) if found.kind == "decoder" and any(unknown) else found


def _of_both(pair: tuple[Given, Given], texts_of: Callable[[Given], Sequence[str]]) -> Both:
    return tuple(texts_of(pair[0])), tuple(texts_of(pair[1]))


def _normalized(reading: Reading, span: Span) -> str:
    """A passage as the normalizer leaves it, without spaces at its ends, in whatever way they are written."""
    inside, normalized = reading.text[slice(*span)], reading.tokenizer.normalized
    if not inside.strip() and len(reading.text) > len(inside):  # it may take spaces away at a text's ends
        without = reading.text[: span[0]] + reading.text[span[1] :]
        return "" if normalized(reading.text) == normalized(without) else " "
    return normalized(inside).replace(META, " ").strip()


def _unknown(reading: Reading, traces: list[WordTrace], inside: str) -> list[str]:
    """The characters of a passage that a tokenizer does not know; a dropped one may have left no token."""
    found = [text for trace in traces for text in trace.unknown] if traces else reading.encoding.unknown
    texts = set("".join(found))
    return [
        character
        for character in inside
        if not texts.isdisjoint({character, *(BYTE_CHARACTERS[byte] for byte in character.encode())})
    ]


def _is_whole(trace: WordTrace) -> bool:
    """Whether a word is taken as a token before any rule is asked: `ignore_merges`."""
    return not trace.is_added and len(trace.word) > 1 and trace.symbols == (trace.word,)


def _explanation_in_rules(first: SpelledPassage, second: SpelledPassage) -> Explanation:
    rules = first_rules(first, second)
    symbols = tuple(first.symbols.values()), tuple(second.symbols.values())
    found = Explanation("base_symbols", symbols, rules)
    if not rules:
        return found if first.symbols.keys() != second.symbols.keys() else replace(found, kind="decoder")
    if not all(rule.is_spelled for rule in rules):
        return found
    return replace(found, kind="merge" if any(None in rule.ranks for rule in rules) else "rank_order")
