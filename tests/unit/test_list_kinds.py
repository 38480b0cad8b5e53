"""Rules and a vocabulary as `model.save` of tokenizers writes them: opened as the class that wrote them."""

import json
from pathlib import Path
from random import Random

import pytest
from tokenizers import Regex, Tokenizer, normalizers, pre_tokenizers, trainers
from tokenizers.models import BPE

from bpe_core import BPETokenizer
from bpe_core.errors import TokenizerFileError
from bpe_core.files import read_files
from bpe_core.symbol_texts import BYTE_CHARACTERS
from tests.fuzz.texts import nasty_text

CORPORA = {
    "english": [
        "low lower lowest, newer wider! don't x_1 -- ... (see p. 12)",
        "The boats; the BOAT's 3.14 e.g.",
    ],
    "accents": ["łódź łódka ŁÓDŹ naïve café", "Straße, größer: ﬁne ½ ² œuvre"],
    "scripts": ["日本語の本 日本 한국어 नमस्ते", "ΑΒΓ αβγ 🤗🤗 👩‍👩‍👧 ё"],
}
TEXTS = [
    *(
        "",
        " ",
        "low  lowest\tnewer\n",
        "naïve café",
        "don't DON'T it's x_1 -- ...",
        "日本語a日本 b",
        "<unk> [UNK] <s>",
    ),
    *(
        "a</w>b ## ##a ▁ a▁b Ġ",
        "ﬁ ½ ² e\u0301",
        "12 3.14 1234567",
        "\x00a\u200bb\u00adc\ufeff",
        "\u3000x\xa0y\u2028z",
    ),
    *(nasty_text(Random(seed), ["low", "łó", "日本", "</w>", "##"]) for seed in range(40)),
]
LETTERS = pre_tokenizers.ByteLevel.alphabet()


def of_library(kind: str, **options) -> Tokenizer:
    """An untrained tokenizer with the stages of a kind, as the library's classes have them."""
    cleaned = normalizers.BertNormalizer(lowercase=False)
    pre, normalizer = {
        "gpt2": (pre_tokenizers.ByteLevel(add_prefix_space=False), None),
        "gpt2_space": (pre_tokenizers.ByteLevel(), None),
        "metaspace": (pre_tokenizers.Metaspace(), None),
        "bert": (pre_tokenizers.BertPreTokenizer(), None),
        "whitespace": (pre_tokenizers.Whitespace(), None),
        "whitespace_split": (pre_tokenizers.WhitespaceSplit(), None),
        "char_bpe_whitespace": (pre_tokenizers.WhitespaceSplit(), cleaned),
        "char_bpe": (pre_tokenizers.BertPreTokenizer(), cleaned),
        "sentencepiece": (pre_tokenizers.Metaspace(), normalizers.NFKC()),
    }[kind]
    tokenizer = Tokenizer(BPE(**options))
    tokenizer.pre_tokenizer = pre
    if normalizer is not None:
        tokenizer.normalizer = normalizer
    return tokenizer


def saved(theirs, folder: Path) -> dict[str, bytes]:
    """The files that the library writes."""
    getattr(theirs, "_tokenizer", theirs).model.save(str(folder))
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def assert_same(theirs, ours, texts=TEXTS) -> None:
    """The same ids and tokens for every text."""
    for text in texts:
        expected, encoding = theirs.encode(text, add_special_tokens=False), ours.encode(text)
        assert (list(encoding.ids), list(encoding.tokens)) == (expected.ids, expected.tokens), text


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize("markers", [{}, {"end_of_word_suffix": "</w>"}, {"continuing_subword_prefix": "##"}])
@pytest.mark.parametrize(
    "kind",
    [
        *("gpt2", "gpt2_space", "metaspace", "bert", "whitespace", "whitespace_split"),
        *("char_bpe_whitespace", "char_bpe", "sentencepiece"),
    ],
)
def test_each_pre_tokenizer_is_among_the_kinds_and_encodes_as_the_library_does(
    kind, markers, corpus, tmp_path
):
    if kind.startswith("char_bpe") and "continuing_subword_prefix" in markers:
        pytest.skip("CharBPETokenizer writes no prefix")
    unknown = {} if kind.startswith("gpt2") else {"unk_token": "<unk>"}
    theirs = of_library(kind, **unknown)
    trainer = trainers.BpeTrainer(
        vocab_size=400 if kind.startswith("gpt2") else 140,
        special_tokens=["<unk>"] if unknown else [],
        initial_alphabet=LETTERS if kind.startswith("gpt2") else [],
        show_progress=False,
        **markers,
    )
    theirs.train_from_iterator(CORPORA[corpus], trainer)
    files = saved(theirs, tmp_path)
    assert kind in read_files(files).kinds
    assert_same(theirs, BPETokenizer.from_files(files, kind=kind))


def test_the_likeliest_kind_follows_from_what_the_rules_join():
    def kinds(rules, *symbols):
        tokens = dict.fromkeys(
            ["<unk>", *symbols, *(part for rule in rules for part in rule), *map("".join, rules)]
        )
        files = {
            "merges.txt": "".join(f"{left} {right}\n" for left, right in rules).encode(),
            "vocab.json": json.dumps({token: number for number, token in enumerate(tokens)}).encode(),
        }
        return read_files(files).kinds

    assert kinds([("a", "b")])[0] == "char_bpe"
    assert kinds([(".", ".")])[0] == "whitespace"  # which Bert's cuts
    assert kinds([("a", ".")])[0] == "char_bpe_whitespace"
    assert kinds([("日", "本"), ("a", ".")]) == ("whitespace_split",)  # which Bert's normalizer puts apart
    assert kinds([("▁", "a")]) == ("sentencepiece", "metaspace")
    assert kinds([("▁", "²")]) == ("metaspace",)  # which NFKC changes
    assert kinds([("▁", "▁")]) == ("metaspace_uncut",)
    assert kinds([("a", "b")], "▁")[0] == "char_bpe"  # of a text that is about ▁
    assert kinds([("a", "b")], " ") == ("uncut",)
    assert kinds([("Ġ", "a")])[0] == "gpt2"
    assert kinds([("h", "e")], *BYTE_CHARACTERS) == ("gpt2", "gpt2_space")
    assert kinds([("ł", "ó")])[0] == "char_bpe"  # both print bytes too, but not those of a text
    assert kinds([("Ã", "¯</w>")])[0] == "clip"
    assert kinds([("Ġ", "a</w>")]) == ("gpt2", "gpt2_space")  # CLIP cuts at spaces


def test_a_kind_that_the_symbols_rule_out_is_refused_with_those_that_are_left():
    files = {"merges.txt": "▁ a\n".encode(), "vocab.json": '{"▁": 0, "a": 1, "▁a": 2}'.encode()}
    with pytest.raises(TokenizerFileError, match="must be one of 'sentencepiece', 'metaspace', got 'gpt2'"):
        BPETokenizer.from_files(files, kind="gpt2")


CLIPS = [
    ("n", "a"),
    ("Ã", "¯</w>"),
    ("c", "a"),
    ("Ã", "©</w>"),
    ("f", "Ã©</w>"),
    ("ca", "fÃ©</w>"),
    ("v", "e</w>"),
]
"""Rules as CLIP has them, for naïve café."""


class TestClip:
    def theirs(self) -> Tokenizer:
        """CLIP as Hugging Face's transformers makes it of CLIP's list."""
        tokens = [*sorted(BYTE_CHARACTERS), *(f"{each}</w>" for each in sorted(BYTE_CHARACTERS))]
        tokens += [*map("".join, CLIPS), "<|startoftext|>", "<|endoftext|>"]
        vocab = {token: number for number, token in enumerate(tokens)}
        theirs = Tokenizer(BPE(vocab, CLIPS, end_of_word_suffix="</w>"))
        spaces = normalizers.Replace(Regex(r"\s+"), " ")
        theirs.normalizer = normalizers.Sequence([normalizers.NFC(), spaces, normalizers.Lowercase()])
        words = Regex(
            r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
        )
        split = pre_tokenizers.Split(words, "removed", invert=True)
        byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False)
        theirs.pre_tokenizer = pre_tokenizers.Sequence([split, byte_level])
        return theirs

    def test_a_vocabulary_of_all_bytes_with_and_without_the_marker_is_clips(self, tmp_path):
        theirs = self.theirs()
        ours = BPETokenizer.from_files(saved(theirs, tmp_path))
        assert_same(theirs, ours, [*TEXTS, "Naïve CAFÉ nave"])
        assert ours.decode(ours.encode("Naïve  café!").ids) == "naïve café !"
        assert ours.decode([]) == ""

    def test_its_own_list_has_its_ids_and_is_read_as_far_as_clip_reads_it(self):
        rules = [*CLIPS, *[("n", "a")] * (48_894 - len(CLIPS)), ("no", "rule")]
        lines = "".join(f"{left} {right}\n" for left, right in rules)
        data = f'"bpe_simple_vocab_16e6.txt#version: 0.2\n{lines}'.encode()
        ours = BPETokenizer.from_files({"bpe_simple_vocab_16e6.txt": data})
        theirs = self.theirs()
        for text in ("naïve café", "NAÏVE caves"):
            assert list(ours.encode(text).tokens) == theirs.encode(text).tokens
        assert (ours.id_of("!"), ours.id_of("!</w>"), ours.id_of("na</w>")) == (0, 256, None)


def test_the_header_of_older_versions_is_one():
    header = b"#version: 0.2 - Trained by `huggingface/tokenizers`\n"
    vocab = {
        token: number
        for number, token in enumerate(["<unk>", "b", "o", "a", "t</w>", "oa", "boa", "boat</w>"])
    }
    files = {"merges.txt": header + b"o a\nb oa\nboa t</w>\n", "vocab.json": json.dumps(vocab).encode()}
    assert BPETokenizer.from_files(files).encode("boat boats").tokens == ("boat</w>", "boa", "<unk>", "<unk>")
    alone = BPETokenizer.from_files({"codes": header + b"o a\na t</w>\n"})
    assert alone.merges == (("o", "a"), ("a", "t</w>"))


@pytest.mark.parametrize("markers", [{}, {"end_of_word_suffix": "</w>", "continuing_subword_prefix": "##"}])
def test_symbols_with_spaces_are_told_by_the_vocabulary(markers, tmp_path):
    library = Tokenizer(BPE(unk_token="<unk>", **markers))
    trainer = trainers.BpeTrainer(vocab_size=80, special_tokens=["<unk>"], show_progress=False, **markers)
    library.train_from_iterator(["a boat on the  sea and the boats"] * 2, trainer)
    library.model.save(str(tmp_path))
    files = {name: (tmp_path / name).read_bytes() for name in ("merges.txt", "vocab.json")}
    ours = BPETokenizer.from_files(files, kind="uncut")
    for text in ("a boat", "the sea  and on", "  tan"):
        assert list(ours.encode(text).ids) == library.encode(text).ids
    with pytest.raises(TokenizerFileError, match=r"line 2 .*; if symbols have spaces, bring vocab.json too"):
        BPETokenizer.from_files({"merges.txt": files["merges.txt"]})


@pytest.mark.parametrize("header", ["", "#version: 0.2\n"])
def test_a_merge_of_two_spaces_is_one_with_and_without_a_header(header):
    vocabulary = {token: number for number, token in enumerate([*"ab ", "  ", "a  "])}
    files = {"merges.txt": f"{header}   \na   \n".encode(), "vocab.json": json.dumps(vocabulary).encode()}
    assert BPETokenizer.from_files(files, kind="uncut").encode("a  b").tokens == ("a  ", "b")


def test_symbols_with_spaces_that_can_be_cut_in_two_ways_are_refused():
    vocabulary = {token: number for number, token in enumerate([*"ab ", " b", "a ", "a b"])}
    files = {"merges.txt": b"#version: 0.2\n  b\na  \na  b", "vocab.json": json.dumps(vocabulary).encode()}
    with pytest.raises(TokenizerFileError, match="bring tokenizer"):
        BPETokenizer.from_files(files)


@pytest.mark.parametrize(
    "text",
    [
        "{(101, 32): 20, (32, 116): 15, (116, 104): 12}",  # counts, which would be ids of bytes
        '10:00 user "a" "b"\n' * 30,
        "\n".join(f"{row}\t{'ABCD'[row * 7 % 4]}\t{'ABCD'[row * 5 % 3]}" for row in range(1, 60)),
    ],
)
def test_what_only_looks_like_merges_is_refused(text):
    with pytest.raises(TokenizerFileError):
        BPETokenizer.from_files({"list.txt": text.encode()})


@pytest.mark.parametrize(
    "beside", ['"counts": {"a": 30, "b": 20, "ab": 10}', '"vocab": ["a", "b", "ab", "a"]']
)
def test_counts_and_tokens_named_twice_are_no_ids(beside):
    tokenizer = BPETokenizer.from_files({"list.json": f'{{"merges": ["a b"], {beside}}}'.encode()})
    assert sorted(tokenizer.vocab.values()) == [0, 1, 2, 3]


def test_a_space_in_a_column_is_a_symbol():
    table = "1\t \tt\n2\tt\th\n3\t t\th\n4\te\tr\n"
    merges = BPETokenizer.from_files({"list.tsv": table.encode()}).merges
    assert merges == ((" ", "t"), ("t", "h"), (" t", "h"), ("e", "r"))
