"""The host, if there is one, runs the libraries with files; work that it ends becomes an error."""

import json
import pickle

import pytest
from tokenizers import Tokenizer, models, normalizers
from tokenizers import pre_tokenizers as cutters

from bpe_core import BPETokenizer
from bpe_core.encoding import hosting
from bpe_core.errors import TextError, TokenizerFileError
from tests.fuzz.sentencepiece_files import UNKNOWN, USER_DEFINED, bytes_field, integer_field, piece_field
from tests.unit.test_hugging_face_files import read, split

MODEL = (
    piece_field("<unk>", kind=UNKNOWN)
    + b"".join(piece_field(text, score) for text, score in {"▁": -3, "a": -4, "b": -5, "ab": -1}.items())
    + piece_field("x", kind=USER_DEFINED)
    + bytes_field(2, integer_field(3, 2))
)


class Elsewhere:
    """A host that runs in this process what has been pickled, as one in another process would, and counts."""

    def __init__(self, ends=()):
        self.asked = []
        self.ends = ends

    def __call__(self, make, *arguments):
        made = []

        def call(method, *args, **kwargs):
            name = repr(method).split("'")[1]  # of a methodcaller or an attrgetter
            self.asked.append(name)
            if name in self.ends:
                raise hosting.EndedError("stopped after 3 seconds")
            if not made:
                made.append(pickle.loads(pickle.dumps(make))(*pickle.loads(pickle.dumps(arguments))))
            function, given, named = pickle.loads(pickle.dumps((method, args, kwargs)))
            return pickle.loads(pickle.dumps(function(made[0], *given, **named)))

        return call


@pytest.fixture
def host():
    host = Elsewhere()
    hosting.set_host(host)
    yield host
    hosting.set_host(None)


def unknown(**stages) -> str:
    """A file with a custom pattern."""
    library = Tokenizer(models.BPE({"a": 0, "b": 1, "ab": 2}, [("a", "b")]))
    library.pre_tokenizer = split("a+b|b", "isolated")
    for name, stage in stages.items():
        setattr(library, name, stage)
    return library.to_str()


PIECES = Tokenizer(models.WordPiece({"[UNK]": 0, "a": 1, "##b": 2, "ab": 3}, unk_token="[UNK]")).to_str()


@pytest.mark.parametrize("file", [unknown().encode(), MODEL, PIECES.encode()])
def test_a_file_gives_the_same_from_a_host(file):
    def answers():
        tokenizer, text = BPETokenizer.from_files({"file": file}), "ab aab x"
        encoding = tokenizer.encode(text)
        return (
            *(tokenizer.vocab, tokenizer.stages, tokenizer.token_bytes, tokenizer.merges),
            *(encoding, encoding.offsets, tokenizer.trace(text), encoding.trace_at(4)),
            *(tokenizer.decode(encoding.ids), tokenizer.normalized(text)),
        )

    here, host = answers(), Elsewhere()
    hosting.set_host(host)
    try:
        assert answers() == here
    finally:
        hosting.set_host(None)
    assert {"facts.tokens", "encode", "words"} <= {*host.asked}


def test_what_the_host_ends_is_said_and_the_next_text_is_asked_for_again(host):
    tokenizer = read(unknown())
    host.ends = {"encode"}
    for ask in (tokenizer.encode, tokenizer.trace):
        with pytest.raises(TextError, match=r"gave no answer: stopped after 3 seconds\."):
            ask("aab")
    host.ends = ()
    assert tokenizer.encode("aab").ids == (0, 2)


def test_a_sentencepiece_model_is_run_by_the_host(host):
    tokenizer = BPETokenizer.from_files({"m.model": MODEL})
    encoding = tokenizer.encode("abx")
    assert (encoding.tokens, encoding.offsets) == (("▁", "ab", "x"), ((0, 0), (0, 2), (2, 3)))
    assert tokenizer.decode(encoding.ids) == "abx"
    assert tokenizer.normalized("a  x") == "▁a▁x"
    assert host.asked == ["facts.tokens", "facts", "encode", "texts_of", "normalized"]
    host.ends = {"encode"}
    with pytest.raises(TextError, match=r"gave no answer: stopped after 3 seconds\."):
        tokenizer.encode("ab")
    host.ends = {"facts"}
    with pytest.raises(TokenizerFileError, match=r"m.model cannot be read: .*load it: stopped after 3"):
        BPETokenizer.from_files({"m.model": MODEL})


def test_errors_of_the_library_are_those_of_this_process(host):
    with pytest.raises(TokenizerFileError, match="cannot load it: "):
        read(unknown().replace("a+b|b", "a+b|(b"))
    file = json.loads(unknown(normalizer=normalizers.Lowercase(), pre_tokenizer=cutters.Whitespace()))
    file["pre_tokenizer"] = json.loads(split("(a+)+$", "isolated").__getstate__())
    tokenizer = BPETokenizer.from_files({"x.json": json.dumps(file).encode()})
    with pytest.raises(TextError, match=r"cannot encode this text: .*retry-limit-in-match over"):
        tokenizer.encode("a" * 40 + "b")
