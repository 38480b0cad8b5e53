"""The installed tokenizers library and bpe_core, side by side on corpora made to be full of ties.

The last tests check the differences that the profiles name; they fail if the library changes.
"""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe_core import PROFILES, BPEConfig, BPEStepper, Corpus
from tests.property.strategies import daily

CHARACTERS = PROFILES["hf_tokenizers"].config
BYTES = PROFILES["hf_byte_level"].config

# Two letters make overlaps and ties; the others test the order of code points and of bytes.
WORDS = st.one_of(
    st.text("ab", min_size=1, max_size=9),
    st.text("abc", min_size=1, max_size=6),
    st.text("aZé中👍", min_size=1, max_size=6),
)
SPACES = st.sampled_from([" ", "  ", "\n", "\t", "\r\n", "\u00a0", "\u3000", "\u0085", " \u2028"])


@st.composite
def spaced_texts(draw: st.DrawFn) -> str:
    """Words, some of them repeated, with various whitespace between and around them."""
    words = draw(st.lists(WORDS, min_size=1, max_size=25))
    again = draw(st.lists(st.sampled_from(words), max_size=15))
    return "".join(draw(SPACES) + word for word in words + again) + draw(st.sampled_from(["", " ", "\n"]))


def train_library(
    texts: list[str], config: BPEConfig, *, add_first: bool = False, initial: str = ""
) -> Tokenizer:
    """The library set up as the config says; each text is a sequence of its own."""
    tokenizer = Tokenizer(models.BPE(unk_token=config.unk_token, fuse_unk=config.fuse_unk))
    alphabet = list(initial)
    if config.alphabet == "bytes":
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        alphabet = pre_tokenizers.ByteLevel.alphabet() if config.base_vocabulary == "all_bytes" else []
    else:
        tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    if add_first:
        tokenizer.add_special_tokens(list(config.special_tokens))
    trainer = trainers.BpeTrainer(
        vocab_size=config.vocab_size or 30_000,  # its own default
        min_frequency=config.min_frequency,
        special_tokens=list(config.special_tokens),
        initial_alphabet=alphabet,
        max_token_length=config.max_token_length and config.max_token_length + 1,
        limit_alphabet=config.limit_alphabet or 1_000,
        show_progress=False,
    )
    tokenizer.train_from_iterator(texts, trainer)
    return tokenizer


def train_here(texts: list[str], config: BPEConfig) -> BPEStepper:
    stepper = BPEStepper(Corpus.from_documents(texts), config)
    stepper.run()
    return stepper


def merges_of(tokenizer: Tokenizer) -> list[tuple[str, str]]:
    return [(left, right) for left, right in json.loads(tokenizer.to_str())["model"]["merges"]]


def assert_same(texts: list[str], probes: list[str], config: BPEConfig, *, initial: str = "") -> None:
    """Both learn the same merges and ids, and give the same tokens for every probe."""
    library, stepper = train_library(texts, config, initial=initial), train_here(texts, config)
    assert [merge.pair for merge in stepper.merges] == merges_of(library)
    ours = stepper.tokenizer()
    assert ours.vocab == library.get_vocab()
    for probe in probes:
        expected = library.encode(probe)
        encoding = ours.encode(probe)
        assert list(encoding.tokens) == expected.tokens
        assert list(encoding.ids) == expected.ids
        if config.unknown == "unk":  # where characters are dropped the library's offsets are wrong
            assert list(encoding.offsets) == expected.offsets


TRAINING_TEXTS = st.lists(spaced_texts(), min_size=1, max_size=3)


def probes_of(letters: str) -> st.SearchStrategy[list[str]]:
    return st.lists(spaced_texts() | st.text(letters, max_size=20), max_size=3)


@daily(30, fuzz=2_000)
@given(TRAINING_TEXTS, probes_of("abcxyz 中<unk>"), st.integers(0, 4), st.integers(1, 60), st.booleans())
def test_characters_are_learned_and_encoded_as_the_library_does(
    texts: list[str], probes: list[str], min_frequency: int, vocab_size: int, fuse_unk: bool
) -> None:
    config = replace(CHARACTERS, min_frequency=min_frequency, vocab_size=vocab_size, fuse_unk=fuse_unk)
    assert_same(texts, probes, config)


@daily(30, fuzz=2_000)
@given(TRAINING_TEXTS, st.integers(2, 8), st.integers(0, 3))
def test_no_token_longer_than_allowed_is_learned_here_or_there(
    texts: list[str], longest: int, min_frequency: int
) -> None:
    limits = {"max_token_length": longest, "min_frequency": min_frequency}
    assert_same(texts, texts, replace(CHARACTERS, **limits))
    assert_same(texts, texts, replace(BYTES, **limits))


def test_the_librarys_number_is_the_first_length_that_is_too_long() -> None:
    config = replace(CHARACTERS, max_token_length=3)
    for theirs, longest in ((4, 3), (3, 2), (2, 2), (0, 2)):  # two base symbols always merge there
        trainer = trainers.BpeTrainer(max_token_length=theirs, show_progress=False)
        library = Tokenizer(models.BPE())
        library.train_from_iterator(["abcdef abcdef"], trainer)
        assert max(map(len, library.get_vocab())) == longest
    assert train_here(["abcdef abcdef"], config).stop_reason == "every pair left makes a longer token"


@daily(30, fuzz=2_000)
@given(TRAINING_TEXTS, probes_of("abc'st 12.,!?\n\té中👍🏽\u200d"), st.integers(0, 4), st.integers(0, 50))
def test_bytes_are_learned_and_encoded_as_the_library_does(
    texts: list[str], probes: list[str], min_frequency: int, more: int
) -> None:
    assert_same(texts, probes, replace(BYTES, min_frequency=min_frequency, vocab_size=256 + more))


DROPPING = replace(CHARACTERS, special_tokens=(), unknown="drop", unk_token=None, vocab_size=40)


@pytest.mark.parametrize(
    "config",
    [DROPPING, replace(BYTES, base_vocabulary="seen", unknown="drop", vocab_size=60)],
    ids=["characters", "bytes"],
)
@daily(30, fuzz=2_000)
@given(texts=TRAINING_TEXTS, probes=probes_of("abcxyz "))
def test_without_an_unknown_token_symbols_are_dropped_as_in_the_library(
    config: BPEConfig, texts: list[str], probes: list[str]
) -> None:
    assert_same(texts, probes, config)


def test_dropping_a_character_lets_its_neighbours_merge_in_the_library_and_here() -> None:
    library = train_library(["ab ab abc"], DROPPING).encode("axb")
    ours = train_here(["ab ab abc"], DROPPING).tokenizer().encode("axb")
    assert library.tokens == list(ours.tokens) == ["ab"]
    assert ours.offsets == ((0, 3),)
    assert library.offsets == [(0, 2)]  # as if the x had not been there


@daily(40, fuzz=4_000)
@given(TRAINING_TEXTS, probes_of("abcxyz é中"), st.integers(1, 6), st.sampled_from([CHARACTERS, DROPPING]))
def test_characters_beyond_the_limit_are_left_out_here_and_there(
    texts: list[str], probes: list[str], limit: int, config: BPEConfig
) -> None:
    counts = Counter("".join("".join(texts).split()))
    ranked = [character for character, _ in counts.most_common()]
    last = [counts[character] for character in ranked[limit - 1 : limit + 1]]
    # At a tie for the last place the library chooses at random, but first of all what it is given.
    initial = "".join(ranked[:limit]) if last[1:] == last[:1] else ""
    assert_same(texts, [*texts, *probes], replace(config, limit_alphabet=limit), initial=initial)


@pytest.mark.parametrize(
    ("boundary", "option"),
    [("end_suffix", "end_of_word_suffix"), ("inside_prefix", "continuing_subword_prefix")],
)
@pytest.mark.parametrize("text", ["abq abq ab", "qab qab ab", "aqb aqb b a a", "q ab ab q ab"])
def test_a_marker_is_put_on_a_word_as_it_was_here_and_there(boundary: str, option: str, text: str) -> None:
    config = BPEConfig(word_boundary=boundary, limit_alphabet=2)
    library = Tokenizer(models.BPE())
    library.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(limit_alphabet=2, show_progress=False, **{option: config.marker})
    library.train_from_iterator([text], trainer)
    assert [merge.pair for merge in train_here([text], config).merges] == merges_of(library)


# The differences that the profiles name


def test_of_all_characters_the_information_separators_alone_end_a_word_here_but_not_in_the_library() -> None:
    differing = set()
    for character in [*map(chr, range(0x3100)), "\ufeff", "\U0001f44d"]:
        text = f"a{character}b"
        ours = list(Corpus.from_text(text).count_words(CHARACTERS))
        theirs = [word for word, _ in pre_tokenizers.WhitespaceSplit().pre_tokenize_str(text)]
        if ours != list(dict.fromkeys(theirs)):
            differing.add(character)
            assert (ours, theirs) == (["a", "b"], [text])
    assert differing == set("\x1c\x1d\x1e\x1f")


SPECIAL = "aa<unk>bb a<unk> <unk>"


@pytest.mark.parametrize("add_first", [False, True])
def test_a_special_token_in_the_text_is_trained_on_by_the_library_but_cut_out_here(add_first: bool) -> None:
    learned = merges_of(train_library([SPECIAL], CHARACTERS, add_first=add_first))
    ours = [merge.pair for merge in train_here([SPECIAL], CHARACTERS).merges]
    assert learned[:2] == [("<", "u"), ("k", ">")]
    assert (("a", "<unk>") in learned) is not add_first  # added first, it is a word of its own
    assert ours == [("a", "a"), ("b", "b")]
