r"""The published patterns that cut texts into words, and the ways to cut their numbers.

A pattern is kept in two halves, around the part that matches digits: another way to cut numbers takes that
place.

>>> import regex
>>> regex.findall(DIGITS["from_right"].pattern.join(AROUND_DIGITS["gpt2"]), "sum 1234567")
['sum', ' ', '1', '234', '567']
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Digits:
    """One way to cut numbers."""

    title: str
    """A few words."""

    explanation: str
    """One line, with what becomes of 1234567."""

    pattern: str = ""
    """What matches a group of digits; empty: the pre-tokenizer's own."""


DIGITS = {
    "own": Digits("As the pre-tokenizer does", "Nothing is changed."),
    "single": Digits("One at a time", "1 2 3 4 5 6 7, as Llama 2, Gemma and Qwen do.", r"\p{N}"),
    "pairs": Digits("Up to two, from the left", "12 34 56 7, as nanochat does.", r"\p{N}{1,2}"),
    "from_left": Digits("Up to three, from the left", "123 456 7, as GPT-4 and Llama 3 do.", r"\p{N}{1,3}"),
    "from_right": Digits(
        "Up to three, from the right",
        "1 234 567, as numbers are written and added.",
        r"\p{N}{1,3}(?=(?:\p{N}{3})*(?!\p{N}))",
    ),
}
"""The ways to cut numbers, by name."""

_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_LOWER, _UPPER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]", r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
_LETTERS = r"[^\r\n\p{L}\p{N}]?\p{L}+"
_SPACES = r"|\s*[\r\n]+|\s+(?!\S)|\s+"

AROUND_DIGITS = {
    "whitespace": ("", r"|[^\s\p{N}]+"),
    "gpt2": (r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+|", r"| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"),
    "gpt4": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|",
        r"| ?[^\s\p{L}\p{N}]++[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+",
    ),
    "gpt4o": (
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_CONTRACTIONS}?"
        rf"|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_CONTRACTIONS}?|",
        rf"| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*{_SPACES}",
    ),
    "qwen2": (rf"{_CONTRACTIONS}|{_LETTERS}|", rf"| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*{_SPACES}"),
}
"""The patterns without what matches digits, by pre-tokenizer."""

GPT2_PATTERN = r" ?\p{N}+".join(AROUND_DIGITS["gpt2"])
"""The pattern published with GPT-2."""

GPT4_PATTERN = DIGITS["from_left"].pattern.join(AROUND_DIGITS["gpt4"])
"""The pattern of GPT-4's tokenizer (cl100k)."""

LLAMA3_PATTERN = DIGITS["from_left"].pattern.join(AROUND_DIGITS["qwen2"])
"""The pattern of Llama 3's tokenizer: GPT-4's as it was written at first."""

GPT4O_PATTERN = DIGITS["from_left"].pattern.join(AROUND_DIGITS["gpt4o"])
"""The pattern of GPT-4o's tokenizer (o200k)."""

QWEN2_PATTERN = DIGITS["single"].pattern.join(AROUND_DIGITS["qwen2"])
"""The pattern of the tokenizers of Qwen 2, 2.5 and 3."""

_NOT_JOINED = r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]{2,}[\r\n/]*| +(?!\S)"
ACROSS_SPACES_PATTERN = rf"{_NOT_JOINED}|(?:(?!{_NOT_JOINED})[\s\S])+"
"""What SuperBPE's published code cuts out before its second stage, and the text between
(PythonNut/superbpe, scripts/extend_tokenizer.sh)."""
