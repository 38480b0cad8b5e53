"""The live proof: the installed tokenizers library, trained on the same corpus with the same rules."""

import sys
from dataclasses import replace

import pytest
import tokenizers

from bpe_core import PROFILES, BPEConfig, BPEStepper, Corpus
from bpe_core.errors import ComparisonError
from bpe_core.studies.library_proof import Difference, IdDifference, Proof, cannot_prove, prove
from tests.golden.corpora import TEXTS

CHARACTERS = PROFILES["hf_tokenizers"].config
BYTES = PROFILES["hf_byte_level"].config
HUG_COUNTS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def trained(corpus: Corpus, config: BPEConfig, merges: int | None = None) -> BPEStepper:
    stepper = BPEStepper(corpus, config)
    stepper.run(merges)
    return stepper


@pytest.mark.parametrize("name", ["english", "fox", "program", "hindi", "emoji", "ties_abcd", "hug_pug_pun"])
@pytest.mark.parametrize("config", [CHARACTERS, BYTES], ids=["characters", "bytes"])
def test_the_library_learns_the_same_merges_and_ids(name: str, config: BPEConfig) -> None:
    stepper = trained(Corpus.from_text(TEXTS[name]), config, 300)
    merges = stepper.known_merges
    assert merges > 0
    proof = Proof("tokenizers", tokenizers.__version__, merges, merges, None, None)
    assert prove(stepper) == proof
    assert proof.is_equal


@pytest.mark.parametrize("alphabet", ["characters", "bytes"])
@pytest.mark.parametrize(
    "rules",
    [
        {"pre_tokenizer": "words_and_punctuation"},
        {"pre_tokenizer": "gpt2"},
        {"pre_tokenizer": "gpt4"},
        {"pre_tokenizer": "metaspace"},
        {"pre_tokenizer": "none"},
        {"pre_tokenizer": "pattern", "pattern": r"\p{L}+|\p{N}"},
        {"normalizers": ("lowercase",)},
        {"normalizers": ("nfd", "strip_accents")},
        {"normalizers": ("nfkc",), "min_frequency": 3},
        {"special_tokens": ("the", "fox", "é")},
    ],
    ids=repr,
)
def test_it_normalizes_and_cuts_a_text_as_the_library_has(alphabet: str, rules: dict) -> None:  # type: ignore[type-arg]
    config = BPEConfig(tie_break="smallest_ids", alphabet=alphabet, **rules)
    corpus = Corpus.from_documents([TEXTS["fox"], TEXTS["accents_composed"], TEXTS["digits"]])
    assert cannot_prove(config, corpus) == ""
    proof = prove(trained(corpus, config, 200))
    assert proof.merges > 50
    assert proof.is_equal


@pytest.mark.parametrize(
    "config",
    [
        CHARACTERS,
        BYTES,
        replace(CHARACTERS, pre_tokenizer="spaces", normalizers=("strip_accents",)),  # nothing is cut
        replace(CHARACTERS, special_tokens=("ug",)),
        replace(CHARACTERS, unknown="bytes"),
    ],
)
def test_words_that_are_already_cut_are_given_to_the_library_one_by_one(config: BPEConfig) -> None:
    corpus = Corpus.from_word_counts({**HUG_COUNTS, "two words": 3, "é": 2})
    assert cannot_prove(config, corpus) == ""
    proof = prove(trained(corpus, config))
    assert proof.is_equal
    assert proof.merges > 5


def test_all_merges_known_are_proved_wherever_the_stepper_stands() -> None:
    stepper = trained(Corpus.from_word_counts(HUG_COUNTS), CHARACTERS)
    stepper.goto(2)
    assert prove(stepper).merges == stepper.known_merges == 7
    assert stepper.position == 2


def test_a_merge_of_ones_own_is_the_first_difference() -> None:
    stepper = BPEStepper(Corpus.from_word_counts(HUG_COUNTS), CHARACTERS)
    stepper.run(2)
    stepper.step(("p", "un"))  # the rule takes h + ug, 15 times
    proof = prove(stepper)
    assert proof.first_difference == Difference(rank=2, ours=("p", "un"), theirs=("h", "ug"))
    assert proof.first_id_difference == IdDifference("pun", ours=10, theirs=None)
    assert not proof.is_equal


def test_a_text_that_the_library_cuts_otherwise_is_a_difference() -> None:
    # U+001C ends a word here. There it is a character, numbered before a, and the word goes on after it.
    proof = prove(trained(Corpus.from_text("ab\x1cab ab"), CHARACTERS))
    assert (proof.merges, proof.merges_there, proof.first_difference) == (1, 1, None)
    assert proof.first_id_difference == IdDifference("a", ours=1, theirs=2)
    proof = prove(trained(Corpus.from_text("a\x1cb a\x1cb ab"), CHARACTERS))
    assert proof.first_difference == Difference(rank=0, ours=("a", "b"), theirs=("\x1c", "b"))


def test_the_library_is_asked_for_as_many_merges_though_its_base_is_another() -> None:
    stepper = trained(Corpus.from_text("ab\x1cab ab " * 3 + TEXTS["fox"]), CHARACTERS, 50)
    proof = prove(stepper)
    assert (proof.merges, proof.merges_there) == (50, 50)
    assert not proof.ids_equal


def test_a_text_that_looks_like_a_special_token_is_compared_as_it_is_written() -> None:
    config = replace(CHARACTERS, special_tokens=("<unk>", "[ab]"))
    stepper = trained(Corpus.from_word_counts({"<un": 3, "k>": 2, "[a": 2}), config)
    assert prove(stepper).is_equal


@pytest.mark.parametrize("name", PROFILES)
def test_exactly_the_profiles_that_say_so_can_be_proved(name: str) -> None:
    corpus, profile = Corpus.from_text(TEXTS["fox"]), PROFILES[name]
    reason = cannot_prove(profile.config, corpus)
    assert (reason == "") is (profile.proved_by == "live")
    if reason:
        with pytest.raises(ComparisonError) as raised:
            prove(trained(corpus, profile.config, 3))
        assert str(raised.value) == reason


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"tie_break": "first_seen"}, "smallest ids; these rules have “First seen”"),
        ({"word_boundary": "end_symbol"}, "boundary marker"),
        ({"count_overlaps": False}, "twice in aaa"),
        ({"alphabet": "bytes", "id_order": "byte_value"}, "by value"),
        ({"pre_tokenizer": "spaces"}, "'spaces'"),
        ({"pre_tokenizer": "sentencepiece"}, "'sentencepiece'"),
        ({"normalizers": ("strip_accents",)}, "Strip accents"),
        ({"pre_tokenizer": "pattern", "pattern": r"(?r)\w+"}, "read differently"),
    ],
)
def test_rules_that_the_library_does_not_have_are_named(changes: dict, words: str) -> None:  # type: ignore[type-arg]
    reason = cannot_prove(replace(CHARACTERS, **changes), Corpus.from_text("hug"))
    assert words in reason
    assert reason.endswith(".")


def test_a_corpus_that_is_too_large_is_refused_with_both_numbers() -> None:
    corpus = Corpus.from_word_counts({"ab": 2_500_001})
    assert cannot_prove(CHARACTERS, corpus) == (
        "The corpus has 5,000,002 characters; the tokenizers library is trained on at most 5,000,000 here."
    )


def test_words_that_are_too_long_for_the_library_are_refused() -> None:
    text = "ab" * 50_001
    whole = replace(CHARACTERS, pre_tokenizer="none")
    assert "100,002 symbols" in cannot_prove(whole, Corpus.from_text(text))
    assert cannot_prove(whole, Corpus.from_text(text[:100_000])) == ""
    stepper = trained(Corpus.from_text(text), CHARACTERS, 1)  # known only once the words are counted
    assert cannot_prove(CHARACTERS, stepper.corpus) == ""
    with pytest.raises(ComparisonError, match="100,002 symbols"):
        prove(stepper)


def test_without_the_library_there_is_a_sentence_and_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    corpus = Corpus.from_text("hug")
    assert cannot_prove(CHARACTERS, corpus) == "The tokenizers library is not installed here."
    with pytest.raises(ComparisonError, match="not installed"):
        prove(trained(corpus, CHARACTERS))


@pytest.mark.parametrize(
    ("text", "rules", "reason"),
    [
        ("ΟΔΟΣ ΟΔΟΣ οδος οδος ΣΑΣ ΣΑΣ", {"normalizers": ("lowercase",)}, "The corpus has Σ:"),
        ("ab\x1cab ab\x1cab cd", {}, "The corpus has control characters U+001C to U+001F:"),
        (
            "Ab Ab ab Abc",
            {"normalizers": ("lowercase",), "special_tokens": ("a",), "unknown": "drop", "unk_token": None},
            "The special token 'a' is written like a symbol of the corpus:",
        ),
        ("hug pug hug", {}, ""),
    ],
)
def test_a_known_reason_for_a_difference_is_told(text, rules, reason):
    proof = prove(trained(Corpus.from_text(text), replace(CHARACTERS, **rules)))
    assert proof.is_equal == (not reason)
    assert proof.reason.startswith(reason)
    assert bool(proof.reason) == bool(reason)
