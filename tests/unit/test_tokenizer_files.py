import base64
import bz2
import gzip
import json
import pickle

import pytest
import tokenizers
from tokenizers import models

from bpe_core import BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.errors import TokenizerFileError
from bpe_core.files import given_file, read_files
from bpe_core.pre_tokenizers.patterns import GPT4_PATTERN
from bpe_core.symbol_texts import BYTE_CHARACTERS

TEXT = """The quick brown fox jumps over the lazy dog. Don't they say it's the 3rd of 12,345 foxes?
low lower lowest newer wider café naïve Straße ΑΒΓ 日本語 한국어 नमस्ते 🤗 👩‍👩‍👧
\tif x == 10:\r\n    return  y+1   # done\n"""

DOUBLINGS = "".join(f"{number} {number}\n" for number in range(256, 320))
BYTE_TOKENS = [bytes([byte]) for byte in range(256)]


def tiktoken_lines(tokens) -> str:
    return "".join(f"{base64.b64encode(token).decode()} {rank}\n" for rank, token in enumerate(tokens))


def read(content: str | bytes, name="a file", companions=None, **options) -> BPETokenizer:
    data = content.encode() if isinstance(content, str) else content
    return BPETokenizer.from_files({name: data, **(companions or {})}, **options)


def trained(config: BPEConfig, merges: int, text: str = TEXT) -> BPETokenizer:
    stepper = BPEStepper(Corpus.from_text(text), config)
    stepper.run(max_merges=merges)
    return stepper.tokenizer()


class TestWriting:
    @pytest.mark.parametrize(
        ("config", "message"),
        [
            (BPEConfig(alphabet="bytes"), "with unknown 'keep'; it must be 'drop' or 'unk' or 'bytes'"),
            (BPEConfig(unknown="drop", word_boundary="end_symbol"), "with word_boundary 'end_symbol'"),
            (BPEConfig(unknown="drop", pre_tokenizer="spaces"), "with pre_tokenizer 'spaces'"),
            (BPEConfig(unknown="drop", normalizers=("strip_accents",)), "right after NFD or NFKD only"),
            (BPEConfig(unknown="drop", pre_tokenizer="pattern", pattern=r"\w+$"), "may read differently"),
        ],
    )
    def test_what_the_library_has_nothing_for_is_refused(self, config, message):
        with pytest.raises(TokenizerFileError, match=message):
            trained(config, 5).to_bytes()

    def test_text_that_looks_like_the_marker_is_refused_where_the_file_could_not_tell_them_apart(self):
        # The text's own a</w> is merged from a < / w >; the word a is one symbol with the marker glued on.
        config = BPEConfig(unknown="drop", word_boundary="end_suffix")
        tokenizer = trained(config, 50, "a a</w>b a</w>b a</w>b")
        with pytest.raises(TokenizerFileError, match="text that looks like a marker"):
            tokenizer.to_bytes()

    def test_given_ids_are_written_as_they_are(self):
        ids = {"a": 5, "ab": 0, "b": 9, "<x>": 2}
        tokenizer = BPETokenizer(BPEConfig(unknown="drop"), [ord("a"), ord("b")], [(0, 1)], ids=ids)
        theirs = tokenizers.Tokenizer.from_str(tokenizer.to_bytes().decode())
        assert (theirs.encode("abab a").ids, theirs.get_vocab()) == ([0, 0, 5], ids)


class TestGpt2:
    MERGES = "#version: 0.2\nĠ t\n# #\nh e\nĠt he\n## he\n"

    def test_a_merges_file_alone_has_gpt2s_ids(self):
        tokenizer = read(self.MERGES, "merges.txt")
        assert tokenizer.config.pre_tokenizer == "gpt2"
        assert list(tokenizer.vocab)[:3] == ["!", '"', "#"]
        assert tokenizer.vocab["Ġ"] == 220
        assert tokenizer.vocab["Ġt"] == 256
        assert tokenizer.encode(" the ##he#").tokens == ("Ġthe", "Ġ", "##", "he", "#")

    def test_a_token_may_begin_with_the_sign_of_the_header(self):
        tokenizer = read("#version: 0.2\n# #\n#v #\nĠ #\n# v\n", "merges.txt")
        assert tokenizer.merges == (("#", "#"), ("#v", "#"), ("Ġ", "#"), ("#", "v"))
        assert read("# #\nĠ #\n", "merges.txt").merges == (("#", "#"), ("Ġ", "#"))

    @pytest.mark.parametrize("given", ["merges.txt", "vocab.json"])
    def test_merges_and_a_vocabulary_with_the_token_model_belong_together_whichever_is_given(
        self, given, tmp_path
    ):
        tokens = [*BYTE_CHARACTERS, "mo", "de", "mode", "model", "<|endoftext|>"]
        vocab = {token: number for number, token in enumerate(tokens, start=1000)}
        (tmp_path / "merges.txt").write_bytes(b"m o\nd e\nmo de\nmode l\n")
        (tmp_path / "vocab.json").write_text(json.dumps(vocab))
        tokenizer = BPETokenizer.from_file(tmp_path / given)
        assert tokenizer.vocab == vocab
        assert tokenizer.encode("model").ids == (1259,)
        assert tokenizer.decode([1260]) == "<|endoftext|>"

    def test_a_vocabulary_alone_or_without_a_token_is_refused(self):
        with pytest.raises(TokenizerFileError, match=r"vocabulary, which has no merges; bring merges\.txt"):
            read('{"a": 0}', "vocab.json")
        with pytest.raises(TokenizerFileError, match="'ab', which is not in the vocabulary"):
            read("#version: 0.2\na b\n", "merges.txt", {"vocab.json": b'{"a": 0, "b": 1}'})


class TestSubwordNmt:
    def test_of_two_equal_rules_the_first_counts(self):
        assert read("#version: 0.2\na b</w>\nx a\na b</w>\n", "codes").merges == (("a", "b</w>"), ("x", "a"))
        assert read("#version: 0.2.0\na b</w>\n", "codes").config.word_boundary == "end_suffix"

    def test_codes_of_only_two_letters_are_told_from_gpt2s_by_the_name(self):
        assert read("#version: 0.2\nl o\n", "codes").config.alphabet == "characters"
        assert read("#version: 0.2\nl o\n", "merges.txt").config.alphabet == "bytes"


class TestMinbpe:
    def test_printed_merges_that_leave_bytes_out_or_give_a_token_two_ids_are_refused(self):
        with pytest.raises(TokenizerFileError, match="leave bytes out"):
            read("[\ufffd][\ufffd] -> [\ufffd] 256\n")
        with pytest.raises(TokenizerFileError, match="makes 'abc', as a merge before it: it has two ids"):
            read("97 98\n98 99\n97 257\n256 99\n")

    def test_the_cut_of_printed_merges_is_one_that_keeps_their_tokens(self):
        kinds = {"97 97\n": "gpt2", "97 32\n": "bytes", "46 10\n": "gpt4"}
        for text, likeliest in kinds.items():
            assert read_files({"m": text.encode()}).kinds[0] == likeliest

    def test_its_pattern_and_special_tokens_are_kept(self):
        assert read("minbpe v1\n[a-z]+\n0\n", "x.model").config.pattern == "[a-z]+"
        assert read("minbpe v1\r\n [a-z]+ \r\n0\r\n", "x.model").config.pattern == "[a-z]+"  # as it strips it
        model = "minbpe v1\n\n1\n<|end|\x1e 300\n104 105\n"  # whose line minbpe splits at any whitespace
        assert read(model, "x.model").config.special_tokens == ("<|end|",)
        model = f"minbpe v1\n{GPT4_PATTERN}\n2\n<|a b|> 1000\n<|end|> 300\n104 105\n"
        tokenizer = read(model, "regex.model")
        assert tokenizer.config.pre_tokenizer == "gpt4"
        assert tokenizer.encode("hi<|end|> hi<|a b|>").ids == (256, 300, 32, 256, 1000)
        assert tokenizer.vocab["hi"] == 256

    @pytest.mark.parametrize(
        ("model", "message"),
        [
            ("minbpe v1\n\nmany\n", "line 3 has 'many' where a number is needed"),
            ("minbpe v1\n\n1\n<s>\n", "line 4 must be a token and its id, got '<s>'"),
            ("minbpe v1\n\n0\n97 256\n", "merge 1 uses token 256, which is neither a byte nor made"),
            ("minbpe v1\n\n1\n<s> 97\n", "gives '<s>' and 'a' the same id, 97"),
            ("minbpe v1\n\n0\n97 98\n98 99\n97 257\n256 99\n", "merge 4 makes 'abc', as a merge before it"),
            ("minbpe v1\n(a|b)+\n0\n", r"its pattern '\(a\|b\)\+' has a group, and minbpe takes only that"),
            ("minbpe v1\n\n2\n<a 300\n<ab 301\n", "its special token '<ab' begins as one before it does"),
            ("minbpe v1\n\n0\n97 97\n" + DOUBLINGS, "makes a token of 8,388,608 bytes; all tokens together"),
        ],
    )
    def test_a_broken_model_is_refused_with_the_line(self, model, message):
        with pytest.raises(TokenizerFileError, match=message):
            read(model, "x.model")


class TestTiktoken:
    def test_of_a_token_that_is_given_twice_the_last_rank_counts_as_in_tiktoken(self):
        assert read("YQ== 0\nYg== 1\nYQ== 2\n").vocab == {"b": 1, "a": 2}

    def test_ranks_need_neither_start_at_0_nor_follow_each_other(self):
        tokenizer = read("Yg== 7\nYQ== 12\nYWI= 17")
        assert tokenizer.vocab == {"b": 7, "a": 12, "ab": 17}
        assert tokenizer.encode("aba").ids == (17, 12)

    def test_the_pattern_is_gpt2s_unless_another_is_given(self):
        lines = tiktoken_lines(BYTE_TOKENS)
        assert read(lines).config.pre_tokenizer == "gpt2"
        assert read(lines, pattern=GPT4_PATTERN).config.pre_tokenizer == "gpt4"
        assert read(lines, pattern=r"\d").config.pattern == r"\d"

    def test_a_token_that_no_merges_make_is_reached_as_a_whole_word_alone(self):
        tiktoken = pytest.importorskip("tiktoken")
        tokens = [*BYTE_TOKENS, b":.", b".:", b".:.:", b""]
        ranks = {token: rank for rank, token in enumerate(tokens)}
        theirs = tiktoken.Encoding("x", pat_str=r"[.:]+|\s", mergeable_ranks=ranks, special_tokens={})
        lines = tiktoken_lines(tokens).replace(" 259\n", "= 259\n")
        tokenizer = read(lines, pattern=r"[.:]+|\s")
        for text in (".:.: .:.:. :.:\n.:", ".:.:"):
            assert list(tokenizer.encode(text).ids) == theirs.encode(text)
        assert tokenizer.merges == ((":", "."), (".", ":"))
        [word] = tokenizer.trace(".:.:")
        assert (word.steps, word.tokens, word.ids, word.is_added) == ((), (".:.:",), (258,), False)
        again = BPETokenizer.from_files({"t.json": tokenizer.to_bytes()})
        assert again.encode(".:.: .:.:.").ids == tokenizer.encode(".:.: .:.:.").ids
        with pytest.raises(TokenizerFileError, match="cannot be told from the files"):
            read(lines).to_files("gpt2")


def tekken(tokens, *, special=3, size=None, **members) -> str:
    vocab = [
        {"rank": rank, "token_bytes": base64.b64encode(token).decode(), "token_str": None}
        for rank, token in enumerate(tokens)
    ]
    counts = {
        "default_vocab_size": size or special + len(vocab),
        "default_num_special_tokens": special,
    }
    return json.dumps({"config": {"pattern": r"\w+|\W", **counts}, "vocab": vocab, **members})


class TestTekken:
    TOKENS = (*BYTE_TOKENS, b"bo", b"boa", b"at")

    def test_ids_begin_after_the_special_tokens_which_no_text_contains(self):
        tokenizer = read(tekken(self.TOKENS))
        assert tokenizer.encode("boat").ids == (3 + 257, 3 + ord("t"))
        assert tokenizer.encode("<s>").ids == tuple(3 + byte for byte in b"<s>")
        assert tokenizer.decode([1, 3 + 257, 2]) == "<s>boa</s>"
        named = tekken(self.TOKENS, special_tokens=[{"rank": 1, "token_str": "[GO]", "is_control": True}])
        assert read(named).decode([0, 1, 2]) == "<SPECIAL_0>[GO]<SPECIAL_2>"


class TestAnyFile:
    @pytest.mark.parametrize(
        ("data", "message"),
        [
            (b" \n\n", "it is empty"),
            (b"\n\x05<unk>\x00\x00\x12", "it is a binary file, but no SentencePiece model"),
            (b"a b\n\xff c\n", "byte 5 is not UTF-8"),
            (b"\xff\xfea", "it begins as text in UTF-16, but is not"),
            (gzip.compress(b"a b", mtime=0)[:-9], "it cannot be unpacked"),
            (
                gzip.compress(b"a" * given_file.MAX_FILE_BYTES + b"b", mtime=0),
                "unpacked more than 41,943,040",
            ),
            (b"[" * 100_000, "line 1 has 100,000 characters"),
            (b"{", "it is not valid JSON"),
            (b'{"model": [' + b"[]," * 2_000_000 + b"[]]}", "it is JSON with more than 2,500,000 opening"),
            (b'{"model": null}', "its model must be a JSON object"),
            (b'{"hello": "world"}', "it is a JSON object that is not a tokenizer; bring tokenizer.json"),
            (b"[1, 2]", r'merge 1 is 1, not a pair such as \["h", "ug"\]'),
            (b"merges = []", "there are no merges here"),
            (b"e s\nes t</w>\n", "put the line '#version: 0.2' first"),
            (b"once upon a time\n", "line 1 is 'once upon a time'; expected one merge"),
            (b"#version: 0.9\na b</w>\n", "its version must be '0.1' or '0.2', got '0.9'"),
            (
                b"#version: 0.2\nab a\na b\nx y</w>\n",
                "the rule 'ab' 'a' comes before 'a' 'b', which it needs",
            ),
        ],
    )
    def test_a_broken_or_foreign_file_is_refused_in_one_sentence(self, data, message):
        with pytest.raises(TokenizerFileError, match=message) as caught:
            read(data, "mystery.bin")
        assert str(caught.value).startswith("mystery.bin cannot be read: ")
        assert len(str(caught.value)) < 400

    @pytest.mark.parametrize("pack", [gzip.compress, lambda text: text.decode().encode("utf-16")])
    def test_a_packed_file_and_one_in_utf_16_are_read_as_what_they_hold(self, pack, tmp_path):
        text = tiktoken_lines([*BYTE_TOKENS, b"ab"]).encode()
        path = tmp_path / "ranks.gz"
        path.write_bytes(pack(text))
        for tokenizer in (BPETokenizer.from_file(path), read(pack(text))):
            assert tokenizer.encode("ab").tokens == ("ab",)
        files = {"a": pack(b"#version: 0.2\nh e\n"), "b": pack(b'{"h": 7, "e": 8, "he": 9}')}
        assert BPETokenizer.from_files(files).encode("he").ids == (9,)

    def test_too_large_a_file_is_refused(self, monkeypatch, tmp_path):
        monkeypatch.setattr(given_file, "MAX_FILE_BYTES", 5)
        path = tmp_path / "codes"
        path.write_text("a b</w>\n")
        for read_it in (lambda: BPETokenizer.from_file(path), lambda: read("a b</w>\n")):
            with pytest.raises(TokenizerFileError, match="it has 8 bytes; at most 5 are allowed"):
                read_it()


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\n<!doctype HTML><title>Log in", "HTML"),
        (b"\xef\xbb\xbf<!-- x -->\n<html>", "HTML"),
        (b"Entry not found", "server"),
        (b'{"error": "Invalid username or password."}', "server"),
        (b"{% for message in messages %}", "chat template"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1", "Git LFS"),
        ((9).to_bytes(8, "little") + b'{"a": {}}\0\0', "safetensors"),
        (b"GGUF\x03\0\0\0", "GGUF"),
        (b"PK\x03\x04", "ZIP"),
        (bz2.compress(b"a"), "archive"),
        (b"hug\nhugs\n", "vocabulary"),
        (b"the 90\nof 80\nto 70\n", "vocabulary"),
        (b", 1\nthe 1\nof 1\n", "vocabulary"),
        (b'{"<|im_start|>": 7}', "added tokens"),
        (pickle.dumps({"vocab": {}}), "pickle"),
        (b"<unk>\t0\n\xe2\x96\x81a\t-1.5e-05\n", "SentencePiece"),
        (b'{"config": {"pitch_range": [21, 109]}, "tokenization": "REMI"}', "MidiTok"),
        (
            b'{"tokenizer_class": "X", "model_max_length": 512, "unk_token": "?"}',
            "settings file of a tokenizer",
        ),
        (b'{"bos_token": {"content": "<s>"}, "eos_token": "</s>"}', "special tokens"),
        (b'{"architectures": ["X"], "model_type": "x", "transformers_version": "4"}', "config of a model"),
        (b'{"bos_token_id": 1, "transformers_version": "4.0"}', "settings file for generating"),
        (b'{"metadata": {"total_size": 1}, "weight_map": {}}', "index of a model's weights"),
        (b'{"a": 0, "b": 1}', "vocabulary, which has no merges"),
        (b'{"h": 0, "u": 1, "g": 2, "hu": 3, "hug": 4}', "vocabulary, which has no merges"),
        (b'{"the": 1, "cat": 2, "sat": 3}', "list of whole words"),
        (b'{"0": "<pad>", "1": "the", "2": "cat"}', "list of whole words"),
        (b'{"class_name": "Tokenizer", "config": {"word_index": "{}"}}', "Keras"),
        (b'"{\\"class_name\\": \\"Tokenizer\\"}"', "Keras"),
        (b"1 '\\x00' 1\n2 b'\\x80' 1\n", "RWKV"),
        (b"v3;false;true;false;<w>;</w>\nt h\n", "OpenNMT"),
        (b"%PDF-1.7\n", "PDF"),
        (b'{"cells": [], "metadata": {}, "nbformat": 4}', "notebook"),
    ],
)
def test_a_file_that_is_no_tokenizer_is_called_what_it_is(data, what):
    with pytest.raises(TokenizerFileError, match=rf"^f cannot be read: it is [^;]*{what}[^;]*; [^;]+\.$"):
        BPETokenizer.from_files({"f": data})


@pytest.mark.parametrize(
    ("saved", "hug"),
    [
        ({"vocab": {"h": 0, "u": 1, "g": 2, "ug": 7, "hug": 8}, "merges": [["u", "g"], ["h", "ug"]]}, 8),
        ({"model": "BPE", "ids": {"h": 0, "u": 1, "g": 2, "ug": 7, "hug": 8}, "merges": ["u g", "h ug"]}, 8),
        (
            {
                "id2token": {"0": "h", "1": "u", "2": "g", "7": "ug", "8": "hug"},
                "merges": {"h,ug": 1, "u,g": 0},
            },
            8,
        ),
        ({"itos": ["h", "u", "g", "ug", "hug"], "merges": {"('u', 'g')": "ug", "('h', 'ug')": "hug"}}, 4),
        ({"merges": [[[117, 103], 260], [[104, 260], 261]], "vocab_size": 262}, 261),
        ({"merges": [[[117], [103]], [[104], [117, 103]]]}, 257),
        ({"104,256": 257, "(117, 103)": 256}, 257),
        ({"merges": [[117, 103, 260], [104, 260, 261]]}, 261),
        ({"merges": [{"left": 117, "right": 103, "id": 260}, {"left": 104, "right": 260, "id": 261}]}, 261),
        ({"bpe_merges": [["u", "g"], ["h", "ug"]], "ids": {"h": 0, "u": 1, "g": 2, "ug": 7, "hug": 8}}, 8),
        (
            {
                "id_to_token": {"3": "h", "1": "u", "2": "g", "7": "ug", "8": "hug"},
                "merges": [[1, 2], [3, 7]],
            },
            8,
        ),
    ],
)
def test_merges_open_as_peoples_own_programs_save_them(saved, hug):
    tokenizer = BPETokenizer.from_files({"tokenizer.json": json.dumps(saved).encode()})
    assert tokenizer.encode("hug").ids == (hug,)


def test_special_tokens_beside_merges_are_cut_out():
    for special in ('{"<|end|>": 258}', '["<|end|>"]', '{"258": "<|end|>"}'):
        saved = f'{{"merges": [[116, 104], [256, 101]], "special_tokens": {special}}}'
        assert read(saved, "merges.json").encode("the<|end|>").ids == (257, 258)
    assert read("mybpe v1\n\n1\n<|end|> 258\n116 104\n256 101\n").encode("the<|end|>").ids == (257, 258)


def test_a_rule_whose_part_nothing_makes_never_applies_as_in_the_library():
    vocabulary = {token: number for number, token in enumerate(["h", "e", "t", "Ġ", "Ġt", "he", "Ġthe"])}
    files = {
        "merges.txt": b"#version: 0.2\nh e\n\xc4\xa0t he\n",
        "vocab.json": json.dumps(vocabulary).encode(),
    }
    assert BPETokenizer.from_files(files).encode(" the").tokens == ("Ġ", "t", "he")


@pytest.mark.parametrize(
    "ranks", ["! 0 YQ== Yg== YWI=", "YQ== 0\nYg== 1\nYWI= 2\n", {"YQ==": 0, "Yg==": 1, "YWI=": 2}]
)
def test_ranks_with_their_pattern_in_one_object_are_cut_by_it_as_by_js_tiktoken(ranks):
    saved = {"pat_str": "[ab&&[^b]]+|.", "special_tokens": {"<|end|>": 3}, "bpe_ranks": ranks}
    tokenizer = read(json.dumps(saved), "encoder.json")
    assert tokenizer.encode("aab").tokens == ("a", "a", "b")
    assert tokenizer.decode([2, 3]) == "ab<|end|>"


def test_wordpieces_ids_without_a_vocab_txt_open():
    vocabulary = {"[PAD]": 0, "[UNK]": 1, "hug": 2, "##s": 3, "h": 4, "##u": 5, "##g": 6}
    for saved in (vocabulary, {"vocab": vocabulary}):
        assert read(json.dumps(saved), "vocab.json").encode("hugs hu").tokens == ("hug", "##s", "h", "##u")


@pytest.mark.parametrize(
    "vocabulary",
    [
        '{"0": "h", "1": "e", "5": "he"}',
        '{"h": "0", "e": "1", "he": "5"}',
        '{"version": 1, "vocab": {"h": 0, "e": 1, "he": 5}}',
        '["h", "e", "x", "y", "z", "he"]',
        "h\r\ne\r\nx\r\ny\r\nz\r\nhe\r\n",
        "h\t0\ne\t1\nhe\t5\n",
        "0\th\n1\te\n5\the\n",
        '[{"token": "h", "id": 0}, {"token": "e", "id": 1}, {"token": "he", "id": 5}]',
    ],
)
def test_a_vocabulary_may_be_written_otherwise_than_as_tokens_and_ids(vocabulary):
    files = {"vocabulary": vocabulary.encode(), "merges.txt": b"h e"}
    assert BPETokenizer.from_files(files).encode("he").ids == (5,)


@pytest.mark.parametrize("written", ["{}\t{}", "{1} {0}", "{}  {}\r"])
def test_ranks_open_however_a_line_separates_them(written):
    lines = [line.split() for line in tiktoken_lines([*BYTE_TOKENS, b"12"]).splitlines()]
    for text in (
        "\n".join(written.format(*line) for line in lines),
        json.dumps({a: int(b) for a, b in lines}),
    ):
        assert BPETokenizer.from_files({"r": text.encode()}).encode("12").ids == (256,)


HUG_BYTES = {**{bytes([byte]): byte + 4 for byte in range(256)}, b"ug": 260, b"hug": 261}


@pytest.mark.parametrize(
    "vocabulary",
    [
        {number: token.hex() for token, number in HUG_BYTES.items()},
        {token.hex(): number for token, number in HUG_BYTES.items()} | {"<s>": 0},
        {number: repr(token) for token, number in HUG_BYTES.items()},
        {number: [*token] for token, number in HUG_BYTES.items()},
    ],
)
@pytest.mark.parametrize("merges", [[[121, 107], [108, 260]], [["75", "67"], ["68", "7567"]]])
def test_bytes_in_json_may_be_hexadecimal_or_numbers_of_the_vocabulary(vocabulary, merges):
    files = {"vocab.json": vocabulary, "merges.json": merges}
    tokenizer = BPETokenizer.from_files({name: json.dumps(each).encode() for name, each in files.items()})
    assert tokenizer.encode("hug").ids == (261,)


class TestSeveralFiles:
    MERGES = b"#version: 0.2\nh e\n"
    VOCABULARY = json.dumps({"h": 7, "e": 8, "he": 9}).encode()
    CONFIG = b'{"add_prefix_space": false}'

    @pytest.mark.parametrize(
        "names", [("vocab.json", "merges.txt"), ("merges.txt", "vocab.json"), ("b", "a")]
    )
    def test_a_vocabulary_and_merges_are_one_tokenizer_in_any_order(self, names):
        contents = {
            "vocab.json": self.VOCABULARY,
            "merges.txt": self.MERGES,
            "a": self.VOCABULARY,
            "b": self.MERGES,
        }
        tokenizer = BPETokenizer.from_files({name: contents[name] for name in names})
        assert tokenizer.vocab == {"h": 7, "e": 8, "he": 9}

    def test_a_tokenizer_json_comes_before_all_that_lies_beside_it(self):
        model = models.BPE({"h": 0, "e": 1, "he": 2}, [("h", "e")])
        files = {"merges.txt": self.MERGES, "tokenizer.json": tokenizers.Tokenizer(model).to_str().encode()}
        tokenizer = BPETokenizer.from_files(
            {"config.json": self.CONFIG, "vocab.json": self.VOCABULARY, **files}
        )
        assert tokenizer.vocab == {"h": 0, "e": 1, "he": 2}

    def test_the_pattern_is_for_the_file_that_needs_one(self):
        ranks = tiktoken_lines([*BYTE_TOKENS, b"12"]).encode()
        assert BPETokenizer.from_files({"r": ranks}, pattern=r"\d").encode("12").tokens == ("1", "2")
        gpt2 = BPETokenizer.from_files({"merges.txt": self.MERGES}, pattern=r"\d")
        assert gpt2.encode("he").tokens == ("he",)


MERGES = b"#version: 0.2\nh u\n"
VOCABULARY = b'{"h": 5, "u": 6, "hu": 8}'


@pytest.mark.parametrize(
    "named",
    [
        {"merges.txt": MERGES, "vocab.json": VOCABULARY},
        {
            "tokenizer.json": b'{"model": {"vocab": {"h": 5, "u": 6, "hu": 8}, "merges": ["h u"]}}',
            "vocab.txt": b"[UNK]\nhu\n",
            "tekken.json": tekken([b"a"]).encode(),
        },
    ],
)
def test_of_all_files_of_a_repository_those_of_its_tokenizer_are_taken(named):
    others = {"README.md": b"# A model\n", "chat.jinja": b"{% if a %}", "weights": b"GGUF\x03\0"}
    assert BPETokenizer.from_files(others | named).encode("hu").ids == (8,)


def test_of_several_json_files_the_one_with_the_ids_is_the_vocabulary():
    settings = b'{"add_bos_token": true, "model_max_length": 10}'
    files = {"merges.txt": MERGES, "tokenizer_config.json": settings, "vocab.json": VOCABULARY}
    assert BPETokenizer.from_files(files).encode("hu").ids == (8,)


def test_added_tokens_beside_a_vocabulary_are_cut_out_of_a_text_as_in_the_library(tmp_path):
    added = {"<|user|>": 20, "<|user|>x>": 21}
    files = {"vocab.json": VOCABULARY, "merges.txt": MERGES, "added_tokens.json": json.dumps(added).encode()}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    ids = json.loads(VOCABULARY) | added
    theirs = tokenizers.Tokenizer(tokenizers.models.BPE(ids, [("h", "u")]))
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)
    theirs.add_special_tokens([*added])
    ours = BPETokenizer.from_files(files, kind="gpt2")
    for each in (ours, BPETokenizer.from_file(tmp_path / "merges.txt")):
        for text in ("hu<|user|>hu", "<|user|>x>u", "<|user|> x>h"):
            assert list(each.encode(text).ids) == theirs.encode(text).ids
    assert ours.decode([8, 20, 5]) == "hu<|user|>h"


@pytest.mark.parametrize("added", [{"<|user|>": 8}, {"<|user|>": 20, "<s>": 20}])
def test_added_tokens_with_an_id_of_another_token_are_refused(added):
    files = {"vocab.json": VOCABULARY, "merges.txt": MERGES, "added_tokens.json": json.dumps(added).encode()}
    with pytest.raises(TokenizerFileError, match=r"added_tokens.json cannot be read: .*id"):
        BPETokenizer.from_files(files)
