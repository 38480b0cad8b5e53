"""The line that checks a text: the installed tokenizers library encodes it too."""

import json
import sys
from importlib.metadata import version

import pytest
import tokenizers
from tokenizers import models, normalizers, pre_tokenizers, processors

from bpe_core import PROFILES, BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.studies.encoding_proof import EncodingDifference, ProvedToken, prove_encoding
from tests.golden.corpora import TEXTS

PROBES = [
    "hug pug mug thug",
    "the lowest fox, don't!  12345",
    "naïve 日本語 🤗",
    "",
    TEXTS["program"][:3_000],
]


def trained(config: BPEConfig, text: str = TEXTS["english"]) -> BPETokenizer:
    stepper = BPEStepper(Corpus.from_text(text), config)
    stepper.run(200)
    return stepper.tokenizer()


@pytest.mark.parametrize("profile", PROFILES)
def test_every_profile_encodes_as_the_library_does(profile):
    tokenizer = trained(PROFILES[profile].config)
    for text in PROBES:
        proof = prove_encoding(tokenizer, text, tokenizer.encode(text))
        assert proof.version == version(proof.library)
        assert proof.first_difference is None, text


@pytest.mark.parametrize(
    ("profile", "library"),
    [("tiktoken_educational", "tiktoken"), ("rustbpe", "tiktoken"), ("hf_byte_level", "tokenizers")],
)
def test_rules_go_to_their_own_library_and_to_tokenizers_where_it_is_not_installed(
    profile, library, monkeypatch
):
    tokenizer, text = trained(PROFILES[profile].config), "the </w> lowest@@ fox @@ , 猫"
    encoding = tokenizer.encode(text)
    proof = prove_encoding(tokenizer, text, encoding)
    assert (proof.library, proof.first_difference) == (library, None)

    monkeypatch.setitem(sys.modules, "tiktoken", None)
    other = prove_encoding(trained(PROFILES[profile].config), text, encoding)
    assert (other.library, other.first_difference) == ("tokenizers", None)


@pytest.mark.parametrize(
    ("config", "text", "why"),
    [
        (PROFILES["hf_course"].config, "mug thug", ""),  # its [UNK] has no id; the library is lent one
        (
            PROFILES["textbook"].config,
            "low",
            "A tokenizer.json cannot be written with word_boundary 'end_symbol'",
        ),
        (BPEConfig(), "low", ""),
        (BPEConfig(), "low 東", "The tokenizers library drops unknown characters"),
    ],
)
def test_words_alone_are_compared_only_where_the_library_lacks_a_rule(config, text, why):
    tokenizer = trained(config, "low lower newest widest hug pug")
    proof = prove_encoding(tokenizer, text, tokenizer.encode(text))
    assert proof.why_said.startswith(why)
    assert proof.first_difference is None


def test_rules_written_by_hand_show_the_first_difference():
    # By longest match (b, c) and (a, b) leave "ab c" of abc; by lowest rank, as the library does it, "a bc".
    tokenizer = BPETokenizer(BPEConfig(), [ord(letter) for letter in "abc"], [(1, 2), (0, 1)])
    proof = prove_encoding(tokenizer, "c abc", tokenizer.encode("c abc", algorithm="longest_match"))
    ours, theirs = ProvedToken("ab", tokenizer.vocab["ab"]), ProvedToken("a", tokenizer.vocab["a"])
    assert proof.first_difference == EncodingDifference(1, ours, theirs)


def test_a_tokenizer_json_is_compared_as_it_is_with_what_its_post_processor_adds():
    library = tokenizers.Tokenizer(models.BPE({"<s>": 0, "▁": 1, "h": 2, "u": 3, "hu": 4}, [("h", "u")]))
    library.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    library.pre_tokenizer = pre_tokenizers.Split("▁", "isolated")
    library.add_special_tokens(["<s>"])
    library.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 0)])
    tokenizer = BPETokenizer.from_files({"tokenizer.json": library.to_str().encode()})
    for adds in (False, True):
        encoding = tokenizer.encode("hu h", add_special_tokens=adds)
        proof = prove_encoding(tokenizer, "hu h", encoding, add_special_tokens=adds)
        assert (proof.tokens, proof.first_difference) == (4 + adds, None)
    assert json.loads(tokenizer.to_bytes()) == json.loads(library.to_str())
