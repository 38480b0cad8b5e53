"""The stages of widely used files are known to be quick; a file's custom pattern is not."""

import json

import pytest
import regex
from tokenizers import Regex, decoders, normalizers, processors
from tokenizers import pre_tokenizers as cutters

from bpe_core.encoding.known_patterns import PATTERNS
from bpe_core.encoding.quick_files import QUICK_STAGE_CHARACTERS, quick_length
from tests.unit.test_hugging_face_files import CASES, LLAMA3, byte_level, split

QWEN2 = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")
GPT4O = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
DEEPSEEK = [
    r"\p{N}{1,3}",
    "[一-龥぀-ゟ゠-ヿ]+",
    "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+"
    "| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+|\\s+(?!\\S)|\\s+",
]
CLIP = r"""<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"""
TEMPLATE = processors.TemplateProcessing("<s> $A", special_tokens=[("<s>", 1)])
REAL = {
    "GPT-2": {"pre_tokenizer": byte_level(), "decoder": decoders.ByteLevel()},
    "Llama 3": {
        "pre_tokenizer": byte_level(split(LLAMA3, "isolated"), regex=False),
        "decoder": decoders.ByteLevel(),
        "post_processor": processors.Sequence([processors.ByteLevel(), TEMPLATE]),
    },
    "Qwen 2": {
        "normalizer": normalizers.NFC(),
        "pre_tokenizer": byte_level(split(QWEN2, "isolated"), regex=False),
    },
    "GPT-4o": {"pre_tokenizer": byte_level(split(GPT4O, "removed", invert=True), regex=False)},
    "DeepSeek": {
        "normalizer": normalizers.Sequence([]),
        "pre_tokenizer": byte_level(*(split(each, "isolated") for each in DEEPSEEK), regex=False),
    },
    "Llama 2": {
        "normalizer": normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]),
        "decoder": decoders.Sequence(
            [
                decoders.Replace("▁", " "),
                decoders.ByteFallback(),
                decoders.Fuse(),
                decoders.Strip(" ", 1, 0),
            ]
        ),
        "post_processor": TEMPLATE,
    },
    "Gemma": {
        "normalizer": normalizers.Replace(" ", "▁"),
        "pre_tokenizer": cutters.Split(" ", "merged_with_previous"),
    },
    "Falcon": {
        "pre_tokenizer": cutters.Sequence(
            [
                cutters.Punctuation("contiguous"),
                cutters.ByteLevel(add_prefix_space=False),
                cutters.Digits(individual_digits=False),
                split("[0-9][0-9][0-9]", "isolated"),
            ]
        )
    },
    "CLIP": {
        "normalizer": normalizers.Sequence(
            [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()]
        ),
        "pre_tokenizer": byte_level(split(CLIP, "removed", invert=True)),
    },
    "BERT-like": {
        "normalizer": normalizers.BertNormalizer(),
        "pre_tokenizer": cutters.BertPreTokenizer(),
        "decoder": decoders.WordPiece(),
    },
    "Metaspace": {"pre_tokenizer": cutters.Metaspace(), "decoder": decoders.Metaspace()},
}


def quick(added_tokens: object = None, **stages: object) -> int:
    written = {name: json.loads(stage.__getstate__()) for name, stage in stages.items()}
    return quick_length({**written, "added_tokens": added_tokens})


@pytest.mark.parametrize("name", REAL)
def test_the_stages_of_real_models_are_quick_for_a_long_text(name):
    assert quick(**REAL[name]) >= 60_000


def test_the_more_a_file_makes_of_a_character_the_shorter_is_a_quick_text():
    assert quick(normalizer=normalizers.Prepend("▁")) == QUICK_STAGE_CHARACTERS // 2
    assert quick(**REAL["Qwen 2"]) == QUICK_STAGE_CHARACTERS // 12
    assert quick(decoder=decoders.Replace("a", "bb")) == QUICK_STAGE_CHARACTERS // 2


@pytest.mark.parametrize(
    "stages",
    [
        {"pre_tokenizer": split("(?:a|a){20}(?<=b)", "isolated")},
        {"pre_tokenizer": split(rf"{LLAMA3}|(a+)+$", "isolated")},
        {"normalizer": normalizers.Sequence([normalizers.Replace(Regex(r"\s+$"), "")])},
        {"decoder": decoders.Replace(Regex("(a+)+$"), "")},
        {"normalizer": normalizers.Replace("a" * 101, "b")},
        {"pre_tokenizer": cutters.Split("a" * 101, "removed")},
        {"normalizer": normalizers.Sequence([normalizers.NFC()] * 7)},
        {"added_tokens": [{"content": "a" * 501}]},
        {"added_tokens": [{"content": "a"}] * 20_001},
        # The library may panic.
        {"normalizer": normalizers.Prepend("")},
        {"decoder": decoders.Strip(" ", 1, 1)},
        {"pre_tokenizer": cutters.FixedLength(0)},
        {"post_processor": processors.TemplateProcessing("$B", special_tokens=[])},
        {"post_processor": processors.Sequence([TEMPLATE, TEMPLATE])},
        {"added_tokens": [{"content": "<mask>", "lstrip": True}, {"content": " a"}]},
    ],
)
def test_what_a_file_says_by_itself_is_not_known_to_be_quick(stages):
    assert quick(**stages) == 0


@pytest.mark.parametrize(
    "root",
    [
        {"normalizer": {"type": "Digits"}},  # of another stage
        {"pre_tokenizer": {"type": ["Digits"]}},
        {"pre_tokenizer": {"pretokenizers": []}},
        {"normalizer": {"type": "Replace", "pattern": {"String": "a", "Regex": "a"}, "content": ""}},
        {"normalizer": {"type": "Replace", "pattern": "a", "content": ""}},
        {"normalizer": {"type": "Replace", "pattern": {"String": ""}, "content": "a"}},
        {"normalizer": {"type": "Sequence", "normalizers": 3}},
        {"added_tokens": [3]},
        {"added_tokens": [{"content": 3}]},
        {
            "post_processor": {
                "type": "TemplateProcessing",
                "single": [{"SpecialToken": {"id": "x"}}],
                "special_tokens": {},
            }
        },
    ],
)
def test_what_is_not_of_the_usual_form_is_not_known(root):
    assert quick_length(root) == 0


@pytest.mark.parametrize("case", CASES)
def test_a_file_stays_known_or_not_when_the_library_has_written_it_again(case):
    root = json.loads(CASES[case].to_str())
    written = {
        name: json.loads(getattr(CASES[case], name).__getstate__())
        for name in ("normalizer", "pre_tokenizer")
        if root[name]
    }
    assert quick_length(root) == quick_length({**root, **written})
    own = {"the rest removed", "contiguous", "merged with the one before", "a pattern"}
    assert (quick_length(root) == 0) == (case.partition(": ")[2] in own)


def test_no_known_pattern_matches_the_empty_text():
    # Version 1 knows a set in a set, as the library does.
    assert not any(regex.compile(pattern, regex.VERSION1).match("") for pattern in PATTERNS)
