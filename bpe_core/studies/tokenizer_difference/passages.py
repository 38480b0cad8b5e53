"""The passages of a text: its shortest parts that cut no token of two tokenizers.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> first, second = (Reading(tokenizer_of_rules(rules, "hugs"), "hugs") for rules in ("u g\\nh ug", "h u"))
>>> [(passage.tokens, passage.differs) for passage in passages_of(first, second)]
[((('hug',), ('hu', 'g')), True), ((('s',), ('s',)), False)]
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from bpe_core.encoding import WordTrace
from bpe_core.studies.comparison.original_places import Span, original_span, original_spans, without_spaces
from bpe_core.tokenizer import BPETokenizer, Tokenizer

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


class Reading:
    """A text, as one tokenizer reads it."""

    def __init__(self, tokenizer: Tokenizer, text: str) -> None:
        self.tokenizer = tokenizer
        self.text = text
        self.encoding = tokenizer.encode(text)
        self.spans = list(map(self.as_given, self.encoding.offsets))
        """Where each token is in the text."""

    def as_given(self, span: Span) -> Span:
        """The characters of the text as given for a span, as the tokenizer counts it."""
        return span if self._originals is None else original_span(*span, self._originals)

    @cached_property
    def _originals(self) -> list[Span] | None:
        if isinstance(self.tokenizer, BPETokenizer) and self.tokenizer.config.normalizers:
            return original_spans(self.text, self.tokenizer.config)
        return None  # the library counts in the text as given

    def places(self, tokens: range) -> list[Span]:
        """Where some tokens are, without spaces at their ends."""
        return [without_spaces(self.text, *self.spans[token]) for token in tokens]

    def decoded(self, tokens: range) -> str:
        """The text that the ids of some tokens are decoded to."""
        return self.tokenizer.decode(self.encoding.ids[tokens.start : tokens.stop]).strip()

    def words(self) -> list[Span]:
        """Where the words are; words without tokens are left out."""
        starts = pairwise(sorted(self.encoding.word_starts))
        return [(self.spans[first][0], self.spans[after - 1][1]) for first, after in starts]

    def are_cut_through(self, tokens: range, words: list[Span]) -> bool:
        """Whether a word begins or ends inside one of the tokens, apart from spaces at its ends."""
        borders = {border for word in words for border in without_spaces(self.text, *word)}
        return any(start < border < end for start, end in self.places(tokens) for border in borders)

    def traces(self, tokens: range) -> list[WordTrace]:
        """The words, or parts of words, that some tokens belong to."""
        found = {}
        for token in tokens:
            trace = self.encoding.trace_at(self.encoding.offsets[token][0])
            if trace is not None:
                found[trace.offsets] = trace
        return [*found.values()]


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
