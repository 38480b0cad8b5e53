r"""Limits what a `tokenizer.json`, which anybody can write, makes of a text, and knows which ones are fast.

The stages and the model may make only so much of one character:

>>> doubling = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
>>> check_growth({"normalizer": {"type": "Sequence", "normalizers": [doubling] * 7}})
Traceback (most recent call last):
    ...
bpe_core.errors.TokenizerFileError: its stages can make 128 characters of one; at most 100 are allowed.
>>> check_growth({"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False}, "decoder": doubling})
8

All stages of Hugging Face's library take time and memory linear in the length of the text, except regular
expressions: one of 40 characters can take hours for a line of text. So a file is known to be fast if it
searches only for plain texts or known patterns, and has few stages. It is not known if the library might
panic, which writes many lines to standard error.

>>> quick_length({"pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False}})
200000
>>> quick_length({"normalizer": {"type": "Replace", "pattern": {"Regex": r"\s+$"}, "content": ""}})
0
"""

import base64
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bpe_core.errors import TextError, TokenizerFileError
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS

STAGES = ("normalizer", "pre_tokenizer", "decoder", "post_processor")
"""The members of a file that change the length of a text."""

MAX_GROWTH = 100
"""The largest growth: how many characters the stages before the model may make of one, and those that decode;
how many tokens the model and the post-processor may make; and how many characters a token may have."""

MOST_TOKENS, TOKENS_PER_CHARACTER = 500_000, 8
"""A text may have this many tokens before any merge, or this many for each of its characters."""
MOST_DECODED, DECODED_PER_ID = 50_000_000, 100
"""Ids may be decoded to this many characters, or to this many for each id."""

_MOST_SAID = 10**9
_FORMS = {"NFC": 3, "NFD": 4, "NFKC": 18, "NFKD": 18, "Lowercase": 2, "StripAccents": 1, "Nmt": 1, "Strip": 1}
"""How many characters each makes of one at most; what one of them has made, the others do not lengthen."""
_UNDONE = {"ByteLevel", "Metaspace"}
"""As decoders, these do not lengthen a text."""
_BYTES_OF_CHARACTER = 4

QUICK_CHARACTERS = 800_000
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


def check_growth(stages: Mapping[str, Any]) -> int:
    """How many characters the stages can make of one that is encoded and decoded again.

    Raises `TokenizerFileError` if encoding or decoding makes too many, or the post-processor too many tokens.
    """
    before = [*stage_parts(stages.get("normalizer")), *stage_parts(stages.get("pre_tokenizer"))]
    in_order = before, [part for part in stage_parts(stages.get("decoder")) if part["type"] not in _UNDONE]
    encoded, decoded = (math.ceil(_product(parts)) for parts in in_order)
    _check("stages can make {} characters of one", max(encoded, decoded))
    _check("post-processor can make {} tokens of one", _around(stage_parts(stages.get("post_processor"))))
    return encoded * decoded


def check_model(model: Mapping[str, Any]) -> None:
    """Raise `TokenizerFileError` if a BPE model makes too much of one character, before any merge."""
    prefix, suffix, unknown = (
        text if isinstance(text := model.get(name), str) else ""
        for name in ("continuing_subword_prefix", "end_of_word_suffix", "unk_token")
    )
    symbol = prefix + suffix
    if model.get("byte_fallback"):
        in_bytes = len(symbol.encode(errors="surrogatepass")) + _BYTES_OF_CHARACTER
        _check("model can make {} tokens of one character", in_bytes)
    _check("model can make a token of {} characters of one", max(len(symbol) + 1, len(unknown)))


def check_tokens(characters: int, tokens: int) -> None:
    """Raise `TextError` if a text of this many characters can become too many tokens before any merge."""
    most = max(MOST_TOKENS, TOKENS_PER_CHARACTER * characters)
    if tokens > most:
        raise TextError(
            f"This text of {characters:,} characters can become {tokens:,} tokens before any merge; at most"
            f" {most:,} are allowed."
        )


def check_decoded(ids: int, characters: int) -> None:
    """Raise `TextError` if this many ids were decoded to too many characters."""
    most = max(MOST_DECODED, DECODED_PER_ID * ids)
    if characters > most:
        raise TextError(f"These {ids:,} ids are decoded to more than {most:,} characters, the limit.")


def stage_parts(stage: Any) -> Iterator[Mapping[str, Any]]:
    """A stage, or the members of a sequence of stages."""
    if isinstance(stage, dict):
        yield stage
        for members in ("normalizers", "pretokenizers", "decoders", "processors"):
            for part in stage.get(members) or ():
                yield from stage_parts(part)


def _check(what: str, number: int) -> None:
    if number > MAX_GROWTH:
        said = f"{number:,}" if number <= _MOST_SAID else f"more than {_MOST_SAID:,}"
        raise TokenizerFileError(f"its {what.format(said)}; at most {MAX_GROWTH} are allowed.")


def _product(parts: Iterable[Mapping[str, Any]]) -> float:
    product, of_forms = 1.0, 1
    for part in parts:
        kind = part["type"]
        if kind in _FORMS:
            product *= max(1.0, _FORMS[kind] / of_forms)
            of_forms = max(of_forms, _FORMS[kind])
        elif kind == "Precompiled":
            data = base64.b64decode(part["precompiled_charsmap"])
            texts = data[4 + int.from_bytes(data[:4], "little") :].split(b"\0")
            # A Unicode form before it has written the same already, as in SentencePiece's maps.
            written = max(len(text.decode(errors="replace")) for text in texts)
            product *= max(1.0, written / of_forms)
            of_forms = max(of_forms, written)
        elif kind != "Sequence":
            product *= _growth(part)
            if not part.get("content", part.get("prepend", "Ġ")).isascii():
                of_forms = 1  # the forms after it can lengthen what it writes
    return product


def _growth(part: Mapping[str, Any]) -> float:
    """How many characters a part that is not a Unicode form makes of one at most."""
    match part["type"]:
        case "Replace":
            pattern, content = part["pattern"], part["content"]
            if pattern.get("String"):
                return max(1.0, len(content) / len(pattern["String"]))
            if is_known_pattern(pattern.get("Regex", "")):
                return max(1.0, len(content))
            return 1.0 + len(content)  # before each character, if the pattern matches the empty text
        case "Prepend":
            return 1.0 + len(part["prepend"])
        case "ByteLevel":
            return 5.0 if part.get("add_prefix_space") else 4.0  # bytes of a character
        case "BertNormalizer" | "BPEDecoder" | "CTC":
            return 3.0  # a space on each side, of an ideograph or if what is replaced is empty
        case "Metaspace" | "WordPiece":
            return 2.0  # something in front of each word
        case _:
            return 1.0


def _around(parts: Iterable[Mapping[str, Any]]) -> int:
    """How many tokens the post-processor makes of a text of one token."""
    tokens = 1
    for part in parts:
        if part["type"] == "TemplateProcessing":
            added = part["special_tokens"]
            copies = sum("Sequence" in piece for piece in part["single"])
            named = (
                added.get(piece["SpecialToken"]["id"]) for piece in part["single"] if "SpecialToken" in piece
            )
            tokens = tokens * copies + sum(len(each["ids"]) for each in named if each)
        elif part["type"] in ("BertProcessing", "RobertaProcessing"):
            tokens += 2
    return tokens


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
        return QUICK_CHARACTERS // check_growth(root)
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
    r"""Whether a pattern is one of these; some files write its line ends unescaped.

    >>> is_known_pattern(r"\s+"), is_known_pattern(r"\s+$")
    (True, False)
    """
    return pattern.replace("\r", r"\r").replace("\n", r"\n") in PATTERNS
