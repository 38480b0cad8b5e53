"""BPEConfig: every invalid value and impossible combination is refused in one sentence."""

import pickle
from dataclasses import replace
from typing import Any

import pytest

from bpe_core import BPEConfig
from bpe_core.errors import ConfigError

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"normalizers": ("upper",)}, "`normalizers` must be one of 'lowercase', 'nfc', "),
    ({"normalizers": "nfc"}, "`normalizers` must be a tuple of strings, got 'nfc'."),
    ({"normalizers": ("nfc",) * 21}, "`normalizers` has 21 entries; at most 20 are allowed."),
    ({"pre_tokenizer": "pattern"}, "The pre-tokenizer 'pattern' needs a pattern."),
    ({"pre_tokenizer": "pattern", "pattern": "("}, "is not a regular expression"),
    ({"pre_tokenizer": "pattern", "pattern": "a" * 1001}, "1 to 1,000 characters, got 1,001 characters."),
    ({"pattern": 3}, "`pattern` must be a string or None, got 3."),
    ({"alphabet": ["bytes"]}, "`alphabet` must be one of 'characters', 'bytes', got ['bytes']."),
    (
        {"word_boundary": "end_symbol", "boundary_marker": ""},
        "`boundary_marker` must have 1 to 20 ",
    ),
    ({"tie_seed": -1}, "`tie_seed` must be an integer >= 0, got -1."),
    ({"count_overlaps": 1}, "`count_overlaps` must be True or False, got 1."),
    ({"min_frequency": 1.5}, "`min_frequency` must be an integer >= 0, got 1.5."),
    ({"max_merges": 10**5000}, "an integer of at most 30 digits, got a number of more than 30 digits."),
    ({"base_vocabulary": "all_bytes"}, "needs the `alphabet` 'bytes'."),
    ({"special_tokens": ("a", "a")}, "`special_tokens` must not repeat a token"),
    ({"special_tokens": ("",)}, "`special_tokens` must have 1 to 200 characters, got ''."),
    *(
        ({field: value}, f"`{field}` contains the lone surrogate U+D800 at character 2")
        for field, value in {
            "special_tokens": ("a\ud800",),
            "unk_token": "a\ud800",
            "boundary_marker": "a\ud800",
            "pattern": "[\ud800]",
        }.items()
    ),
    ({"special_tokens": tuple(map(str, range(10_001)))}, "has 10,001 entries; at most 10,000 are allowed."),
    (
        {"special_tokens": tuple(f"{number:0200}" for number in range(1_001))},
        "`special_tokens` has 200,200 characters in all; at most 200,000 are allowed.",
    ),
    *(
        ({"special_tokens": ("[CLS]", "[SEP]"), "template": template}, f"[CLS] $A [SEP]', got '{template}'.")
        for template in ("[CLS]", "$A $A", "$A [UNK]", "[CLS]$A")
    ),
    ({"template": ""}, "`template` must have 1 to 1,000 characters, got ''."),
    ({"unknown": "unk"}, "needs an `unk_token`"),
    ({"unknown": "bytes", "alphabet": "bytes"}, "`unknown` 'bytes' needs the `alphabet` 'characters'."),
    ({"unknown": "bytes", "special_tokens": ("<s>", "<0x0A>")}, "needs <0x0A> for a byte; it must be no "),
]


@pytest.mark.parametrize(("change", "message"), WRONG, ids=[message for _, message in WRONG])
def test_an_invalid_rule_is_refused_with_what_is_allowed(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError) as refusal:
        BPEConfig(**change)
    assert message in str(refusal.value)


def test_configs_are_hashable_picklable_and_vary_by_replace() -> None:
    config = BPEConfig(normalizers=["nfc", "lowercase"], special_tokens=["<s>"])  # type: ignore[arg-type]
    assert config.normalizers == ("nfc", "lowercase")
    assert pickle.loads(pickle.dumps(config)) == config
    assert hash(replace(config, tie_seed=0)) == hash(config)
    assert replace(config, max_merges=5) != config


def test_as_many_special_tokens_as_the_largest_published_tokenizers_have_are_allowed() -> None:
    tokens = tuple(f"<unused{number}>" for number in range(6_242))
    assert BPEConfig(special_tokens=tokens).special_tokens == tokens
