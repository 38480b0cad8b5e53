"""The program that trains the same with the tokenizers library, run as a student would run it."""

import json
from dataclasses import replace

import pytest

from bpe_core import PROFILES, BPEConfig, BPEStepper, Corpus
from bpe_core.errors import ComparisonError
from bpe_core.studies import training_snippet as module
from bpe_core.studies.training_snippet import cannot_train, training_snippet
from tests.golden.corpora import TEXTS
from tests.ui.hostile import HOSTILE

TEXT = Corpus.from_text(TEXTS["fox"] + ' "quoted" back\\slash\té\n')
DOCUMENTS = Corpus.from_documents([TEXTS["english"][:1_000], "a </s> b", "Straße"])
COUNTS = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "b\"u'n": 4, "é\\n": 5})

PROVABLE = [name for name, profile in PROFILES.items() if not cannot_train(profile.config, TEXT)]


def assert_trains_the_same(stepper):
    names = {}
    exec(training_snippet(stepper, stepper.position), names)
    root = json.loads(names["tokenizer"].to_str())
    tokenizer = stepper.tokenizer()
    plain = tokenizer.parts.plain_tokens
    assert [tuple(pair) for pair in root["model"]["merges"]] == [
        (plain[left], plain[right]) for left, right in tokenizer.merges
    ]
    assert root["model"]["vocab"] == {plain[token]: number for token, number in tokenizer.vocab.items()}


@pytest.mark.parametrize("profile", PROVABLE)
@pytest.mark.parametrize(
    "corpus",
    [TEXT, DOCUMENTS, COUNTS, Corpus.from_documents([text[:100] for text in HOSTILE])],
    ids=["text", "documents", "counts", "hostile"],
)
def test_the_program_learns_the_same_merges_and_ids(profile, corpus):
    stepper = BPEStepper(corpus, PROFILES[profile].config)
    stepper.run(60)
    stepper.goto(stepper.known_merges // 2)
    assert_trains_the_same(stepper)


@pytest.mark.parametrize(
    "rules",
    [
        {"pre_tokenizer": "gpt4", "alphabet": "bytes"},
        {"pre_tokenizer": "gpt4o", "alphabet": "bytes"},
        {"pre_tokenizer": "qwen2", "digits": "from_right"},
        {"digits": "single"},
        {"pre_tokenizer": "metaspace", "normalizers": ("nfd", "strip_accents", "lowercase")},
        {"pre_tokenizer": "pattern", "pattern": r"\p{L}+|[^\"]", "special_tokens": ("</s>", "<unk>")},
        {"pre_tokenizer": "none", "min_frequency": 2, "max_token_length": 4},
        {"limit_alphabet": 20},
        {"unknown": "bytes", "special_tokens": ("</s>",)},
    ],
)
def test_it_normalizes_and_cuts_as_these_rules_do(rules):
    stepper = BPEStepper(DOCUMENTS, BPEConfig(tie_break="smallest_ids", **rules))
    stepper.run(60)
    assert_trains_the_same(stepper)


def test_a_large_text_is_read_from_a_file(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_CHARACTERS", 10)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "corpus.txt").write_bytes(str(TEXT.documents[0]).encode())
    stepper = BPEStepper(TEXT, PROFILES["hf_byte_level"].config)
    stepper.run(30)
    assert_trains_the_same(stepper)


@pytest.mark.parametrize(
    ("corpus", "rules", "reason"),
    [
        (TEXT, {"tie_break": "first_seen"}, "always takes the tied pair with the smallest ids"),
        (COUNTS, {}, "The words have more than 10 characters in all"),
        (DOCUMENTS, {}, "is several documents or holds special tokens"),
    ],
)
def test_where_there_is_no_such_program_the_reason_is_said(corpus, rules, reason, monkeypatch):
    monkeypatch.setattr(module, "MAX_CHARACTERS", 10)
    stepper = BPEStepper(corpus, replace(PROFILES["hf_tokenizers"].config, **rules))
    with pytest.raises(ComparisonError, match=reason):
        training_snippet(stepper, 1)


@pytest.mark.parametrize("name", PROFILES)
def test_exactly_the_profiles_that_say_so_are_proved_with_the_library(name):
    profile = PROFILES[name]
    assert (cannot_train(profile.config, TEXT) == "") is (profile.proved_by == "live")


@pytest.mark.parametrize(
    "rules",
    [
        {"tie_break": "first_seen"},
        {"word_boundary": "end_symbol"},
        {"count_overlaps": False},
        {"alphabet": "bytes", "id_order": "byte_value"},
        {"pre_tokenizer": "sentencepiece"},
        {"normalizers": ("strip_accents",)},
        {"pre_tokenizer": "pattern", "pattern": r"(?r)\w+"},
    ],
)
def test_rules_that_the_library_does_not_have_are_refused(rules):
    assert cannot_train(replace(PROFILES["hf_tokenizers"].config, **rules), TEXT).endswith(".")
