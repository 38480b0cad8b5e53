"""The stages of SentencePiece; tests/golden and tests/fuzz compare all of them with the library."""

import pytest

from bpe_core import BPETokenizer
from bpe_core.config import BYTE_TOKENS
from bpe_core.encoding.sentencepiece import SentencePieceTokenizer
from bpe_core.encoding.sentencepiece.normalizer import CharacterMap, Normalizer, UserDefinedSymbols
from bpe_core.encoding.sentencepiece.tokenizer import Decoder, Piece
from bpe_core.errors import ComparisonError, TextError, TokenizerFileError, UnknownIdError
from bpe_core.studies.encoding_proof import prove_encoding
from bpe_core.studies.round_trip import round_trip
from bpe_core.studies.vocabulary_study import VocabularyStudy
from tests.fuzz.sentencepiece_files import (
    BYTE,
    CONTROL,
    UNKNOWN,
    UNUSED,
    USER_DEFINED,
    bytes_field,
    integer_field,
    piece_field,
)

UNK = piece_field("<unk>", kind=UNKNOWN)
BPE_TYPE = integer_field(3, 2)
AS_IT_IS = b"".join(integer_field(number, 0) for number in (3, 4, 5))


def model_of(*pieces: bytes, trainer: bytes = BPE_TYPE, normalizer: bytes = AS_IT_IS) -> bytes:
    return b"".join(pieces) + bytes_field(2, trainer) + bytes_field(3, normalizer)


def read(*pieces: bytes, **specs: bytes) -> SentencePieceTokenizer:
    tokenizer = BPETokenizer.from_files({"m.model": model_of(*pieces, **specs)})
    assert isinstance(tokenizer, SentencePieceTokenizer)
    return tokenizer


def scored(**score_of: float) -> list[bytes]:
    return [UNK, *(piece_field(piece, score) for piece, score in score_of.items())]


def map_of(entries: dict[bytes, bytes]) -> bytes:
    """A map of characters with a block of 256 units for each node."""
    nodes = sorted({key[:size] for key in entries for size in range(len(key) + 1)})
    base = {node: 256 * (number + 1) for number, node in enumerate(nodes)}
    units = [0] * (256 * (len(nodes) + 1))
    texts = b""
    units[0] = base[b""] << 10
    for node in nodes[1:]:
        here = base[node[:-1]] ^ node[-1]
        units[here] = (here ^ base[node]) << 10 | (node in entries) << 8 | node[-1]
    for key, written in entries.items():
        units[base[key]] = 1 << 31 | len(texts)
        texts += written + b"\0"
    trie = b"".join(unit.to_bytes(4, "little") for unit in units)
    return len(trie).to_bytes(4, "little") + trie + texts


class TestCharacterMap:
    def test_the_longest_entry_counts(self):
        characters = CharacterMap(map_of({b"a": b"x", b"abc": "é".encode(), "猫".encode(): b""}))
        assert characters.longest("abcd", 0) == ("é", 3)
        assert characters.longest("abd", 0) == ("x", 1)
        assert characters.longest("bab", 1) == ("x", 2)
        assert characters.longest("b猫", 1) == ("", 2)
        assert characters.longest("b", 0) is None

    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\0\4\0\0",
            map_of({b"a": b"x"})[:-1],
            map_of({b"a": b"x"}) + b"x",
            b"\0\4\0\0" + b"\xff\xff\xff\x7f" * 256 + b"\0",  # leads out of the map
            b"\0\4\0\0" + b"\xff\xff\xff\xff" * 256 + b"\0",  # a text that is not there
        ],
    )
    def test_a_broken_map_is_refused(self, data):
        with pytest.raises(TokenizerFileError, match="its map of characters is broken"):
            CharacterMap(data)

    def test_what_it_writes_has_a_limit(self):
        assert CharacterMap(map_of({b"a": b"x" * 64})).longest("a", 0) == ("x" * 64, 1)
        with pytest.raises(TokenizerFileError, match="its map writes 65 bytes for an entry; at most 64 are"):
            CharacterMap(map_of({b"a": b"x" * 65}))

    def test_a_text_is_refused_where_the_map_cuts_a_character(self):
        characters = CharacterMap(map_of({b"\xc3": b"x", b"a": b"\xc3", b"b": b"y"}))
        assert characters.longest("b", 0) == ("y", 1)
        with pytest.raises(TextError, match="has an entry for a part of 'é'"):
            characters.longest("é", 0)
        with pytest.raises(TextError, match="writes for 'a' what is no text"):
            characters.longest("a", 0)

    def test_an_entry_that_never_ends_is_refused_and_not_followed_to_the_end_of_the_text(self):
        characters = CharacterMap(map_of({b"a" * 70: b"x"}))
        assert characters.longest("a" * 60, 0) is None
        with pytest.raises(TextError, match="has an entry of more than 64 characters"):
            characters.longest("a" * 100, 0)


class TestNormalizer:
    @pytest.mark.parametrize(
        ("text", "normalized"),
        [
            ("", ""),
            ("  ", ""),
            ("hug\n", "▁hug\n"),
            ("\thug\xa0\u3000", "▁\thug\xa0\u3000"),
            (" a  b ", "▁a▁b"),
            ("a▁", "▁a"),
            ("▁", ""),
        ],
    )
    def test_only_u_0020_is_a_space(self, text, normalized):
        # sentencepiece 0.2.3 with normalization_rule_name="identity"
        assert Normalizer().normalize(text)[0] == normalized

    def test_every_flag_changes_what_it_says(self):
        text = " a  b "
        assert Normalizer(add_dummy_prefix=False).normalize(text)[0] == "a▁b"
        assert Normalizer(remove_extra_whitespaces=False).normalize(text)[0] == "▁▁a▁▁b▁"
        assert Normalizer(escape_whitespaces=False).normalize(text)[0] == " a b"
        assert Normalizer(is_suffix=True).normalize(text) == ("a▁b▁", [1, 2, 4, 5, 5])

    def test_user_defined_symbols_stay_as_they_are(self):
        upper = CharacterMap(map_of({b"a": b"A"}))
        symbols = UserDefinedSymbols(["<a>"])
        assert Normalizer(upper, symbols).normalize("a<a>a")[0] == "▁A<a>A"

    def test_each_written_character_knows_where_it_comes_from(self):
        ligature = CharacterMap(map_of({"ﬁ".encode(): b"f i", b"xy": b""}))
        assert Normalizer(ligature).normalize("aﬁxyb") == ("▁af▁ib", [0, 0, 1, 1, 1, 4, 5])

    def test_what_a_map_makes_of_a_text_has_a_limit(self):
        longer = Normalizer(CharacterMap(map_of({b"a": b"x" * 64})))
        assert len(longer.normalize("a" * 1_000)[0]) == 64_001
        with pytest.raises(TextError, match="of 10,000 characters can become 640,000 tokens before"):
            longer.normalize("a" * 10_000)


class TestUserDefinedSymbols:
    def test_the_longest_of_the_64_shortest_is_taken(self):
        symbols = UserDefinedSymbols("a" * length for length in range(2, 90))
        assert [len(part) for part, _ in symbols.cut("a" * 200)] == [65, 65, 65, 5]  # as the library does

    def test_a_symbol_has_a_longest_length(self):
        UserDefinedSymbols(["a" * 100])
        with pytest.raises(TokenizerFileError, match="symbol of 101 characters; at most 100 are allowed"):
            UserDefinedSymbols(["a" * 101])


class TestDecoder:
    def test_the_space_before_the_text_goes_once_or_as_long_as_there_is_no_text(self):
        pieces = [Piece("<s>", "control"), Piece("▁"), Piece("▁▁a"), Piece("▁b")]
        assert Decoder(remove_extra_whitespaces=False).text_of(pieces) == "  a b"
        assert Decoder().text_of(pieces) == " a b"
        assert Decoder(add_dummy_prefix=False, remove_extra_whitespaces=False).text_of(pieces) == "   a b"

    def test_each_byte_that_is_no_text_becomes_one_replacement_character(self):
        pieces = [Piece(f"<0x{byte:02X}>", "byte") for byte in "猫".encode()[:2]]
        assert Decoder().text_of([*pieces, Piece("a")]) == "\ufffd\ufffda"

    def test_an_unknown_token_is_what_the_model_says(self):
        assert Decoder().text_of([Piece("<unk>", "unknown")]) == " ⁇ "
        assert Decoder("?").text_of([Piece("a"), Piece("<unk>", "unknown")]) == "a?"


class TestModel:
    def test_control_symbols_are_no_tokens_of_a_text(self):
        tokenizer = read(*scored(u=-1, g=-1, s=-1, ug=-1), piece_field("<s>", kind=CONTROL))
        assert tokenizer.encode("ug<s>ug").tokens == ("ug", "<unk>", "s", "<unk>", "ug")
        assert tokenizer.decode([5]) == ""

    def test_user_defined_symbols_are_never_joined(self):
        tokenizer = read(*scored(a=-1, b=-1, ab=-1, aba=-1), piece_field("<x>", kind=USER_DEFINED))
        encoding = tokenizer.encode("ab<x>ab<x")
        assert encoding.tokens == ("ab", "<x>", "ab", "<unk>")
        assert encoding.offsets == ((0, 2), (2, 5), (5, 7), (7, 9))
        assert encoding.unknown == ("<", "x")
        assert [word.is_added for word in tokenizer.trace("ab<x>")] == [False, True]

    def test_of_pieces_with_the_same_score_the_leftmost_is_made_first(self):
        tokenizer = read(*scored(a=-9, b=-9, c=-9, ab=0, bc=0, ca=0))
        assert tokenizer.encode("abca").tokens == ("ab", "ca")
        assert tokenizer.encode("cabc").tokens == ("ca", "bc")
        [step, *_] = tokenizer.trace("cabc")[0].steps
        assert (step.pair, step.rank) == (("c", "a"), 0)
        assert tokenizer.pair_ranks("cabc") == (0, 0, 0)
        assert tokenizer.rank_between("b", "c") == 0
        assert tokenizer.made_of("b", "c") == "bc"
        assert tokenizer.made_of("c", "b") is None

    def test_tokens_of_tied_rules_are_known_to_be_reachable(self):
        tokenizer = read(*scored(a=-1, b=-2, ba=-1, ab=-1, abab=-1))
        assert tokenizer.encode("abab").tokens == ("abab",)
        assert VocabularyStudy(tokenizer).unreachable == set()

    def test_minus_zero_is_less_than_zero(self):
        assert read(*scored(a=-9, b=-9, c=-9, ab=-0.0, bc=0.0)).encode("abc").tokens == ("a", "bc")

    def test_unknown_characters_in_a_row_are_one_token_or_their_bytes(self):
        in_bytes = [piece_field(token, kind=BYTE) for token in BYTE_TOKENS]
        tokenizer = read(*scored(a=-1), *in_bytes, trainer=BPE_TYPE + integer_field(35, 1))
        assert tokenizer.encode("aé").tokens == ("a", "<0xC3>", "<0xA9>")
        assert tokenizer.encode("aé").offsets == ((0, 1), (1, 2), (1, 2))
        assert read(*scored(a=-1)).encode("a猫咪a").ids == (1, 0, 1)
        assert [word.word for word in tokenizer.trace("aéa")] == ["a", "é", "a"]  # no rule joins them
        assert [word.word for word in read(*scored(a=-1)).trace("a猫咪a")] == ["a", "猫咪", "a"]

    def test_a_piece_for_unknown_characters_can_look_like_one(self):
        tokenizer = read(piece_field("?", kind=UNKNOWN), piece_field("a"))
        assert tokenizer.encode("a??a").ids == (1, 0, 1)
        assert tokenizer.base_ids == (1, 0)

    def test_whole_texts_come_back(self):
        spaces = integer_field(3, 1) + integer_field(4, 1) + integer_field(5, 1)
        tokenizer = read(*scored(a=-1, b=-1), piece_field("▁"), normalizer=spaces)
        assert tokenizer.decode(tokenizer.encode("a b").ids) == "a b"
        [loss] = round_trip(tokenizer, "a  b").losses
        names = ("add_dummy_prefix", "remove_extra_whitespaces", "escape_whitespaces")
        assert (loss.stage, loss.names) == ("normalizer", names)

    def test_no_other_format_and_no_library_here_can_say_the_same(self):
        tokenizer = read(*scored(a=-1))
        with pytest.raises(
            TokenizerFileError, match="No other format says all that a SentencePiece model does"
        ):
            tokenizer.to_files("hugging_face")
        with pytest.raises(ComparisonError, match="SentencePiece is not run here"):
            prove_encoding(tokenizer, "a", tokenizer.encode("a"))

    def test_what_an_unknown_token_is_decoded_to_may_have_a_nul(self):
        tokenizer = read(*scored(a=-1), trainer=BPE_TYPE + bytes_field(44, b"?\0!"))
        assert tokenizer.decode([1, 0]) == "a?\0!"

    def test_an_id_that_no_piece_has_is_refused(self):
        for ids in ([2], [None], [-1]):
            with pytest.raises(UnknownIdError, match="is not in the vocabulary"):
                read(*scored(a=-1)).decode(ids)


@pytest.mark.parametrize(
    ("pieces", "message"),
    [
        ([piece_field("a")], "it must have one piece for unknown characters, got 0"),
        ([UNK, piece_field("?", kind=UNKNOWN)], "it must have one piece for unknown characters, got 2"),
        ([UNK, piece_field("")], "it has a piece that is empty or has a NUL"),
        ([UNK, piece_field("a\0")], "it has a piece that is empty or has a NUL"),
        ([UNK, piece_field(b"\xff")], "its piece 1 is not UTF-8"),
        ([UNK, piece_field("a"), piece_field("a", kind=CONTROL)], "its piece 'a' is there 2 times"),
        ([UNK, piece_field("<0x41>", kind=BYTE)], "no bytes, since it has no byte_fallback; it has 1"),
        ([UNK, piece_field("a", float("nan"))], "the score of a piece is no number"),
        ([UNK, piece_field("a", kind=UNUSED)], "its piece 'a' is marked as unused"),
        ([UNK, piece_field("a"), piece_field("ab")], "its piece 'ab' is made with 'b', which is no piece"),
        ([UNK, piece_field("a" * 1_001)], "it has a piece of more than 1,000 characters"),
        ([UNK, *[piece_field("a")] * 500_000], "it has more than 500,000 pieces or other fields"),
        ([UNK, b"\x0a\xff"], "it is a binary file, but no SentencePiece model"),
        ([UNK, bytes_field(2, integer_field(3, 1))], "its model is of the type 'Unigram'; only 'BPE'"),
    ],
)
def test_a_model_is_refused_in_one_sentence(pieces, message):
    trainer = b"" if b"\x12\x02\x18\x01" in pieces[-1] else BPE_TYPE
    with pytest.raises(TokenizerFileError, match=f"^m.model cannot be read: .*{message}"):
        read(*pieces, trainer=trainer)


def test_a_field_that_stands_there_twice_is_read_as_protocol_buffers_are():
    tokenizer = BPETokenizer.from_files(
        {
            "m.model": model_of(*scored(a=-1), trainer=b"", normalizer=integer_field(3, 1))
            + bytes_field(2, integer_field(3, 1) + BPE_TYPE)
            + bytes_field(3, integer_field(3, 0) + bytes_field(5, b"x"))
        }
    )
    assert tokenizer.encode("a").tokens == ("a",)
