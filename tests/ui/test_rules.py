import pytest

from bpe_core import PROFILES, TIE_BREAKS
from bpe_core import config as core
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_ui.setup.rules import RULE_FIELDS, config_of, draft_of, profile_of, title_of


@pytest.mark.parametrize(
    ("field", "allowed"),
    [
        ("normalizers", NORMALIZERS),
        ("pre_tokenizer", PRE_TOKENIZERS),
        ("alphabet", core.ALPHABETS),
        ("word_boundary", core.WORD_BOUNDARIES),
        ("base_vocabulary", core.BASE_VOCABULARIES),
        ("id_order", core.ID_ORDERS),
        ("tie_break", TIE_BREAKS),
        ("unknown", core.UNKNOWN_POLICIES),
        ("count_overlaps", (True, False)),
    ],
)
def test_every_option_that_the_core_allows_can_be_chosen(field, allowed):
    assert sorted(RULE_FIELDS[field].titles(), key=str) == sorted(allowed, key=str)


def test_every_option_is_explained_in_one_line():
    for choice in RULE_FIELDS.values():
        for option in choice.options:
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
        ("hf_course", {"tie_break": "longest_token"}, "Hugging Face course rules + longest token"),
        ("textbook", {"pre_tokenizer": "gpt2"}, "Textbook + words cut by “GPT-2 pattern”"),
        ("textbook", {"unknown": "drop"}, "custom rules"),
    ],
)
def test_a_mixture_is_named_by_its_profile_and_what_is_not(profile, changes, title):
    config = config_of(draft_of(PROFILES[profile].config) | changes)

    assert title_of(config) == title
    assert profile_of(config) == (profile if title == PROFILES[profile].title else None)


def test_a_pattern_that_is_kept_but_not_used_changes_no_rule():
    draft = draft_of(PROFILES["hf_course"].config) | {"pattern": "("}

    assert config_of(draft) == PROFILES["hf_course"].config
