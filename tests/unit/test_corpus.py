"""Corpora: what they accept, what they refuse with which words, and what they count."""

import pickle
from collections import Counter, OrderedDict
from unittest import mock

import numpy as np
import pytest

from bpe_core.config import BPEConfig
from bpe_core.corpus import counting
from bpe_core.corpus.corpus import MAX_CHARACTERS, Corpus
from bpe_core.errors import ConfigError, CorpusError, PatternTimeoutError, TextError

COURSE = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


# ---- what a corpus holds


def test_a_text_is_one_document() -> None:
    corpus = Corpus.from_text("hug pug\nhug")
    assert (corpus.kind, corpus.documents, corpus.word_counts) == ("text", ("hug pug\nhug",), {})
    assert corpus.characters == 11


def test_documents_are_given_back_from_any_iterable() -> None:
    corpus = Corpus.from_documents(line for line in ["hug", "", "pug"])
    assert (corpus.kind, corpus.documents, corpus.word_counts) == ("documents", ("hug", "", "pug"), {})
    assert corpus.characters == 6


def test_word_counts_are_given_back_in_their_order() -> None:
    corpus = Corpus.from_word_counts(COURSE)
    assert (corpus.kind, corpus.documents) == ("word_counts", ())
    assert list(corpus.word_counts.items()) == list(COURSE.items())
    assert Corpus.from_word_counts(corpus.word_counts) == corpus


def test_a_word_counts_its_characters_as_often_as_it_occurs() -> None:
    assert Corpus.from_word_counts({"hug": 10, "hugs": 5}).characters == 3 * 10 + 4 * 5


def test_repeated_words_add_up_at_their_first_place() -> None:
    corpus = Corpus.from_word_counts([("hug", 1), ["pug", 5], ("hug", 2)])
    assert corpus.entries == (("hug", 3), ("pug", 5))


@pytest.mark.parametrize(
    "counts", [Counter(COURSE), OrderedDict(COURSE), {w: np.int64(c) for w, c in COURSE.items()}]
)
def test_other_mappings_and_numpys_integers_are_welcome(counts: dict[str, int]) -> None:
    corpus = Corpus.from_word_counts(counts)
    assert corpus == Corpus.from_word_counts(COURSE)
    assert all(type(count) is int for count in corpus.word_counts.values())


def test_an_empty_corpus_counts_nothing() -> None:
    for corpus in [Corpus.from_text(""), Corpus.from_documents([]), Corpus.from_word_counts({})]:
        assert corpus.characters == 0
        assert corpus.count_words(BPEConfig()) == {}


def test_a_corpus_is_equal_and_hashable_by_content() -> None:
    assert Corpus.from_text("a b") == Corpus.from_text("a b")
    assert hash(Corpus.from_text("a b")) == hash(Corpus.from_text("a b"))
    assert Corpus.from_text("a b") != Corpus.from_documents(["a b"])
    assert Corpus.from_word_counts([("a", 1), ("b", 1)]) != Corpus.from_word_counts([("b", 1), ("a", 1)])


@pytest.mark.parametrize(
    "corpus", [Corpus.from_text("a b"), Corpus.from_documents(["a", "b"]), Corpus.from_word_counts(COURSE)]
)
def test_a_corpus_survives_pickling(corpus: Corpus) -> None:
    assert corpus.characters > 0
    assert pickle.loads(pickle.dumps(corpus)) == corpus


def test_a_corpus_cannot_be_changed() -> None:
    corpus = Corpus.from_word_counts(COURSE)
    with pytest.raises(AttributeError):
        corpus.kind = "text"  # type: ignore[misc]
    corpus.word_counts["hug"] = 99
    assert corpus.word_counts["hug"] == 10


def test_printing_a_long_corpus_is_short() -> None:
    assert repr(Corpus.from_text("ab " * 1000)) == "<Corpus text: 1 documents, 3000 characters>"
    assert repr(Corpus.from_word_counts(COURSE)) == "<Corpus word_counts: 5 words, 113 characters>"


# ---- what is refused


@pytest.mark.parametrize("value", [None, 5, b"bytes", ["a"]])
def test_a_text_that_is_no_string_is_refused(value: object) -> None:
    with pytest.raises(CorpusError, match="a string is allowed"):
        Corpus.from_text(value)  # type: ignore[arg-type]
    with pytest.raises(CorpusError, match="a string is allowed"):
        Corpus.from_word_count_text(value)  # type: ignore[arg-type]


@pytest.mark.parametrize("value", ["one text", b"bytes", None, 5])
def test_documents_that_are_no_list_are_refused(value: object) -> None:
    with pytest.raises(CorpusError, match="a list of strings is allowed"):
        Corpus.from_documents(value)  # type: ignore[arg-type]


def test_a_document_that_is_no_string_is_named() -> None:
    with pytest.raises(CorpusError, match=r"Document 2 is 7; a string is allowed\."):
        Corpus.from_documents(["a", 7])  # type: ignore[list-item]


@pytest.mark.parametrize("value", ["hug,10", None, 5])
def test_word_counts_that_are_no_pairs_are_refused(value: object) -> None:
    with pytest.raises(CorpusError, match="pairs of word and count are allowed"):
        Corpus.from_word_counts(value)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (("pug", 0), r"The count of 'pug' \(entry 3\) must be an integer >= 1, got 0\."),
        (("pug", -5), "an integer >= 1, got -5"),
        (("pug", True), "an integer >= 1, got True"),
        (("pug", np.True_), "an integer >= 1, got"),
        (("pug", 5.0), r"an integer >= 1, got 5\.0"),
        (("pug", "5"), "an integer >= 1, got '5'"),
        (("pug", None), "an integer >= 1, got None"),
        (("", 5), r"Entry 3 has the word ''; a string that is not empty is allowed\."),
        ((5, 5), "Entry 3 has the word 5"),
        (("pug",), "Entry 3 has 1 parts; a pair of word and count is allowed"),
        (("pug", 5, 6), "Entry 3 has 3 parts"),
        ("ab", "Entry 3 is 'ab'; a pair of word and count is allowed"),
        (7, "Entry 3 is 7; a pair of word and count is allowed"),
        (("pug", 10**5000), "integer of at most 30 digits|more than 100,000,000,000,000"),
    ],
)
def test_a_bad_entry_is_named_by_its_number(entry: object, message: str) -> None:
    with pytest.raises(CorpusError, match=message):
        Corpus.from_word_counts([("a", 1), ("b", 1), entry])  # type: ignore[list-item]


def test_counts_that_would_overflow_are_refused() -> None:
    assert Corpus.from_word_counts({"ab": MAX_CHARACTERS // 2}).characters == MAX_CHARACTERS
    with pytest.raises(CorpusError, match="come to more than 100,000,000,000,000 characters"):
        Corpus.from_word_counts({"ab": MAX_CHARACTERS // 2, "c": 1})


def test_a_long_value_is_cut_short_in_the_message() -> None:
    with pytest.raises(CorpusError) as caught:
        Corpus.from_word_counts([("x" * 5000, 0)])
    assert len(str(caught.value)) < 200


def test_a_lone_surrogate_is_named_by_place_and_code_point() -> None:
    with pytest.raises(TextError, match=r"The text contains the lone surrogate U\+D83D at character 3,"):
        Corpus.from_text("ab\ud83d")
    with pytest.raises(TextError, match=r"surrogate U\+DFFF at character 1,000,003,"):
        Corpus.from_text("é" * 1_000_002 + "\udfff" + "\ud800")
    with pytest.raises(TextError, match=r"Document 2 contains the lone surrogate U\+DC00 at character 1,"):
        Corpus.from_documents(["é", "\udc00"])
    with pytest.raises(TextError, match=r"Entry 1 contains the lone surrogate U\+D800 at character 2,"):
        Corpus.from_word_counts([("a\ud800", 1)])


def test_characters_beyond_the_first_plane_are_no_surrogates() -> None:
    assert Corpus.from_text("👍").characters == 1


# ---- counting


def test_a_document_is_cut_alone() -> None:
    text = "tiktok\ntok"
    assert Corpus.from_text(text).count_words(BPEConfig(pre_tokenizer="none")) == {text: 1}
    assert Corpus.from_documents(text.split("\n")).count_words(BPEConfig(pre_tokenizer="none")) == {
        "tiktok": 1,
        "tok": 1,
    }


def test_words_come_in_the_order_of_first_occurrence() -> None:
    counts = Corpus.from_documents(["pug hug", "bun hug", "pug"]).count_words(BPEConfig())
    assert list(counts.items()) == [("pug", 2), ("hug", 2), ("bun", 1)]
    assert type(counts) is dict


def test_special_tokens_are_cut_out_before_normalizing_and_pre_tokenizing() -> None:
    config = BPEConfig(normalizers=("lowercase",), pre_tokenizer="gpt2", special_tokens=("<S>",))
    counts = Corpus.from_text("Hug<S> Pug <s>").count_words(config)
    assert counts == {"hug": 1, " pug": 1, " <": 1, "s": 1, ">": 1}


def test_metaspace_begins_each_part_around_a_special_token() -> None:
    config = BPEConfig(pre_tokenizer="metaspace", special_tokens=("<s>",))
    assert Corpus.from_text("a<s>a b").count_words(config) == {"▁a": 2, "▁b": 1}


def test_only_whitespace_counts_nothing() -> None:
    assert Corpus.from_text(" \n\t ").count_words(BPEConfig()) == {}


@pytest.mark.parametrize(
    "corpus",
    [
        Corpus.from_text("one two three four"),
        Corpus.from_documents(["one two", "three", "four"]),
        Corpus.from_word_counts({"one": 3, "two": 4, "three": 1}),
    ],
)
def test_progress_rises_and_ends_with_all_characters(corpus: Corpus) -> None:
    reports: list[tuple[int, int]] = []
    with mock.patch.object(counting, "PIECE_CHARACTERS", 4):
        corpus.count_words(BPEConfig(), lambda done, total: reports.append((done, total)))
    done = [done for done, _ in reports]
    assert len(reports) >= 2
    assert done == sorted(set(done))
    assert {total for _, total in reports} == {corpus.characters}
    assert done[-1] == corpus.characters


def test_an_empty_corpus_reports_its_end() -> None:
    reports: list[tuple[int, int]] = []
    Corpus.from_text("").count_words(BPEConfig(), lambda done, total: reports.append((done, total)))
    assert reports == [(0, 0)]


def test_what_progress_raises_stops_the_counting() -> None:
    class StopError(Exception):
        pass

    def stop(done: int, total: int) -> None:
        raise StopError(done)

    with mock.patch.object(counting, "PIECE_CHARACTERS", 4), pytest.raises(StopError, match="7"):
        Corpus.from_text("one two three four").count_words(BPEConfig(), stop)


def test_a_runaway_pattern_stops_the_counting() -> None:
    corpus = Corpus.from_documents(["ab", "b" + "a" * 100 + "b"])
    with (
        mock.patch("bpe_core.pre_tokenizers.registry.PATTERN_SECONDS", 0.1),
        pytest.raises(PatternTimeoutError),
    ):
        corpus.count_words(BPEConfig(pre_tokenizer="pattern", pattern="(?:a|aa)+$"))


def test_a_word_of_a_hundred_thousand_characters_is_one_word() -> None:
    assert Corpus.from_text("x" * 100_000).count_words(BPEConfig()) == {"x" * 100_000: 1}


def test_a_word_with_a_count_is_read_once_and_a_long_file_whole() -> None:
    assert Corpus.from_word_counts({"hug": 10**9, "pun": 10**9}).characters_to_read == 6
    assert Corpus.from_documents(["hug", "pun!"]).characters_to_read == 7
    assert Corpus.from_upload("long.txt", "é ".encode() * 500_000).characters_to_read == 1_000_000


def test_words_are_counted_by_rules_alone() -> None:
    with pytest.raises(ConfigError, match=r"^config is a str; a BPEConfig is allowed\.$"):
        Corpus.from_text("hug").count_words("whitespace")  # type: ignore[arg-type]
