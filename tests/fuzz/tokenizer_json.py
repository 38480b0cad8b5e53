"""Random `tokenizer.json` files of BPE: stages, model options and added tokens of tokenizers 0.23.

The library runs the stages of its own file: of each kind one or a few are enough to see that ours asks it
rightly, and traces what it makes.
"""

import json
import random
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any

from tests.fuzz import Outcome
from tests.fuzz.library_comparison import compared
from tests.fuzz.texts import nasty_text

Json = dict[str, Any]

ALPHABETS = (
    *("ab", "hug pn", "abcd e", "aé ß", "ﬁﷺa", "กาข ", "मत\u094dé", "a\u0301b", "日本 a", "🙂a😀", "A a b"),
    *("ĠaÃ©b", "▁ab", "a b\n", "\u3000 a", "ΣΟσ ς", "x</w>", "Iİi", "1 2a", ".,'a "),
)
"""The characters of a file's tokens, and of most of its texts."""
SPECIAL = ("<unk>", "<s>", "</s>", "[CLS]", "[SEP]", "<|x|>", "<0x41>")
ADDED = (*SPECIAL, " a", "  ", "\n", "ab", "AB", "Ab", "é", "e\u0301", "a b", "\u0301", "ﬁ", "ก", "▁a")
_NO_YES = (False, True)
_WORDS = {"Regex": r"\p{L}+| "}


def _of(*names: str) -> list[Json]:
    return [{"type": name} for name in names]


_BYTE_LEVEL = [
    {"type": "ByteLevel", "add_prefix_space": space, "trim_offsets": trims, "use_regex": cuts}
    for space, trims, cuts in product(_NO_YES, repeat=3)
]
_METASPACE = [
    {"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": cuts}
    for scheme, cuts in product(("always", "never", "first"), _NO_YES)
]
STAGES: Mapping[str, tuple[str, list[Json]]] = {
    "normalizer": (
        "normalizers",
        [
            *_of("NFC", "NFKC", "NFKD", "Nmt", "StripAccents", "ByteLevel", "Lowercase"),
            {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "lowercase": True}
            | {"strip_accents": None},
            {"type": "Strip", "strip_left": True, "strip_right": False},
            {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
            {"type": "Replace", "pattern": {"Regex": "a*"}, "content": "é"},
            {"type": "Prepend", "prepend": "▁"},
        ],
    ),
    "pre_tokenizer": (
        "pretokenizers",
        [
            *_of("BertPreTokenizer", "Whitespace", "WhitespaceSplit", "UnicodeScripts"),
            *(_BYTE_LEVEL + _METASPACE),
            {"type": "CharDelimiterSplit", "delimiter": "a"},
            {"type": "Digits", "individual_digits": True},
            {"type": "FixedLength", "length": 2},
            {"type": "Punctuation", "behavior": "Isolated"},
            *(
                {"type": "Split", "pattern": _WORDS, "behavior": behavior, "invert": inverts}
                for behavior in ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous")
                for inverts in _NO_YES
            ),
        ],
    ),
    "decoder": (
        "decoders",
        [
            *_of("ByteFallback", "Fuse"),
            *(_BYTE_LEVEL[:1] + _METASPACE),
            {"type": "BPEDecoder", "suffix": "</w>"},
            {"type": "CTC", "pad_token": "<pad>", "word_delimiter_token": "|", "cleanup": True},
            {"type": "Replace", "pattern": {"String": "▁"}, "content": " "},
            {"type": "Strip", "content": " ", "start": 1, "stop": 0},
            *({"type": "WordPiece", "prefix": "##", "cleanup": cleans} for cleans in _NO_YES),
        ],
    ),
}


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
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": _added_tokens(draw, [*model["vocab"]]),
        **{name: _stage(draw, *stage) for name, stage in STAGES.items()},
        "post_processor": _post_processor(draw, model["vocab"]),
        "model": model,
    }, alphabet


def random_texts(draw: random.Random, alphabet: str, added: list[Json]) -> list[str]:
    """A few texts, the empty one among them."""
    contents = [token["content"] for token in added] or ["<s>"]
    parts = [alphabet, alphabet, contents, (*contents, " ")]
    lengths = (draw.randrange(1, 20) for _ in range(4))
    own = ("".join(draw.choice(draw.choice(parts)) for _ in range(length)) for length in lengths)
    return ["", *own, *(nasty_text(draw, [*contents, alphabet]) for _ in range(3))]


def random_model(draw: random.Random, alphabet: str) -> Json:
    """A BPE model with tokens of these characters."""
    prefix = draw.choice(["", "", "", "##", "é", "a"])
    suffix = draw.choice(["", "", "", "</w>", "b", "ß"])
    byte_fallback = draw.random() < 0.3
    forms = dict.fromkeys((("", ""), (prefix, ""), ("", suffix), (prefix, suffix)))
    characters = [character for character in alphabet if draw.random() < 0.9] or [alphabet[0]]
    tokens = [before + character + after for character in characters for before, after in forms]
    merges = []
    for _ in range(draw.choice([0, 3, 10, 30])):
        left, right = draw.choice(tokens), draw.choice(tokens)
        if right.startswith(prefix) or (len(right) >= len(prefix) and draw.random() < 0.05):
            merges.append([left, right])
            tokens.append(left + right[len(prefix) :])
    tokens += [*draw.sample(SPECIAL, 2), *[""] * (draw.random() < 0.03)]
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


def random_ids(draw: random.Random, size: int) -> list[int]:
    """Ids for so many tokens: in order, with gaps, or shared."""
    kind = draw.random()
    if kind < 0.5:
        return list(range(size))
    return draw.sample(range(3 * size), size) if kind < 0.9 else [draw.randrange(size) for _ in range(size)]


def _added_tokens(draw: random.Random, known: list[str]) -> list[Json]:
    contents = [draw.choice([*ADDED, draw.choice(known)]) for _ in range(draw.choice([0, 0, 1, 2, 4]))]
    flags = ("single_word", "lstrip", "rstrip", "normalized", "special")
    return [
        {"id": len(known) + number, "content": content} | {flag: draw.random() < 0.5 for flag in flags}
        for number, content in enumerate(contents)
    ]


def _stage(draw: random.Random, members: str, kinds: list[Json]) -> Json | None:
    """No stage, one, or a sequence of some."""
    number = draw.choice([0, 1, 1, 1, 2, 3])
    if number < 2:
        return draw.choice(kinds) if number else None
    return {"type": "Sequence", members: draw.choices(kinds, k=number)}


def _post_processor(draw: random.Random, vocab: Mapping[str, int]) -> Json | None:
    tokens = draw.sample([*vocab], 2) if len(vocab) > 1 else [*vocab] * 2
    one, other = ([token, vocab[token]] for token in tokens)
    special = {token: {"id": token, "ids": [vocab[token]], "tokens": [token]} for token in tokens}
    single: list[Json] = [{"SpecialToken": {"id": token, "type_id": 0}} for token in tokens]
    single.insert(draw.randrange(3), {"Sequence": {"id": "A", "type_id": 0}})
    template = {"type": "TemplateProcessing", "single": single, "pair": single, "special_tokens": special}
    roberta = {"sep": one, "cls": other, "trim_offsets": draw.random() < 0.5, "add_prefix_space": True}
    bert = {"type": "BertProcessing", "sep": one, "cls": other}
    kinds = [bert, {"type": "RobertaProcessing", **roberta}, template, _BYTE_LEVEL[-1]]
    return draw.choice([None, None, *kinds])
