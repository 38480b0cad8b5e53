"""Arguments that are no text, path, pattern or bytes are refused in one sentence everywhere."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bpe_core import PROFILES, BPEConfig, BPEError, BPEStepper, BPETokenizer, Corpus, Tokenizer
from bpe_core.errors import CorpusError, TextError, TokenizerFileError
from tests.fuzz.sentencepiece_files import UNKNOWN, bytes_field, integer_field, piece_field


def tokenizers() -> dict[str, Tokenizer]:
    stepper = BPEStepper(Corpus.from_text("hug pug"), PROFILES["hf_tokenizers"].config)
    stepper.run(max_merges=2)
    pieces = piece_field("<unk>", kind=UNKNOWN) + piece_field("a") + bytes_field(2, integer_field(3, 2))
    return {
        "trained": stepper.tokenizer(),
        "tokenizer.json": BPETokenizer.from_bytes("tokenizer.json", stepper.tokenizer().to_bytes()),
        "SentencePiece": BPETokenizer.from_bytes("m.model", pieces),
    }


TOKENIZERS = tokenizers()
RANKS = b"YQ== 0\n"
ARRAYS = {
    "texts": np.array(["a", "b"]),
    "a text": np.array("ab"),
    "a list of one": np.array(["a"]),
    "none": np.array([]),
    "numbers": np.array([1, 2]),
    "a table": np.array([[1, 2], [3, 4]]),
    "objects": np.array([None, "a"]),
}
ENCODING: dict[str, Callable[[Any, Any], object]] = {
    "encode": lambda tokenizer, value: tokenizer.encode(value),
    "dropout of a text": lambda tokenizer, value: tokenizer.encode(value, dropout=0.5),
    "encode_word": lambda tokenizer, value: tokenizer.encode_word(value),
    "trace": lambda tokenizer, value: tokenizer.trace(value),
    "normalized": lambda tokenizer, value: tokenizer.normalized(value),
    "to_files": lambda tokenizer, value: tokenizer.to_files(value),
    "dropout": lambda tokenizer, value: tokenizer.encode("a", dropout=value),
    "seed": lambda tokenizer, value: tokenizer.encode("a", dropout=0.5, seed=value),
}
CALLS: dict[str, Callable[[Any], object]] = {
    "Corpus.from_text": Corpus.from_text,
    "Corpus.from_word_count_text": Corpus.from_word_count_text,
    "Corpus.from_uploads": Corpus.from_uploads,
    "a file of Corpus.from_uploads": lambda value: Corpus.from_uploads({"a.txt": value}),
    "Corpus.from_file": Corpus.from_file,
    "a path of Corpus.from_files": lambda value: Corpus.from_files([value]),
    "a column": lambda value: Corpus.from_file("a.csv", value),
    "a column of counts": lambda value: Corpus.from_file("a.csv", "a", value),
    "a document": lambda value: Corpus.from_documents([value]),
    "a word": lambda value: Corpus.from_word_counts([(value, 1)]),
    "BPETokenizer.from_file": BPETokenizer.from_file,
    "BPETokenizer.from_files": BPETokenizer.from_files,
    "a file of BPETokenizer.from_files": lambda value: BPETokenizer.from_files({"a": value}),
    "a name": lambda value: BPETokenizer.from_bytes(value, RANKS),
    "BPETokenizer.from_bytes": lambda value: BPETokenizer.from_bytes("a", value),
    "companions": lambda value: BPETokenizer.from_bytes("a", RANKS, value),
    "a companion": lambda value: BPETokenizer.from_bytes("a", RANKS, {"vocab.json": value}),
    "a pattern of a file": lambda value: BPETokenizer.from_bytes("a", RANKS, pattern=value),
    "a pattern of files": lambda value: BPETokenizer.from_files({"a": RANKS}, pattern=value),
    "cut_by": lambda value: BPETokenizer.from_bytes("a", RANKS).cut_by(value),
    "save": TOKENIZERS["trained"].save,
    "a pattern": lambda value: BPEConfig(pre_tokenizer="pattern", pattern=value),
    "a config": lambda value: BPETokenizer(value, [97], []),
    "ids": lambda value: BPETokenizer(BPEConfig(), [97], [], ids=value),
} | {
    f"{call} of one {kind}": lambda value, call=call, tokenizer=tokenizer: ENCODING[call](tokenizer, value)
    for kind, tokenizer in TOKENIZERS.items()
    for call in (
        "encode",
        "dropout of a text",
        "encode_word",
        "trace",
        "normalized",
        "to_files",
        "dropout",
        "seed",
    )
}


@pytest.mark.parametrize("array", ARRAYS.values(), ids=ARRAYS.keys())
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS.keys())
def test_an_array_where_one_value_is_expected_is_refused(call, array):
    with pytest.raises(BPEError) as caught:
        call(array)
    assert len(str(caught.value)) < 300


def test_an_array_without_a_dimension_is_no_list():
    for call in (
        Corpus.from_documents,
        Corpus.from_word_counts,
        Corpus.from_files,
        *(tokenizer.decode for tokenizer in TOKENIZERS.values()),
        lambda value: BPETokenizer(BPEConfig(), value, []),
        lambda value: BPETokenizer(BPEConfig(), [97], value),
        lambda value: BPEConfig(special_tokens=value),
        lambda value: BPEConfig(normalizers=value),
        lambda value: BPEStepper(Corpus.from_text("a"), BPEConfig()).splits(value),
    ):
        with pytest.raises(BPEError, match="must be"):
            call(np.array("ab"))


def test_arrays_with_a_dimension_are_lists():
    assert Corpus.from_documents(np.array(["hug", "pug"])).documents == ("hug", "pug")
    assert TOKENIZERS["trained"].decode(np.array([3])) == TOKENIZERS["trained"].decode([3])


@pytest.mark.parametrize("path", ["a\0b", "\ud800", "a/\ud800/b", b"a", 3, None])
def test_a_path_that_no_file_can_have_is_refused(path):
    for call, error in (
        (Corpus.from_file, CorpusError),
        (lambda path: Corpus.from_files([path]), CorpusError),
        (BPETokenizer.from_file, TokenizerFileError),
        (TOKENIZERS["trained"].save, TokenizerFileError),
    ):
        with pytest.raises(error, match=r"is no path that a file can have|must be a string or a path"):
            call(path)


def test_a_name_that_is_no_utf_8_is_a_path(tmp_path: Path):
    name = os.fsdecode(b"hug\xff.txt")  # with a lone surrogate in place of the byte
    (tmp_path / name).write_text("hug pug")
    assert Corpus.from_file(tmp_path / name).characters == 7


@pytest.mark.parametrize("tokenizer", TOKENIZERS.values(), ids=TOKENIZERS.keys())
def test_half_a_character_in_a_text_is_refused_with_dropout_too(tokenizer):
    for call in (tokenizer.encode, tokenizer.trace, tokenizer.normalized, tokenizer.encode_word):
        with pytest.raises(TextError, match=r"contains the lone surrogate U\+D800 at character 2"):
            call("a\ud800")
    with pytest.raises(TextError, match=r"lone surrogate"):
        tokenizer.encode("a\ud800", dropout=0.5)


def test_what_is_like_bytes_is_taken():
    for data in (bytearray(RANKS), memoryview(RANKS)):
        assert BPETokenizer.from_bytes("a", data).vocab == {"a": 0}
        assert Corpus.from_uploads({"a.txt": data}).characters == 7
