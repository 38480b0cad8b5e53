"""Texts, their ids decoded again, and which stage lost what; and what is read as ids."""

import pytest
from tokenizers import AddedToken, Tokenizer, decoders, models, normalizers
from tokenizers import pre_tokenizers as cutters

from bpe_core import PROFILES, BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.studies.round_trip import read_ids, round_trip


def trained(text: str, profile: str = "", **rules) -> BPETokenizer:
    config = PROFILES[profile].config if profile else BPEConfig(**rules)
    stepper = BPEStepper(Corpus.from_text(text), config)
    stepper.run()
    return stepper.tokenizer()


def library(vocab: str, *added: AddedToken, **stages):
    """A tokenizer.json of characters, and of the stages given."""
    model = models.BPE({token: number for number, token in enumerate(vocab)}, [])
    tokenizer = Tokenizer(model)
    for name, stage in stages.items():
        setattr(tokenizer, name, stage)
    tokenizer.add_tokens([*added])
    return BPETokenizer.from_bytes("tokenizer.json", tokenizer.to_str().encode())


def losses(tokenizer, text):
    trip = round_trip(tokenizer, text)
    assert trip.is_exact == (not trip.losses)
    return [(loss.stage, loss.names, loss.change.before, loss.change.after) for loss in trip.losses]


@pytest.mark.parametrize(
    ("rules", "text", "found"),
    [
        ({"normalizers": ("nfc", "lowercase")}, "Hug", [("normalizer", ("lowercase",), "H", "h")]),
        ({"normalizers": ("strip_accents",)}, "hüg", [("normalizer", ("strip_accents",), "ü", "u")]),
        ({"word_boundary": "end_suffix"}, "hug  hug", [("pre_tokenizer", ("whitespace",), "  h", " h")]),
        ({"word_boundary": "end_suffix"}, "hug\nhug", [("pre_tokenizer", ("whitespace",), "\n", " ")]),
        ({"word_boundary": "end_suffix"}, "hug hug", []),
        ({}, "hug hug", [("pre_tokenizer", ("whitespace",), "g h", "gh")]),
        ({"unknown": "drop"}, "hügü", [("unknown", ("ü",), "ügü", "g")]),
        ({"unknown": "keep"}, "hüg", [("unknown", ("ü",), "ü", "\ufffd")]),
        (
            {"unknown": "unk", "unk_token": "[UNK]", "special_tokens": ("[UNK]",)},
            "hüg",
            [("unknown", ("ü",), "ü", "[UNK]")],
        ),
        ({"pre_tokenizer": "metaspace"}, "hug hug", []),
    ],
)
def test_each_stage_is_named_with_what_it_lost(rules, text, found):
    assert losses(trained("hug hug", **rules), text) == found


def test_a_base_vocabulary_without_a_byte_of_a_character_leaves_a_broken_one():
    tokenizer = trained("hug ü", alphabet="bytes", pre_tokenizer="gpt2", unknown="drop")  # ü is C3 BC
    assert losses(tokenizer, "é") == [("unknown", ("©",), "é", "\ufffd")]  # é is C3 A9


def test_all_bytes_bring_any_text_back():
    trip = round_trip(trained("hug", "hf_byte_level"), "Ünïcode  字😀\n")
    assert (trip.is_exact, trip.losses) == (True, ())


LLAMA = {
    "normalizer": normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]),
    "decoder": decoders.Sequence([decoders.Replace("▁", " "), decoders.Fuse(), decoders.Strip(" ", 1, 0)]),
}


@pytest.mark.parametrize(
    ("stages", "text", "found"),
    [
        (LLAMA, "ab  ba ", []),  # the decoder undoes what the normalizer did
        (
            LLAMA | {"normalizer": normalizers.Lowercase(), "decoder": decoders.Fuse()},
            "aB",
            [("normalizer", ("Lowercase",), "B", "b")],
        ),
        (
            {"pre_tokenizer": cutters.WhitespaceSplit(), "decoder": decoders.Fuse()},
            "a b",
            [("pre_tokenizer", ("WhitespaceSplit",), "a b", "ab")],
        ),
        ({"decoder": decoders.Fuse()}, "acb", [("unknown", ("c",), "acb", "ab")]),
        ({}, "ab", [("decoder", (), "ab", "a b")]),  # without a decoder, tokens are joined with spaces
    ],
)
def test_the_stages_of_a_file_are_named_too(stages, text, found):
    assert losses(library("ab▁ ", **stages), text) == found


def test_an_added_token_may_take_the_spaces_beside_it():
    tokenizer = library("ab ", AddedToken("<m>", lstrip=True), decoder=decoders.Fuse())
    assert losses(tokenizer, "a  <m> b") == [("added_token", (), "a  <", "a<")]


@pytest.mark.parametrize("text", ["1 2 3", "[1, 2, 3]", "1,2,3", " ([1,\n2,3]) "])
def test_ids_are_read_as_people_write_them(text):
    assert read_ids(text) == (1, 2, 3)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "7", "[7]", "1 x 3", "-1 2", "1.5 2", "1 2 ?", "٣ ٤", "1 12345678901", "1,234", "12,345,678"],
)
def test_anything_else_is_a_text(text):
    assert read_ids(text) == ()
