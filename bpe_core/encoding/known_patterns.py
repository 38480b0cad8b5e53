r"""Known patterns: the regular expressions of widely used tokenizers, whose time is linear.

>>> is_known_pattern(r"\s+"), is_known_pattern(r"\s+$")
(True, False)
"""

from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS

_CONTRACTIONS = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
_UPPER, _LOWER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]", r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_SPACES = r"\s*[\r\n]+|\s+(?!\S)|\s+"
PATTERNS = {
    *(entry.pattern for entry in PRE_TOKENIZERS.values() if entry.pattern),
    *(spelling for entry in PRE_TOKENIZERS.values() for spelling in entry.other_spellings),
    # Llama 3 and GPT-4, Qwen 2
    *(
        rf"{_CONTRACTIONS}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|{digits}| ?[^\s\p{{L}}\p{{N}}]+[\r\n]*|{_SPACES}"
        for digits in (r"\p{N}{1,3}", r"\p{N}")
    ),
    # GPT-4o, and Mistral's since Nemo
    *(
        rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{ending}|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{ending}"
        rf"|{digits}| ?[^\s\p{{L}}\p{{N}}]+[\r\n/]*|{_SPACES}"
        for digits, ending in ((r"\p{N}{1,3}", f"{_CONTRACTIONS}?"), (r"\p{N}", ""))
    ),
    # DeepSeek, one after the other
    *(r"\p{N}{1,3}", "[一-龥぀-ゟ゠-ヿ]+"),
    r"""[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+"""
    rf"| ?[\p{{P}}\p{{S}}]+[\r\n]*|{_SPACES}",
    # Falcon, BLOOM, CLIP
    "[0-9][0-9][0-9]",
    " ?[^(\\s|[.,!?…。，、।۔،])]+",
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+",
    # spaces, as SentencePiece and others join them
    *(r"\s+", " {2,}"),
}
"""The regular expressions of widely used tokenizers, with escapes for line ends. Their time is linear:
wherever the search stands, an alternative matches soon, or none is tried for long. Each took as long for
100,000 of the same character, or of two in turn or with another at the end, as for any other text. None
matches the empty text."""


def is_known_pattern(pattern: str) -> bool:
    """Whether a pattern is one of these; some files write its line ends unescaped."""
    return pattern.replace("\r", r"\r").replace("\n", r"\n") in PATTERNS
