r"""Word mistakes: how a text can be read, cut and counted otherwise than was meant.

Each overrides one method of `Cutter`. A new one is one more row: its name, what is done, the method, and what
the method does instead.

>>> from bpe_core.config import BPEConfig
>>> cutter = with_mistakes(WORD_MISTAKES["word_characters"], WORD_MISTAKES["line_ends_removed"])(BPEConfig())
>>> cutter.count([("Hug,\npug", 1)])
{'Hug': 1, 'pug': 1}
>>> print(WORD_MISTAKES["word_characters"].code)
- re.findall(r"\w+", text)
+ list(self.pre_tokenizer.words(text))
"""

import inspect
import re
import string
import unicodedata
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import regex

from bpe_core.corpus.cutting import Cutter

_MARKS = str.maketrans("", "", string.punctuation)
_GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


@dataclass(frozen=True)
class WordMistake:
    """One mistake."""

    name: str
    """Its key in `WORD_MISTAKES`."""

    sentence: str
    """What is done wrong, as it follows "in your trainer"."""

    method: str
    """The method of `Cutter` that is another one."""

    does: Callable[[Any, Any], Any]
    """What it returns, of the cutter and of what the method is given."""

    only: tuple[str, ...] = ()
    """The pre-tokenizers of the rules under which it can be made; empty for all."""

    sign: str = ""
    """What it puts before or behind words, where it does."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (self.name, self.sign)  # a lambda cannot be pickled

    @cached_property
    def code(self) -> str:
        """The wrong line after a minus, and the right one after a plus."""
        wrong = inspect.getsource(self.does).strip().rstrip(",").partition(": ")[2]
        right = inspect.getsource(getattr(Cutter, self.method)).partition('"""\n')[2]
        right = right.strip().removeprefix("return ")
        return "\n".join([*(f"- {line}" for line in wrong.split("\n")), *_plus(right)])


def _plus(right: str) -> list[str]:
    lines = [line for line in right.split("\n") if line]
    return [f"+ {line.removeprefix(' ' * 8)}" for line in lines]


def with_mistakes(*mistakes: WordMistake) -> type[Cutter]:
    """A cutter with mistakes, each in another method."""
    methods = {each.method: lambda self, given, does=each.does: does(self, given) for each in mistakes}
    return type("CutterWithMistakes", (Cutter,), methods)


_SPACED = "gpt2", "gpt4", "metaspace", "sentencepiece", "none"
_PATTERNS = "gpt2", "gpt4"

_ROWS = (
    # the commonest first: how words are cut
    WordMistake(
        "word_characters",
        r"words are what \w+ finds, and punctuation is left out",
        "cut",
        lambda self, text: re.findall(r"\w+", text),
    ),
    WordMistake(
        "ascii_letters",
        "words are runs of the letters a to z, and all else is left out",
        "cut",
        lambda self, text: re.findall(r"[A-Za-z]+", text),
    ),
    WordMistake(
        "ascii_letters_and_digits",
        "words are runs of the letters a to z and digits, and all else is left out",
        "cut",
        lambda self, text: re.findall(r"[A-Za-z0-9]+", text),
    ),
    WordMistake(
        "small_letters",
        "words are what [a-z]+ finds, and all else is left out, capitals too",
        "cut",
        lambda self, text: re.findall(r"[a-z]+", text),
    ),
    WordMistake(
        "words_with_apostrophes",
        r"words are what [\w']+ finds, and other punctuation is left out",
        "cut",
        lambda self, text: re.findall(r"[\w']+", text),
    ),
    WordMistake(
        "words_and_single_signs",
        r"words and single signs are cut apart by \w+|[^\w\s]",
        "cut",
        lambda self, text: re.findall(r"\w+|[^\w\s]", text),
    ),
    WordMistake(
        "signs_stripped",
        "words are cut at white space, and punctuation around them is stripped off",
        "cut",
        lambda self, text: [word.strip(string.punctuation) for word in text.split()],
    ),
    WordMistake(
        "words_of_letters",
        "words that hold anything but letters are left out",
        "cut",
        lambda self, text: [word for word in text.split() if word.isalpha()],
    ),
    WordMistake(
        "spaces_stripped",
        "words lose the space before them",
        "cut",
        lambda self, text: [word.strip().lstrip("▁") for word in self.pre_tokenizer.words(text)],
        only=_SPACED,
    ),
    WordMistake(
        "cut_at_whitespace",
        "str.split() cuts the text",
        "cut",
        lambda self, text: text.split(),
        only=(*_SPACED, "spaces"),
    ),
    WordMistake(
        "cut_at_single_spaces",
        'str.split(" ") cuts the text, and line ends stay in the words',
        "cut",
        lambda self, text: text.split(" "),
    ),
    WordMistake(
        "words_and_white_space",
        "white space between words is kept as words of its own",
        "cut",
        lambda self, text: re.findall(r"\S+|\s+", text),
    ),
    WordMistake(
        "white_space_behind",
        "each word keeps the white space after it",
        "cut",
        lambda self, text: re.findall(r"\S+\s*|\s+", text),
    ),
    WordMistake(
        "space_before_words",
        "words are cut at spaces alone, each with the space before it",
        "cut",
        lambda self, text: re.findall(r" ?\S+|\s+", text),
    ),
    WordMistake(
        "lines_as_words",
        "each line is one word",
        "cut",
        lambda self, text: text.split("\n"),
    ),
    WordMistake(
        "apostrophes_lost",
        "the pattern has lost its apostrophes",
        "cut",
        lambda self, text: regex.findall(self.pre_tokenizer.pattern.partition("|ll|ve|re)|")[2], text),
        only=_PATTERNS,
    ),
    WordMistake(
        "ascii_pattern",
        "GPT-2's pattern is run by re, with A-Za-z for letters",
        "cut",
        lambda self, text: re.findall(_GPT2.replace(r"\p{L}", "A-Za-z").replace(r"\p{N}", "0-9"), text),
        only=_PATTERNS,
    ),
    WordMistake(
        "word_pattern",
        r"GPT-2's pattern is run by re, with \w for letters and digits",
        "cut",
        lambda self, text: re.findall(r"'(?:[sdmt]|ll|ve|re)| ?\w+| ?[^\s\w]+|\s+(?!\S)|\s+", text),
        only=_PATTERNS,
    ),
    WordMistake(
        "no_look_ahead",
        r"GPT-2's pattern has lost its \s+(?!\S)",
        "cut",
        lambda self, text: regex.findall(_GPT2.replace(r"\s+(?!\S)|", ""), text),
        only=_PATTERNS,
    ),
    WordMistake(
        "spaces_apart",
        "the pattern has lost the optional spaces before its words",
        "cut",
        lambda self, text: regex.findall(_GPT2.replace(" ?", ""), text),
        only=_PATTERNS,
    ),
    # how the text is read
    WordMistake(
        "signs_removed",
        "punctuation is removed from the text",
        "read",
        lambda self, text: text.translate(_MARKS),
    ),
    WordMistake(
        "all_signs_removed",
        "all but letters, digits and white space is removed from the text",
        "read",
        lambda self, text: re.sub(r"[^\w\s]", "", text),
    ),
    WordMistake(
        "signs_as_spaces",
        "punctuation becomes spaces",
        "read",
        lambda self, text: re.sub(r"[^\w\s]", " ", text),
    ),
    WordMistake(
        "only_letters",
        "all but the letters a to z and white space is removed from the text",
        "read",
        lambda self, text: re.sub(r"[^a-zA-Z\s]", "", text),
    ),
    WordMistake(
        "letters_and_spaces",
        "all but the letters a to z and spaces is removed from the text, line ends too",
        "read",
        lambda self, text: re.sub(r"[^a-zA-Z ]", "", text),
    ),
    WordMistake(
        "letters_digits_and_spaces",
        "all but the letters a to z, digits and white space is removed from the text",
        "read",
        lambda self, text: re.sub(r"[^a-zA-Z0-9\s]", "", text),
    ),
    WordMistake(
        "digits_removed",
        "digits are removed from the text",
        "read",
        lambda self, text: re.sub(r"\d", "", text),
    ),
    WordMistake(
        "only_ascii",
        "characters that are not ASCII are left out",
        "read",
        lambda self, text: text.encode("ascii", "ignore").decode(),
    ),
    WordMistake(
        "read_as_latin_1",
        "the file, which is UTF-8, is read as Latin-1",
        "read",
        lambda self, text: text.encode().decode("latin-1"),
    ),
    WordMistake(
        "line_ends_removed",
        "line ends are removed, and lines run together",
        "read",
        lambda self, text: text.replace("\n", ""),
    ),
    WordMistake(
        "line_ends_as_spaces",
        "line ends become spaces",
        "read",
        lambda self, text: text.replace("\n", " "),
        only=_SPACED,
    ),
    WordMistake(
        "windows_line_ends",
        r"the file is read with the line ends of Windows, \r\n",
        "read",
        lambda self, text: text.replace("\n", "\r\n"),
        only=(*_SPACED, "spaces"),
    ),
    WordMistake(
        "white_space_collapsed",
        "each run of white space becomes one space",
        "read",
        lambda self, text: " ".join(text.split()),
        only=_SPACED,
    ),
    WordMistake(
        "space_in_front",
        "a space is put before the text",
        "read",
        lambda self, text: " " + text,
        only=_SPACED,
    ),
    WordMistake(
        "by_lines",
        "the text is read by lines, and their ends are lost",
        "lines",
        lambda self, text: text.splitlines(),
        only=(*_SPACED, "spaces"),
    ),
    WordMistake(
        "by_stripped_lines",
        "the text is read by lines without the spaces around them",
        "lines",
        lambda self, text: [line.strip() for line in text.splitlines()],
        only=(*_SPACED, "spaces"),
    ),
    WordMistake(
        "special_tokens_left",
        "special tokens are left in the text",
        "parts",
        lambda self, line: [line],
    ),
    WordMistake(
        "special_tokens_unescaped",
        "special tokens are given to re.split() as a pattern, in which | means or",
        "parts",
        lambda self, line: re.split("|".join(self.config.special_tokens), line),
    ),
    WordMistake(
        "normalized_nfc",
        "the text is normalized to NFC first",
        "normalize",
        lambda self, text: unicodedata.normalize("NFC", text),
    ),
    WordMistake(
        "normalized_nfd",
        "the text is normalized to NFD first",
        "normalize",
        lambda self, text: unicodedata.normalize("NFD", text),
    ),
    WordMistake(
        "normalized_nfkc",
        "the text is normalized to NFKC first",
        "normalize",
        lambda self, text: unicodedata.normalize("NFKC", text),
    ),
    # how words are counted
    WordMistake(
        "each_word_once",
        "each distinct word counts once, however often it occurs",
        "count",
        lambda self, texts: {word: 1 for text, times in texts for word in self.words(text)},
    ),
    WordMistake(
        "all_in_one_list",
        "pairs are counted over one flat list of all words, and cross from one word into the next",
        "count",
        lambda self, texts: {
            self.config.marker.join(word for text, _ in texts for word in self.words(text)): 1
        },
    ),
    WordMistake(
        "rare_words_left_out",
        "words that occur once are left out",
        "count",
        lambda self, texts: {word: count for word, count in Cutter.count(self, texts).items() if count > 1},
    ),
    WordMistake(
        "first_time_not_counted",
        "each word counts one time too few, because its count begins at 0",
        "count",
        lambda self, texts: {word: count - 1 for word, count in Cutter.count(self, texts).items()},
    ),
    WordMistake(
        "words_sorted",
        "the words are sorted before their pairs are counted",
        "count",
        lambda self, texts: dict(sorted(Cutter.count(self, texts).items())),
    ),
    WordMistake(
        "frequent_words_first",
        "the words stand in the order of their counts",
        "count",
        lambda self, texts: dict(Counter(Cutter.count(self, texts)).most_common()),
    ),
)

WORD_MISTAKES = {mistake.name: mistake for mistake in _ROWS}
"""All of them by name."""


@lru_cache(maxsize=64)
def signed(sign: str, *, is_before: bool) -> WordMistake:
    """Each word with a sign before or after it, which is cut into its characters."""
    if is_before:
        return WordMistake(
            "sign_in_front",
            f"{sign} is put before each word",
            "words",
            lambda self, text: [sign + word for word in Cutter.words(self, text)],
            sign=sign,
        )
    return WordMistake(
        "sign_behind",
        f"{sign} is put behind each word" + (", and cut into its characters" if len(sign) > 1 else ""),
        "words",
        lambda self, text: [word + sign for word in Cutter.words(self, text)],
        sign=sign,
    )


def _named(name: str, sign: str) -> WordMistake:
    return signed(sign, is_before=name == "sign_in_front") if sign else WORD_MISTAKES[name]
