"""The profiles: what each sets, and that the table in one place says the same as the configs."""

from dataclasses import FrozenInstanceError
from datetime import date

import pytest

from bpe_core.config import BPEConfig
from bpe_core.profiles import PROFILES, Profile

# One row a library: what it cuts text by, its symbols, word boundary, tie-break, minimum frequency,
# unknown symbols, base vocabulary, id order.
TABLE = {
    "textbook": ("whitespace", "characters", "end_symbol", "first_seen", 0, "keep", "seen", "code_point"),
    "textbook_lowercase": (
        "whitespace", "characters", "end_symbol", "first_seen", 0, "keep", "seen", "code_point",
    ),
    "hf_course": ("whitespace", "characters", "none", "first_seen", 0, "unk", "seen", "code_point"),
    "gpt2_course": ("gpt2", "bytes", "none", "first_seen", 0, "keep", "seen", "code_point"),
    "hf_tokenizers": ("whitespace", "characters", "none", "smallest_ids", 0, "unk", "seen", "code_point"),
    "hf_byte_level": ("gpt2", "bytes", "none", "smallest_ids", 0, "keep", "all_bytes", "code_point"),
    "subword_nmt": ("spaces", "characters", "end_suffix", "greatest_pair", 2, "keep", "seen", "code_point"),
    "sentencepiece": (
        "sentencepiece", "characters", "none", "shortest_token", 0, "unk", "seen", "code_point",
    ),
    "minbpe_basic": ("none", "bytes", "none", "first_seen", 0, "keep", "all_bytes", "byte_value"),
    "minbpe_regex": ("gpt4", "bytes", "none", "first_seen", 0, "keep", "all_bytes", "byte_value"),
    "tiktoken_educational": ("gpt2", "bytes", "none", "first_seen", 0, "keep", "all_bytes", "byte_value"),
    "rustbpe": ("gpt4", "bytes", "none", "smallest_ids", 0, "keep", "all_bytes", "byte_value"),
    "cs336": ("gpt2", "bytes", "none", "greatest_pair", 0, "keep", "all_bytes", "code_point"),
}  # fmt: skip

EACH_PROFILE = pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))


def test_there_is_a_profile_for_every_library_and_tutorial_in_the_table() -> None:
    assert list(PROFILES) == list(TABLE)


@EACH_PROFILE
def test_a_profile_sets_the_rules_of_its_library(profile: Profile) -> None:
    config = profile.config
    assert TABLE[profile.name] == (
        config.pre_tokenizer,
        config.alphabet,
        config.word_boundary,
        config.tie_break,
        config.min_frequency,
        config.unknown,
        config.base_vocabulary,
        config.id_order,
    )


@EACH_PROFILE
def test_a_profile_leaves_the_limits_to_the_run(profile: Profile) -> None:
    assert profile.config.max_merges is None
    assert profile.config.vocab_size is None


@EACH_PROFILE
def test_every_profile_counts_overlaps_as_all_these_libraries_do(profile: Profile) -> None:
    assert profile.config.count_overlaps


@EACH_PROFILE
def test_a_profile_is_filed_under_its_own_name(profile: Profile) -> None:
    assert PROFILES[profile.name] is profile


@EACH_PROFILE
def test_a_profile_explains_itself_in_whole_sentences(profile: Profile) -> None:
    for text in (profile.description, profile.differences or "None."):
        assert text.endswith(".")
        assert text == " ".join(text.split())
    assert profile.title
    assert profile.imitates


@EACH_PROFILE
def test_a_profile_says_what_it_was_held_against_and_when(profile: Profile) -> None:
    assert profile.library
    assert date(2026, 11, 1) <= date.fromisoformat(profile.proved_on) <= date(2030, 1, 1)
    assert profile.proved_by in ("live", "recorded", "compared")
    assert bool(profile.version) == (profile.proved_by != "compared")  # tutorials have no versions
    assert bool(profile.proof) == (profile.proved_by == "compared")


def test_the_profiles_that_can_be_proved_live_are_those_of_the_installed_library() -> None:
    live = {name for name, profile in PROFILES.items() if profile.proved_by == "live"}
    assert live == {"hf_tokenizers", "hf_byte_level"}
    assert {PROFILES[name].library for name in live} == {"tokenizers"}


def test_no_two_profiles_have_the_same_title() -> None:
    assert len({profile.title for profile in PROFILES.values()}) == len(PROFILES)


def test_no_two_profiles_have_the_same_rules() -> None:
    configs = [profile.config for profile in PROFILES.values()]
    assert len(set(configs)) == len(configs)


def test_special_tokens_take_the_first_ids_where_the_library_has_any() -> None:
    special_tokens = {name: profile.config.special_tokens for name, profile in PROFILES.items()}
    assert {name: tokens for name, tokens in special_tokens.items() if tokens} == {
        "hf_tokenizers": ("<unk>",),
        "sentencepiece": ("<unk>", "<s>", "</s>"),
        "cs336": ("<|endoftext|>",),
    }


def test_only_the_lower_case_textbook_normalizes() -> None:
    normalized = {name: profile.config.normalizers for name, profile in PROFILES.items()}
    assert {name for name, normalizers in normalized.items() if normalizers} == {"textbook_lowercase"}
    assert normalized["textbook_lowercase"] == ("lowercase",)


def test_the_unknown_token_of_the_course_has_no_id() -> None:
    config = PROFILES["hf_course"].config
    assert config.unk_token == "[UNK]"
    assert "[UNK]" not in config.special_tokens


def test_a_profile_cannot_be_changed() -> None:
    profile = PROFILES["textbook"]
    with pytest.raises(FrozenInstanceError):
        profile.config = BPEConfig()  # type: ignore[misc]


def test_a_profile_can_be_a_dict_key() -> None:
    assert {profile: profile.name for profile in PROFILES.values()}[PROFILES["textbook"]] == "textbook"
