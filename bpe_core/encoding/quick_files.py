r"""Knows which `tokenizer.json` files are fast, so that they need not run in a process that can be ended.

All stages of Hugging Face's library take time and memory linear in the length of the text, except regular
expressions: one of 40 characters can take hours for a line of text. So a file is known to be fast if it
searches only for plain texts or known patterns, and has few stages. It is not known if the library might
panic, which writes many lines to standard error.

>>> quick_length({"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False}})
200000
>>> quick_length({"normalizer": {"type": "Replace", "pattern": {"Regex": r"\s+$"}, "content": ""}})
0
"""

from collections.abc import Mapping
from typing import Any

from bpe_core.encoding.growth import check_growth, stage_parts
from bpe_core.encoding.known_patterns import is_known_pattern

QUICK_STAGE_CHARACTERS = 800_000
"""How many characters the stages may make of a text that counts as fast: they take about 0.3 s."""
MOST_PARTS = 6
"""How many parts each of the stages may have: more of them are too slow together."""
LONGEST_PATTERN = 100
"""The longest plain text to search for, in characters: with longer ones much may be compared in vain."""
MOST_ADDED, LONGEST_ADDED = 20_000, 500
"""The largest number and length of added tokens, for the same reason."""

_KINDS = {
    "normalizer": {
        *("NFC", "NFD", "NFKC", "NFKD", "Nmt", "StripAccents", "Lowercase", "Strip", "Prepend"),
        *("BertNormalizer", "ByteLevel", "Replace"),
    },
    "pre_tokenizer": {
        *("ByteLevel", "Whitespace", "WhitespaceSplit", "BertPreTokenizer", "UnicodeScripts"),
        *("Punctuation", "Digits", "Metaspace", "CharDelimiterSplit", "FixedLength", "Split"),
    },
    "decoder": {
        *("ByteLevel", "ByteFallback", "Fuse", "Strip", "WordPiece", "Metaspace", "BPEDecoder"),
        *("CTC", "Replace"),
    },
    "post_processor": {
        *("ByteLevel", "TemplateProcessing", "BertProcessing", "RobertaProcessing"),
    },
}
"""The known types of each stage."""


def quick_length(root: Mapping[str, Any]) -> int:
    """How many characters a text may have to be processed fast; 0 if nothing is known.

    Files of an unusual form are not known. Raises `TokenizerFileError` if a file makes too much of one
    character.
    """
    try:
        added_tokens = root.get("added_tokens") or ()
        contents = [token["content"] for token in added_tokens]
        if len(contents) > MOST_ADDED or any(len(content) > LONGEST_ADDED for content in contents):
            return 0
        take_spaces = any(token.get("lstrip") or token.get("rstrip") for token in added_tokens)
        if take_spaces and any(content != content.strip() for content in contents):
            return 0  # two tokens must not claim the same spaces
        for name, kinds in _KINDS.items():
            parts = [part for part in stage_parts(root.get(name)) if part["type"] != "Sequence"]
            # A template after another one may be "not yet implemented".
            around = [part for part in parts if part["type"].endswith("Processing")]
            are_known = all(part["type"] in kinds and _is_usual(part) for part in parts)
            if not are_known or len(parts) > MOST_PARTS or len(around) > 1:
                return 0
        return QUICK_STAGE_CHARACTERS // check_growth(root)
    except (TypeError, AttributeError, LookupError):
        return 0


def _is_usual(part: Mapping[str, Any]) -> bool:
    """Whether a part has no search of its own, and the library cannot panic at it."""
    match part["type"]:
        case "Replace" | "Split":
            pattern = part["pattern"]
            if set(pattern) == {"String"}:
                return 0 < len(pattern["String"]) <= LONGEST_PATTERN
            return set(pattern) == {"Regex"} and is_known_pattern(pattern["Regex"])
        case "Prepend":
            return len(part["prepend"]) > 0
        case "Strip":
            return not part.get("stop")
        case "FixedLength":
            return bool(part["length"])
        case "TemplateProcessing":
            described = part["special_tokens"]
            return all(  # the text, or a token that is described
                ("Sequence" in piece and piece["Sequence"]["id"] == "A")
                or ("SpecialToken" in piece and piece["SpecialToken"]["id"] in described)
                for piece in part["single"]
            )
        case _:
            return True
