"""Files with columns, packed files, and several files at once: their content, and why one is refused."""

import gzip
import io
import json
import struct
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from bpe_core.corpus import Corpus, TableColumns, open_table
from bpe_core.corpus.file_reader import UPLOADED, Limits
from bpe_core.errors import BPEError, CorpusError

HUG = Corpus.from_word_counts([("hug", 10), ("pug", 5)])
TWO = Corpus.from_documents(["hug pug", "Grüße, 👍"])
TEXTS = list(map(str, TWO.documents))
HUG_CSV = b"word,count\nhug,10\npug,5\n"


def parquet_bytes(**columns) -> bytes:
    return written(pa.table(columns))


def delta_coded(**columns) -> bytes:
    return written(pa.table(columns), use_dictionary=False, column_encoding="DELTA_BYTE_ARRAY")


def written(table: pa.Table, **options: object) -> bytes:
    buffer = io.BytesIO()
    parquet.write_table(table, buffer, **options)
    return buffer.getvalue()


def arrow_bytes(writer) -> bytes:
    buffer, table = io.BytesIO(), pa.table({"id": [1, 2], "text": TEXTS})
    with writer(buffer, table.schema) as sink:
        sink.write_table(table)
    return buffer.getvalue()


def no_utf_8(data: bytes) -> pa.Array:
    """A column of texts with one that is none."""
    offsets = struct.pack("<ii", 0, len(data))
    return pa.Array.from_buffers(pa.string(), 1, [None, pa.py_buffer(offsets), pa.py_buffer(data)])


def json_lines(*rows) -> bytes:
    return "".join(f"{json.dumps(row)}\n" for row in rows).encode()


def gzipped(data: bytes) -> bytes:
    # The names of parametrized tests hold it: without a time they are the same in every process.
    return gzip.compress(data, mtime=0)


def zstd(data: bytes) -> bytes:
    return pa.compress(data, codec="zstd", asbytes=True)


TABLES_OF_TEXTS = {
    "talk.jsonl": json_lines(*({"id": 7, "text": text} for text in TEXTS)),
    "texts.jsonl": json_lines(*TEXTS),
    "lines.json": json_lines(*({"Text": text} for text in TEXTS)),
    "list.json": json.dumps(
        [{"text": text, "title": "a longer title than the text"} for text in TEXTS]
    ).encode(),
    "talk.csv": 'id,text\r\n1,hug pug\r\n\r\n2,"Grüße, 👍"\r\n'.encode(),
    "talk.tsv": "label\tsentence\npos\thug pug\nneg\tGrüße, 👍\n".encode(),
    "news.csv": '3,pos,hug pug\n4,neg,"Grüße, 👍"\n'.encode(),  # the longest texts
    "talk.parquet": parquet_bytes(text=TEXTS, id=[1, 2]),
    "part-00000": parquet_bytes(content=TEXTS),
    "categories.parquet": parquet_bytes(text=pa.array(TEXTS).dictionary_encode()),
    "large.parquet": parquet_bytes(text=pa.array(TEXTS, pa.large_string())),
    "delta.parquet": delta_coded(text=TEXTS),
    "stream.arrow": arrow_bytes(pa.ipc.new_stream),
    "file.arrow": arrow_bytes(pa.ipc.new_file),
    "view.parquet": parquet_bytes(text=pa.array(TEXTS, pa.string_view())),
    "macintosh.csv": 'id,text\r1,hug pug\r2,"Grüße, 👍"\r'.encode(),
}
TABLES_OF_COUNTS = {
    "words.csv": HUG_CSV,
    "counts.csv": b"id;term;freq\n1;hug;10\n2;pug;5\n",
    "pandas.csv": b"word,count,documents\nhug,10.0,3.0\npug,5.0,2.0\n",
    "words.jsonl": json_lines({"count": 10, "token": "hug"}, {"count": 5, "token": "pug"}),
    "pairs.jsonl": json_lines(["hug", 10], ["pug", 5]),
    "words.parquet": parquet_bytes(text=["hug", "pug"], n=pa.array([10, 5], pa.int32())),
    "decimals.parquet": parquet_bytes(word=["hug", "pug"], n=pa.array([Decimal(10), Decimal(5)])),
    "anything.parquet": parquet_bytes(a=["hug", "pug"], frequency=[10, 5]),
}


@pytest.mark.parametrize("pack", [bytes, gzipped, zstd])
@pytest.mark.parametrize(
    ("name", "data", "corpus"),
    [(name, data, TWO) for name, data in TABLES_OF_TEXTS.items()]
    + [(name, data, HUG) for name, data in TABLES_OF_COUNTS.items()],
)
def test_the_columns_of_a_usual_table_are_guessed_packed_or_not(pack, name, data, corpus):
    assert Corpus.from_uploads({name: pack(data)}) == corpus
    assert Corpus.from_uploads({f"{name}.{'zst' if pack is zstd else 'GZ'}": pack(data)}) == corpus


def test_two_packed_streams_behind_one_another_are_both_read():
    for pack in (gzipped, zstd):
        assert Corpus.from_uploads({"x.txt.gz": pack(b"hug ") + pack(b"pug")}) == Corpus.from_text("hug pug")


def test_chosen_columns_go_before_the_guess_and_a_missing_value_is_an_empty_document():
    files = {
        "x.jsonl": json_lines({"title": "Hug", "text": "a"}, {"text": "b"}, {"title": None, "text": "c"})
    }
    assert Corpus.from_uploads(files) == Corpus.from_documents(["a", "b", "c"])
    assert Corpus.from_uploads(files, TableColumns("title")) == Corpus.from_documents(["Hug", "", ""])
    words = {"x.parquet": parquet_bytes(stem=["hug", "pug"], count=[1, 1], total=[10, 5])}
    assert Corpus.from_uploads(words, TableColumns("stem", "total")) == HUG
    table = open_table("x.parquet", words["x.parquet"])
    assert (table.guess(), table.text_columns()) == (TableColumns("stem", "count"), ["stem"])
    assert table.count_columns() == ["count", "total"]
    assert open_table("x.txt", b"hug") is open_table("x.csv", HUG_CSV) is None


def test_columns_whose_names_are_alike_are_told_apart():
    nested = parquet_bytes(**{"a": [{"b": "x y"}], "a.b": ["hug pug"]})
    assert Corpus.from_uploads({"x.parquet": nested}) == Corpus.from_documents(["hug pug"])
    columns = [pa.array([["hug", "pug"], ["x", "y"], [10, 5]][number]) for number in range(3)]
    alike = written(pa.Table.from_arrays(columns, ["word", "word", "count"]))
    assert Corpus.from_uploads({"x.parquet": alike}) == HUG


CHAT = [[{"role": "user", "content": "hug pug"}, {"role": "bot", "content": "Grüße, 👍"}], []]
PAIRS = [{"de": "Ein Boot schwimmt.", "en": "A boat floats."}, None]
ASKED = {"context": "A boat floats.", "qas": [{"question": "What is it?"}]}
SQUAD = {"version": "1.1", "data": [{"title": "Boats", "paragraphs": [ASKED]}]}
NESTED = {
    "chat.jsonl": (json_lines(*({"messages": each} for each in CHAT)), "messages.content", [*TEXTS, ""]),
    "chat.parquet": (parquet_bytes(messages=CHAT), "messages.content", [*TEXTS, ""]),
    "lists.jsonl": (json_lines({"text": TEXTS[:1], "n": [1]}, {"text": TEXTS[1:]}), "text", TEXTS),
    "lists.parquet": (parquet_bytes(text=[TEXTS, None, []]), "text", [*TEXTS, "", ""]),
    "pairs.jsonl": (json_lines({"translation": PAIRS[0]}), "translation.de", ["Ein Boot schwimmt."]),
    "pairs.parquet": (parquet_bytes(translation=PAIRS), "translation.en", ["A boat floats.", ""]),
    "delta.parquet": (delta_coded(messages=CHAT), "messages.content", [*TEXTS, ""]),
    "bytes.parquet": (parquet_bytes(text=[text.encode() for text in TEXTS]), "text", TEXTS),
    "map.parquet": (
        parquet_bytes(m=pa.array([[("k", "hug pug")], None], pa.map_(pa.string(), pa.string()))),
        "m.value",
        ["hug pug", ""],
    ),
    "squad.json": (json.dumps(SQUAD).encode(), "data.paragraphs.qas.question", ["What is it?"]),
    "dots.jsonl": (json_lines({"a": {"b": "x"}, "a.b": "y z"}), "a.b", ["y z"]),
}


@pytest.mark.parametrize("name", NESTED)
def test_a_field_inside_others_can_be_chosen_and_each_text_in_a_list_is_a_document(name):
    data, column, texts = NESTED[name]
    assert column in open_table(name, data).text_columns()
    assert Corpus.from_uploads({name: data}, TableColumns(column)) == Corpus.from_documents(texts)


@pytest.mark.parametrize(
    ("name", "data", "guess"),
    [
        *(
            (name, *NESTED[name][:2])
            for name in ("chat.jsonl", "chat.parquet", "lists.parquet", "bytes.parquet")
        ),
        ("words.csv", b"Wort;Anzahl\nhug;10\npug;5\n", ("Wort", "Anzahl")),
        ("rows.csv", b"id,name\n1,hug\n2,pug\n", "name"),
        ("labels.jsonl", json_lines({"label": "good", "review": "hug pug"}), "review"),
        ("pairs.parquet", NESTED["pairs.parquet"][0], None),
        ("squad.json", NESTED["squad.json"][0], None),
        ("sets.json", b'{"train": ["hug pug"], "test": ["bug"]}', None),
        ("sets.json", b'{"train": [{"text": "hug pug"}], "test": [{"text": "bug"}]}', None),
        ("sets.json", b'{"train": {"text": ["hug pug"]}, "test": {"text": ["bug"]}}', None),
        ("columns.json", b'{"title": ["a b"], "text": ["hug pug"]}', "text"),
        ("columns.json", b'{"id": [1, 2], "text": ["hug pug", "bug"]}', "text"),
        ("ranked.csv", b"rank,word,count\n1,hug,10\n2,pug,5\n", ("word", "count")),
        ("ranked.tsv", b"1\thug\t10\n2\tpug\t5\n", ("column 2", "column 3")),
        ("asked.csv", b"question,answer\nhug pug?,pug hug\n", None),
    ],
)
def test_the_columns_are_taken_where_only_one_can_be_meant(name, data, guess):
    expected = guess and TableColumns(*(guess if isinstance(guess, tuple) else (guess,)))
    assert open_table(name, data).guess() == expected
    if guess is None:
        with pytest.raises(CorpusError, match=rf"^'{name}' has texts in several columns: .*; choose one\.$"):
            Corpus.from_uploads({name: data})


TOO_WIDE = r"has 1,001 columns or more; at most 1,000 can be read\.$"
DEEP = b'{"text": ' + b"[" * 100_000 + b"\n"


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        (
            "x.jsonl",
            b'{"text": "a"}\n\n{"text": 5}\nno\n[1]\n{"text": "b"}\n5\n',
            r"'x.jsonl' cannot be read: row 3 has 5, which is not a text; row 4 is not valid JSON: .*; row"
            r" 5 is \[1\], no JSON object; and 1 more\.",
        ),
        ("x.jsonl", b'{"text": "a"}\n' + DEEP, "row 2 is JSON nested too deeply"),
        ("x.jsonl", b'{"text": "a"}{"text": "b"}\n', "row 1 is not valid JSON: Extra data"),
        ("x.jsonl", b'{"a": 1}', "'x.jsonl' has no column of texts; its columns: 'a'"),
        ("x.jsonl", json_lines(dict.fromkeys(map(str, range(1_001)), "a")), TOO_WIDE),
        ("x.parquet", parquet_bytes(**{f"column {number}": ["a"] for number in range(1_001)}), TOO_WIDE),
        ("x.csv", b"a,b\nhug pug,pug\none\n", "row 3 has 1 cells, and the first one 2"),
        ("x.csv", b'a,b\nhug pug,"pug\n', r"row 2 is no CSV \(unexpected end of data\)"),
        ("x.csv", b"token,n\nhug,10\npug,0\n,3\n", "row 3 has the count '0', .*; row 4 has the word ''"),
        ("x.jsonl", b'{"word": "hug", "count": NaN}\n', "row 1 has the count nan"),
        ("x.parquet", parquet_bytes(word=["hug", "pug"], count=[1.0, 2.5]), "row 2 has the count 2.5"),
        ("x.jsonl", b"no\n5\n", "row 1 is not valid JSON: .*; row 2 is 5, no JSON object"),
        ("x.csv", b'"hug\n', r"row 1 is no CSV \(unexpected end of data\)"),
        ("x.parquet", parquet_bytes(word=["hug", None], count=[1, 2]), "row 2 has the word None"),
        ("x.parquet", parquet_bytes(count=[1]), "has no column of texts"),
        (
            "x.parquet",
            parquet_bytes(text=no_utf_8(b"\xff" + b"a" * 9_999)),
            "^'x.parquet' is a Parquet file that cannot be read: .{1,201}$",
        ),
        ("x.txt.gz", gzipped(b"hug" * 99)[:-9], "'x.txt.gz' cannot be unpacked: it is damaged or cut"),
        ("x.txt.zst", zstd(b"hug" * 99)[:-9], "'x.txt.zst' cannot be unpacked: it is damaged or cut short"),
        ("x.tgz", gzipped(b"a" * 257 + b"ustar"), "'x.tgz' is a TAR archive; unpack it"),
    ],
)
def test_a_file_with_rows_that_cannot_be_read_is_refused_and_the_first_of_them_are_named(name, data, message):
    with pytest.raises(BPEError, match=message):
        Corpus.from_uploads({name: data})


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("bomb.txt.gz", gzipped(b"\0" * 4_000_000)),
        ("bomb.txt.zst", zstd(b"\0" * 4_000_000)),
        ("delta.parquet", delta_coded(text=["hug " * 1_000] * 600)),
        ("list.parquet", parquet_bytes(text=[["a"] * 100_000] * 6)),
        ("bomb.parquet", parquet_bytes(text=pa.DictionaryArray.from_arrays([0] * 5_000, ["hug " * 1_000]))),
    ],
)
def test_what_unpacks_to_more_than_the_limit_is_refused_with_both_numbers(monkeypatch, name, data):
    assert (UPLOADED.file, UPLOADED.unpacked) == (100_000_000, 200_000_000)
    monkeypatch.setattr("bpe_core.corpus.corpus.UPLOADED", Limits(100_000, 2_000_000))
    with pytest.raises(CorpusError, match=rf"has {len(data):,} bytes, and unpacked more than 2,000,000"):
        Corpus.from_uploads({name: data})


def test_several_files_are_one_corpus_by_the_order_of_their_names(monkeypatch):
    files = {"b.jsonl": TABLES_OF_TEXTS["talk.jsonl"], "a.txt": b"one two"}
    assert Corpus.from_uploads(files) == Corpus.from_documents(["one two", *TEXTS])
    twice = Corpus.from_uploads({"1.csv": HUG_CSV, "2.json": b'{"pug": 2}'})
    assert twice.word_counts == {"hug": 10, "pug": 7}
    with pytest.raises(CorpusError, match=r"^'b.csv' has words with counts, 'a.txt' texts; bring one kind\."):
        Corpus.from_uploads({"a.txt": b"one", "b.csv": HUG_CSV})
    assert Corpus.from_uploads(files, TableColumns("text")) == Corpus.from_uploads(files)
    with pytest.raises(CorpusError, match=r"^'a.txt' has no columns to choose from\."):
        Corpus.from_uploads({"a.txt": b"one two"}, TableColumns("text"))
    monkeypatch.setattr("bpe_core.corpus.corpus.UPLOADED", Limits(10, 15))
    with pytest.raises(CorpusError, match=r"^'b.txt' has 8 bytes; 7 are left by the files before it\."):
        Corpus.from_uploads({"a.txt": b"12345678", "b.txt": b"12345678"})


def test_a_file_on_this_machine_is_a_corpus(tmp_path: Path):
    (tmp_path / "b.jsonl.gz").write_bytes(gzipped(TABLES_OF_TEXTS["talk.jsonl"]))
    assert Corpus.from_file(tmp_path / "b.jsonl.gz", "text") == TWO
    with pytest.raises(CorpusError, match="cannot be read: No such file"):
        Corpus.from_file(tmp_path / "nothing.txt")


def test_the_rows_read_are_told_and_what_the_listener_raises_ends_the_reading():
    told: list[int] = []
    data = json_lines(*["hug"] * 25_000)
    assert len(Corpus.from_uploads({"x.jsonl": data}, on_rows=told.append).documents) == 25_000
    assert told == [10_000, 20_000, 25_000]
    with pytest.raises(ZeroDivisionError):
        Corpus.from_uploads({"x.jsonl": data}, on_rows=lambda rows: 1 // 0)
