"""Where a vocabulary's tokens come from, and what they are made of."""

import json

import pytest
from tokenizers import Tokenizer, decoders, models

from bpe_core import BPETokenizer
from bpe_core.studies.split_characters import bytes_of_tokens
from bpe_core.studies.vocabulary_study import MergeRule, VocabularyStudy
from tests.unit.steppers import hug


def study_of_file(tokens: str, *merges: str, added: str = "", **model) -> VocabularyStudy:
    """The vocabulary of a tokenizer.json with these tokens, which spaces part."""
    vocab = {token: number for number, token in enumerate(tokens.split())}
    root = {
        "model": {"type": "BPE", "vocab": vocab, "merges": [merge.split(" ") for merge in merges], **model},
        "added_tokens": [
            {"id": vocab[token], "content": token, "special": True, "normalized": False}
            | dict.fromkeys(("single_word", "lstrip", "rstrip"), False)
            for token in added.split()
        ],
        "decoder": {"type": "ByteFallback"},
    }
    return VocabularyStudy(BPETokenizer.from_files({"tokenizer.json": json.dumps(root).encode()}))


def tokens(study: VocabularyStudy, ids) -> list[str]:
    return [entry.token for entry in study.entries(sorted(ids))]


def test_a_trained_vocabulary_has_its_tokens_in_id_order_with_the_rules_that_make_them():
    study = VocabularyStudy(hug(3, special_tokens=("[CLS]",)).tokenizer())

    entries = study.entries(study.ids)

    assert [(entry.id, entry.token, entry.kind) for entry in entries[:2]] == [
        (0, "[CLS]", "added"),
        (1, "b", "base"),
    ]
    assert [(entry.id, entry.token, entry.rule) for entry in entries[8:]] == [
        (8, "ug", MergeRule(0, ("u", "g"))),
        (9, "un", MergeRule(1, ("u", "n"))),
        (10, "hug", MergeRule(2, ("h", "ug"))),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ug", ["ug", "hug", "pug", "hugs"]),
        ("12", ["pug"]),  # by its id
        ("h + ug", ["hug"]),
        ("+ ug", ["hug", "pug"]),
        ("hug +", ["hugs"]),
        ("+", []),
        ("zebra", []),
    ],
)
def test_tokens_are_found_by_text_by_id_and_by_what_they_are_made_of(text, found):
    study = VocabularyStudy(hug(6, special_tokens=("[CLS]",)).tokenizer())
    assert tokens(study, study.find(text)) == found
    assert study.find("") == list(study.ids)


def test_a_second_rule_can_make_what_the_first_one_cannot():
    # ab, bc, abc = a + bc, abc = ab + c: the first rule for abc is shadowed, the second one is not
    study = study_of_file("a b c ab bc abc", "a b", "b c", "a bc", "ab c")

    [abc] = study.entries([5])
    assert (abc.rule, abc.rules) == (MergeRule(3, ("ab", "c")), 2)
    assert (study.find("ab +"), study.find("a +"), study.made_with(4)) == ([5], [3], [])


def test_tokens_are_of_four_kinds():
    study = study_of_file("a b ab aba <s>", "a b", added="<s>")

    assert study.of_kind == {"added": {4}, "base": {0, 1}, "learned": {2}, "no_rule": {3}}


@pytest.mark.parametrize("more", [[], [decoders.Fuse()]])
def test_the_bytes_of_a_byte_level_file_are_those_that_its_tokens_print(more):
    library = Tokenizer(models.BPE({"Ġa": 0, "åŃ": 1, "字": 2}, []))
    library.decoder = decoders.Sequence([decoders.ByteLevel(), *more])
    tokenizer = BPETokenizer.from_files({"tokenizer.json": library.to_str().encode()})
    assert tokenizer.token_bytes == {0: b" a", 1: "字".encode()[:2], 2: "字".encode()}


def test_without_a_decoder_the_space_that_the_library_puts_between_tokens_belongs_to_none():
    library = Tokenizer(models.BPE({"a": 0, "t": 1, "at": 2}, [("a", "t")]))
    assert library.decode([2, 0]) == "at a"
    tokenizer = BPETokenizer.from_files({"tokenizer.json": library.to_str().encode()})

    study = VocabularyStudy(tokenizer)

    assert {entry.token: entry.bytes for entry in study.entries(study.ids)} == {
        "a": b"a",
        "t": b"t",
        "at": b"at",
    }
    assert bytes_of_tokens(tokenizer, ["at"]) == [b"at"]


def test_what_a_token_adds_to_a_text_has_the_space_that_a_marker_stands_for():
    study = VocabularyStudy(hug(3, word_boundary="end_suffix").tokenizer())
    assert {entry.token: entry.bytes for entry in study.entries(study.ids)}["g</w>"] == b"g "
