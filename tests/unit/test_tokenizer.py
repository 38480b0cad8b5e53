import pickle

import pytest
import tokenizers
from tokenizers import models, pre_tokenizers

from bpe_core import BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.errors import TokenizerFileError


def by_hand(config: BPEConfig, letters: str, *merges: tuple[int, int], **options) -> BPETokenizer:
    return BPETokenizer(config, [ord(letter) for letter in letters], merges, **options)


def trained(config: BPEConfig, text: str, merges: int = 100) -> BPETokenizer:
    stepper = BPEStepper(Corpus.from_text(text), config)
    stepper.run(max_merges=merges)
    return stepper.tokenizer()


class TestEncode:
    def test_special_tokens_take_the_first_ids_then_base_symbols_then_merges(self):
        tokenizer = by_hand(BPEConfig(special_tokens=("[CLS]", "[SEP]")), "bghu", (3, 1))
        tokenizer.vocab["x"] = 99  # cannot be changed from outside
        assert list(tokenizer.vocab) == ["[CLS]", "[SEP]", "b", "g", "h", "u", "ug"]
        assert list(tokenizer.vocab.values()) == list(range(7))
        assert tokenizer.encode("gug").ids == (3, 6)

    def test_special_tokens_are_cut_out_first_the_longest_first_and_never_normalized(self):
        config = BPEConfig(special_tokens=("<S>", "<S>>"), normalizers=("lowercase",))
        encoding = by_hand(config, "ab<s>", (2, 3)).encode("A<S>>B<S>a<s>")
        assert encoding.tokens == ("a", "<S>>", "b", "<S>", "a", "<", "s", ">")
        assert encoding.normalized == "a<S>>b<S>a<s>"
        assert encoding.offsets == ((0, 1), (1, 5), (5, 6), (6, 9), (9, 10), (10, 11), (11, 12), (12, 13))

    def test_text_that_merges_into_the_look_of_a_special_token_has_an_id_of_its_own(self):
        config = BPEConfig(special_tokens=("<S>",), normalizers=("nfkc",))
        tokenizer = by_hand(config, "<S>", (0, 2), (3, 1))
        encoding = tokenizer.encode("＜S＞")  # full-width, plain after NFKC
        assert (encoding.tokens, encoding.ids) == (("<\\S>",), (5,))
        assert tokenizer.decode([0, 5]) == "<S><S>"

    def test_offsets_refer_to_the_normalized_text(self):
        tokenizer = by_hand(BPEConfig(normalizers=("nfkd",)), "fi", (0, 1))
        encoding = tokenizer.encode("ﬁ f")
        assert (encoding.normalized, encoding.tokens) == ("fi f", ("fi", "f"))
        assert encoding.offsets == ((0, 2), (3, 4))


class TestUnknown:
    @pytest.mark.parametrize(
        ("rules", "text", "tokens", "unknown"),
        [
            ({}, "axb xyab", "a x b x y ab", "x x y"),
            ({"word_boundary": "end_suffix"}, "abx xab", "ab x</w> x a b</w>", "x</w> x b</w>"),
            ({"word_boundary": "start_prefix"}, "xab", "▁x ab", "▁x"),
            ({"unknown": "drop"}, "ya xb", "a b", "y x"),
            ({"unknown": "drop"}, "xaxxbx", "ab", "x x x x"),
            ({"unknown": "unk", "unk_token": "?", "fuse_unk": True}, "xya zb", "? a ? b", "x y z"),
            ({"alphabet": "bytes"}, "aé", "a Ã ©", "Ã ©"),
            # What looks like the marker or the unknown token is told apart.
            (
                {"unk_token": "?", "word_boundary": "end_suffix", "boundary_marker": "|"},
                "?|",
                "?\\ ||",
                "?\\ ||",
            ),
        ],
    )
    def test_unknown_symbols_are_named_as_they_are_printed_in_the_order_of_the_text(
        self, rules, text, tokens, unknown
    ):
        encoding = by_hand(BPEConfig(**rules), "ab", (0, 1)).encode(text)
        assert (" ".join(encoding.tokens), " ".join(encoding.unknown)) == (tokens, unknown)


class TestOffsets:
    @pytest.mark.parametrize(
        ("rules", "text", "tokens", "spans"),
        [
            # A marker of its own has no width, one that is merged in or glued on takes no character.
            ({"word_boundary": "end_symbol"}, "hug  hu", "hug</w> hu </w>", "0-3 5-7 7-7"),
            ({"word_boundary": "end_suffix"}, "hug  hug", "hug</w> hug</w>", "0-3 5-8"),
            ({"word_boundary": "start_prefix"}, "hug  hug", "▁hug ▁hug", "0-3 5-8"),
            # A token merged across dropped characters spans them; fused unknown ones are one token.
            ({"unknown": "drop"}, "xhxxugx", "hug", "1-6"),
            ({"unknown": "unk", "unk_token": "?", "fuse_unk": True}, "xyh zu", "? h ? u", "0-2 2-3 4-5 5-6"),
            ({"alphabet": "bytes"}, "ué", "u Ã ©", "0-1 1-2 1-2"),
            ({"pre_tokenizer": "pattern", "pattern": "[gu]"}, "hughug", "u g u g", "1-2 2-3 4-5 5-6"),
        ],
    )
    def test_a_token_touches_the_characters_it_was_made_of(self, rules, text, tokens, spans):
        encoding = trained(BPEConfig(**rules), "hug").encode(text)
        assert " ".join(encoding.tokens) == tokens
        assert " ".join(f"{start}-{end}" for start, end in encoding.offsets) == spans

    @pytest.mark.parametrize("text", ["a a", " a", "a  a", "aa aa", "  a ", "▁a"])
    def test_metaspace_has_the_offsets_that_hugging_face_gives(self, text):
        theirs = tokenizers.Tokenizer(models.BPE({"▁": 0, "a": 1, "▁a": 2}, [("▁", "a")]))
        theirs.pre_tokenizer = pre_tokenizers.Metaspace()
        encoding = by_hand(BPEConfig(pre_tokenizer="metaspace"), "▁a", (1, 0)).encode(text)
        assert list(encoding.tokens) == theirs.encode(text).tokens
        assert list(encoding.offsets) == theirs.encode(text).offsets

    def test_a_metaspace_in_front_of_the_text_has_no_width_nor_have_its_bytes(self):
        encoding = by_hand(BPEConfig(pre_tokenizer="metaspace"), "▁ab", (0, 1)).encode("ab ab")
        assert encoding.tokens == ("▁", "ab", "▁", "ab")
        assert encoding.offsets == ((0, 0), (0, 2), (2, 3), (3, 5))
        config = BPEConfig(pre_tokenizer="metaspace", alphabet="bytes", base_vocabulary="all_bytes")
        encoding = BPETokenizer(config, range(256), []).encode("a a")
        assert encoding.offsets == ((0, 0), (0, 0), (0, 0), (0, 1), (1, 2), (1, 2), (1, 2), (2, 3))


class TestTemplate:
    CONFIG = BPEConfig(special_tokens=("[SEP]", "[CLS]"), template="[CLS] [CLS] $A [SEP]", unknown="drop")

    @pytest.mark.parametrize("text", ["hug bun", "", " ", "[SEP] hug", "xx"])
    def test_its_tokens_stand_around_a_text_where_asked_for_as_in_hugging_face(self, text):
        tokenizer = trained(self.CONFIG, "hug bun hugs")
        library = tokenizers.Tokenizer.from_str(tokenizer.to_bytes().decode())
        read = BPETokenizer.from_files({"tokenizer.json": tokenizer.to_bytes()})
        for asked in (False, True):
            theirs = library.encode(text, add_special_tokens=asked)
            for ours in (tokenizer, read):
                encoding = ours.encode(text, add_special_tokens=asked)
                assert (list(encoding.ids), list(encoding.offsets)) == (theirs.ids, theirs.offsets)
                traces = ours.trace(text, add_special_tokens=asked)
                assert [token for trace in traces for token in trace.tokens] == theirs.tokens
                around = (2, 1) if asked else (0, 0)
                assert encoding.of_text == range(around[0], len(encoding) - around[1])
        assert tokenizer.around == read.around == (("[CLS]", "[CLS]"), ("[SEP]",))


class TestBytes:
    def test_an_unknown_character_becomes_its_bytes_which_come_before_the_base_symbols(self):
        config = BPEConfig(unknown="bytes", special_tokens=("<s>",))
        tokenizer = by_hand(config, "hu", (0, 1))
        encoding = tokenizer.encode("huéu")
        assert list(tokenizer.vocab)[254:] == ["<0xFD>", "<0xFE>", "<0xFF>", "h", "u", "hu"]
        assert encoding.tokens == ("hu", "<0xC3>", "<0xA9>", "u")
        assert encoding.ids == (259, 1 + 0xC3, 1 + 0xA9, 258)
        assert encoding.offsets == ((0, 2), (2, 3), (2, 3), (3, 4))
        assert encoding.unknown == ()
        assert tokenizer.token_bytes[1 + 0xC3] == b"\xc3"
        [trace] = tokenizer.trace("huéu")
        assert trace.symbols == ("h", "u", "<0xC3>", "<0xA9>", "u")
        assert trace.tokens == encoding.tokens
        assert trace.in_bytes == ("é",)

    def test_text_that_is_written_like_a_byte_token_is_another_token(self):
        tokenizer = trained(BPEConfig(unknown="bytes"), "<0x41>")
        encoding = tokenizer.encode("<0x41> A")
        assert encoding.tokens == ("<\\0x41>", "<0x41>")
        assert tokenizer.decode(encoding.ids[:1]) == "<0x41>"
        assert tokenizer.decode(encoding.ids[1:]) == "A"
        with pytest.raises(TokenizerFileError, match=r"cannot hold text that looks like .* a byte token"):
            tokenizer.to_files("hugging_face")

    def test_a_glued_marker_is_among_the_bytes_as_in_hugging_face(self):
        tokenizer = by_hand(BPEConfig(unknown="bytes", word_boundary="end_suffix"), "h")
        assert "".join(tokenizer.encode("hé").tokens) == "h<0xC3><0xA9><0x3C><0x2F><0x77><0x3E>"
        assert tokenizer.trace("hé")[0].in_bytes == ("é</w>",)


class TestDecode:
    @pytest.mark.parametrize(
        ("config", "text"),
        [
            (BPEConfig(word_boundary="start_prefix", alphabet="bytes", boundary_marker="Ġ"), "hug né 日"),
            (BPEConfig(pre_tokenizer="metaspace"), "hug  pug a "),
            (BPEConfig(pre_tokenizer="metaspace", alphabet="bytes"), "hug  né 日"),
            (BPEConfig(pre_tokenizer="gpt2", word_boundary="start_prefix"), " hug, pug."),
            (BPEConfig(pre_tokenizer="gpt4", word_boundary="end_symbol"), "hug, pug.\n"),
        ],
    )
    def test_a_text_comes_back(self, config, text):
        tokenizer = trained(config, text, 2)
        assert tokenizer.decode(tokenizer.encode(text).ids) == text

    def test_bytes_that_are_no_character_are_read_as_the_replacement_character(self):
        tokenizer = by_hand(BPEConfig(unknown="bytes"), "h")
        assert tokenizer.decode([0xC3, 256]) == "\N{REPLACEMENT CHARACTER}h"


class TestIds:
    @pytest.mark.parametrize(
        ("config", "ids", "text", "encoded"),
        [
            (BPEConfig(), {"ab": 2, "b": 5, "a": 70}, "abba", (2, 5, 70)),
            (BPEConfig(), {"a": 0, "b": 1, "<|end|>": 2, "日": 3, "ab": 4}, "ab", (4,)),
            (BPEConfig(unknown="unk", unk_token="?"), {"a": 0, "b": 1, "ab": 2, "?": 7}, "xa", (7, 0)),
        ],
    )
    def test_given_ids_are_kept_and_the_vocabulary_comes_in_their_order(self, config, ids, text, encoded):
        tokenizer = by_hand(config, "ab", (0, 1), ids=dict(reversed(ids.items())))
        assert list(tokenizer.vocab.items()) == list(ids.items())
        assert tokenizer.encode(text).ids == encoded
        # A token that nothing produces is decoded only.
        assert tokenizer.decode(ids.values()) == "".join(ids)


@pytest.mark.parametrize("ids", [None, {"a": 3, "b": 1, "ab": 2}])
def test_a_tokenizer_and_an_encoding_survive_pickling(ids):
    tokenizer = by_hand(BPEConfig(), "ab", (0, 1), ids=ids)
    encoding = tokenizer.encode("abba")
    copy, again = pickle.loads(pickle.dumps((tokenizer, encoding)))
    assert (copy.vocab, copy.encode("abba")) == (tokenizer.vocab, encoding)
    assert again.offsets == ((0, 2), (2, 3), (3, 4))
