"""Special tokens: cut out of a text before anything else is done.

If two special tokens begin at the same place, the longer one counts.

>>> list(SpecialTokens(("<s>",)).cut("a<s>b"))
[('a', False), ('<s>', True), ('b', False)]
"""

from collections.abc import Iterator

from ahocorasick_rs import AhoCorasick, MatchKind

_WINDOW = 100_000
"""How many characters are searched at a time: all matches may take more memory than a long text."""


class SpecialTokens:
    """Finds special tokens in texts, all at once.

    The time depends only on the text's length. `re` tries one token after another at each character, which
    takes seconds for 100 tokens of 200 characters with the same beginning (`make bench-hostile`).
    """

    def __init__(self, tokens: tuple[str, ...]) -> None:
        self.longest = max(map(len, tokens), default=0)
        """The length of the longest token, in characters."""
        self._find = AhoCorasick(tokens, matchkind=MatchKind.LeftmostLongest).find_matches_as_indexes

    def are_in(self, text: str) -> bool:
        """Whether one of them occurs in a short text."""
        return bool(self._find(text))

    def cut(self, text: str) -> Iterator[tuple[str, bool]]:
        """The parts of a text, in order, each with whether it is a special token; no part is empty."""
        for start, end, is_special in self.spans(text):
            yield text[start:end], is_special

    def spans(self, text: str) -> Iterator[tuple[int, int, bool]]:
        """The parts as (start, end, whether it is a special token); a long text is not copied."""
        position = 0
        for start, end in self._places(text) if self.longest else ():
            if start > position:
                yield position, start, False
            yield start, end, True
            position = end
        if position < len(text):
            yield position, len(text), False

    def _places(self, text: str) -> Iterator[tuple[int, int]]:
        start = 0
        while start < len(text):
            next_start = _WINDOW
            # A token that begins before `_WINDOW` ends within this window; the next window has the rest.
            for _, first, end in self._find(text[start : start + _WINDOW + self.longest]):
                if first >= _WINDOW:
                    break
                yield start + first, start + end
                next_start = max(_WINDOW, end)
            start += next_start
