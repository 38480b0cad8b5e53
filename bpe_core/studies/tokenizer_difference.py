"""Tokenizer difference: two tokenizers on one text, where they differ, and why.

In: two tokenizers and a text. Out: the text in passages, each with the tokens of both; and for a passage on
which they differ the cause, found by running the stages and the rules of both on it.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> first, second = (tokenizer_of_rules(rules, "hugs") for rules in ("u g\\nh ug", "h u\\nu g"))
>>> difference = TokenizerDifference(first, second, "hugs")
>>> [hug] = difference.differing
>>> hug.tokens
(('hug',), ('hu', 'g'))
>>> [cause] = difference.causes(hug)
>>> cause.kind, [(rule.pair, rule.ranks) for rule in cause.rules]
('merge', [(('u', 'g'), (0, 1)), (('h', 'u'), (None, 0))])
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple, TypeVar

from bpe_core.encoding import WordTrace
from bpe_core.pre_tokenizers.registry import META
from bpe_core.studies.comparison.original_places import Span, original_span, original_spans, without_spaces
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.tokenizer import BPETokenizer, Tokenizer

Given = TypeVar("Given")

Both = tuple[tuple[str, ...], tuple[str, ...]]
"""Texts of the first tokenizer, and of the second."""

KINDS = (
    "added_token",
    "normalizer",
    "pre_tokenizer",
    "unknown",
    "whole_word",
    "base_symbols",
    "merge",
    "rank_order",
    "decoder",
)
"""What can be the cause, in the order in which a text meets it."""


@dataclass(frozen=True)
class Passage:
    """A stretch of the text, the shortest at whose ends no token of either tokenizer is cut through."""

    start: int
    """Its first character in the text."""

    end: int
    """The place after its last."""

    tokens: Both
    """What each tokenizer makes of it."""

    differs: bool
    """Whether the two cut it differently, apart from spaces at the ends of tokens, or their ids stand for
    different texts."""

    _ranges: tuple[range, range] = field(repr=False, compare=False)


class RuleThatFires(NamedTuple):
    """The first rule that fires in one tokenizer, where the other does not merge the same characters."""

    by: int
    """The tokenizer in which it fires: 0 or 1."""

    pair: tuple[str, str]
    """What it merges."""

    ranks: tuple[int | None, int | None]
    """The rank of the rule in each tokenizer; None where it has no such rule."""

    is_spelled: bool
    """Whether the other spells the same characters with as many base symbols."""


@dataclass(frozen=True)
class Cause:
    """Why two tokenizers differ on a passage."""

    kind: str
    """One of `KINDS`: the first stage that does with the passage what the other does not, or the rules."""

    made: Both = ((), ())
    """What the stage makes of the passage in each: added tokens, a normalized text, words, unknown characters
    or base symbols."""

    rules: tuple[RuleThatFires, ...] = ()
    """For "base_symbols", "merge" and "rank_order": the first in each tokenizer, where there is one."""

    settled_by: str = ""
    """For "normalizer": the normalized text with which both do the same, once they are given it; empty where
    they do not."""


class TokenizerDifference:
    """Two tokenizers on one text."""

    def __init__(self, first: Tokenizer, second: Tokenizer, text: str) -> None:
        """Encodes the text with both; raises what `encode` raises."""
        self._readings = _Reading(first, text), _Reading(second, text)
        self.passages = _passages(*self._readings)
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

    def causes(self, passage: Passage) -> tuple[Cause, ...]:
        """Why the two differ on one of the passages, found by running them.

        Nearly always one cause. Where it is the normalizers, and the two still differ once both are given the
        same normalized text, the cause of that comes after it; so does a marker after an unknown character.
        """
        cause, *others = _causes(self._readings, passage)
        if cause.kind != "normalizer":
            return (cause, *others)
        for normalized in dict.fromkeys(text for made in cause.made for text in made):
            left = self._causes_once_given(passage, normalized)
            if not left:
                return (replace(cause, settled_by=normalized),)
            if left[0].kind != "normalizer":
                return (cause, *left)
        return (cause,)

    def _causes_once_given(self, passage: Passage, inside: str) -> tuple[Cause, ...]:
        """Why the two still differ there with another text in place of a passage; empty where they do not."""
        first, second = self._readings
        text = first.text[: passage.start] + inside + first.text[passage.end :]
        given = TokenizerDifference(first.tokenizer, second.tokenizer, text)
        end = passage.start + len(inside)
        left = (each for each in given.differing if each.start < end and each.end > passage.start)
        return next((_causes(given._readings, each) for each in left), ())


class _Reading:
    """A text, as one tokenizer reads it."""

    def __init__(self, tokenizer: Tokenizer, text: str) -> None:
        self.tokenizer = tokenizer
        self.text = text
        self.encoding = tokenizer.encode(text)
        self.spans = list(map(self.as_given, self.encoding.offsets))
        """Where each token is in the text."""

    def as_given(self, span: Span) -> Span:
        """The characters of the text that a place stands for, as the tokenizer counts it."""
        return span if self._originals is None else original_span(*span, self._originals)

    @cached_property
    def _originals(self) -> list[Span] | None:
        if isinstance(self.tokenizer, BPETokenizer) and self.tokenizer.config.normalizers:
            return original_spans(self.text, self.tokenizer.config)
        return None  # the library counts in the text as it was given

    def places(self, tokens: range) -> list[Span]:
        """Where some tokens are, apart from spaces at their ends."""
        return [without_spaces(self.text, *self.spans[token]) for token in tokens]

    def decoded(self, tokens: range) -> str:
        """The text that their ids stand for."""
        return self.tokenizer.decode(self.encoding.ids[tokens.start : tokens.stop]).strip()

    def words(self) -> list[Span]:
        """Where the words are; a word without tokens is not among them."""
        starts = pairwise(sorted(self.encoding.word_starts))
        return [(self.spans[first][0], self.spans[after - 1][1]) for first, after in starts]

    def traces(self, tokens: range) -> list[WordTrace]:
        """The words, or parts of words, to which some tokens belong."""
        found = {}
        for token in tokens:
            trace = self.tokenizer.trace_at(self.text, self.encoding.offsets[token][0])
            if trace is not None:
                found[trace.offsets] = trace
        return [*found.values()]


# ---- passages


def _passages(first: _Reading, second: _Reading) -> list[Passage]:
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
    """The shortest stretches that cut through no token, with the tokens of both in them."""
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
    """Whether a token begins in a stretch; one without width may stand at its end."""
    return span[0] < end or span[0] == start or span[0] == span[1] == end


# ---- causes


def _causes(readings: tuple[_Reading, _Reading], passage: Passage) -> tuple[Cause, ...]:
    """The first stage that does with the passage what the other's does not; else the rules."""
    first, second = readings
    span = passage.start, passage.end
    traces = first.traces(passage._ranges[0]), second.traces(passage._ranges[1])
    added = _of_both(traces, lambda found: [trace.tokens[0] for trace in found if trace.is_added])
    if added[0] != added[1]:
        return (Cause("added_token", added),)
    normalized = _of_both(readings, lambda reading: [_normalized(reading, span)])
    if normalized[0] != normalized[1]:
        return (Cause("normalizer", normalized),)
    words = first.words(), second.words()
    for one, other in ((0, 1), (1, 0)):
        if _cut_through(first.text, readings[one].places(passage._ranges[one]), words[other]):
            return (Cause("pre_tokenizer", _of_both(words, lambda found: _texts(first.text, found, span))),)
    unknown = _of_both(
        (0, 1), lambda one: _unknown(readings[one], traces[one], passage._ranges[one], normalized[one][0])
    )
    spelled = _Spelled(first, traces[0], span), _Spelled(second, traces[1], span)
    if unknown[0] != unknown[1]:
        markers = _of_both(spelled, lambda each: each.markers)
        symbols = _of_both(spelled, lambda each: [*each.symbols.values()])
        marked = (Cause("base_symbols", symbols),) if markers[0] != markers[1] else ()
        return (Cause("unknown", unknown), *marked)
    if not all(passage._ranges):
        return (Cause("pre_tokenizer", _of_both(words, lambda found: _texts(first.text, found, span))),)
    whole = _of_both(traces, lambda found: [trace.word for trace in found if _is_whole(trace)])
    if whole[0] != whole[1]:
        return (Cause("whole_word", whole),)
    found = _cause_in_rules(*spelled)
    return (Cause("unknown", unknown) if found.kind == "decoder" and any(unknown) else found,)


def _of_both(pair: tuple[Given, Given], texts_of: Callable[[Given], Sequence[str]]) -> Both:
    return tuple(texts_of(pair[0])), tuple(texts_of(pair[1]))


def _normalized(reading: _Reading, span: Span) -> str:
    """A passage as the normalizer leaves it, without spaces at its ends, in whatever way they are written."""
    inside, normalized = reading.text[slice(*span)], reading.tokenizer.normalized
    if not inside.strip() and len(reading.text) > len(inside):  # it may take spaces away at a text's ends
        without = reading.text[: span[0]] + reading.text[span[1] :]
        return "" if normalized(reading.text) == normalized(without) else " "
    return normalized(inside).replace(META, " ").strip()


def _cut_through(text: str, places: list[Span], words: list[Span]) -> bool:
    """Whether a word begins or ends inside one of these places, apart from spaces at its ends."""
    borders = {border for word in words for border in without_spaces(text, *word)}
    return any(start < border < end for start, end in places for border in borders)


def _texts(text: str, words: list[Span], span: Span) -> list[str]:
    """The words that have a part of a passage."""
    return [text[start:end] for start, end in words if start < span[1] and end > span[0]]


def _unknown(reading: _Reading, traces: list[WordTrace], tokens: range, inside: str) -> list[str]:
    """The characters of a passage that a tokenizer does not know; a dropped one has left no token."""
    found = [text for trace in traces for text in trace.unknown] if tokens else reading.encoding.unknown
    texts = set("".join(found))
    return [
        character
        for character in inside
        if not texts.isdisjoint({character, *(BYTE_CHARACTERS[byte] for byte in character.encode())})
    ]


def _is_whole(trace: WordTrace) -> bool:
    """Whether a word is taken as a token before any rule is asked: `ignore_merges`."""
    return not trace.is_added and len(trace.word) > 1 and trace.symbols == (trace.word,)


class _Key(NamedTuple):
    """Which base symbol, so that it is found in the other tokenizer too."""

    start: int  # the character that it comes from
    has_width: bool  # a marker that stands for no character has none
    number: int  # of the symbols of this character, its bytes for instance


class _Firing(NamedTuple):
    place: tuple[_Key, _Key, _Key]  # the first base symbol, the first of the right one of the pair, the last
    rank: int
    pair: tuple[str, str]


class _Spelled:
    """A passage in base symbols, and the merges in it, in order."""

    def __init__(self, reading: _Reading, traces: list[WordTrace], span: Span) -> None:
        self._tokenizer = reading.tokenizer
        self.symbols: dict[_Key, str] = {}
        self.firings: list[_Firing] = []
        for trace in traces:
            keys = _keys([reading.as_given(offsets) for offsets in trace.symbol_offsets])
            inside = [span[0] <= key.start < span[1] + (not key.has_width) for key in keys]
            self.symbols |= {
                key: text for key, text, is_in in zip(keys, trace.symbols, inside, strict=True) if is_in
            }
            pairs = {step.rank: step.pair for step in trace.steps}
            for firing in trace.firings():
                first, middle, last = firing.start, firing.middle, firing.end - 1
                if inside[first] and inside[last]:
                    place = keys[first], keys[middle], keys[last]
                    self.firings.append(_Firing(place, firing.rank, pairs[firing.rank]))

    @property
    def markers(self) -> list[str]:
        """The symbols that stand for no character."""
        return [text for key, text in self.symbols.items() if not key.has_width]

    def between(self, first: _Key, last: _Key) -> list[_Key]:
        """The base symbols from one to another, with all that the character of the last one has."""
        return [key for key in self.symbols if first <= key and key[:2] <= last[:2]]

    def rank_at(self, place: tuple[_Key, _Key, _Key]) -> int | None:
        """The rank of the rule that would make the same merge."""
        first, middle, last = place
        keys = self.between(first, last)
        left, right = (
            [self.symbols[key] for key in keys if (key < middle) is is_left] for is_left in (True, False)
        )
        return self._tokenizer.rank_between(left, right)


def _keys(spans: list[Span]) -> list[_Key]:
    keys: list[_Key] = []
    for start, end in spans:
        is_next = bool(keys) and keys[-1][:2] == (start, end > start)
        keys.append(_Key(start, end > start, keys[-1].number + 1 if is_next else 0))
    return keys


def _cause_in_rules(first: _Spelled, second: _Spelled) -> Cause:
    rules = []
    for by, (one, other) in enumerate(((first, second), (second, first))):
        known = {firing.place for firing in other.firings}
        for firing in one.firings:
            if firing.place not in known:
                rules.append(_rule_that_fires(by, firing, one, other))
                break
    symbols = tuple(first.symbols.values()), tuple(second.symbols.values())
    if not all(rule.is_spelled for rule in rules) or not (
        rules or first.symbols.keys() == second.symbols.keys()
    ):
        return Cause("base_symbols", symbols, tuple(rules))
    if not rules:
        return Cause("decoder", symbols)
    kind = "merge" if any(None in rule.ranks for rule in rules) else "rank_order"
    return Cause(kind, symbols, tuple(rules))


def _rule_that_fires(by: int, firing: _Firing, one: _Spelled, other: _Spelled) -> RuleThatFires:
    first, _, last = firing.place
    is_spelled = one.between(first, last) == other.between(first, last)
    rank_there = other.rank_at(firing.place) if is_spelled else None
    ranks = (firing.rank, rank_there) if by == 0 else (rank_there, firing.rank)
    return RuleThatFires(by, firing.pair, ranks, is_spelled)
