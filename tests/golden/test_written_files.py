"""Other libraries encode as we do with files that we saved in their formats: 2,000 texts, nine scripts."""

import io
from dataclasses import replace

import pytest
import tiktoken
import tokenizers
from subword_nmt import apply_bpe
from tiktoken.load import load_tiktoken_bpe

from bpe_core import PROFILES, BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.errors import TokenizerFileError
from bpe_core.files.writing import pattern_of
from tests.fuzz.minbpe_models import Minbpe
from tests.golden.corpora import FILES, random_text, read_text

TRAINED_ON = ("english", "program", "hindi", "chinese")


def probes() -> list[str]:
    """Pieces of all texts, cut anywhere, whole texts, and drawn words with runs of one letter."""
    texts = list(map(read_text, FILES))
    pieces = [text[at : at + 1 + at * 7 % 40] for text in texts for at in range(min(len(text), 300))]
    drawn = random_text(3, "aab \t\n1.ñ猫", 300, 12).split(" ")
    return [*dict.fromkeys([*drawn, *pieces]), *texts]


def trained(config: BPEConfig) -> BPETokenizer:
    stepper = BPEStepper(Corpus.from_documents(list(map(read_text, TRAINED_ON))), config)
    stepper.run(max_merges=400)
    return stepper.tokenizer()


@pytest.mark.parametrize("fuse", [False, True])
def test_an_unknown_token_without_an_id_gets_one_in_tokenizers_and_nothing_else_changes(fuse):
    ours = trained(replace(PROFILES["hf_course"].config, fuse_unk=fuse))
    assert ours.id_of("[UNK]") is None
    library = tokenizers.Tokenizer.from_str(ours.to_bytes().decode())
    assert library.get_vocab() == {**ours.vocab, "[UNK]": len(ours.vocab)}
    for text in probes():
        encoding, theirs = ours.encode(text), library.encode(text)
        assert theirs.tokens == list(encoding.tokens), text
        assert theirs.ids == [len(ours.vocab) if each is None else each for each in encoding.ids], text


@pytest.mark.parametrize("profile", ["tiktoken_educational", "rustbpe", "minbpe_regex"])
def test_ranks_in_tiktoken(profile, tmp_path):
    ours = trained(PROFILES[profile].config)
    path = tmp_path / "ranks.tiktoken"
    path.write_bytes(ours.to_files("tiktoken")[path.name])
    library = tiktoken.Encoding(
        "saved",
        pat_str=pattern_of(ours.config),
        mergeable_ranks=load_tiktoken_bpe(str(path)),
        special_tokens={},
    )
    for text in probes():
        assert library.encode_ordinary(text) == list(ours.encode(text).ids), text


@pytest.mark.parametrize("profile", ["minbpe_basic", "minbpe_regex"])
def test_a_model_by_minbpes_own_rules(profile):
    ours = trained(PROFILES[profile].config)
    library = Minbpe(ours.to_files("minbpe")["tokenizer.model"].decode())
    for text in probes():
        if len(text) < 2_000:  # it takes a square of that
            assert library.encode(text) == list(ours.encode(text).ids), text


@pytest.mark.parametrize("profile", ["subword_nmt"])
def test_codes_in_subword_nmt(profile):
    ours = trained(PROFILES[profile].config)
    library = apply_bpe.BPE(io.StringIO(ours.to_files("subword_nmt")["codes.txt"].decode()))
    for text in probes():
        for word in text.split():
            tokens = [token for token in ours.encode(word).tokens if token != "</w>"]
            assert "@@ ".join(token.removesuffix("</w>") for token in tokens) == library.segment(word), word


@pytest.mark.parametrize(
    ("name", "rules", "message"),
    [
        ("gpt2", {"special_tokens": ("<s>",)}, r"special_tokens \('<s>',\); it must be \(\)."),
        ("tiktoken", {"pre_tokenizer": "metaspace"}, "pre_tokenizer 'metaspace'; it must be 'words_and_"),
        ("minbpe", {"base_vocabulary": "all_bytes"}, "id_order 'code_point'; it must be 'byte_value'."),
        (
            "subword_nmt",
            {
                "alphabet": "characters",
                "pre_tokenizer": "spaces",
                "word_boundary": "end_suffix",
                "unknown": "bytes",
            },
            "unknown 'bytes'; it must be 'keep'.",
        ),
    ],
)
def test_what_a_format_cannot_hold_is_said(name, rules, message):
    tokenizer = trained(BPEConfig(**{"alphabet": "bytes", "pre_tokenizer": "gpt2", **rules}))
    with pytest.raises(TokenizerFileError, match=message):
        tokenizer.to_files(name)
