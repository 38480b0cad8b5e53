"""Models of SentencePiece; tests/golden and tests/fuzz compare all of them with the library."""

import io
import random
import sys
from pathlib import Path

import pytest
import sentencepiece as library

from bpe_core import BPETokenizer
from bpe_core.config import BYTE_TOKENS
from bpe_core.encoding import LibraryTokenizer
from bpe_core.errors import TokenizerFileError
from bpe_core.studies.encoding_proof import prove_encoding
from bpe_core.studies.vocabulary_study import VocabularyStudy
from tests.fuzz.sentencepiece_files import (
    BYTE,
    UNKNOWN,
    USER_DEFINED,
    bytes_field,
    integer_field,
    piece_field,
)
from tests.fuzz.texts import nasty_text

UNK = piece_field("<unk>", kind=UNKNOWN)
BPE_TYPE = integer_field(3, 2)
AS_IT_IS = b"".join(integer_field(number, 0) for number in (3, 4, 5))


def model_of(*pieces: bytes, trainer: bytes = BPE_TYPE, normalizer: bytes = AS_IT_IS) -> bytes:
    return b"".join(pieces) + bytes_field(2, trainer) + bytes_field(3, normalizer)


def read(*pieces: bytes, **specs: bytes) -> LibraryTokenizer:
    tokenizer = BPETokenizer.from_files({"m.model": model_of(*pieces, **specs)})
    assert isinstance(tokenizer, LibraryTokenizer)
    return tokenizer


def scored(**score_of: float) -> list[bytes]:
    return [UNK, *(piece_field(piece, score) for piece, score in score_of.items())]


class TestModel:
    def test_user_defined_symbols_are_never_joined(self):
        tokenizer = read(*scored(a=-1, b=-1, ab=-1, aba=-1), piece_field("<x>", kind=USER_DEFINED))
        encoding = tokenizer.encode("ab<x>ab<x")
        assert encoding.tokens == ("ab", "<x>", "ab", "<unk>")
        assert encoding.offsets == ((0, 2), (2, 5), (5, 7), (7, 9))
        assert encoding.unknown == ("<x",)
        assert [word.is_added for word in tokenizer.trace("ab<x>")] == [False, True]

    def test_of_pieces_with_the_same_score_the_leftmost_is_made_first(self):
        tokenizer = read(*scored(a=-9, b=-9, c=-9, ab=0, bc=0, ca=0))
        assert tokenizer.encode("abca").tokens == ("ab", "ca")
        assert tokenizer.encode("cabc").tokens == ("ca", "bc")
        [step, *_] = tokenizer.trace("cabc")[0].steps
        assert (step.pair, step.rank) == (("c", "a"), 0)
        assert tokenizer.pair_ranks("cabc") == (0, 0, 0)
        assert tokenizer.rank_between("b", "c") == 0

    def test_a_token_of_tied_rules_has_its_rule(self):
        tokenizer = read(*scored(a=-1, b=-2, ba=-1, ab=-1, abab=-1))
        assert tokenizer.encode("abab").tokens == ("abab",)
        [abab] = VocabularyStudy(tokenizer).entries([tokenizer.vocab["abab"]])
        assert abab.rule.pair == ("ab", "ab")

    def test_unknown_characters_in_a_row_are_one_token_or_their_bytes(self):
        in_bytes = [piece_field(token, kind=BYTE) for token in BYTE_TOKENS]
        tokenizer = read(*scored(a=-1), *in_bytes, trainer=BPE_TYPE + integer_field(35, 1))
        assert tokenizer.encode("aé").tokens == ("a", "<0xC3>", "<0xA9>")
        assert tokenizer.encode("aé").offsets == ((0, 1), (1, 2), (1, 2))
        assert read(*scored(a=-1)).encode("a猫咪a").ids == (1, 0, 1)
        [word] = tokenizer.trace("aéa")
        assert (word.word, word.in_bytes) == ("aéa", ("é",))

    def test_whole_texts_come_back(self):
        spaces = integer_field(3, 1) + integer_field(4, 1) + integer_field(5, 1)
        tokenizer = read(*scored(a=-1, b=-1), piece_field("▁"), normalizer=spaces)
        assert tokenizer.decode(tokenizer.encode("a b").ids) == "a b"
        assert tokenizer.decode(tokenizer.encode("a  b").ids) == "a b"

    def test_the_model_is_proved_by_its_own_library(self):
        tokenizer = read(*scored(a=-1, b=-2, ab=0))
        proof = prove_encoding(tokenizer, "abcab", tokenizer.encode("abcab"))
        assert (proof.library, proof.tokens, proof.first_difference) == ("sentencepiece", 3, None)

    def test_no_other_format_can_say_the_same(self):
        tokenizer = read(*scored(a=-1))
        with pytest.raises(TokenizerFileError, match="No other format can hold what this file has"):
            tokenizer.to_files("hugging_face")

    def test_what_an_unknown_token_is_decoded_to_may_have_a_nul(self):
        tokenizer = read(*scored(a=-1), trainer=BPE_TYPE + bytes_field(44, b"?\0!"))
        assert tokenizer.decode([1, 0]) == "a?\0!"


def test_where_the_library_is_missing_one_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentencepiece", None)
    with pytest.raises(
        TokenizerFileError, match=r"^m.model cannot be read: .*: pip install sentencepiece protobuf\.$"
    ):
        read(UNK)


def test_a_model_of_unigram_gives_what_the_library_gives():
    model, draw = io.BytesIO(), random.Random(4)
    lines = Path(__file__).read_text(encoding="utf-8").splitlines()
    options = {"user_defined_symbols": ["<x>", "assert "], "byte_fallback": True, "vocab_size": 500}
    library.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=model, model_type="unigram", minloglevel=3, **options
    )
    theirs = library.SentencePieceProcessor(model_proto=model.getvalue())
    ours = BPETokenizer.from_files({"m.model": model.getvalue()})
    assert (ours.without_merges, ours.merges) == ("Unigram", ())
    for text in [*lines[:40], *(nasty_text(draw, list(ours.vocab)) for _ in range(100))]:
        encoding = ours.encode(text)
        assert [*encoding.ids] == theirs.encode(text)
        assert ours.decode(encoding.ids) == theirs.decode([*encoding.ids])
        traced = ours.trace(text)
        assert tuple(token for word in traced for token in word.tokens) == encoding.tokens
        for place in range(0, len(text), 7):
            begun = [word for word in traced if word.offsets[0] <= place] or traced[:1]
            assert encoding.trace_at(place) == (begun[-1] if begun else None)


def test_unigram_tells_its_scores_word_by_word():
    scores = {"▁": -1.0, "hu": -2.0, "g": -1.5, "▁hug": -4.0}
    pieces = (piece_field(text, score) for text, score in scores.items())
    ours = read(UNK, *pieces, trainer=integer_field(3, 1), normalizer=b"")
    first, second = ours.trace("hug huß")
    assert (first.tokens, first.lookup.scored) == (("▁hug",), (("▁hug", -4.0),))
    assert (second.tokens, second.unknown, second.offsets) == (("▁", "hu", "<unk>"), ("ß",), (3, 7))
    assert second.lookup.scored == (("▁", -1.0), ("hu", -2.0), ("<unk>", -14.0))
