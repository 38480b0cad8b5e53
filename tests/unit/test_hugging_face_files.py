"""A tokenizer.json with any stages works here as in the installed library."""

import json
import re
from itertools import count

import pytest
from tokenizers import Regex, Tokenizer, normalizers
from tokenizers import pre_tokenizers as cutters

from bpe_core import BPETokenizer
from bpe_core.encoding import LibraryTokenizer
from bpe_core.errors import TextError, TokenizerFileError, UnknownIdError


def split(pattern: str, behavior: str, **options: bool) -> cutters.PreTokenizer:
    return cutters.Split(Regex(pattern), behavior, **options)


def read(file: str) -> LibraryTokenizer:
    tokenizer = BPETokenizer.from_files({"x.json": file.encode()})
    assert isinstance(tokenizer, LibraryTokenizer)
    return tokenizer


def a_file(*, vocab: object = None, merges: object = None, model: dict | None = None, **parts: object) -> str:
    """A tokenizer.json with the one rule (a, b), and some changes."""
    rules = {
        "vocab": {"a": 0, "b": 1, "ab": 2} if vocab is None else vocab,
        "merges": [["a", "b"]] if merges is None else merges,
    }
    return json.dumps({"version": "1.0", "model": {"type": "BPE", **rules, **(model or {})}, **parts})


@pytest.mark.parametrize(
    ("vocab", "merges", "read_merges"),
    [
        # Merges were text before version 0.20.
        ("a b ab", ["#version: 0.2", "a b"], "a+b"),
        # Two ways to make a token stay two rules.
        ("a b c ab bc abc", ["a b", "ab c", "b c", "a bc"], "a+b ab+c b+c a+bc"),
        # If a rule is listed twice, its last place counts.
        ("a b c ab bc", ["a b", "b c", "a b"], "a+b b+c a+b"),
    ],
)
def test_merges_are_read_as_in_the_library(vocab, merges, read_merges):
    root = a_file(vocab={token: number for number, token in enumerate(vocab.split())}, merges=merges)
    tokenizer = read(root)
    assert " ".join(map("+".join, tokenizer.merges)) == read_merges
    assert Tokenizer.from_str(root).encode("abcab").tokens == list(tokenizer.encode("abcab").tokens)


LLAMA = a_file(
    vocab={token: number for number, token in enumerate(["▁", "l", "o", "w", "lo", "low", "▁low"])},
    merges=[["l", "o"], ["lo", "w"], ["▁", "low"]],
    normalizer=json.loads(
        normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]).__getstate__()
    ),
)


def test_a_trace_has_the_words_of_the_stages_and_the_ranks_of_the_file():
    ours = read(LLAMA)
    [trace] = ours.trace("low")

    assert (trace.word, trace.offsets, trace.symbols[:2]) == ("▁low", (0, 3), ("▁", "l"))
    assert [step.rank for step in trace.steps] == [0, 1, 2]
    assert trace.steps[-1].symbols == trace.tokens == ("▁low",)
    before = [trace.symbols, *(step.symbols for step in trace.steps)]
    candidates = [[rank for rank in ours.pair_ranks(symbols) if rank is not None] for symbols in before]
    assert candidates == [[0], [1], [2], []]


def test_one_word_of_a_text_without_words_is_traced_alone_by_its_place():
    ours, text = read(LLAMA), "low lowlow"
    traces, encoding = ours.trace(text), ours.encode(text)
    for place in range(len(text)):
        assert encoding.trace_at(place) == [each for each in traces if each.offsets[0] <= place][-1]


def replacing(pattern: dict, content: str) -> dict:
    return {"type": "Replace", "pattern": pattern, "content": content}


ADDED_JSON = {
    "id": 9,
    "single_word": False,
    "lstrip": False,
    "rstrip": True,
    "normalized": True,
    "special": False,
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"version": "2.0"}, "Unknown tokenizer version '2.0'"),
        ({"vocab": {"a": "1"}, "merges": []}, 'invalid type: string "1", expected u32'),
        ({"added_tokens": [ADDED_JSON]}, "missing field `content`"),
        ({"truncation": {}}, "missing field `max_length`"),
        ({"normalizer": replacing({"Text": "a"}, "b")}, "unknown variant `Text`"),
    ],
    ids=count(),
)
def test_what_is_wrong_is_said_in_the_library_s_words(change, message):
    with pytest.raises(TokenizerFileError, match=f"cannot load it: {re.escape(message)}.* at line 1"):
        read(a_file(**change))


def test_merges_leave_out_the_bytes_of_the_prefix_as_the_library_does():
    vocab = {"a": 0, "éb": 1, "ab": 2, "xyb": 3, "日": 4, "b": 5}

    def of(merge: list[str]) -> str:
        return a_file(vocab=vocab, merges=[merge], model={"continuing_subword_prefix": "é"})

    for merge in (["a", "éb"], ["a", "xyb"]):
        assert list(read(of(merge)).encode("ab").ids) == Tokenizer.from_str(of(merge)).encode("ab").ids
    for right in ("b", "日"):  # of the second the library would make no text, and end the process
        with pytest.raises(TokenizerFileError, match="cannot be read"):
            read(of(["a", right]))


def test_what_cannot_be_encoded_or_decoded_is_said():
    tokenizer = read(a_file(pre_tokenizer=json.loads(split("(a+)+$", "isolated").__getstate__())))
    with pytest.raises(TextError, match=r"cannot encode this text: .*retry-limit-in-match over"):
        tokenizer.encode("a" * 40 + "b")
    with pytest.raises(TextError, match="lone surrogate"):
        tokenizer.encode("\ud800")
    with pytest.raises(UnknownIdError, match="The id 99 is not in the vocabulary"):
        tokenizer.decode([0, 99])


def test_an_unknown_token_outside_the_vocabulary_matters_only_where_it_is_needed():
    tokenizer = read(a_file(model={"unk_token": "<nope>", "ignore_merges": True}))
    assert tokenizer.encode("ab").ids == (2,)
    with pytest.raises(TextError, match="<nope>"):
        tokenizer.encode("q")


def added_json(*contents: str, **flags: bool) -> list[dict]:
    return [{**ADDED_JSON, "rstrip": False, "content": content, **flags} for content in contents]


def test_the_token_of_a_word_is_shown_where_an_added_token_has_the_same_id():
    file = a_file(vocab={"a": 0, "b": 1, "ab": 3}, added_tokens=added_json("x", normalized=False))
    ours, library = read(file), Tokenizer.from_str(file)

    encoding, expected = ours.encode("abxb"), library.encode("abxb")
    assert list(encoding.ids) == expected.ids == [3, 3, 1]
    assert list(encoding.tokens) == expected.tokens == ["ab", "x", "b"]
    assert ours.decode([3]) == library.decode([3]) == "x"
    assert ours.vocab == library.get_vocab()


def test_an_added_token_that_is_normalized_to_nothing_is_refused():
    # Of the text `a` the library would make empty tokens until the memory ends.
    strip = {"type": "Strip", "strip_left": True, "strip_right": True}
    with pytest.raises(TokenizerFileError, match="its added token '  ' is normalized to nothing"):
        read(a_file(normalizer=strip, added_tokens=added_json("  ", "ab")))


@pytest.mark.parametrize(
    ("rules", "text", "tokens"), [("ł ó\nłó d\n", "łódź", ("łód", "ź")), ("d d\n", "ddd", ("dd", "d"))]
)
def test_a_word_is_what_the_library_takes_for_one_however_many_tokens_it_becomes(rules, text, tokens):
    letters = sorted({*text, *rules.split(), *map("".join, map(str.split, rules.splitlines()))})
    vocabulary = json.dumps({letter: number for number, letter in enumerate(letters)})
    files = {"merges.txt": f"#version: 0.2\n{rules}".encode(), "vocab.json": vocabulary.encode()}
    ours = BPETokenizer.from_files(files)
    [word] = ours.trace(text)
    assert (word.word, word.tokens) == (text, tokens)
    assert [*ours.encode(text).word_starts] == [0, 2]
    assert Tokenizer.from_str(ours.to_bytes().decode()).encode(text).word_ids == [0, 0]
