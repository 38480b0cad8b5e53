"""What Save offers: files that open again, the rule that a format cannot express, and the program."""

import io
import zipfile

import pytest

from bpe_core import PROFILES, BPETokenizer
from bpe_core.errors import ComparisonError
from bpe_core.files.writing import WRITERS
from bpe_ui.pages.tokenize.save_panel import USES, saved, snippet, why_not
from bpe_ui.pages.tokenize.settings.loaded import OpenTokenizers
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.visit.visit import Visit
from tests.ui.examples import training_of


def tokenizer_of(profile):
    rules = {
        name: getattr(PROFILES[profile].config, name) for name in ("alphabet", "pre_tokenizer", "id_order")
    }
    return training_of(unknown="drop", unk_token=None, **rules).tokenizer(4)


def test_every_format_is_offered():
    assert USES.keys() == WRITERS.keys()


def test_what_is_saved_opens_again():
    tokenizer = tokenizer_of("hf_byte_level")
    row = {each.label: each for each in saved(tokenizer)}
    archive = zipfile.ZipFile(io.BytesIO(row["vocab.json, merges.txt"].data))
    files = {name: archive.read(name) for name in archive.namelist()}

    assert BPETokenizer.from_files(files).merges == tokenizer.merges
    for label, name in (("tokenizer.json", "tokenizer.json"), ("vocab.json, merges.txt", "tokenizer.zip")):
        assert row[label].file_name == name
        assert row[label].use == next(use for known, use in USES.values() if known == label)


def test_a_format_that_cannot_hold_the_rules_says_which():
    rows = saved(tokenizer_of("hf_tokenizers"))

    assert [bool(each.file_name) for each in rows] == [each.data != b"" for each in rows]
    kind, needs = why_not(rows)[1]
    assert kind == "tiktoken ranks"
    assert needs.startswith(
        "What a word is made of: Bytes. Cut into words: Words and punctuation or GPT-2 pattern or"
    )
    assert needs.endswith("or A pattern of your own. Base symbols: All 256 bytes.")


def test_the_first_example_is_saved_as_tokenizer_json_with_an_id_for_its_unknown_token():
    [row, *_] = saved(training_of().tokenizer(4))

    assert row.file_name == "tokenizer.json"
    assert row.use.endswith("; [UNK] has no id here, and gets 11 there")


def test_a_tokenizer_json_is_saved_as_it_is_and_as_nothing_else():
    file = tokenizer_of("hf_byte_level").to_bytes()
    rows = saved(BPETokenizer.from_files({"tokenizer.json": file}))

    assert [each.file_name for each in rows] == ["tokenizer.json", "", "", "", ""]
    [(formats, reason)] = why_not(rows)
    assert formats == "vocab.json, merges.txt, tiktoken ranks, minbpe model, subword-nmt codes"
    assert reason.endswith(": pre_tokenizer, decoder.")
    assert (
        BPETokenizer.from_files({"tokenizer.json": rows[0].data}).merges
        == tokenizer_of("hf_byte_level").merges
    )


def test_the_program_has_as_many_merges_as_the_tokenizer_on_the_page():
    visit = Visit(training_of(position=2, tie_break="smallest_ids", unknown="drop", unk_token=None))

    assert "vocab_size=9)" in snippet(visit)  # b g h n p s u, and two merges
    visit.state(Tokenize).merges = "all"
    assert "vocab_size=14)" in snippet(visit)
    visit.state(Tokenize).take_loaded(OpenTokenizers().open({"merges.txt": b"h u\n"}))
    with pytest.raises(ComparisonError, match="from a file, which does not say what it was trained on"):
        snippet(visit)
