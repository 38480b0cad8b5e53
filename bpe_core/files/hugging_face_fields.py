"""What each field of a `tokenizer.json` must be, so that a sentence can name the wrong one.

The library decides which files it loads. When it refuses one, it tells only what it expected, and a column.

>>> model = {"vocab": {}, "merges": []}
>>> wrong_field({"model": model, "normalizer": {"type": "Prepend", "prepend": 5}})
'`prepend` in its normalizer must be a string, got 5.'
>>> decoders = [{"type": "Fuse"}, {"type": "Strip"}]
>>> wrong_field({"model": model, "decoder": {"type": "Sequence", "decoders": decoders}})
'part 2 of its decoder has no `content`.'
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from bpe_core.encoding.library_stages import model_type
from bpe_core.validation import shown

MOST_ID = 2**32 - 1


class Kind(NamedTuple):
    """What a field must be."""

    what: str
    """In words, to follow "must be"."""

    fits: Callable[[Any], bool]
    """Whether a value is right."""

    may_miss: bool = False
    """Whether the field may be left out."""


Fields = Mapping[str, Kind]


def _or_null(kind: Kind) -> Kind:
    return Kind(f"{kind.what} or null", lambda value: value is None or kind.fits(value), may_miss=True)


def _may_miss(kind: Kind) -> Kind:
    return kind._replace(may_miss=True)


def _one_of(*names: str) -> Kind:
    return Kind(f"one of {', '.join(names)}", lambda value: isinstance(value, str) and value in names)


def _without_fields(*types: str) -> dict[str, Fields]:
    return {kind: {} for kind in types}


def _is_integer(value: Any, most: int = MOST_ID) -> bool:
    return type(value) is int and 0 <= value <= most


def _is_piece(value: Any) -> bool:
    [(kind, piece)] = value.items() if isinstance(value, dict) and len(value) == 1 else [("", {})]
    named = isinstance(piece, dict) and isinstance(piece.get("id"), str) and _is_integer(piece.get("type_id"))
    return named and (kind == "SpecialToken" or (kind == "Sequence" and piece["id"] in ("A", "B")))


def _is_special_token(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and isinstance(value.get("id"), str)
        and isinstance(value.get("ids"), list)
        and all(map(_is_integer, value["ids"]))
        and isinstance(value.get("tokens"), list)
        and all(isinstance(token, str) for token in value["tokens"])
    )


TEXT = Kind("a string", lambda value: isinstance(value, str))
FLAG = Kind("true or false", lambda value: isinstance(value, bool))
ID = Kind(f"an integer from 0 to {MOST_ID:,}", _is_integer)
SIZE = Kind("an integer from 0", lambda value: _is_integer(value, 2**64 - 1))
CHARACTER = Kind("one character", lambda value: isinstance(value, str) and len(value) == 1)
LIST = Kind("a list", lambda value: isinstance(value, list))
PATTERN = Kind(
    '{"String": ...} or {"Regex": ...} with a string',
    lambda value: (
        isinstance(value, dict)
        and [*value] in (["String"], ["Regex"])
        and all(map(TEXT.fits, value.values()))
    ),
)
TOKEN_WITH_ID = Kind(
    "a list of a token and its id",
    lambda value: isinstance(value, list) and len(value) == 2 and TEXT.fits(value[0]) and ID.fits(value[1]),
)
PIECE = Kind(
    "a list of a text and its score",
    lambda value: (
        isinstance(value, list)
        and len(value) == 2
        and isinstance(value[0], str)
        and type(value[1]) in (int, float)
    ),
)
BEHAVIOR = _one_of("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")
DIRECTION = _one_of("Left", "Right")
PIECES = Kind(
    'a list of {"SpecialToken": ...} and {"Sequence": ...}, each with an `id` and a `type_id`',
    lambda value: isinstance(value, list) and all(map(_is_piece, value)),
)
SPECIAL_TOKENS = Kind(
    "an object of tokens with their `id`, a list of `ids`, and a list of `tokens`",
    lambda value: isinstance(value, dict) and all(map(_is_special_token, value.values())),
)
STRATEGY = Kind(
    '"BatchLongest" or {"Fixed": ...} with an integer from 0',
    lambda value: (
        value == "BatchLongest"
        or (isinstance(value, dict) and [*value] == ["Fixed"] and SIZE.fits(value["Fixed"]))
    ),
)

FILE: Fields = {
    "version": _may_miss(Kind('"1.0"', lambda value: value == "1.0")),
    "added_tokens": _may_miss(LIST),
}
BPE_MODEL: Fields = {
    "dropout": _or_null(
        Kind("a number from 0 to 1", lambda value: type(value) in (int, float) and 0 <= value <= 1)
    ),
    **dict.fromkeys(("unk_token", "continuing_subword_prefix", "end_of_word_suffix"), _or_null(TEXT)),
    **dict.fromkeys(("fuse_unk", "byte_fallback", "ignore_merges"), _or_null(FLAG)),
    "vocab": Kind("a JSON object", lambda value: isinstance(value, dict)),
}
MODELS: Mapping[str, Fields] = {
    "BPE": BPE_MODEL,
    "WordPiece": {
        **dict.fromkeys(("unk_token", "continuing_subword_prefix"), TEXT),
        "max_input_chars_per_word": SIZE,
        "vocab": BPE_MODEL["vocab"],
    },
    "Unigram": {
        "unk_id": _or_null(SIZE),
        "byte_fallback": _or_null(FLAG),
        "vocab": Kind("a list of pieces with their scores", lambda value: isinstance(value, list)),
    },
}
"""Kind of model -> its fields."""
ADDED_TOKEN: Fields = {
    "id": ID,
    "content": TEXT,
    **dict.fromkeys(("single_word", "lstrip", "rstrip", "normalized", "special"), FLAG),
}
SETTINGS: Mapping[str, Fields] = {
    "truncation": {
        "direction": _may_miss(DIRECTION),
        **dict.fromkeys(("max_length", "stride"), SIZE),
        "strategy": _one_of("LongestFirst", "OnlyFirst", "OnlySecond"),
    },
    "padding": {
        "strategy": STRATEGY,
        "direction": DIRECTION,
        "pad_to_multiple_of": _or_null(SIZE),
        **dict.fromkeys(("pad_id", "pad_type_id"), ID),
        "pad_token": TEXT,
    },
}

_REPLACE: Fields = {"pattern": PATTERN, "content": TEXT}
_BYTE_LEVEL: Fields = {
    **dict.fromkeys(("add_prefix_space", "trim_offsets"), FLAG),
    "use_regex": _may_miss(FLAG),
}
_METASPACE: Fields = {
    "replacement": CHARACTER,
    "add_prefix_space": _or_null(FLAG),
    "prepend_scheme": _may_miss(_one_of("first", "never", "always")),
    "split": _or_null(FLAG),
}
_BERT: Fields = {
    **dict.fromkeys(("clean_text", "handle_chinese_chars", "lowercase"), FLAG),
    "strip_accents": _or_null(FLAG),
}
STAGES: Mapping[str, Mapping[str, Fields]] = {
    "normalizer": {
        **_without_fields("NFC", "NFD", "NFKC", "NFKD", "Nmt", "StripAccents", "Lowercase", "ByteLevel"),
        "Bert": _BERT,
        "BertNormalizer": _BERT,
        "Strip": dict.fromkeys(("strip_left", "strip_right"), FLAG),
        "Replace": _REPLACE,
        "Prepend": {"prepend": TEXT},
        "Precompiled": {"precompiled_charsmap": TEXT},
        "Sequence": {"normalizers": LIST},
    },
    "pre_tokenizer": {
        **_without_fields("BertPreTokenizer", "Whitespace", "WhitespaceSplit", "UnicodeScripts"),
        "ByteLevel": _BYTE_LEVEL,
        "Delimiter": {"delimiter": CHARACTER},
        "CharDelimiterSplit": {"delimiter": CHARACTER},
        "Digits": {"individual_digits": FLAG},
        "FixedLength": {"length": _may_miss(SIZE)},
        "Metaspace": _METASPACE,
        "Punctuation": {"behavior": _may_miss(BEHAVIOR)},
        "Split": {"pattern": PATTERN, "behavior": BEHAVIOR, "invert": FLAG},
        "Sequence": {"pretokenizers": LIST},
    },
    "post_processor": {
        "BertProcessing": dict.fromkeys(("sep", "cls"), TOKEN_WITH_ID),
        "RobertaProcessing": {
            **dict.fromkeys(("sep", "cls"), TOKEN_WITH_ID),
            **dict.fromkeys(("trim_offsets", "add_prefix_space"), FLAG),
        },
        "ByteLevel": _BYTE_LEVEL,
        "TemplateProcessing": {
            **dict.fromkeys(("single", "pair"), PIECES),
            "special_tokens": SPECIAL_TOKENS,
        },
        "Sequence": {"processors": LIST},
    },
    "decoder": {
        **_without_fields("ByteFallback", "Fuse"),
        "BPEDecoder": {"suffix": TEXT},
        "ByteLevel": _BYTE_LEVEL,
        "CTC": {"pad_token": TEXT, "word_delimiter_token": TEXT, "cleanup": FLAG},
        "Metaspace": _METASPACE,
        "Replace": _REPLACE,
        "Strip": {"content": CHARACTER, "start": SIZE, "stop": SIZE},
        "WordPiece": {"prefix": TEXT, "cleanup": FLAG},
        "Sequence": {"decoders": LIST},
    },
}
"""Stage -> type of part -> its fields."""


def wrong_field(root: Mapping[str, Any]) -> str | None:
    """A sentence about the first field that is missing or wrong; None if all are right."""
    return next(_wrong_fields(root), None)


def _wrong_fields(root: Mapping[str, Any]) -> Iterator[str]:
    known = (*FILE, *SETTINGS, *STAGES, "model")
    for name in root:
        if name not in known:  # deeper inside, the library ignores unknown fields
            yield f"it has a field {shown(name)}; the library knows only {', '.join(known)}."
    yield from _wrong("it", root, FILE)
    model = root["model"]
    yield from _wrong("its model", model, MODELS[model_type(model)])
    if isinstance(model["vocab"], list):
        for number, piece in enumerate(model["vocab"]):
            if not PIECE.fits(piece):
                yield f"its piece {number:,} must be {PIECE.what}, got {shown(piece)}."
    else:
        for token, token_id in model["vocab"].items():
            if not ID.fits(token_id):
                yield f"the id of {shown(token)} must be {ID.what}, got {shown(token_id)}."
    for number, token in enumerate(root.get("added_tokens") or (), start=1):
        yield from _wrong(f"its added token {number}", token, ADDED_TOKEN)
    for name, fields in SETTINGS.items():
        if root.get(name) is not None:
            yield from _wrong(f"its {name}", root[name], fields)
    for name, fields_of in STAGES.items():
        if root.get(name) is not None:
            yield from _wrong_in_stage(f"its {name.replace('_', '-')}", root[name], fields_of)


def _wrong_in_stage(where: str, stage: Any, fields_of: Mapping[str, Fields]) -> Iterator[str]:
    yield from _wrong(where, stage, {"type": _one_of(*fields_of)})
    fields = fields_of[stage["type"]]
    yield from _wrong(where, stage, fields)
    if stage["type"] == "Sequence":
        [members] = fields
        for number, part in enumerate(stage[members], start=1):
            yield from _wrong_in_stage(f"part {number} of {where}", part, fields_of)


def _wrong(where: str, value: Any, fields: Fields) -> Iterator[str]:
    """What is wrong with an object; the caller must stop at the first sentence."""
    if not isinstance(value, dict):
        yield f"{where} must be a JSON object, got {shown(value)}."
        return
    for name, kind in fields.items():
        if name not in value:
            if not kind.may_miss:
                yield f"{where} has no `{name}`."
        elif not kind.fits(value[name]):
            yield f"`{name}` in {where} must be {kind.what}, got {shown(value[name])}."
