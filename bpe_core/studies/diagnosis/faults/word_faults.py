"""Word faults: how a text can be read and cut wrongly, each in words and in code.

In: nothing. Out: `WORD_FAULTS`. A new one is a function in `wrong_words`, or a pattern, and an entry here.

>>> from bpe_core.config import BPEConfig
>>> fault = WORD_FAULTS[0]
>>> fault.sentence
'words lose the space before them'
>>> from bpe_core.studies.diagnosis.faults.parts import first_seen
>>> print(fault.code(first_seen, BPEConfig()))
- words = [word.strip() for word in words]
+ words = regex.findall(PATTERN, text)  # the space belongs to the word
"""

from collections.abc import Callable
from functools import partial
from string import ascii_uppercase
from typing import Any, Literal

from bpe_core.pre_tokenizers.registry import GPT2_PATTERN
from bpe_core.studies.diagnosis.faults import wrong_words
from bpe_core.studies.diagnosis.faults.fault import Fault, fault_of

_SPACES = " Ġ▁"
_PATTERNS = ("gpt2", "gpt4")
_WITH_SPACES = (*_PATTERNS, "metaspace", "sentencepiece", "none")


def _words(wrong: Callable[..., object], *lines: str, **options: Any) -> Fault:
    return fault_of("words", wrong, lines=lines, **options)


def _normalized(form: Literal["NFC", "NFD", "NFKC", "NFKD"]) -> Fault:
    return Fault(
        name=f"normalized_{form.lower()}",
        sentence=f"the text is normalized to {form} first",
        part="words",
        wrong=partial(wrong_words.normalized_by, normalizer=form.lower()),
        lines=(f'text = unicodedata.normalize("{form}", text)', "# train on the text as it is"),
        form=form,
    )


def _cut(name: str, sentence: str, pattern: str, line: str, only: tuple[str, ...] = _PATTERNS) -> Fault:
    right = "words = regex.findall(GPT2_PATTERN, text)" if only == _PATTERNS else "words = cut(text)"
    wrong = partial(wrong_words.cut_by, pattern=pattern)
    return Fault(name=name, sentence=sentence, part="words", wrong=wrong, lines=(line, right), only=only)


WORD_FAULTS: tuple[Fault, ...] = (
    _words(
        wrong_words.stripped,
        "words = [word.strip() for word in words]",
        "words = regex.findall(PATTERN, text)  # the space belongs to the word",
        only=_WITH_SPACES,
        never=_SPACES,
    ),
    _words(
        wrong_words.cut_at_whitespace,
        "words = text.split()",
        "words = regex.findall(PATTERN, text)",
        only=_PATTERNS,
        never=_SPACES,
    ),
    _words(
        wrong_words.lowercase,
        "text = text.lower()",
        "# train on the text as it is",
        never=ascii_uppercase,
    ),
    _words(
        wrong_words.by_lines,
        "for line in text.splitlines():",
        "for line in text.splitlines(keepends=True):  # or the whole text at once",
        only=(*_WITH_SPACES, "words_and_punctuation"),
    ),
    _words(
        wrong_words.lines_stripped,
        "for line in text.splitlines():\n    line = line.strip()",
        "for line in text.splitlines(keepends=True):  # or the whole text at once",
        only=_WITH_SPACES,
    ),
    _words(
        wrong_words.newlines_as_spaces,
        r'text = text.replace("\n", " ")',
        "# train on the text as it is",
        only=_WITH_SPACES,
    ),
    _words(
        wrong_words.whitespace_collapsed,
        'text = " ".join(text.split())',
        "# train on the text as it is",
        only=_WITH_SPACES,
    ),
    _words(
        wrong_words.newlines_removed,
        r'text = text.replace("\n", "")',
        "# train on the text as it is",
    ),
    _words(
        wrong_words.windows_line_ends,
        'text = open(path, newline="").read()',
        'text = open(path).read()  # makes "\\n" of "\\r\\n"',
        only=_WITH_SPACES,
    ),
    _words(
        wrong_words.space_in_front,
        'text = " " + text',
        "# train on the text as it is",
        only=(*_PATTERNS, "none"),
    ),
    _words(
        wrong_words.read_as_latin_1,
        'text = open(path, encoding="latin-1").read()',
        'text = open(path, encoding="utf-8").read()',
    ),
    _words(
        wrong_words.ascii_only,
        'text = text.encode("ascii", errors="ignore").decode()',
        "# train on the text as it is",
    ),
    _words(
        wrong_words.without_accents,
        'text = "".join(c for c in normalize("NFD", text) if not combining(c))',
        "# train on the text as it is",
    ),
    _words(
        wrong_words.space_sign_of_words_encoded,
        'symbols = word.replace(" ", "Ġ").encode("utf-8")',
        'symbols = word.encode("utf-8")  # 0x20 is printed as Ġ',
        only=("bytes",),
    ),
    _words(
        wrong_words.space_sign_encoded,
        'text = text.replace(" ", "Ġ")',
        "# the space is a byte like others: 0x20, which is printed as Ġ",
        only=("bytes",),
    ),
    _words(
        wrong_words.only_word_characters,
        r'words = re.findall(r"\w+", text)',
        "words = cut(text)  # punctuation belongs to the text",
    ),
    _words(
        wrong_words.punctuation_removed,
        r'text = re.sub(r"[^\w\s]", "", text)',
        "# train on the text as it is",
    ),
    _words(
        wrong_words.punctuation_stripped,
        "words = [word.strip(string.punctuation) for word in words]",
        "words = cut(text)  # punctuation belongs to the text",
    ),
    _words(
        wrong_words.only_words_of_letters,
        "words = [word for word in words if word.strip().isalpha()]",
        "# every word counts",
    ),
    _words(
        wrong_words.rare_words_left_out,
        "words = {word: count for word, count in words.items() if count > 1}",
        "# every word counts",
    ),
    _words(
        wrong_words.marker_spelled_out,
        'symbols = list(word + "</w>")',
        'symbols = [*word, "</w>"]  # the marker is one symbol',
        only=("end_symbol", "end_suffix"),
        changes={"word_boundary": "none"},
    ),
    _words(
        wrong_words.special_tokens_left,
        "parts = [text]",
        'parts = re.split("|".join(map(re.escape, special_tokens)), text)',
        only=("special_tokens",),
    ),
    _words(
        wrong_words.special_tokens_removed,
        'parts = [text.replace(special_token, "")]',
        'parts = re.split("|".join(map(re.escape, special_tokens)), text)',
        only=("special_tokens",),
    ),
    _words(
        wrong_words.special_tokens_unescaped,
        'parts = re.split("<|endoftext|>", text)  # splits at < and > too',
        'parts = re.split(re.escape("<|endoftext|>"), text)',
        only=("special_tokens",),
    ),
    _words(
        wrong_words.without_apostrophes,
        r'PATTERN = r" ?\p{L}+| ?\p{N}+|..."',
        'PATTERN = r"\'(?:[sdmt]|ll|ve|re)| ?\\p{L}+| ?\\p{N}+|..."',
        only=_PATTERNS,
    ),
    _cut(
        "ascii_pattern",
        "GPT-2's pattern is run by re, with A-Za-z for letters",
        r"'(?:[sdmt]|ll|ve|re)| ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+|\s+(?!\S)|\s+",
        r'words = re.findall(r"... ?[A-Za-z]+| ?[0-9]+| ?[^\sA-Za-z0-9]+...", text)',
    ),
    _cut(
        "word_pattern",
        r"GPT-2's pattern is run by re, with \w for letters and digits",
        r"'(?:[sdmt]|ll|ve|re)| ?[\p{L}\p{N}_]+| ?[^\s\p{L}\p{N}_]+|\s+(?!\S)|\s+",
        r'words = re.findall(r"... ?\w+| ?[^\s\w]+...", text)',
    ),
    _cut(
        "letter_pattern",
        r"GPT-2's pattern is run by re, with [^\W\d_] for letters and \d for digits",
        r"'(?:[sdmt]|ll|ve|re)| ?[\p{L}\p{Nl}\p{No}]+| ?\p{Nd}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
        r'words = re.findall(r"... ?[^\W\d_]+| ?\d+| ?(?:[^\s\w]|_)+...", text)',
    ),
    _cut(
        "no_look_ahead",
        r"GPT-2's pattern has lost its \s+(?!\S)",
        GPT2_PATTERN.replace(r"|\s+(?!\S)", ""),
        r'words = regex.findall(GPT2_PATTERN.replace(r"|\s+(?!\S)", ""), text)',
    ),
    _cut(
        "spaces_apart",
        "the pattern has lost the optional spaces before its words",
        GPT2_PATTERN.replace(" ?", ""),
        r'words = regex.findall(r"...|\p{L}+|\p{N}+|[^\s\p{L}\p{N}]+|...", text)',
    ),
    _cut(
        "punctuation_on_words",
        "words are cut at spaces alone, each with the space before it",
        r" ?\S+|\s+",
        r'words = re.findall(r" ?\S+|\s+", text)',
    ),
    _cut(
        "cut_at_single_spaces",
        'str.split(" ") cuts the text, and line ends stay in the words',
        "[^ ]+",
        'words = text.split(" ")',
        only=(*_PATTERNS, "whitespace", "spaces", "words_and_punctuation"),
    ),
    _cut(
        "words_and_signs",
        r"words and single signs are cut apart by \w+|[^\w\s]",
        r"[\p{L}\p{N}_]+|[^\p{L}\p{N}_\s]",
        r'words = re.findall(r"\w+|[^\w\s]", text)',
        only=(),
    ),
    _normalized("NFC"),
    _normalized("NFD"),
    _normalized("NFKC"),
    _normalized("NFKD"),
)
"""The commonest first."""
