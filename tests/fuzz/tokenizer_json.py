"""Random `tokenizer.json` files: every kind of stage, model option and added token of tokenizers 0.23."""

import json
import random
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.fuzz import Outcome
from tests.fuzz.library_comparison import compared
from tests.fuzz.texts import nasty_text

Json = dict[str, Any]
Make = Callable[[random.Random], Json]

ALPHABETS = (
    *("ab", "hug pn", "abcd e", "aé ß", "ﬁﷺa", "กาข ", "मत\u094dé", "a\u0301b", "日本 a", "🙂a😀", "A a b"),
    *("ĠaÃ©b", "▁ab", "a b\n", "\u3000 a", "ΣΟσ ς", "x</w>", "Iİi", "1 2a", ".,'a "),
)
"""The characters of a file's tokens, and of most of its texts."""
SPECIAL = ("<unk>", "<s>", "</s>", "[CLS]", "[SEP]", "<|x|>", "<0x41>")
ADDED = (*SPECIAL, " a", "  ", "\n", "ab", "AB", "Ab", "é", "e\u0301", "a b", "\u0301", "ﬁ", "ก", "▁a")
ODD = (
    *"aA bB\t\n\r0é½ǅß\u00a0\u3000\u200d\ufeff\x00\x1c🙂ﷺﬁ漢ข",
    *("e\u0301", "\u0301", "  ", "don't", "123", "日本", "\r\n", "a" * 9, "<unk>"),
)
REGEXES = ("\\s+", "\\d", "[aeiou]+", "\\p{L}+", "(?i:A)", " ", "(?=b)", "a*", "^", "$", "\\b", "", ".")
WRITTEN = (" ", "▁", "a", "ab", "", "é", "  ")
CHARACTERS = (" ", "▁", "a", "_", "é", "🙂", "Ġ")
BEHAVIORS = ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")


def check(seed: int) -> Outcome:
    """The outcome of one file."""
    return check_model(random.Random(seed), random_model)


def check_model(draw: random.Random, make_model: Callable[[random.Random, str], Json]) -> Outcome:
    """The outcome of one file with such a model."""
    root, alphabet = random_file(draw, make_model)
    return compared(json.dumps(root).encode(), random_texts(draw, alphabet, root["added_tokens"]))


def random_file(
    draw: random.Random, make_model: Callable[[random.Random, str], Json] | None = None
) -> tuple[Json, str]:
    """The JSON of a file, and the characters that its tokens are made of."""
    alphabet = draw.choice(ALPHABETS)
    model = (make_model or random_model)(draw, alphabet)
    vocab = model["vocab"]
    vocab = dict(vocab) if isinstance(vocab, list) else vocab
    root = {
        "version": "1.0",
        "truncation": draw.choice([None, None, _TRUNCATION]),
        "padding": draw.choice([None, None, _PADDING]),
        "added_tokens": _added_tokens(draw, [*vocab]),
        "normalizer": _stages(draw, _NORMALIZERS, "normalizers"),
        "pre_tokenizer": _stages(draw, _PRE_TOKENIZERS, "pretokenizers"),
        "post_processor": _stages(draw, _post_processors(vocab), "processors"),
        "decoder": _stages(draw, _DECODERS, "decoders"),
        "model": model,
    }
    return root, alphabet


def random_texts(draw: random.Random, alphabet: str, added: list[Json]) -> list[str]:
    """A few texts, the empty one among them."""
    contents = [token["content"] for token in added] or ["<s>"]
    parts = [alphabet, alphabet, alphabet, ODD, contents, (*contents, " ")]
    lengths = (draw.randrange(1, 20) for _ in range(4))
    own = ("".join(draw.choice(draw.choice(parts)) for _ in range(length)) for length in lengths)
    return ["", *own, *(nasty_text(draw, [*contents, alphabet]) for _ in range(3))]


# ---- the model


def random_model(draw: random.Random, alphabet: str) -> Json:
    """A BPE model with tokens of these characters."""
    prefix = draw.choice(["", "", "", "##", "é", "a"])
    suffix = draw.choice(["", "", "", "</w>", "b", "ß"])
    byte_fallback = draw.random() < 0.3
    tokens = _base_tokens(draw, alphabet, prefix, suffix)
    merges = []
    for _ in range(draw.choice([0, 3, 10, 30])):
        left, right = draw.choice(tokens), draw.choice(tokens)
        if right.startswith(prefix) or (len(right) >= len(prefix) and draw.random() < 0.05):
            merges.append([left, right])
            tokens.append(left + right[len(prefix) :])
    tokens += draw.sample(SPECIAL, 2)
    tokens += [""] * (draw.random() < 0.03)
    if byte_fallback:
        tokens += [f"<0x{byte:02X}>" for byte in range(256) if draw.random() < 0.98]
    tokens = list(dict.fromkeys(tokens))
    is_old = draw.random() < 0.3 and not any(" " in token for pair in merges for token in pair)
    return {
        "type": "BPE",
        "dropout": draw.choice([None, None, 0.0, 0.3]),
        "unk_token": draw.choice([None, None, *SPECIAL, draw.choice(tokens), "nope", ""]),
        "continuing_subword_prefix": prefix or draw.choice([None, ""]),
        "end_of_word_suffix": suffix or draw.choice([None, ""]),
        "fuse_unk": draw.random() < 0.5,
        "byte_fallback": byte_fallback,
        "ignore_merges": draw.random() < 0.3,
        "vocab": dict(zip(tokens, random_ids(draw, len(tokens)), strict=True)),
        "merges": [" ".join(pair) for pair in merges] if is_old else merges,
    }


def _base_tokens(draw: random.Random, alphabet: str, prefix: str, suffix: str) -> list[str]:
    characters = [character for character in alphabet if draw.random() < 0.9] or [alphabet[0]]
    forms = dict.fromkeys((("", ""), (prefix, ""), ("", suffix), (prefix, suffix)))
    return [before + character + after for character in characters for before, after in forms]


def random_ids(draw: random.Random, size: int) -> list[int]:
    """Ids for so many tokens: in order, mixed, with gaps, or shared."""
    kind = draw.random()
    if kind < 0.5:
        return list(range(size))
    if kind < 0.7:
        return draw.sample(range(size), size)
    if kind < 0.9:
        return draw.sample(range(3 * size), size)  # with gaps
    if kind < 0.92:
        return list(range(7, 7 + 3 * size, 3))
    return [draw.randrange(size) for _ in range(size)]  # some tokens share one


def _added_tokens(draw: random.Random, known: list[str]) -> list[Json]:
    contents = [
        draw.choice(ADDED) if draw.random() < 0.8 else draw.choice(known)
        for _ in range(draw.choice([0, 0, 1, 2, 4]))
    ]
    flags = _flags("single_word", "lstrip", "rstrip", "normalized", "special")
    return [
        {"id": len(known) + number, "content": content} | flags(draw)
        for number, content in enumerate(contents)
    ]


_TRUNCATION = {"direction": "Right", "max_length": 3, "strategy": "LongestFirst", "stride": 0}
_PADDING = {
    **{"strategy": {"Fixed": 10}, "direction": "Right", "pad_to_multiple_of": None},
    **{"pad_id": 0, "pad_type_id": 0, "pad_token": "x"},
}


# ---- the stages


def _stages(draw: random.Random, kinds: Mapping[str, Make], members: str) -> Json | None:
    """No stage, one, or a sequence of some."""
    if draw.random() < 0.25:
        return None
    if draw.random() < 0.6:
        return _stage(draw, kinds)
    parts = [_stage(draw, kinds) for _ in range(draw.choice([0, 1, 2, 2, 3]))]
    if draw.random() < 0.1:
        parts = [*parts, {"type": "Sequence", members: parts[:1]}]
    return {"type": "Sequence", members: parts}


def _stage(draw: random.Random, kinds: Mapping[str, Make]) -> Json:
    kind = draw.choice([*kinds])
    return {"type": kind} | kinds[kind](draw)


def _flags(*names: str) -> Make:
    return lambda draw: {name: draw.random() < 0.5 for name in names}


def _pattern(draw: random.Random) -> Json:
    return draw.choice([{"String": draw.choice(WRITTEN)}, {"Regex": draw.choice(REGEXES)}])


def _replace(draw: random.Random) -> Json:
    return {"pattern": _pattern(draw), "content": draw.choice(WRITTEN)}


def _metaspace(draw: random.Random) -> Json:
    if draw.random() < 0.2:  # as before tokenizers 0.14
        return {"replacement": draw.choice(CHARACTERS), "add_prefix_space": True, "str_rep": "▁"}
    scheme = draw.choice(["always", "never", "first"])
    return {"replacement": draw.choice(CHARACTERS), "prepend_scheme": scheme} | _flags("split")(draw)


@cache
def _charsmap() -> str:
    """A map that SentencePiece writes for custom rules."""
    from sentencepiece import SentencePieceTrainer
    from sentencepiece.sentencepiece_model_pb2 import ModelProto

    rules = {"ﬁ": "fi", "Ａ": "A", "é": "e", "ﷺ": "صلى", "\u3000": " ", "a\u0301": "á", "İ": "i"}
    lines = (
        "\t".join(" ".join(f"{ord(each):X}" for each in side) for side in rule) for rule in rules.items()
    )
    model = BytesIO()
    with TemporaryDirectory() as folder:
        table = Path(folder, "rules.tsv")
        table.write_text("\n".join(lines) + "\n")
        SentencePieceTrainer.train(
            sentence_iterator=iter(["hug pug"]),
            model_writer=model,
            model_type="bpe",
            vocab_size=12,
            hard_vocab_limit=False,
            normalization_rule_tsv=str(table),
            minloglevel=3,
        )
    return b64encode(ModelProto.FromString(model.getvalue()).normalizer_spec.precompiled_charsmap).decode()


_BYTE_LEVEL = _flags("add_prefix_space", "trim_offsets", "use_regex")
_NORMALIZERS: Mapping[str, Make] = {
    **dict.fromkeys(["NFC", "NFD", "NFKC", "NFKD", "Nmt", "StripAccents", "ByteLevel"], _flags()),
    "Lowercase": _flags(),
    "BertNormalizer": lambda draw: {
        "strip_accents": draw.choice([None, True, False]),
        **_flags("clean_text", "handle_chinese_chars", "lowercase")(draw),
    },
    "Strip": _flags("strip_left", "strip_right"),
    "Replace": _replace,
    "Prepend": lambda draw: {"prepend": draw.choice(WRITTEN)},
    "Precompiled": lambda draw: {"precompiled_charsmap": _charsmap()},
}
_PRE_TOKENIZERS: Mapping[str, Make] = {
    **dict.fromkeys(["BertPreTokenizer", "Whitespace", "WhitespaceSplit", "UnicodeScripts"], _flags()),
    "ByteLevel": _BYTE_LEVEL,
    "CharDelimiterSplit": lambda draw: {"delimiter": draw.choice(CHARACTERS)},
    "Digits": _flags("individual_digits"),
    "FixedLength": lambda draw: {"length": draw.choice([1, 2, 5])},
    "Metaspace": _metaspace,
    "Punctuation": lambda draw: {"behavior": draw.choice(BEHAVIORS)},
    "Split": lambda draw: {
        **{"pattern": _pattern(draw), "behavior": draw.choice(BEHAVIORS)},
        **_flags("invert")(draw),
    },
}
_DECODERS: Mapping[str, Make] = {
    **dict.fromkeys(["ByteFallback", "Fuse"], _flags()),
    "BPEDecoder": lambda draw: {"suffix": draw.choice(["</w>", "b", ""])},
    "ByteLevel": _BYTE_LEVEL,
    "CTC": lambda draw: {
        **{
            "pad_token": draw.choice(["<pad>", "a", ""]),
            "word_delimiter_token": draw.choice(["|", " ", "b"]),
        },
        **_flags("cleanup")(draw),
    },
    "Metaspace": _metaspace,
    "Replace": _replace,
    "Strip": lambda draw: {
        **{
            "content": draw.choice(CHARACTERS),
            "start": draw.choice([0, 1, 2]),
            "stop": draw.choice([0, 0, 1]),
        },
    },
    "WordPiece": lambda draw: {"prefix": draw.choice(["##", "a", ""])} | _flags("cleanup")(draw),
}


def _post_processors(vocab: Mapping[str, int]) -> Mapping[str, Make]:
    def named(draw: random.Random) -> list[Any]:
        token = draw.choice([*vocab, *SPECIAL])
        is_other = draw.random() < 0.1
        return [token, draw.randrange(2 * len(vocab)) if is_other else vocab.get(token, len(vocab))]

    def around(draw: random.Random) -> Json:
        return {"sep": named(draw), "cls": named(draw)}

    return {
        "BertProcessing": around,
        "ByteLevel": _BYTE_LEVEL,
        "RobertaProcessing": lambda draw: around(draw) | _flags("trim_offsets", "add_prefix_space")(draw),
        "TemplateProcessing": lambda draw: _template(draw, [named(draw) for _ in range(3)]),
    }


def _template(draw: random.Random, special: list[list[Any]]) -> Json:
    """One with the text once in most cases, and perhaps with a special token of several ids."""

    def piece(kind: str, name: str) -> Json:
        return {kind: {"id": name, "type_id": 0}}

    def parts(*texts: str) -> list[Json]:
        put = [piece("SpecialToken", draw.choice(special)[0]) for _ in range(draw.choice([0, 1, 2, 4]))]
        made = [*put, *(piece("Sequence", text) for text in texts)]
        draw.shuffle(made)
        return made

    def ids_of(name: str, token_id: int) -> Json:
        times = draw.choice([1, 1, 1, 1, 0, 2])
        tokens = [name] * (times if draw.random() < 0.95 else 1)
        return {"id": name, "ids": [token_id] * times, "tokens": tokens}

    single = parts(*draw.choice([("A",), ("A",), ("A",), ("A",), ("A", "A"), (), ("B",)]))
    named = {name: ids_of(name, token_id) for name, token_id in special if draw.random() < 0.98}
    return {"single": single, "pair": parts("A", "B"), "special_tokens": named}
