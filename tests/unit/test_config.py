"""BPEConfig: every invalid value and impossible combination is refused in one sentence."""

import pickle
from dataclasses import replace
from typing import Any

import pytest

from bpe_core import BPEConfig
from bpe_core.errors import ConfigError

WRONG: list[tuple[dict[str, Any], str]] = [
    ({"normalizers": ("upper",)}, "normalizers is 'upper'; allowed are 'lowercase'"),
    ({"normalizers": "nfc"}, "normalizers is 'nfc'; a tuple of strings"),
    ({"pre_tokenizer": "bert"}, "pre_tokenizer is 'bert'; allowed are 'whitespace'"),
    ({"pre_tokenizer": "pattern"}, "needs a pattern"),
    ({"pre_tokenizer": "pattern", "pattern": "("}, "is not a regular expression"),
    ({"pre_tokenizer": "pattern", "pattern": "a" * 1001}, "has 1,001 characters; at most 1,000"),
    ({"pattern": 3}, "a regular expression in a string"),
    ({"alphabet": ["bytes"]}, "alphabet is ['bytes']; allowed are"),
    ({"normalizers": "a" * 10_000}, "aaa...; a tuple of strings"),
    ({"alphabet": "runes"}, "alphabet is 'runes'; allowed are 'characters', 'bytes'"),
    ({"word_boundary": "both"}, "word_boundary is 'both'"),
    ({"word_boundary": "end_symbol", "boundary_marker": ""}, "boundary_marker has ''"),
    ({"tie_break": "coin"}, "tie_break is 'coin'; allowed are 'first_seen'"),
    ({"tie_seed": -1}, "tie_seed is -1; a whole number from 0 on"),
    ({"count_overlaps": 1}, "count_overlaps is 1; True or False"),
    ({"min_frequency": -1}, "min_frequency is -1"),
    ({"min_frequency": 1.5}, "min_frequency is 1.5"),
    ({"max_merges": 0}, "max_merges is 0; a whole number from 1 on is allowed, or None for no limit"),
    ({"max_merges": 10**5000}, "max_merges is a number of more than 30 digits; a whole number"),
    ({"tie_seed": -(10**5000)}, "tie_seed is a number of more than 30 digits; a whole number"),
    ({"max_merges": True}, "max_merges is True"),
    ({"vocab_size": 0}, "vocab_size is 0"),
    ({"vocab_size": "50"}, "vocab_size is '50'"),
    ({"base_vocabulary": "all_bytes"}, "needs the alphabet 'bytes'"),
    ({"id_order": "byte_value"}, "needs the alphabet 'bytes'"),
    ({"special_tokens": ("a", "a")}, "each token may stand in it once"),
    ({"special_tokens": ("",)}, "special_tokens has ''"),
    ({"special_tokens": ("\ud800",)}, "special_tokens has '\\ud800'; a lone surrogate"),
    ({"unk_token": "\ud800"}, "unk_token has '\\ud800'; a lone surrogate"),
    ({"boundary_marker": "\ud800"}, "boundary_marker has '\\ud800'; a lone surrogate"),
    ({"pattern": "[\ud800]"}, "pattern has '[\\ud800]'; a lone surrogate"),
    ({"special_tokens": tuple(map(str, range(10_001)))}, "has 10,001 entries; at most 10,000 are allowed"),
    (
        {"special_tokens": tuple(f"{number:0200}" for number in range(1_001))},
        "special_tokens has 200,200 characters in all; at most 200,000 are allowed",
    ),
    ({"normalizers": ("nfc",) * 21}, "normalizers has 21 entries; at most 20 are allowed"),
    ({"unknown": "unk"}, "unk_token is None; name the token"),
    ({"unknown": "guess"}, "unknown is 'guess'"),
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


@pytest.mark.parametrize(
    ("style", "given", "marker"),
    [
        ("none", None, ""),
        ("none", "</w>", ""),
        ("end_symbol", None, "</w>"),
        ("end_suffix", "_", "_"),
        ("start_prefix", None, "▁"),
    ],
)
def test_the_marker_follows_the_style_unless_it_is_given(style: str, given: str | None, marker: str) -> None:
    assert BPEConfig(word_boundary=style, boundary_marker=given).marker == marker
