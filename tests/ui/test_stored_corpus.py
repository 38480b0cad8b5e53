"""Corpora that the browser keeps: they come back unchanged, and nothing else under their key."""

import base64
import zlib

import pytest

from bpe_core import Corpus
from bpe_ui.frame.address import stored_corpus
from bpe_ui.visit.training.training import Source


@pytest.mark.parametrize(
    "corpus",
    [
        Corpus.from_text("hug pug\n" * 3),
        Corpus.from_documents(["hug", "", "pug 🙂"]),
        Corpus.from_word_counts({"hug": 10, "pug": 5}),
    ],
)
def test_every_kind_of_corpus_comes_back_as_it_was(corpus):
    made = stored_corpus.Kept.of(Source("file", corpus, "a file's name"))

    assert stored_corpus.read(made.key, made.content) == Source("file", corpus)


def test_a_corpus_that_is_too_large_has_no_content(monkeypatch):
    monkeypatch.setattr(stored_corpus, "MAX_KEPT", 10)

    assert stored_corpus.Kept.of(Source("file", Corpus.from_text("hug " * 3))).content == ""


@pytest.mark.parametrize(
    "written",
    [b"", b"[]", b'{"from":"file","text":1}', b'{"from":"file","made up":[]}', b'{"from":"?","text":"a"}'],
)
def test_whatever_else_the_browser_gives_back_is_nothing(written):
    content = base64.b64encode(zlib.compress(written)).decode()

    assert stored_corpus.read(stored_corpus._key(content), content) is None
    assert stored_corpus.read(stored_corpus._key("no"), "no") is None
    assert stored_corpus.read("", None) is None
