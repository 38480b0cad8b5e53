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


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gbk", "他说中国的经济发展很快，今天的天气很好。"),
        ("gbk", "的\t100\n我们\t50\n"),
        ("big5", "他說中國的經濟發展很快，今天的天氣很好。"),
        ("shift_jis", "吾輩は猫である。名前はまだ無い。"),
        ("euc-jp", "吾輩は猫である。名前はまだ無い。"),
        ("cp949", "안녕하세요 세계. 이것은 한국어 텍스트입니다."),
        ("windows-1251", "Привет, мир!"),
        ("windows-1251", "слово 10\nдело 5\nдом 3\n"),
        ("koi8-r", "Все счастливые семьи похожи друг на друга."),
        ("cp866", "    120 слово\n     88 дело\n"),
        ("windows-1253", "Καλημέρα κόσμε, αυτό είναι ένα κείμενο."),
        ("windows-1255", "כל בני האדם נולדו בני חורין ושווים בערכם"),
        ("windows-1256", "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق"),
        ("cp874", "มนุษย์ทั้งหลายเกิดมามีอิสระ"),
        ("windows-1250", "Příliš žluťoučký kůň úpěl ďábelské ódy."),
        ("iso-8859-2", "Zażółć gęślą jaźń. Łódź jest ładna."),
        ("windows-1252", "naïve café à la façon d'où: « Ça va » – n°5"),
        ("windows-1252", "“It’s a trap” – he paid £5."),
    ],
)
def test_the_encoding_is_told_from_the_letters(encoding, text) -> None:  # type: ignore[no-untyped-def]
    table = Corpus.from_uploads({"x.txt": text.encode(encoding)})
    assert table == Corpus.from_uploads({"x.txt": text.encode()})


@pytest.mark.parametrize(
    "text",
    [
        "the\t30\nof\t20\nand\t20\n",
        "     30 the\n     20 of\n     20 and\n",
        "the 30\nof 20\nand 20",
        "1\tthe\t30\n2\tof\t20\n3\tand\t20\n",
        "Word Frequency\nthe 30\nof 20\nand 20\n",
    ],
)
def test_a_text_of_words_with_counts_is_read_as_such(text) -> None:  # type: ignore[no-untyped-def]
    corpus = Corpus.from_word_counts({"the": 30, "of": 20, "and": 20})
    assert Corpus.from_uploads({"frequency.txt": text.encode()}) == corpus


@pytest.mark.parametrize(
    "text",
    ["1 one\n2 two\n3 three\n", "one 0\ntwo 1\n", "Chapter 1\nChapter 2\n", "hug 10\nand a pug\n", "a 5"],
)
def test_numbered_lines_and_prose_are_a_text(text) -> None:  # type: ignore[no-untyped-def]
    assert Corpus.from_uploads({"x.txt": text.encode()}) == Corpus.from_text(text)


CELLS = [{"cell_type": "markdown", "source": ["# A boat\n", "floats"]}, {"source": "x = 1"}, {"source": []}]


@pytest.mark.parametrize(
    ("name", "data", "texts"),
    [
        (
            "a.html",
            "<!DOCTYPE html><title>A</title><style>p</style><p>b<b>oa</b>t &amp;\nsea<br>x</p>",
            "A\nboat & sea\nx\n",
        ),
        ("page", "\ufeff <html><body>a boat</body>", "a boat\n"),
        ("a.xml", "<TEI><p>A boat</p><p><![CDATA[x < y]]></p></TEI>", "A boat\nx < y\n"),
        (
            "a.srt",
            "1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>A boat</i>\r\n\r\n2\r\n0:3,0 --> 0:4,0\r\n1984\r\n",
            "A boat\n1984\n",
        ),
        ("talk.txt", "WEBVTT\n\nNOTE x\n\n00:01.000 --> 00:02.000\nA boat\n", "A boat\n"),
        ("n.ipynb", json.dumps({"cells": CELLS, "nbformat": 4}), ["# A boat\nfloats", "x = 1"]),
    ],
)
def test_of_markup_subtitles_and_notebooks_the_text_inside_is_read(name, data, texts) -> None:  # type: ignore[no-untyped-def]
    expected = Corpus.from_text(texts) if isinstance(texts, str) else Corpus.from_documents(texts)
    assert Corpus.from_uploads({name: data.encode()}) == expected


def test_what_systems_put_beside_files_is_passed_over() -> None:
    files = {"a.txt": b"hug", ".DS_Store": b"\0\1", "__MACOSX/._a.txt": b"\0", "Thumbs.db": b"\0"}
    assert Corpus.from_uploads(files) == Corpus.from_text("hug")
    assert encoding_in(".DS_Store", b"\0\1") is None


def test_another_encoding_can_be_chosen_for_what_is_not_utf_8() -> None:
    files = {"a.txt": "мир".encode("koi8-r"), "b.txt": "мир".encode()}
    assert Corpus.from_uploads(files, encoding="koi8-r") == Corpus.from_documents(["мир", "мир"])
    with pytest.raises(CorpusError, match=r"^'a\.txt' is not UTF-8: byte 1 is 0xCD\.$"):
        Corpus.from_uploads({"a.txt": "мир".encode("koi8-r")}, encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("x.txt", b"a\0b,34\n", "is not a text"),  # no UTF-16
        ("x.txt", b"version https://git-lfs.github.com/spec/v1\n", "'x.txt' is a pointer of Git LFS; run"),
        ("x.txt", rb"{\rtf1 Hello}", r"'x.txt' is a text with its formatting \(RTF\); save it as .txt"),
        ("x.html", b"<html><script>x</script></html>", "'x.html' has no text inside"),
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


def test_a_file_over_the_limit_is_refused_and_one_at_the_limit_is_read(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    assert file_reader.MAX_UPLOAD_BYTES == 100_000_000
    monkeypatch.setattr("bpe_core.corpus.corpus.UPLOADED", Limits(2_000_000, 4_000_000))
    assert Corpus.from_uploads({"notes.txt": b"a" * 2_000_000}).characters == 2_000_000
    with pytest.raises(CorpusError, match=r"has 2,000,001 bytes; at most 2,000,000 are allowed \(2 MB\)\."):
        Corpus.from_uploads({"notes.txt": b"a" * 2_000_001})
