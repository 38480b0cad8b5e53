"""SentencePiece and its profile: recorded results, random corpora, and where the two begin to differ."""

from functools import cache
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import PROFILES, BPEStepper, Corpus
from bpe_core.engine.limits import NO_PAIRS_LEFT, ONLY_LONGER_TOKENS
from tests.golden.corpora import TEXTS
from tests.golden.record_sentencepiece import base_size, learned_pieces, train
from tests.golden.test_golden import config_of, recording
from tests.property.strategies import daily

pytest.importorskip("sentencepiece", reason="sentencepiece comes with the golden group")

CONFIG = PROFILES["sentencepiece"].config
LONGEST_PIECE = 16
VECTORS = recording("sentencepiece")["vectors"]

# Texts on which the two part before no pair is left: the merge (counted from 0), and what comes in between.
PARTS_AT = {
    "accents_decomposed": (87, "an accent that could go with the punctuation after it"),
}


@cache
def trained(index: int) -> BPEStepper:
    vector = VECTORS[index]
    stepper = BPEStepper(Corpus.from_text(TEXTS[vector["text"]]), config_of(vector))
    stepper.run()
    return stepper


def learned_here(text: str, merges: int | None = None) -> list[str]:
    stepper = BPEStepper(Corpus.from_text(text), CONFIG)
    stepper.run(merges)
    return [merge.token for merge in stepper.merges]


def learned_there(text: str, merges: int) -> list[str]:
    return learned_pieces(train(text, base_size(text) + merges))[0][:merges]


# ---- what was recorded


def test_learns_the_pieces_of_the_library_in_its_order() -> None:
    for index, vector in enumerate(VECTORS):
        if "pieces" not in vector:
            continue
        ours, theirs = [merge.token for merge in trained(index).merges], vector["pieces"]
        end = PARTS_AT[vector["text"]][0] if vector["text"] in PARTS_AT else len(ours)
        assert ours[:end] == theirs[:end], vector["text"]
        if vector["text"] in PARTS_AT:
            assert ours[end] != theirs[end], vector["text"]
        else:
            # Where theirs are more, we had no pair left: the library goes on with pieces that count 0.
            is_whole = len(ours) == len(theirs) or trained(index).stop_reason in (
                NO_PAIRS_LEFT,
                ONLY_LONGER_TOKENS,
            )
            assert is_whole, vector["text"]


def test_the_base_symbols_are_the_librarys_characters() -> None:
    for index, vector in enumerate(VECTORS):
        symbols = set(trained(index).base_symbols)
        kept = {"\x1f"} if vector["text"] == "separators" else set()
        assert symbols == set(vector.get("characters", symbols)) | kept, vector["text"]


def test_encodes_and_decodes_to_the_tokens_and_text_of_the_library() -> None:
    for index, vector in enumerate(VECTORS):
        tokenizer = trained(index).tokenizer()
        for expected in vector.get("encodings", []):
            encoding = tokenizer.encode(expected["text"])
            if "\x1f" not in expected["text"]:  # which the library keeps for itself, so that it is unknown
                assert without_repeats(encoding.tokens) == expected["tokens"], expected["text"]
            if list(encoding.tokens) == expected["tokens"]:
                assert tokenizer.decode(encoding.ids).replace("<unk>", " ⁇ ") == expected["decoded"]


def without_repeats(tokens: tuple[str, ...]) -> list[str]:
    """Tokens as the library joins them: of neighbouring unknown ones, also across a cut, one is left."""
    return [token for i, token in enumerate(tokens) if token != "<unk>" or i == 0 or tokens[i - 1] != "<unk>"]


# ---- random corpora

LETTERS = st.one_of(
    st.text("ab", min_size=1, max_size=8),
    st.text("abc1,.", min_size=1, max_size=6),
    st.text("aZé中あーカ👍", min_size=1, max_size=6),
    st.text("аβאب١ก日\t\r", min_size=1, max_size=5),
    st.text("ab▁", min_size=1, max_size=4),
    # letters newer than Unicode 9, and characters that have had another script or kind since
    st.text(
        "b.\ua7b1\ua7c2\u0561\u0589\u0915\u0953\u1cf2\U00011183\U000111c9\U00016ea0", min_size=1, max_size=5
    ),
)


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Words, some of them repeated, with spaces and line ends between them."""
    words = draw(st.lists(LETTERS, min_size=1, max_size=20))
    words += draw(st.lists(st.sampled_from(words), max_size=20))
    return "a" + "".join(draw(st.sampled_from([" ", "  ", "\n", " \n "])) + word for word in words)


@daily(30, fuzz=2_000)
@given(text=texts())
def test_any_text_gives_the_pieces_of_the_library_until_no_pair_is_left(text: str) -> None:
    ours = learned_here(text)
    assert max(map(len, ours), default=0) <= LONGEST_PIECE
    assert learned_there(text, len(ours)) == ours


@daily(30, fuzz=2_000)
@given(
    text=texts(), probe=st.one_of(texts(), st.text("abc1,é中カ日xyz \n▁", max_size=15)), share=st.floats(0, 1)
)
def test_any_text_is_encoded_as_by_the_library(text: str, probe: str, share: float) -> None:
    merges = int(share * len(learned_here(text)))
    stepper = BPEStepper(Corpus.from_text(text), CONFIG)
    stepper.run(merges)
    library, ours = train(text, base_size(text) + merges), stepper.tokenizer()
    probe = probe.rstrip("▁ ")  # what is done with a ▁ at the end is tested below
    theirs = [
        "<unk>" if number == 0 else piece
        for number, piece in zip(library.encode(probe), library.encode(probe, out_type=str), strict=True)
    ]
    assert without_repeats(ours.encode(probe).tokens) == theirs


# ---- the differences that the profile names


@pytest.mark.parametrize(
    ("text", "merges", "there", "here"),
    [
        # It goes on with pieces that never occur.
        ("ab", None, ["ab", "▁ab", "▁a"], ["ab", "▁ab"]),
        # It leaves out lines of more than 4192 bytes, and those that hold its sign for an unknown character.
        ("ab" * 2096 + "\ncd", 1, ["ab"], ["ab"]),
        ("ab" * 2096 + "a\ncd", 1, ["cd"], ["ab"]),
        ("ab ab ▅\ncd", 1, ["cd"], ["ab"]),
        # A special token leaves a part without its mark.
        ("ab<s>cd<s>cd", None, ["cd", "ab", "▁ab"], ["cd", "▁cd", "ab", "▁ab"]),
        # An accent between two scripts goes with either side.
        ("e\u0301, e\u0301, a\u0301, o\u0301, u\u0301,", 1, ["\u0301,"], ["e\u0301"]),
    ],
    ids=count(),
)
def test_the_library_learns_other_pieces_from_some_texts(
    text: str, merges: int | None, there: list[str], here: list[str]
) -> None:
    assert learned_there(text, len(there)) == there
    assert learned_here(text, merges) == here


def test_no_piece_has_more_than_sixteen_characters() -> None:
    text = "a" * 16  # with the ▁ before it, seventeen
    ours = learned_here(text)
    assert ours == ["aa", "aaaa", "aaaaaaaa", "▁aaaaaaaa"]
    assert learned_there(text, 4) == ours
    assert max(map(len, learned_there(text, 100))) == LONGEST_PIECE


def test_the_library_numbers_learned_pieces_first_and_then_characters_by_how_often_they_occur() -> None:
    text = "b b b a"
    library, stepper = train(text, base_size(text) + 1), BPEStepper(Corpus.from_text(text), CONFIG)
    stepper.run(1)
    assert [library.id_to_piece(number) for number in range(3, 7)] == ["▁b", "▁", "b", "a"]
    assert list(stepper.view.vocabulary())[3:] == ["a", "b", "▁", "▁b"]


def test_the_library_joins_unknown_characters_across_a_cut_and_drops_a_mark_at_the_end() -> None:
    library, stepper = train("ab", base_size("ab")), BPEStepper(Corpus.from_text("ab"), CONFIG)
    assert library.encode("ax1", out_type=str) == ["▁", "a", "x1"]
    assert stepper.tokenizer().encode("ax1").tokens == ("▁", "a", "<unk>", "<unk>")
    assert library.encode("a▁", out_type=str) == ["▁", "a"]
    assert stepper.tokenizer().encode("a▁").tokens == ("▁", "a", "▁")
