"""All pre-tokenizers, which cut a normalized text into words; a merge never crosses from one into the next.

Each gives the words of a text, for counting (`words`), or words with their places, for encoding (`pieces`). A
new pre-tokenizer is one entry of `PRE_TOKENIZERS`.

>>> PRE_TOKENIZERS["gpt2"].words("I don't.")
['I', ' don', "'t", '.']
>>> PRE_TOKENIZERS["whitespace"].pieces("a thug")
[Piece(word='a', start=0, end=1), Piece(word='thug', start=2, end=6)]
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import accumulate
from operator import attrgetter
from time import perf_counter
from typing import Any, NamedTuple

import regex

from bpe_core.errors import ConfigError, PatternTimeoutError
from bpe_core.normalizers.unicode_versions import UNICODE_16
from bpe_core.pre_tokenizers.custom_pattern import compiled_pattern
from bpe_core.pre_tokenizers.patterns import (
    ACROSS_SPACES_PATTERN,
    AROUND_DIGITS,
    DIGITS,
    GPT2_PATTERN,
    GPT4_PATTERN,
    GPT4O_PATTERN,
    LLAMA3_PATTERN,
    QWEN2_PATTERN,
)
from bpe_core.pre_tokenizers.script_runs import META as META
from bpe_core.pre_tokenizers.script_runs import runs
from bpe_core.validation import shown

WORDS_AND_PUNCTUATION_PATTERN = r"\w+|[^\w\s]+"
"""The pattern of Hugging Face's pre-tokenizer Whitespace."""

_NAMES_CHARACTERS = re.compile(r"[^\x00-\x7f]|\\[xuUN0-7]")
"""How a pattern names a character beyond ASCII: by itself, or by its number or name after a backslash."""

PATTERN_SECONDS = 2.0
"""How long a custom pattern may work on each million characters, the last one begun included."""


class Piece(NamedTuple):
    """A word and its place in the normalized text."""

    word: str
    """The word as it is trained on and encoded."""

    start: int
    """Where it begins in the text, in characters."""

    end: int
    """Where it ends: one past its last character."""

    @property
    def added(self) -> int:
        """How many characters at the word's start are not in the text: a `▁` that was added."""
        return len(self.word) - (self.end - self.start)


@dataclass(frozen=True, kw_only=True)
class PreTokenizer:
    """One way to cut a text into words."""

    name: str
    """The name in a `BPEConfig`."""

    title: str
    """The name on screen."""

    explanation: str
    """What it does, in one line."""

    words: Callable[[str], list[str]]
    """Gives the words of a text, in order."""

    find_pieces: Callable[[str], list[Piece]] | None = None
    """Gives the words with their places; None if each word is found by searching the text for it."""

    cuts_at_spaces: bool
    """Whether a text may be cut before any U+0020 between two characters that are not whitespace: the words
    of the two parts are then the words of the whole."""

    space: str = ""
    """How words write a space of the text: " " or "▁"; empty if no word has spaces."""

    reads_lines: bool = False
    """Whether training takes each line of a document for a document, like a library that reads its corpus
    line by line. A text to encode is always taken as a whole."""

    pattern: str | None = None
    """The regular expression that matches the words, if there is one."""

    other_spellings: tuple[str, ...] = ()
    """The same pattern as other files write it."""

    hugging_face: Mapping[str, Any] | None = None
    """The pre-tokenizer in a tokenizer.json, if it is not a Split by `pattern`: its type and the options that
    a file must have; empty if the file needs none."""

    def pieces(self, text: str) -> list[Piece]:
        """The words of a text with their places, in order."""
        if self.find_pieces is not None:
            return self.find_pieces(text)
        words = self.words(text)
        if sum(map(len, words)) == len(text):  # nothing is between them
            ends = list(accumulate(map(len, words), initial=0))
            return list(map(Piece, words, ends, ends[1:]))
        found = []
        end = 0
        for word in words:
            start = text.index(word, end)
            end = start + len(word)
            found.append(Piece(word, start, end))
        return found


# The text is cut at the places of the matches, because the matched text may have stand-ins.


def _words_of_matches(compiled: regex.Pattern[str], text: str) -> list[str]:
    read = UNICODE_16.as_read(text)
    if read is text:
        found: list[str] = compiled.findall(text)
        return found
    return [text[slice(*match.span())] for match in compiled.finditer(read)]


def by_pattern(name: str, title: str, explanation: str, pattern: str, **options: Any) -> PreTokenizer:
    """A pre-tokenizer whose words are the matches of a pattern without groups."""
    compiled = regex.compile(pattern)
    return PreTokenizer(
        name=name,
        title=title,
        explanation=explanation,
        words=partial(_words_of_matches, compiled),
        pattern=pattern,
        **options,
    )


def _spaces_words(text: str) -> list[str]:
    # As subword-nmt cuts a line: strip("\r\n "), then split(" "). Training passes it line by line.
    return [word for word in text.strip("\r\n ").split(" ") if word]


# ---- metaspace: as Hugging Face's Metaspace with prepend_scheme "always".


def _metaspace_words(text: str) -> list[str]:
    if not text:
        return []
    # A text that begins with a space or with ▁ has its first ▁ already.
    written = text.replace(" ", META).removeprefix(META)
    return [META + word for word in written.split(META)]


# ---- sentencepiece: ▁ for each space (several count as one) and one in front; then cut by script.

_SHORT = 20
"""Longer chunks are not cached: few occur again, and they take more memory."""


def _sentencepiece_words(text: str) -> list[str]:
    found: list[str] = []
    for chunk in text.split(" "):
        if chunk:
            found += _remembered_runs(chunk) if len(chunk) <= _SHORT else runs(META + chunk)
    return found


@lru_cache(maxsize=1 << 12)
def _remembered_runs(chunk: str) -> tuple[str, ...]:
    # 5 MB of English are cut in 0.66 s instead of 1.27 s, of Python sources in 0.76 s instead of 0.90 s. At
    # most 4,096 chunks of 20 characters are kept: 8 MB where each character is a run.
    return tuple(runs(META + chunk))


# ---- the places of both: a ▁ stands for a space, for itself, or for nothing in front of a text.


def _meta_pieces(text: str, words: Callable[[str], list[str]], *, joins_spaces: bool) -> list[Piece]:
    found: list[Piece] = []
    end = 0
    for word in words(text):
        start = end
        while joins_spaces and word[0] == META and text.startswith("  ", start):
            start += 1
        # "a b" -> ▁a at 0..1 (its ▁ stands for nothing), ▁b at 1..3 (its ▁ stands for the space)
        added = not found and not text.startswith(" " if joins_spaces else (" ", META))
        end = start + len(word) - added
        found.append(Piece(word, start, end))
    return found


# ---- pattern: the matches of a custom regular expression.


def pattern_words(text: str, pattern: str = WORDS_AND_PUNCTUATION_PATTERN) -> list[str]:
    """The matches of a regular expression (the `regex` module's syntax), in the order of the text.

    Empty matches are skipped. Letters are those of Unicode 16, as in the libraries that are imitated, or
    those of the installed `regex` if the pattern names a character beyond ASCII. Raises `ConfigError` if the
    pattern cannot be compiled, and `PatternTimeoutError` if memory runs out, or after `PATTERN_SECONDS` of
    work for each million characters begun.
    """
    compiled = compiled_pattern(pattern)
    if compiled.groups or compiled.flags & regex.REVERSE or _as_read(text, pattern) is not text:
        # findall would give the groups instead of the match, stand-ins instead of the text, and with (?r) the
        # last match first.
        return [piece.word for piece in pattern_pieces(text, pattern)]
    try:
        found = compiled.findall(text, timeout=_seconds(len(text)), concurrent=True)
    except (TimeoutError, MemoryError) as error:
        raise _stopped(pattern, len(text), error) from error
    return [word for word in found if word]


def pattern_pieces(text: str, pattern: str = WORDS_AND_PUNCTUATION_PATTERN) -> list[Piece]:
    """The matches as in `pattern_words`, with their places."""
    compiled = compiled_pattern(pattern)
    read = _as_read(text, pattern)
    try:
        matches = compiled.finditer(read, timeout=_seconds(len(text)), concurrent=True)
        spans = (match.span() for match in matches)
        found = [Piece(text[start:end], start, end) for start, end in spans if end > start]
    except (TimeoutError, MemoryError) as error:
        raise _stopped(pattern, len(text), error) from error
    return sorted(found, key=attrgetter("start")) if compiled.flags & regex.REVERSE else found


def _as_read(text: str, pattern: str) -> str:
    # A pattern that names a character finds it, even a new one: a range such as [一-\U0003ffff] may hold it.
    read = UNICODE_16.as_read(text)
    return text if read is text or _NAMES_CHARACTERS.search(pattern) else read


class PatternClock:
    """Cuts many texts with one pattern, within the time allowed for one text of their total length."""

    def __init__(self, pattern: str) -> None:
        """Start before the first text."""
        self._pattern = pattern
        self._worked = 0.0
        self._characters = 0

    def words(self, text: str) -> list[str]:
        """The words as in `pattern_words`; `PatternTimeoutError` once all texts so far took too long."""
        began = perf_counter()
        found = pattern_words(text, self._pattern)
        self._worked += perf_counter() - began
        self._characters += len(text)
        if self._worked > _seconds(self._characters):
            raise _stopped(self._pattern, self._characters)
        return found


def _seconds(characters: int) -> float:
    return PATTERN_SECONDS * (1 + characters // 1_000_000)


def _stopped(pattern: str, characters: int, error: BaseException | None = None) -> PatternTimeoutError:
    is_memory = isinstance(error, MemoryError)
    how = "ran out of memory" if is_memory else f"was stopped after {_seconds(characters):g} seconds"
    return PatternTimeoutError(
        f"The pattern {pattern!r} {how} on {characters:,} characters;"
        " try one without a repetition inside a repetition."
    )


# Why a cut before a U+0020 between two characters that are not whitespace changes no word (`cuts_at_spaces`).
# Write the text as ...X Y..., cut between X and the space.
# - No word has X and then the space: words of whitespace, spaces and words_and_punctuation have no spaces; in
#   the GPT patterns only line ends may follow what is not whitespace; metaspace begins a word at the space.
# - The words on the left stay: no pattern looks ahead of a match, except \s+(?!\S), which ends in whitespace
#   and so never ends with X.
# - The words on the right stay: no pattern looks behind, and the text from the space on is the same.
# - metaspace puts a ▁ in front of a text only if it does not begin with a space; here it does. In
#   sentencepiece the ▁ of the space and the one in front of a text are the same.
# - spaces strips "\r", "\n" and " " at a text's ends: at the cut that is only the space in front of Y. (In
#   "a \n b" the "\n" is a word; a cut before it would move it to a text's start, where it is stripped.)
PRE_TOKENIZERS = {
    pre_tokenizer.name: pre_tokenizer
    for pre_tokenizer in (
        PreTokenizer(
            name="whitespace",
            title="Whitespace",
            explanation="Cuts at spaces, tabs and line ends, which belong to no word.",
            words=str.split,
            cuts_at_spaces=True,
            hugging_face={"type": "WhitespaceSplit"},
        ),
        PreTokenizer(
            name="spaces",
            title="Spaces only",
            explanation="Reads a corpus line by line and cuts only at the plain space, as subword-nmt does.",
            words=_spaces_words,
            cuts_at_spaces=True,
            reads_lines=True,
        ),
        by_pattern(
            "words_and_punctuation",
            "Words and punctuation",
            "Cuts at whitespace and between letters and punctuation: don't becomes don ' t.",
            WORDS_AND_PUNCTUATION_PATTERN,
            cuts_at_spaces=True,
            hugging_face={"type": "Whitespace"},
        ),
        by_pattern(
            "gpt2",
            "GPT-2 pattern",
            "Separates letters, digits and punctuation, each with the space before it: don 't.",
            GPT2_PATTERN,
            other_spellings=(
                r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""",
                r"""'(?:[sdmt]|ll|ve|re)| ?\p{L}++| ?\p{N}++| ?[^\s\p{L}\p{N}]++|\s++$|\s+(?!\S)|\s""",
            ),
            cuts_at_spaces=True,
            space=" ",
        ),
        by_pattern(
            "gpt4",
            "GPT-4 and Llama 3 pattern",
            "As GPT-2, but digits in threes, and line ends stay with punctuation.",
            GPT4_PATTERN,
            other_spellings=(LLAMA3_PATTERN,),
            cuts_at_spaces=True,
            space=" ",
        ),
        by_pattern(
            "gpt4o",
            "GPT-4o pattern",
            "As GPT-4, but accents stay with letters, camelCase is cut, and 's stays with its word.",
            GPT4O_PATTERN,
            cuts_at_spaces=True,
            space=" ",
        ),
        by_pattern(
            "qwen2",
            "Qwen 2 pattern",
            "As GPT-4, but each digit is a word.",
            QWEN2_PATTERN,
            cuts_at_spaces=True,
            space=" ",
        ),
        by_pattern(
            "across_spaces",
            "Across spaces",
            "Cuts at numbers, several signs or spaces only, as SuperBPE, but words a token are not limited.",
            ACROSS_SPACES_PATTERN,
            cuts_at_spaces=False,
            space=" ",
        ),
        PreTokenizer(
            name="metaspace",
            title="▁ before each word",
            explanation="Writes ▁ for each space and one in front; a word begins at each ▁ (SentencePiece).",
            words=_metaspace_words,
            find_pieces=partial(_meta_pieces, words=_metaspace_words, joins_spaces=False),
            cuts_at_spaces=True,
            space=META,
            hugging_face={
                "type": "Metaspace",
                "replacement": META,
                "prepend_scheme": "always",
                "split": True,
            },
        ),
        PreTokenizer(
            name="sentencepiece",
            title="SentencePiece",
            explanation="Line by line, ▁ before each word, cut where letters, digits or scripts change.",
            words=_sentencepiece_words,
            find_pieces=partial(_meta_pieces, words=_sentencepiece_words, joins_spaces=True),
            cuts_at_spaces=True,
            space=META,
            reads_lines=True,
        ),
        PreTokenizer(
            name="none",
            title="Not at all",
            explanation="The whole document is one word, so tokens may span spaces.",
            words=lambda text: [text] if text else [],
            cuts_at_spaces=False,
            space=" ",
            hugging_face={},
        ),
        PreTokenizer(
            name="pattern",
            title="A pattern of your own",
            explanation="Each match of your regular expression is a word; text in no match is left out.",
            words=pattern_words,
            find_pieces=pattern_pieces,
            cuts_at_spaces=False,
        ),
    )
}
"""The pre-tokenizers by name. "pattern" matches words and punctuation until `pre_tokenizer_of` gives it the
pattern of a config."""


def pre_tokenizer_of(name: str, pattern: str | None = None, digits: str = "own") -> PreTokenizer:
    """The pre-tokenizer with this name; "pattern" uses the given pattern, and some cut numbers as told.

    >>> pre_tokenizer_of("whitespace", digits="from_right").words("$1234567 won")
    ['$', '1', '234', '567', 'won']
    """
    entry = PRE_TOKENIZERS[name]
    if name == "pattern" and pattern is not None:
        return replace(
            entry,
            words=partial(pattern_words, pattern=pattern),
            find_pieces=partial(pattern_pieces, pattern=pattern),
        )
    if not cuts_digits(name) or digits == "own":
        return entry
    cut = by_pattern(
        name,
        entry.title,
        entry.explanation,
        DIGITS[digits].pattern.join(AROUND_DIGITS[name]),
        cuts_at_spaces=True,
        space=entry.space,
    )
    if digits != "from_right":
        return cut
    # To look ahead from each group to the number's end would take the square of its length.
    whole = regex.compile(r"\p{N}+".join(AROUND_DIGITS[name]))
    return replace(cut, words=partial(_words_from_right, whole))


def cuts_digits(name: str) -> bool:
    """Whether a pre-tokenizer can be told how to cut numbers."""
    return name in AROUND_DIGITS


def _words_from_right(compiled: regex.Pattern[str], text: str) -> list[str]:
    found: list[str] = []
    for word in _words_of_matches(compiled, text):
        if len(word) > 3 and _is_digit(word[0]):
            cuts = [0, *range(len(word) % 3 or 3, len(word), 3), len(word)]
            found += map(word.__getitem__, map(slice, cuts, cuts[1:]))
        else:
            found.append(word)
    return found


@lru_cache(maxsize=1 << 10)  # 2,000 long numbers are cut in 10 ms instead of 46 ms
def _is_digit(character: str) -> bool:
    return regex.match(r"\p{N}", UNICODE_16.as_read(character)) is not None


def rules_of_pattern(pattern: str) -> dict[str, Any]:
    """The rules with exactly this pattern: those of a named pre-tokenizer if there is one.

    Raises `ConfigError` if it is not a text.

    >>> rules_of_pattern(GPT2_PATTERN), rules_of_pattern(".")["pre_tokenizer"]
    ({'pre_tokenizer': 'gpt2', 'pattern': None, 'digits': 'own'}, 'pattern')
    """
    if not isinstance(pattern, str):
        raise ConfigError(f"`pattern` must be a string, got {shown(pattern)}.")
    for name, entry in PRE_TOKENIZERS.items():
        if pattern in (entry.pattern, *entry.other_spellings):
            return {"pre_tokenizer": name, "pattern": None, "digits": "own"}
    for name, around in AROUND_DIGITS.items():
        for digits, way in DIGITS.items():
            if way.pattern and pattern == way.pattern.join(around):
                return {"pre_tokenizer": name, "pattern": None, "digits": digits}
    return {"pre_tokenizer": "pattern", "pattern": pattern, "digits": "own"}
