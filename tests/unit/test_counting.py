"""Counting: a document in pieces has the counts of the whole."""

import tracemalloc
from collections import Counter
from dataclasses import replace
from unittest import mock

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import PROFILES, Corpus
from bpe_core.config import BPEConfig
from bpe_core.corpus import counting
from bpe_core.corpus import long_text as utf8_text
from bpe_core.corpus.counting import count_documents, count_entries
from bpe_core.corpus.long_text import Utf8Text
from bpe_core.normalizers import normalize
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS, pre_tokenizer_of
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens

NORMALIZER_CHAINS = [
    (),
    ("lowercase",),
    ("nfc",),
    ("nfkd",),
    ("strip_accents",),
    ("nfkd", "strip_accents"),
    ("nfkc", "strip_accents", "lowercase"),
    ("nfd", "strip_accents"),
]

# What could go wrong at a cut: sigmas, marks (also after a space), a spacing accent that NFKD turns into a
# space, a ligature of several words, Korean letters that compose, odd whitespace, special tokens.
tricky_text = st.text(
    alphabet=st.sampled_from("   ab'sΣσ\u0301´é\ufdfa\u1100\u1161<>.1\n\r\t\u00a0\x1c▁"), max_size=40
)
configs = st.builds(
    BPEConfig,
    pre_tokenizer=st.sampled_from([name for name in PRE_TOKENIZERS if name != "pattern"]),
    normalizers=st.sampled_from(NORMALIZER_CHAINS),
    special_tokens=st.sampled_from([(), ("<>",), ("a", "a b")]),
)


def counted_at_once(documents: list[str], config: BPEConfig) -> list[tuple[str, int]]:
    """The plain way: each part as a whole, every word by itself."""
    counts: Counter[str] = Counter()
    if PRE_TOKENIZERS[config.pre_tokenizer].reads_lines:
        documents = [line for document in documents for line in document.split("\n")]
    for document in documents:
        for part, is_special in SpecialTokens(config.special_tokens).cut(document):
            if not is_special:
                counts.update(
                    pre_tokenizer_of(config.pre_tokenizer, config.pattern).words(
                        normalize(part, config.normalizers)
                    )
                )
    return list(counts.items())


@given(documents=st.lists(tricky_text, max_size=3), config=configs, piece_characters=st.integers(1, 6))
@example(["x Σ yΣ z ΑΣ b"], BPEConfig(normalizers=("lowercase",)), 1)
@example(["a \r´ b"], BPEConfig(normalizers=("nfkd", "strip_accents"), pre_tokenizer="spaces"), 1)
@example(["a \u0301\r b"], BPEConfig(normalizers=("strip_accents",), pre_tokenizer="spaces"), 1)
@example([" \u0301 a b "], BPEConfig(normalizers=("strip_accents",), pre_tokenizer="gpt2"), 1)
@example(["x \r y"], BPEConfig(pre_tokenizer="spaces"), 1)
@example(["one two three four " * 8], BPEConfig(special_tokens=("two three",)), 8)
@example(["one two three four " * 8], BPEConfig(special_tokens=("two three",)), 30)
def test_pieces_give_the_words_of_the_whole_in_the_same_order(
    documents: list[str], config: BPEConfig, piece_characters: int
) -> None:
    with mock.patch.object(counting, "PIECE_CHARACTERS", piece_characters):
        counts = count_documents(documents, config)
    assert list(counts.items()) == counted_at_once(documents, config)


@given(document=tricky_text, config=configs, block_bytes=st.integers(1, 12))
@example("a  <> b", BPEConfig(special_tokens=("<>",), pre_tokenizer="gpt2"), 3)
@example("x a b a b y", BPEConfig(special_tokens=("a", "a b"), pre_tokenizer="spaces"), 4)
def test_a_text_that_is_read_in_blocks_gives_the_words_of_the_whole(
    document: str, config: BPEConfig, block_bytes: int
) -> None:
    with mock.patch.object(utf8_text, "BLOCK_BYTES", block_bytes):
        counts = count_documents([Utf8Text(document.encode())], config)
    assert list(counts.items()) == counted_at_once([document], config)


def sections(document: str, config: BPEConfig) -> list[str]:
    return list(counting._sections(document, config, SpecialTokens(config.special_tokens)))


@pytest.mark.parametrize(
    ("name", "is_file"),
    [("textbook", True), ("textbook", False), ("subword_nmt", True)],  # the last by lines
)
def test_counting_holds_no_second_copy_of_a_long_text_or_file(name: str, is_file: bool) -> None:
    text = ("the cat sat on the mat and slept " * 30 + "\n") * 1_100  # a shorter file is read at once
    corpus = Corpus.from_uploads({"cats.txt": text.encode()}) if is_file else Corpus.from_text(text)
    config = replace(PROFILES[name].config, normalizers=("lowercase", "nfc"), special_tokens=("<s>",))
    with (
        mock.patch.object(counting, "PIECE_CHARACTERS", 5_000),
        mock.patch.object(utf8_text, "BLOCK_BYTES", 5_000),
    ):
        tracemalloc.start()
        counts = corpus.count_words(config)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert counts["cat"] == 33_000
    assert peak < len(text) / 3


@pytest.mark.parametrize("name", PRE_TOKENIZERS)
def test_a_long_document_is_really_cut_unless_it_must_be_seen_whole(name: str) -> None:
    config = BPEConfig(pre_tokenizer=name, pattern=r"\w+ \w+")
    with mock.patch.object(counting, "PIECE_CHARACTERS", 4):
        found = sections("one two three four", config)
    is_whole = name in ("none", "pattern", "across_spaces")
    assert found == (["one two three four"] if is_whole else ["one", " two", " three", " four"])


@pytest.mark.parametrize(
    ("entries", "rules", "counts"),
    [
        (
            [("New York", 3), ("NEW YORK", 2), ("x", 1)],
            {"normalizers": ("lowercase",)},
            {"new york": 5, "x": 1},
        ),
        ([("\u0301", 3), ("é", 1)], {"normalizers": ("strip_accents",)}, {"e": 1}),
        ([("hug<s>pug", 3), ("<s>", 9), ("pug", 1)], {"special_tokens": ("<s>",)}, {"hug": 3, "pug": 4}),
    ],
)
def test_words_with_counts_are_normalized_and_rid_of_special_tokens_but_not_cut(  # type: ignore[no-untyped-def]
    entries, rules, counts
) -> None:
    assert count_entries(entries, BPEConfig(pre_tokenizer="gpt2", **rules)) == counts
