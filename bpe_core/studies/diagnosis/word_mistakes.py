r"""Word mistakes: how a text can be read, cut and counted otherwise than was meant.

Each overrides one method of `Cutter`. A new one is one more row: its name, the method, what is done, and what
the method does instead.

>>> from bpe_core.studies.mistakes import type_with
>>> both = WORD_MISTAKES["word_characters"], WORD_MISTAKES["line_ends_removed"]
>>> type_with(Cutter, both)(BPEConfig()).count([("Hug,\npug", 1)])
{'Hug': 1, 'pug': 1}
>>> print(WORD_MISTAKES["word_characters"].code)
  def cut(self, text):
-     return re.findall(r"\w+", text)
+     return list(self.pre_tokenizer.words(text))
"""

import re
import string
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import regex

from bpe_core.config import BPEConfig
from bpe_core.corpus.cutting import Cutter
from bpe_core.studies.mistakes import Mistake, code_of

_MARKS = str.maketrans("", "", string.punctuation)
_GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


@dataclass(frozen=True)
class WordMistake(Mistake):
    """One mistake in how words are made."""

    only: tuple[str, ...] = ()
    """The pre-tokenizers of the rules under which it can be made; empty for all."""

    sign: str = ""
    """What it puts before or behind words, where it does."""

    def fits(self, config: BPEConfig) -> bool:
        """Whether rules let one make it."""
        return not self.only or config.pre_tokenizer in self.only

    @cached_property
    def code(self) -> str:
        """The wrong lines after a minus, and the right ones after a plus."""
        return code_of(self.method, self.wrong, getattr(Cutter, self.method))

    def __reduce__(self) -> tuple[Any, ...]:
        return _named, (self.name, self.sign)  # a lambda cannot be pickled


_SPACED = "gpt2", "gpt4", "metaspace", "sentencepiece", "none"
_PATTERNS = "gpt2", "gpt4"

# fmt: off
_ROWS = (
    # How words are cut, the commonest first.
    WordMistake("word_characters", "cut", r"words are what \w+ finds, and punctuation is left out",
        lambda self, text: re.findall(r"\w+", text)),
    WordMistake("ascii_letters", "cut", "words are runs of the letters a to z, and all else is left out",
        lambda self, text: re.findall(r"[A-Za-z]+", text)),
    WordMistake("ascii_letters_and_digits", "cut",
        "words are runs of the letters a to z and digits, and all else is left out",
        lambda self, text: re.findall(r"[A-Za-z0-9]+", text)),
    WordMistake("small_letters", "cut", "words are what [a-z]+ finds, and all else is left out, capitals too",
        lambda self, text: re.findall(r"[a-z]+", text)),
    WordMistake("words_with_apostrophes", "cut",
        r"words are what [\w']+ finds, and other punctuation is left out",
        lambda self, text: re.findall(r"[\w']+", text)),
    WordMistake("words_and_single_signs", "cut", r"words and single signs are cut apart by \w+|[^\w\s]",
        lambda self, text: re.findall(r"\w+|[^\w\s]", text)),
    WordMistake("signs_stripped", "cut",
        "words are cut at white space, and punctuation around them is stripped off",
        lambda self, text: [word.strip(string.punctuation) for word in text.split()]),
    WordMistake("words_of_letters", "cut", "words that hold anything but letters are left out",
        lambda self, text: [word for word in text.split() if word.isalpha()]),
    WordMistake("spaces_stripped", "cut", "words lose the space before them",
        lambda self, text: [word.strip().lstrip("▁") for word in self.pre_tokenizer.words(text)], _SPACED),
    WordMistake("cut_at_whitespace", "cut", "str.split() cuts the text",
        lambda self, text: text.split(), (*_SPACED, "spaces")),
    WordMistake("cut_at_single_spaces", "cut",
        'str.split(" ") cuts the text, and line ends stay in the words',
        lambda self, text: text.split(" ")),
    WordMistake("words_and_white_space", "cut", "white space between words is kept as words of its own",
        lambda self, text: re.findall(r"\S+|\s+", text)),
    WordMistake("white_space_behind", "cut", "each word keeps the white space after it",
        lambda self, text: re.findall(r"\S+\s*|\s+", text)),
    WordMistake("space_before_words", "cut", "words are cut at spaces alone, each with the space before it",
        lambda self, text: re.findall(r" ?\S+|\s+", text)),
    WordMistake("lines_as_words", "cut", "each line is one word",
        lambda self, text: text.split("\n")),
    WordMistake("apostrophes_lost", "cut", "the pattern has lost its apostrophes",
        lambda self, text: regex.findall(self.pre_tokenizer.pattern.partition("|ll|ve|re)|")[2], text),
        _PATTERNS),
    WordMistake("ascii_pattern", "cut", "GPT-2's pattern is run by re, with A-Za-z for letters",
        lambda self, text: re.findall(_GPT2.replace(r"\p{L}", "A-Za-z").replace(r"\p{N}", "0-9"), text),
        _PATTERNS),
    WordMistake("word_pattern", "cut", r"GPT-2's pattern is run by re, with \w for letters and digits",
        lambda self, text: re.findall(r"'(?:[sdmt]|ll|ve|re)| ?\w+| ?[^\s\w]+|\s+(?!\S)|\s+", text),
        _PATTERNS),
    WordMistake("no_look_ahead", "cut", r"GPT-2's pattern has lost its \s+(?!\S)",
        lambda self, text: regex.findall(_GPT2.replace(r"\s+(?!\S)|", ""), text),
        _PATTERNS),
    WordMistake("spaces_apart", "cut", "the pattern has lost the optional spaces before its words",
        lambda self, text: regex.findall(_GPT2.replace(" ?", ""), text),
        _PATTERNS),
    # How the text is read.
    WordMistake("signs_removed", "read", "punctuation is removed from the text",
        lambda self, text: text.translate(_MARKS)),
    WordMistake("all_signs_removed", "read",
        "all but letters, digits and white space is removed from the text",
        lambda self, text: re.sub(r"[^\w\s]", "", text)),
    WordMistake("signs_as_spaces", "read", "punctuation becomes spaces",
        lambda self, text: re.sub(r"[^\w\s]", " ", text)),
    WordMistake("only_letters", "read", "all but the letters a to z and white space is removed from the text",
        lambda self, text: re.sub(r"[^a-zA-Z\s]", "", text)),
    WordMistake("letters_and_spaces", "read",
        "all but the letters a to z and spaces is removed from the text, line ends too",
        lambda self, text: re.sub(r"[^a-zA-Z ]", "", text)),
    WordMistake("letters_digits_and_spaces", "read",
        "all but the letters a to z, digits and white space is removed from the text",
        lambda self, text: re.sub(r"[^a-zA-Z0-9\s]", "", text)),
    WordMistake("digits_removed", "read", "digits are removed from the text",
        lambda self, text: re.sub(r"\d", "", text)),
    WordMistake("only_ascii", "read", "characters that are not ASCII are left out",
        lambda self, text: text.encode("ascii", "ignore").decode()),
    WordMistake("read_as_latin_1", "read", "the file, which is UTF-8, is read as Latin-1",
        lambda self, text: text.encode().decode("latin-1")),
    WordMistake("line_ends_removed", "read", "line ends are removed, and lines run together",
        lambda self, text: text.replace("\n", "")),
    WordMistake("line_ends_as_spaces", "read", "line ends become spaces",
        lambda self, text: text.replace("\n", " "), _SPACED),
    WordMistake("windows_line_ends", "read", r"the file is read with the line ends of Windows, \r\n",
        lambda self, text: text.replace("\n", "\r\n"), (*_SPACED, "spaces")),
    WordMistake("white_space_collapsed", "read", "each run of white space becomes one space",
        lambda self, text: " ".join(text.split()), _SPACED),
    WordMistake("space_in_front", "read", "a space is put before the text",
        lambda self, text: " " + text, _SPACED),
    WordMistake("by_lines", "lines", "the text is read by lines, and their ends are lost",
        lambda self, text: text.splitlines(), (*_SPACED, "spaces")),
    WordMistake("by_stripped_lines", "lines", "the text is read by lines without the spaces around them",
        lambda self, text: [line.strip() for line in text.splitlines()], (*_SPACED, "spaces")),
    WordMistake("special_tokens_left", "parts", "special tokens are left in the text",
        lambda self, line: [line]),
    WordMistake("special_tokens_unescaped", "parts",
        "special tokens are given to re.split() as a pattern, in which | means or",
        lambda self, line: re.split("|".join(self.config.special_tokens), line)),
    WordMistake("normalized_nfc", "normalize", "the text is normalized to NFC first",
        lambda self, text: unicodedata.normalize("NFC", text)),
    WordMistake("normalized_nfd", "normalize", "the text is normalized to NFD first",
        lambda self, text: unicodedata.normalize("NFD", text)),
    WordMistake("normalized_nfkc", "normalize", "the text is normalized to NFKC first",
        lambda self, text: unicodedata.normalize("NFKC", text)),
    # How words are counted.
    WordMistake("each_word_once", "count", "each distinct word counts once, however often it occurs",
        lambda self, texts: {word: 1 for text, times in texts for word in self.words(text)}),
    WordMistake("all_in_one_list", "count",
        "pairs are counted over one flat list of all words, and cross from one word into the next",
        lambda self, texts: {
            self.config.marker.join(word for text, _ in texts for word in self.words(text)): 1}),
    WordMistake("rare_words_left_out", "count", "words that occur once are left out",
        lambda self, texts: {word: count for word, count in Cutter.count(self, texts).items() if count > 1}),
    WordMistake("first_time_not_counted", "count",
        "each word counts one time too few, because its count begins at 0",
        lambda self, texts: {word: count - 1 for word, count in Cutter.count(self, texts).items()}),
    WordMistake("words_sorted", "count", "the words are sorted before their pairs are counted",
        lambda self, texts: dict(sorted(Cutter.count(self, texts).items()))),
    WordMistake("frequent_words_first", "count", "the words stand in the order of their counts",
        lambda self, texts: dict(Counter(Cutter.count(self, texts)).most_common())),
)
# fmt: on

WORD_MISTAKES = {mistake.name: mistake for mistake in _ROWS}
"""All of them by name."""


@lru_cache(maxsize=64)
def signed(sign: str, *, is_before: bool) -> WordMistake:
    """Each word with a sign before or after it, which is cut into its characters."""
    if is_before:
        said = f"{sign} is put before each word"
        return WordMistake("sign_in_front", "words", said, _before(sign), sign=sign)
    said = f"{sign} is put behind each word" + (", and cut into its characters" if len(sign) > 1 else "")
    return WordMistake("sign_behind", "words", said, _behind(sign), sign=sign)


def _before(sign: str) -> Any:
    return lambda self, text: [sign + word for word in Cutter.words(self, text)]


def _behind(sign: str) -> Any:
    return lambda self, text: [word + sign for word in Cutter.words(self, text)]


def _named(name: str, sign: str) -> WordMistake:
    return signed(sign, is_before=name == "sign_in_front") if sign else WORD_MISTAKES[name]
