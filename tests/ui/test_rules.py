import pytest

from bpe_core import PROFILES, BPEConfig
from bpe_core.config import RULES
from bpe_ui.visit.drafts.rules import (
    after_choice,
    config_of,
    draft_of,
    is_asked,
    new_draft,
    profile_of,
    rules_title,
)


def test_every_option_is_explained_in_one_line():
    for rule in RULES.values():
        for option in getattr(rule, "options", {}).values():
            assert 10 <= len(option.explanation) <= 110
            assert "\n" not in option.explanation
            assert option.explanation.endswith(".")


@pytest.mark.parametrize("name", PROFILES)
def test_the_rules_of_a_profile_are_recognized_whatever_the_limits(name):
    draft = draft_of(PROFILES[name].config) | {"max_merges": 5, "vocab_size": 100}

    assert profile_of(config_of(draft)) == name


@pytest.mark.parametrize(
    ("profile", "changes", "title"),
    [
        ("hf_course", {"max_merges": 5}, "Hugging Face course rules"),
        ("hf_course", {"tie_break": "longest_token"}, "HF course + longest token"),
        ("textbook", {"pre_tokenizer": "gpt2"}, "Textbook + words cut by “GPT-2 pattern”"),
        ("textbook", {"unknown": "drop"}, "custom rules"),
    ],
)
def test_a_mixture_is_named_by_its_profile_and_what_is_not(profile, changes, title):
    config = config_of(draft_of(PROFILES[profile].config) | changes)

    assert rules_title(config) == title
    assert profile_of(config) == (profile if title == PROFILES[profile].title else None)


def test_what_another_choice_no_longer_allows_falls_back_and_is_not_asked():
    draft = draft_of(BPEConfig(alphabet="bytes", base_vocabulary="all_bytes", id_order="byte_value"))
    assert is_asked("base_vocabulary", draft)

    after = after_choice(draft, "alphabet", "characters")

    assert (after["base_vocabulary"], after["id_order"]) == ("seen", "code_point")
    assert not is_asked("base_vocabulary", after)
    assert not is_asked("tie_seed", after)
    assert (
        after_choice(draft | {"alphabet": "characters", "unknown": "bytes"}, "alphabet", "bytes")["unknown"]
        == "keep"
    )


def test_what_was_typed_is_there_again_once_it_has_a_say_again():
    draft = draft_of(BPEConfig(tie_break="random", tie_seed=5, unknown="unk", unk_token="<unk>"))

    after = after_choice(after_choice(draft, "tie_break", "first_seen"), "unknown", "keep")
    again = new_draft(config_of(after), after)

    assert config_of(after) == BPEConfig()
    assert (again["tie_seed"], after_choice(again, "unknown", "unk")["unk_token"]) == (5, "<unk>")
    assert new_draft(BPEConfig(unknown="unk", unk_token="[UNK]"), again)["unk_token"] == "[UNK]"
