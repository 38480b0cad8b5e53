r"""Finds differences between two dialects of regular expressions: Python's `regex`, and Oniguruma, which
Hugging Face uses.

>>> doubtful_part(r"[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,3}") is None
True
>>> doubtful_part(r"\p{N}{1,3}+")      # possessive in one, a repetition of a repetition in the other
'}+'
"""

import re

from bpe_core.config import MAX_PATTERN_LENGTH, BPEConfig
from bpe_core.errors import ConfigError, TokenizerFileError
from bpe_core.pre_tokenizers.custom_pattern import compiled_pattern
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.validation import shown

# What both dialects read in the same way, one piece at a time; anything else is doubtful. Left out on
# purpose: ^ and $ (Oniguruma always takes them for line ends), }+ and {,n}, && and [ in a set, most letters
# after \.
_CLASS_ESCAPE = r"\\(?:[pP]\{\^?[A-Za-z_]+\}|[sSdDwWrntfv]|x[0-9A-Fa-f]{2}|[^A-Za-z0-9\s])"
_ALIKE = re.compile(
    rf"{_CLASS_ESCAPE}"
    rf"|\[\^?\]?(?:{_CLASS_ESCAPE}|(?!&&|--|~~|\|\|)[^\\\[\]])*\]"
    r"|\(\?(?:i?:|<?[=!])|\((?!\?|\*)|\)|\||\."
    r"|\{[0-9]+(?:,[0-9]*)?\}(?!\+)|[?*+][?+]?"
    r"|[^\\\[\](){}?*+|.^$#&~]|[#&~]"
)


def doubtful_part(pattern: str) -> str | None:
    """The part that `regex` and Oniguruma may read differently; None if both agree."""
    position = 0
    while position < len(pattern):
        match = _ALIKE.match(pattern, position)
        if match is None:
            end = pattern.find("}", position) if pattern[position] == "{" else position
            return pattern[max(end, position) : max(end, position) + 2]
        position = match.end()
    return None


def check_portable(pattern: str) -> None:
    """Refuse a pattern that the two dialects may read differently, or that matches the empty text.

    Raises `TokenizerFileError`, and `ConfigError` if it is not a regular expression.
    """
    if len(pattern) > MAX_PATTERN_LENGTH:
        raise TokenizerFileError(
            f"its pattern has {len(pattern):,} characters; at most {MAX_PATTERN_LENGTH:,} are allowed."
        )
    compiled = compiled_pattern(pattern)
    doubtful = doubtful_part(pattern)
    if doubtful is not None:
        raise TokenizerFileError(
            f"its pattern {pattern!r} has {doubtful!r}, which Python and Hugging Face may read differently."
        )
    if compiled.fullmatch("") is not None:
        raise TokenizerFileError(f"its pattern {pattern!r} matches the empty text.")


def named_pattern(pattern: str) -> str | None:
    """The pre-tokenizer with exactly this pattern, if any; raises `ConfigError` if it is not a text."""
    if not isinstance(pattern, str):
        raise ConfigError(f"`pattern` must be a string, got {shown(pattern)}.")
    for entry in PRE_TOKENIZERS.values():
        if pattern in (entry.pattern, *entry.other_spellings):
            return entry.name
    return None


def pattern_of(config: BPEConfig) -> str:
    """The pattern that cuts a text into words; empty if nothing cuts it. Raises `TokenizerFileError`."""
    entry = PRE_TOKENIZERS[config.pre_tokenizer]
    pattern = config.pattern or entry.pattern or ""
    if not pattern and config.pre_tokenizer != "none":
        raise TokenizerFileError(f"it cannot hold the pre-tokenizer {config.pre_tokenizer!r}.")
    return pattern
