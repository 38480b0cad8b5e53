"""Counts the words of documents; a long document is counted piece by piece.

>>> from bpe_core.config import BPEConfig
>>> count_documents(("Hug pug", "hug"), BPEConfig(normalizers=("lowercase",)))
{'hug': 2, 'pug': 1}
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain, islice
from time import perf_counter

from bpe_core.config import BPEConfig
from bpe_core.corpus.long_text import Utf8Text
from bpe_core.normalizers import normalize
from bpe_core.pre_tokenizers.registry import PatternClock
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens

PIECE_CHARACTERS = 1_000_000
"""A longer text is counted in pieces of about this many characters, with a report after each."""

Document = str | Utf8Text
"""A text, in memory or read piece by piece."""

OnRead = Callable[[int], object]
"""Called now and then with the number of characters read so far; if it raises, the counting ends."""

ENTRIES_TOGETHER = 10_000
"""How many words with counts are checked and counted together, for speed."""

REPORT_SECONDS = 0.25
"""Small documents are reported together: after this many seconds, or `PIECE_CHARACTERS` characters."""


def count_documents(
    documents: Iterable[Document], config: BPEConfig, on_read: OnRead | None = None
) -> dict[str, int]:
    """Word -> count, after special tokens are cut out and each part is normalized and pre-tokenized.

    A long document is not copied as a whole, unless it has no place where it may be cut. Raises
    `PatternTimeoutError`.
    """
    pre_tokenizer = config.cutter
    if pre_tokenizer.reads_lines:
        documents = chain.from_iterable(
            document.lines() if isinstance(document, Utf8Text) else document.split("\n")
            for document in documents
        )
    # One time limit for all documents. Other pre-tokenizers ignore a pattern that the config may have.
    has_pattern = config.pre_tokenizer == "pattern" and config.pattern is not None
    words_of = PatternClock(config.pattern or "").words if has_pattern else pre_tokenizer.words
    special_tokens = SpecialTokens(config.special_tokens)
    counts: Counter[str] = Counter()
    report = _Report(on_read)
    for document in documents:
        for characters, text in _normalized_parts(document, config, special_tokens):
            # Counter.update runs in C for a list, and keeps the order of first occurrence.
            counts.update(words_of(text))
            report.add(characters)
    return dict(counts)


def count_entries(
    entries: Iterable[tuple[str, int]], config: BPEConfig, on_read: OnRead | None = None
) -> dict[str, int]:
    """Word -> count, from words that are already cut: they are normalized, but not pre-tokenized.

    Each word is given once. Special tokens are cut out of words too. Words that become equal are added up,
    and those that become empty are dropped.
    """
    special_tokens = SpecialTokens(config.special_tokens)
    counts: dict[str, int] = {}
    report = _Report(on_read)
    if not config.special_tokens and not config.normalizers:
        entries = iter(entries)
        while some := list(islice(entries, ENTRIES_TOGETHER)):
            counts.update(some)
            report.add(sum(len(word) for word, _ in some))
    for word, count in entries:
        for part, is_special in special_tokens.cut(word):
            normalized = "" if is_special else normalize(part, config.normalizers)
            if normalized:
                counts[normalized] = counts.get(normalized, 0) + count
        report.add(len(word))
    return counts


class _Report:
    """Adds up the characters read, and reports them now and then."""

    def __init__(self, on_read: OnRead | None) -> None:
        self._on_read = on_read
        self._read = self._reported = 0
        self._reported_at = perf_counter()

    def add(self, characters: int) -> None:
        self._read += characters
        now = perf_counter()
        if self._read - self._reported >= PIECE_CHARACTERS or now - self._reported_at >= REPORT_SECONDS:
            self._reported, self._reported_at = self._read, now
            if self._on_read is not None:
                self._on_read(self._read)


def _normalized_parts(
    document: Document, config: BPEConfig, special_tokens: SpecialTokens
) -> Iterator[tuple[int, str]]:
    """The normalized parts around special tokens, each with its number of characters before that."""
    if isinstance(document, str) and len(document) <= PIECE_CHARACTERS and not config.special_tokens:
        if document:  # one part, as below, without the search for special tokens (benchmarks/engine.py)
            yield len(document), normalize(document, config.normalizers)
        return
    for text in _sections(document, config, special_tokens):
        for start, end, is_special in special_tokens.spans(text):
            yield end - start, "" if is_special else normalize(text[start:end], config.normalizers)


def _sections(document: Document, config: BPEConfig, special_tokens: SpecialTokens) -> Iterator[str]:
    """A short document as one section, a long one as several, which cut no word and no special token."""
    if not config.cutter.cuts_at_spaces:
        yield str(document)
        return
    starts = range(0, len(document), PIECE_CHARACTERS)
    blocks = (
        document.blocks()
        if isinstance(document, Utf8Text)
        else (document[start : start + PIECE_CHARACTERS] for start in starts)
    )
    rest, looked_at = "", 0
    for block in blocks:
        rest += block
        cut = _last_cut(rest, looked_at, config, special_tokens)
        if cut is not None:
            yield rest[:cut]
            rest = rest[cut:]
        looked_at = len(rest)
    yield rest


# Why the parts of a cut text, normalized one by one, give the same as the whole text normalized. Write it as
# ...X Y..., cut between X and the space.
# - The four Unicode forms: a space composes with nothing before or after it and is never reordered.
# - lowercase: Python looks around a Σ for letters to decide whether it is final, but not beyond a space.
# - strip_accents looks at one character at a time.
# The words stay the same too (see PRE_TOKENIZERS) if X and Y are still there after normalizing and are not
# whitespace. `_is_solid` checks that: NFKD and then strip_accents, for example, turn ´ into a space.
def _last_cut(text: str, start: int, config: BPEConfig, special_tokens: SpecialTokens) -> int | None:
    """The last place, from about `start` on, where a text that goes on may be cut; None if there is none."""
    reach = special_tokens.longest
    start = max(1, start - reach - 1)  # a cut has a character on both sides
    cut = text.rfind(" ", start, len(text) - 1 - reach)
    while cut != -1:
        around = text[max(0, cut - reach) : cut + reach]
        beside = text[cut - 1], text[cut + 1]
        if not special_tokens.are_in(around) and all(_is_solid(each, config.normalizers) for each in beside):
            return cut
        cut = text.rfind(" ", start, cut)
    return None


@lru_cache(maxsize=4096)  # asked on both sides of each place where a text may be cut into blocks
def _is_solid(character: str, normalizers: tuple[str, ...]) -> bool:
    """Whether the character, when normalized, has no whitespace at its ends and is not empty."""
    left = normalize(character, normalizers)
    return bool(left) and left == left.strip()
