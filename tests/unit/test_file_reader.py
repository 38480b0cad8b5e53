"""What each kind of file may hold, and why a file is refused."""

import codecs
import gzip
import json
from itertools import count

import pytest

from bpe_core.corpus import encoding_in, file_reader
from bpe_core.corpus.corpus import Corpus
from bpe_core.corpus.file_reader import Limits
from bpe_core.errors import BPEError, CorpusError

WORDS = Corpus.from_word_counts([("hug", 10), ("pug", 5)])
TEXTS = ["one two", "", "Grüße"]


@pytest.mark.parametrize(
    ("names", "data", "corpus"),
    [
        (
            ["notes.txt", "README.md", "NOTES.TXT", "a.b.Md", "folder/notes.txt"],
            "Grüße 👍\r\nhug\n".encode(),
            Corpus.from_text("Grüße 👍\r\nhug\n"),
        ),
        (["words.csv"], b"word,count\r\nhug,10\r\npug,5\r\n", WORDS),
        (["words.TSV"], b"hug\t10\npug\t5", WORDS),
        (["words.json"], b'{"hug": 10, "pug": 5}', WORDS),
        (["words.json"], b'[["hug", 10], ["pug", 5]]', WORDS),
        (["words.json"], b'{"hug": 4, "pug": 5, "hug": 6}', WORDS),
        (["lines.json"], json.dumps(TEXTS).encode(), Corpus.from_documents(TEXTS)),
        (["lines.json"], b"[]", Corpus.from_documents([])),
    ],
)
def test_a_file_is_what_its_ending_says_with_or_without_a_byte_order_mark(names, data, corpus) -> None:  # type: ignore[no-untyped-def]
    for name in names:
        assert Corpus.from_uploads({name: data}) == corpus, name
        assert Corpus.from_uploads({name: codecs.BOM_UTF8 + data}) == corpus, name


@pytest.mark.parametrize(
    "name", ["gene.fasta", "script.py", "server.log", "notes", ".txt", "old.dat", "x.pdf"]
)
def test_a_text_is_a_text_whatever_its_name(name) -> None:  # type: ignore[no-untyped-def]
    assert Corpus.from_uploads({name: b">seq1\nACGT\n"}) == Corpus.from_text(">seq1\nACGT\n")
    assert Corpus.from_uploads({f"{name}.gz": gzip.compress(b"[]")}) == Corpus.from_text("[]")


GERMAN = "Größe: 3 °C – „schön“\n"


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32"),
        ("utf-8-sig", "utf-8"),
        ("cp1252", "windows-1252"),
    ],
)
def test_a_text_in_another_encoding_is_read_and_which_one_can_be_said(encoding, told) -> None:  # type: ignore[no-untyped-def]
    data = GERMAN.encode(encoding)
    assert Corpus.from_uploads({"x.txt": data}) == Corpus.from_text(GERMAN)
    assert Corpus.from_uploads({"x.txt.gz": gzip.compress(data)}) == Corpus.from_text(GERMAN)
    assert encoding_in("x.txt.gz", gzip.compress(data)) == told
    words = "wort;anzahl\nGröße;3\nmaß;2\n".encode(encoding)
    assert Corpus.from_uploads({"x.csv": words}).word_counts == {"Größe": 3, "maß": 2}


def test_another_encoding_can_be_chosen_for_what_is_not_utf_8() -> None:
    files = {"a.txt": "мир".encode("koi8-r"), "b.txt": "мир".encode()}
    assert Corpus.from_uploads(files, encoding="koi8-r") == Corpus.from_documents(["мир", "мир"])
    with pytest.raises(CorpusError, match=r"^'a\.txt' is not UTF-8: byte 1 is 0xCD\.$"):
        Corpus.from_uploads({"a.txt": "мир".encode("koi8-r")}, encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.txt", b"\x7fELF\0\0\0", r"^'x\.txt' is not a text: it has bytes that no text has\.$"),
        ("x.txt", b"\0\1\0\2", "is not a text"),
        ("x.txt", b"\x90\1\2\3\4", "is not a text"),
        ("x.txt", b"\xff\xfe\0\xd8", r"^'x\.txt' is not UTF-16: byte 3 is 0x00\.$"),
        ("x.txt", "Grüße, Größe\n".encode() + b"\xe4", r"^'x\.txt' is not UTF-8: byte 18 is 0xE4\.$"),
        ("paper.pdf", b"%PDF-1.4\n\xe2\xe3", r"^'paper\.pdf' is a PDF; save its text as \.txt\.$"),
        ("words.xlsx", b"PK\x03\x04\0\0", "'words.xlsx' is a ZIP archive, as Excel's"),
        ("x.csv", b"hug,10\npug,0", "^'x.csv': Line 2: the count of 'pug' must be an integer >= 1"),
        ("x.json", b"", r"^'x\.json' is empty\.$"),
        ("x.json", b'["a",\n"b"', "^'x.json' is not valid JSON: .*: line 2 column 4"),
        ("x.json", b'"one text"', "^'x.json' holds one JSON value of type str"),
        ("x.json", b'["a", 5]', "^'x.json' cannot be read: row 2 is 5, no JSON object"),
        ("x.json", b'[["a", 5], ["b"]]', r"row 2 is \['b'\], no JSON object"),
        ("x.json", b'[{"a": 5, "b": 6}]', "^'x.json' has no column of texts; its columns: 'a', 'b'"),
        ("x.json", b'{"b": 1, "a": 0}', r"^'x\.json' cannot be read: row 2 has the count 0"),
        ("x.json", b'{"": 1}', "row 1 has the word '', which is empty or not a text"),
        ("x.json", b"[" * 200_000, "nested too deeply"),
        ("x.json", b'{"a": ' + b"9" * 5_000 + b"}", "too long a number"),
        ("x.json", rb'["\ud800"]', r"^'x\.json': Document 1 contains the lone surrogate U\+D800"),
        ("x.json", b"[" + b"[]," * 2_000_000 + b"[]]", "more than 2,500,000 opening brackets, commas and"),
        ("x.json", b"[" + b"9," * 2_500_000, "more than 2,500,000 opening brackets"),
    ],
    ids=count(),
)
def test_a_file_that_cannot_be_read_is_refused_with_the_reason(name: str, data: bytes, message: str) -> None:
    with pytest.raises(BPEError, match=message):
        Corpus.from_uploads({name: data})


LONG = "w" * 5_000


def test_a_file_over_the_limit_is_refused_and_one_at_the_limit_is_read(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    assert file_reader.MAX_UPLOAD_BYTES == 100_000_000
    monkeypatch.setattr("bpe_core.corpus.corpus.UPLOADED", Limits(2_000_000, 4_000_000))
    assert Corpus.from_uploads({"notes.txt": b"a" * 2_000_000}).characters == 2_000_000
    with pytest.raises(CorpusError, match=r"has 2,000,001 bytes; at most 2,000,000 are allowed \(2 MB\)\."):
        Corpus.from_uploads({"notes.txt": b"a" * 2_000_001})
