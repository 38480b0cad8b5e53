"""Uploads: what each kind of file may hold, and why a file is refused."""

import codecs
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.corpus import file_reader as uploads
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import BPEError, CorpusError


@pytest.mark.parametrize("name", ["notes.txt", "README.md", "NOTES.TXT", "a.b.Md", "folder/notes.txt"])
@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
def test_a_text_file_is_one_document_with_its_line_ends(name: str, mark: bytes) -> None:
    data = mark + "Grüße 👍\r\nhug\n".encode()
    assert Corpus.from_upload(name, data) == Corpus.from_text("Grüße 👍\r\nhug\n")


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("words.csv", b"word,count\r\nhug,10\r\npug,5\r\n"),
        ("words.csv", codecs.BOM_UTF8 + b"word,count\nhug,10\npug,5"),
        ("words.TSV", b"hug\t10\npug\t5"),
        ("words.json", b'{"hug": 10, "pug": 5}'),
        ("words.json", codecs.BOM_UTF8 + b'[["hug", 10], ["pug", 5]]'),
        ("words.json", b'{"hug": 4, "pug": 5, "hug": 6}'),
    ],
)
def test_a_table_or_an_object_is_word_counts(name: str, data: bytes) -> None:
    assert Corpus.from_upload(name, data) == Corpus.from_word_counts([("hug", 10), ("pug", 5)])


def test_a_list_of_texts_is_documents() -> None:
    data = json.dumps(["one two", "", "Grüße"]).encode()
    assert Corpus.from_upload("lines.json", data) == Corpus.from_documents(["one two", "", "Grüße"])
    assert Corpus.from_upload("lines.json", b"[]") == Corpus.from_documents([])


@pytest.mark.parametrize(
    "name", ["paper.pdf", "words.xlsx", "notes", "", ".txt", "notes.txt.gz", "notes.txt "]
)
def test_another_ending_is_refused_with_the_list_of_endings(name: str) -> None:
    with pytest.raises(CorpusError, match=r"allowed are \.txt, \.md, \.csv, \.tsv, \.json\.") as caught:
        Corpus.from_upload(name, b"text")
    assert repr(name) in str(caught.value)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_utf_16_and_utf_32_are_refused_by_name(encoding: str) -> None:
    with pytest.raises(CorpusError, match="UTF-16 or UTF-32; UTF-8 is allowed"):
        Corpus.from_upload("notes.txt", "text".encode(encoding))


@pytest.mark.parametrize(
    "data", [b"\x7fELF\0\0\0", b"text\0", "text".encode("utf-16-le"), "t".encode("utf-32-be")]
)
def test_zero_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(CorpusError, match=r"'notes\.txt' holds zero bytes, so it is not a text"):
        Corpus.from_upload("notes.txt", data)


@pytest.mark.parametrize("name", ["notes.txt", "words.csv", "words.json"])
def test_another_encoding_is_refused_with_the_first_bad_byte(name: str) -> None:
    with pytest.raises(CorpusError, match="is not UTF-8: byte 4 is 0xE9; UTF-8 is allowed"):
        Corpus.from_upload(name, "café".encode("latin-1"))


def test_a_surrogate_encoded_as_bytes_is_not_utf_8() -> None:
    with pytest.raises(CorpusError, match="is not UTF-8: byte 2 is 0xED"):
        Corpus.from_upload("notes.txt", b"a\xed\xa0\x80")


def test_a_file_over_the_limit_is_refused_and_one_at_the_limit_is_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert uploads.MAX_UPLOAD_BYTES == 100_000_000
    monkeypatch.setattr(uploads, "MAX_UPLOAD_BYTES", 2_000_000)
    assert Corpus.from_upload("notes.txt", b"a" * 2_000_000).characters == 2_000_000
    with pytest.raises(CorpusError, match=r"has 2,000,001 bytes; at most 2,000,000 are allowed \(2 MB\)\."):
        Corpus.from_upload("notes.txt", b"a" * 2_000_001)


def test_a_bad_line_of_a_table_is_named() -> None:
    with pytest.raises(CorpusError, match="Line 2: the count of 'pug' must be an integer >= 1"):
        Corpus.from_upload("words.csv", b"hug,10\npug,0")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "'x.json' is empty; a file with at least one word"),
        (b'["a",\n"b"', "'x.json' is not valid JSON: .*: line 2 column 4"),
        (b'"one text"', "'x.json' holds one JSON value of type str"),
        (b"5", "of type int"),
        (b"null", "of type NoneType"),
        (b'["a", 5]', "'x.json' has an entry 1 that is a text among others that are not"),
        (b'[["a", 5], "b"]', "has an entry 2 that is a text among others that are not"),
        (b'[["a", 5], ["b"]]', "has an entry 2 that is a list of 1"),
        (b'[["a", 5, 6]]', "has an entry 1 that is a list of 3"),
        (b'[{"a": 5}]', "has an entry 1 that is an object"),
        (b'[{"a": 5, "b": 6}]', "has an entry 1 that is an object"),
        (b"[null]", "has an entry 1 that is neither a text nor a pair"),
        (b'{"a": 0}', r"The count of 'a' \(entry 1\) must be an integer >= 1, got 0\."),
        (b'{"a": true}', "an integer >= 1, got True"),
        (b'{"a": 1.0}', r"an integer >= 1, got 1\.0"),
        (b'{"a": NaN}', "an integer >= 1, got nan"),
        (b'{"a": {"b": 1}}', "an integer >= 1, got"),
        (b'{"": 1}', "Entry 1 has the word ''"),
        (b'[[1, "a"]]', "Entry 1 has the word 1"),
        (b"[" * 200_000, "nested too deeply"),
        (b'{"a": ' + b"9" * 5_000 + b"}", "too long a number|of at most 30 digits|more than 100,000,000"),
        (rb'["\ud800"]', r"Document 1 contains the lone surrogate U\+D800"),
        (rb'{"\ud800": 1}', r"Entry 1 contains the lone surrogate U\+D800"),
    ],
)
def test_json_of_another_shape_is_refused_with_the_reason(data: bytes, message: str) -> None:
    with pytest.raises(BPEError, match=message):
        Corpus.from_upload("x.json", data)


@pytest.mark.parametrize(
    "data",
    [b"[" + b"[]," * 2_000_000 + b"[]]", b"{" + b'"a":1,' * 2_000_000 + b'"a":1}', b"[" + b"9," * 2_500_000],
)
def test_json_of_millions_of_values_is_refused_before_it_is_read(data: bytes) -> None:
    message = "'x.json' is JSON with more than 2,500,000 opening brackets, commas and colons"
    with pytest.raises(CorpusError, match=message):
        Corpus.from_upload("x.json", data)


def test_brackets_and_commas_in_texts_do_not_count() -> None:
    texts = ['a, b: [c] \\ "{d}' * 100_000] * 10
    assert Corpus.from_upload("x.json", json.dumps(texts).encode()) == Corpus.from_documents(texts)


@given(name=st.sampled_from(["a.txt", "a.csv", "a.tsv", "a.json"]), data=st.binary(max_size=60))
def test_no_file_raises_anything_but_the_librarys_errors(name: str, data: bytes) -> None:
    message = "."
    try:
        Corpus.from_upload(name, data)
    except BPEError as error:
        message = str(error)
    assert message.endswith(".")
