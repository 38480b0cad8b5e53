"""The profiles: what each sets, and that the table in one place says the same as the configs."""

import pytest

from bpe_core.profiles import PROFILES, Profile

EACH_PROFILE = pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))


@EACH_PROFILE
def test_a_profile_explains_itself_in_whole_sentences_and_says_what_it_was_compared_with(
    profile: Profile,
) -> None:
    assert PROFILES[profile.name] is profile
    for text in (profile.description, profile.differences or "None."):
        assert text.endswith(".")
        assert text == " ".join(text.split())
    assert profile.title
    assert profile.library
    assert profile.proved_by in ("live", "recorded", "compared")
    assert bool(profile.version) == (profile.proved_by != "compared")  # tutorials have no versions


def test_the_profiles_that_can_be_proved_live_are_those_of_the_installed_library() -> None:
    live = {name: profile.library for name, profile in PROFILES.items() if profile.proved_by == "live"}
    assert live == dict.fromkeys(["hf_tokenizers", "hf_byte_level"], "tokenizers")


def test_special_tokens_take_the_first_ids_where_the_library_has_any() -> None:
    special_tokens = {name: profile.config.special_tokens for name, profile in PROFILES.items()}
    assert {name: tokens for name, tokens in special_tokens.items() if tokens} == {
        "hf_course_wordpiece": ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"),
        "hf_tokenizers": ("<unk>",),
        "sentencepiece": ("<unk>", "<s>", "</s>"),
        "cs336": ("<|endoftext|>",),
    }
    assert PROFILES["hf_course"].config.unk_token == "[UNK]"  # which has no id
