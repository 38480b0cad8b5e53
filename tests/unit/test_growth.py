"""Opening a tokenizer.json bounds how long one character can become."""

import base64
import json
import unicodedata

import pytest
from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers

from bpe_core import BPETokenizer
from bpe_core.encoding import growth, quick_files
from bpe_core.encoding.growth import check_growth
from bpe_core.errors import TextError, TokenizerFileError
from tests.unit.test_hugging_face_files import read

CHANGED = [
    character
    for character in map(chr, range(0x20000))
    if not 0xD800 <= ord(character) < 0xE000
    and (unicodedata.normalize("NFKD", character) != character or character.lower() != character)
]
SOME = [*CHANGED, *map(chr, range(0x250)), "\u4e00", "🦄", "\U000e0100"]
"""Every character that a form or lower case changes, and some others."""
NORMALIZERS = {
    **{name: getattr(normalizers, name)() for name in ("NFC", "NFD", "NFKC", "NFKD", "Nmt", "Lowercase")},
    **{
        name: getattr(normalizers, name)()
        for name in ("StripAccents", "Strip", "BertNormalizer", "ByteLevel")
    },
    "NFKD, Lowercase": normalizers.Sequence([normalizers.NFKD(), normalizers.Lowercase()]),
    "Lowercase, NFKC": normalizers.Sequence([normalizers.Lowercase(), normalizers.NFKC()]),
    "Replace, NFKC": normalizers.Sequence([normalizers.Replace("a", "ﷺﷺ"), normalizers.NFKC()]),
    "Prepend": normalizers.Prepend("▁▁"),
}


def growth_of(**stages: object) -> int:
    written = {name: json.loads(stage.__getstate__()) for name, stage in stages.items()}
    return check_growth(written)


@pytest.mark.parametrize("name", NORMALIZERS)
def test_no_character_becomes_more_than_is_said(name):
    normalizer = NORMALIZERS[name]
    longest = max(len(normalizer.normalize_str(character)) for character in SOME)
    assert longest == growth_of(normalizer=normalizer)


@pytest.mark.parametrize(
    "cutter",
    [
        pre_tokenizers.ByteLevel(add_prefix_space=True),
        pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        pre_tokenizers.Metaspace(),
    ],
)
def test_no_pre_tokenizer_makes_more_than_is_said(cutter):
    made = ("".join(word for word, _ in cutter.pre_tokenize_str(character)) for character in SOME)
    assert max(map(len, made)) == growth_of(pre_tokenizer=cutter)


def replacing(pattern: dict, content: str) -> dict:
    return {"type": "Replace", "pattern": pattern, "content": content}


def in_turn(members: str, parts: list[dict]) -> dict:
    return {"type": "Sequence", members: parts}


def template(*pieces: dict, ids: int = 1) -> dict:
    special = {"<s>": {"id": "<s>", "ids": [0] * ids, "tokens": ["a"] * ids}}
    return {"type": "TemplateProcessing", "single": pieces, "pair": pieces, "special_tokens": special}


TEXT, SPECIAL = {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "<s>", "type_id": 0}}
BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": False}
NFKC, REPLACE_BY_LIGATURE = {"type": "NFKC"}, replacing({"Regex": "."}, "ﷺ")
BYTES = {f"<0x{byte:02X}>": byte for byte in range(256)}


def a_map(written: str) -> dict:
    """A precompiled map that may write this for a character."""
    data = (4).to_bytes(4, "little") + bytes(4) + written.encode() + b"\0"
    return {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(data).decode()}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"normalizer": replacing({"String": "a"}, "a" * 101)}, "stages can make 101 characters of one"),
        (
            {"normalizer": in_turn("normalizers", [replacing({"Regex": "(?=.)"}, "x")] * 7)},
            "stages can make 128 characters of one",
        ),
        (
            {"normalizer": in_turn("normalizers", [replacing({"String": "a"}, "a" * 99)] * 9)},
            "stages can make more than 1,000,000,000 characters of one",
        ),
        (
            {"normalizer": in_turn("normalizers", [NFKC, REPLACE_BY_LIGATURE, NFKC])},
            "stages can make 648 characters of one",
        ),
        ({"normalizer": a_map("é" * 101)}, "stages can make 101 characters of one"),
        ({"decoder": replacing({"String": "a"}, "a" * 101)}, "stages can make 101 characters of one"),
        (
            {"pre_tokenizer": in_turn("pretokenizers", [BYTE_LEVEL] * 4)},
            "stages can make 256 characters of one",
        ),
        ({"post_processor": template(*[SPECIAL] * 99, TEXT, ids=3_000)}, "can make 297,001 tokens of one"),
        (
            {"post_processor": in_turn("processors", [template(*[TEXT] * 11)] * 2)},
            "post-processor can make 121 tokens of one",
        ),
        (
            {"model": {"continuing_subword_prefix": "x" * 10_000, "byte_fallback": True, "vocab": BYTES}},
            "model can make 10,004 tokens of one character",
        ),
        (
            {"model": {"end_of_word_suffix": "é" * 50, "byte_fallback": True}},
            "model can make 104 tokens of one character",
        ),
        (
            {"model": {"end_of_word_suffix": "x" * 5_000}},
            "model can make a token of 5,001 characters of one",
        ),
        ({"model": {"unk_token": "u" * 100_000}}, "model can make a token of 100,000 characters of one"),
    ],
)
def test_a_file_that_makes_too_much_of_one_character_is_refused_with_the_number(change, message):
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": [], **change.get("model", {})}
    file = {"version": "1.0", **change, "model": model}
    Tokenizer.from_str(json.dumps(file))  # the library takes it
    with pytest.raises(TokenizerFileError, match=f"{message}; at most 100 are allowed"):
        BPETokenizer.from_bytes("x.json", json.dumps(file).encode())


def test_half_a_character_in_a_file_is_refused_as_the_library_refuses_it():
    model = {"vocab": BYTES, "merges": [], "continuing_subword_prefix": "\ud800", "byte_fallback": True}
    with pytest.raises(TokenizerFileError, match=r"^x\.json cannot be read: "):
        BPETokenizer.from_bytes("x.json", json.dumps({"version": "1.0", "model": model}).encode())


def test_a_text_that_can_become_too_many_tokens_is_refused_with_the_number():
    library = Tokenizer(models.BPE(BYTES, [], byte_fallback=True))
    library.normalizer = normalizers.NFKC()
    tokenizer = BPETokenizer.from_bytes("x.json", library.to_str().encode())

    assert len(tokenizer.encode("ﷺ" * 15_000)) == 15_000 * 33
    for encode in (tokenizer.encode, tokenizer.trace):
        with pytest.raises(
            TextError, match=r"16,000 characters can become 528,000 tokens.*; at most 500,000"
        ):
            encode("ﷺ" * 16_000)
    assert len(tokenizer.encode("🦄" * 130_000)) == 520_000  # no more for each character than is usual


def test_ids_that_are_decoded_to_too_many_characters_are_refused_with_the_number(monkeypatch):
    library = Tokenizer(models.BPE({"a" * 1_000: 0, "b": 1}, []))
    library.decoder = decoders.Sequence([decoders.Replace("a", "b" * 100), decoders.Fuse()])
    tokenizer = BPETokenizer.from_bytes("x.json", library.to_str().encode())

    assert len(tokenizer.decode([0] * 10)) == 10 * 100_000
    monkeypatch.setattr(growth, "MOST_DECODED", 500_000)
    with pytest.raises(
        TextError, match="These 10 ids are decoded to more than 500,000 characters, the limit"
    ):
        tokenizer.decode([0] * 10)
    assert len(tokenizer.decode([1] * 10_000)) == 10_000


def test_a_large_vocabulary_is_decoded_as_a_small_one(monkeypatch):
    library = Tokenizer(models.BPE({f"▁{number}": number for number in range(300)}, []))
    library.decoder = decoders.Sequence(
        [decoders.Replace("▁", " "), decoders.Fuse(), decoders.Strip(" ", 1, 0)]
    )
    expected = {number: f" {number}".encode() for number in range(300)}
    assert read(library.to_str()).token_bytes == expected
    monkeypatch.setattr(quick_files, "QUICK_STAGE_CHARACTERS", 20)  # of six tokens or so
    assert read(library.to_str()).token_bytes == expected


def test_what_real_models_have_is_far_from_that():
    as_llama = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    assert growth_of(normalizer=as_llama) == 2
    assert growth_of(pre_tokenizer=pre_tokenizers.ByteLevel(add_prefix_space=False)) == 4
    library = Tokenizer(models.BPE(BYTES, [], unk_token="<|endoftext|>", byte_fallback=True))
    library.normalizer, library.pre_tokenizer = normalizers.NFKC(), pre_tokenizers.ByteLevel()
    assert BPETokenizer.from_bytes("x.json", library.to_str().encode()).encode("ﷺ").tokens
