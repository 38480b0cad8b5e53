"""Corpora: what they accept, what they refuse and how, and what they count."""

from collections import Counter
from unittest import mock

import numpy as np
import pytest

from bpe_core.config import BPEConfig
from bpe_core.corpus import counting
from bpe_core.corpus.corpus import MAX_CHARACTERS, Corpus
from bpe_core.errors import ConfigError, PatternTimeoutError, TextError
from bpe_core.progress import Progress

COURSE = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
EACH_KIND = pytest.mark.parametrize(
    "corpus",
    [
        Corpus.from_text("one two three four"),
        Corpus.from_documents(["one two", "three", "four"]),
        Corpus.from_word_counts({"one": 3, "two": 4, "three": 1}),
    ],
)


# ---- what a corpus holds


@pytest.mark.parametrize(
    ("corpus", "kind", "documents", "word_counts", "characters", "to_read"),
    [
        (Corpus.from_text("hug pug\nhug"), "text", ("hug pug\nhug",), {}, 11, 11),
        (Corpus.from_uploads({"x.txt": "👍é".encode()}), "text", ("👍é",), {}, 2, 2),
        (Corpus.from_documents(iter(["hug", "", "pun!"])), "documents", ("hug", "", "pun!"), {}, 7, 7),
        (Corpus.from_word_counts(COURSE), "word_counts", (), COURSE, 113, 16),
        (Corpus.from_word_counts([("b", 1), ["a", 5], ("b", 2)]), "word_counts", (), {"b": 3, "a": 5}, 8, 2),
        (Corpus.from_word_counts(Counter(COURSE)), "word_counts", (), COURSE, 113, 16),
        (Corpus.from_word_counts({"hug": np.int64(2)}), "word_counts", (), {"hug": 2}, 6, 3),
        (
            Corpus.from_word_counts({"ab": MAX_CHARACTERS // 2}),
            *("word_counts", (), {"ab": MAX_CHARACTERS // 2}, MAX_CHARACTERS, 2),
        ),
    ],
)
def test_what_was_given_is_given_back_in_order(  # type: ignore[no-untyped-def]
    corpus, kind, documents, word_counts, characters, to_read
) -> None:
    assert (corpus.kind, corpus.documents) == (kind, documents)
    assert list(corpus.word_counts.items()) == list(word_counts.items())
    assert all(type(count) is int for count in corpus.word_counts.values())
    assert (corpus.characters, corpus.characters_to_read) == (characters, to_read)


@pytest.mark.parametrize(
    "corpus", [Corpus.from_text(""), Corpus.from_documents([]), Corpus.from_word_counts({})]
)
def test_an_empty_corpus_counts_nothing_and_reports_its_end(corpus: Corpus) -> None:
    reports: list[Progress] = []
    assert corpus.count_words(BPEConfig(), reports.append) == {}
    assert reports == [Progress(0, 0, "characters read")]


def test_a_corpus_is_equal_and_hashable_by_content() -> None:
    assert Corpus.from_text("a b") == Corpus.from_text("a b")
    assert hash(Corpus.from_text("a b")) == hash(Corpus.from_text("a b"))
    assert Corpus.from_text("a b") != Corpus.from_documents(["a b"])
    assert Corpus.from_word_counts([("a", 1), ("b", 1)]) != Corpus.from_word_counts([("b", 1), ("a", 1)])


# ---- what is refused


@pytest.mark.parametrize(
    ("make", "value", "message"),
    [
        (Corpus.from_text, "ab\ud83d", r"^The text contains the lone surrogate U\+D83D at character 3,"),
        (Corpus.from_text, "é" * 1_000_002 + "\udfff\ud800", r"U\+DFFF at character 1,000,003,"),
        (Corpus.from_documents, ["é", "\udc00"], r"^Document 2 contains .* U\+DC00 at character 1,"),
        (Corpus.from_word_counts, [("a\ud800", 1)], r"^Entry 1 contains .* U\+D800 at character 2,"),
    ],
)
def test_a_lone_surrogate_is_named_by_place_and_code_point(make, value, message) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(TextError, match=message):
        make(value)


# ---- counting


@EACH_KIND
def test_progress_rises_and_ends_with_all_characters(corpus: Corpus) -> None:
    reports: list[Progress] = []
    with mock.patch.multiple(counting, PIECE_CHARACTERS=4, ENTRIES_TOGETHER=1):
        corpus.count_words(BPEConfig(), reports.append)
    done = [progress.done for progress in reports]
    assert len(reports) >= 2
    assert done == sorted(set(done))
    assert {progress.total for progress in reports} == {corpus.characters_to_read}
    assert done[-1] == corpus.characters_to_read


def test_a_runaway_pattern_stops_the_counting() -> None:
    corpus = Corpus.from_documents(["ab", "b" + "a" * 100 + "b"])
    with (
        mock.patch("bpe_core.pre_tokenizers.registry.PATTERN_SECONDS", 0.1),
        pytest.raises(PatternTimeoutError),
    ):
        corpus.count_words(BPEConfig(pre_tokenizer="pattern", pattern="(?:a|aa)+$"))


def test_words_are_counted_by_rules_alone() -> None:
    with pytest.raises(ConfigError, match=r"^`config` must be a BPEConfig, got a str\.$"):
        Corpus.from_text("hug").count_words("whitespace")  # type: ignore[arg-type]
