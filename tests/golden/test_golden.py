"""bpe_core learns, encodes and decodes what the real libraries did, as record.py recorded it.

SentencePiece is the same within limits, which have a file of their own, test_sentencepiece.py.
"""

import hashlib
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bpe_core import PROFILES, BPEConfig, BPEStepper, BPETokenizer, Corpus
from tests.golden.corpora import TEXTS

LIBRARIES = ("tokenizers", "subword_nmt", "minbpe", "tiktoken", "rustbpe")


@cache
def recording(library: str) -> dict[str, Any]:
    path = Path(__file__).parent / "recorded" / f"{library}.json"
    recorded: dict[str, Any] = json.loads(path.read_text(encoding="ascii"))
    return recorded


def cases(*needed: str) -> list[Any]:
    """(library, index) of every vector that holds what a test needs, named by the vector's claim."""
    return [
        pytest.param(library, index, id=f"{library}: {vector['claim']}")
        for library in LIBRARIES
        for index, vector in enumerate(recording(library)["vectors"])
        if all(name in vector for name in needed)
    ]


def config_of(vector: dict[str, Any]) -> BPEConfig:
    return replace(PROFILES[vector["profile"]].config, **vector["rules"])


@cache
def trained(library: str, index: int) -> BPEStepper:
    vector = recording(library)["vectors"][index]
    text = TEXTS[vector["text"]]
    # subword-nmt reads its text line by line; the others were given the whole text.
    corpus = Corpus.from_documents(text.split("\n")) if library == "subword_nmt" else Corpus.from_text(text)
    stepper = BPEStepper(corpus, config_of(vector))
    stepper.run()
    return stepper


@cache
def tokenizer_of(library: str, index: int) -> BPETokenizer:
    return trained(library, index).tokenizer()


def with_separators(tokens: tuple[str, ...]) -> list[str]:
    """Tokens as subword-nmt prints them: @@ after each token that is not a word's last."""
    marker = "</w>"
    return [token.removesuffix(marker) if token.endswith(marker) else token + "@@" for token in tokens]


@pytest.mark.parametrize("library", [*LIBRARIES, "sentencepiece"])
def test_no_text_changed_since_it_was_recorded(library: str) -> None:
    recorded = recording(library)["texts"]
    assert recorded == {name: hashlib.sha256(TEXTS[name].encode()).hexdigest()[:16] for name in recorded}


@pytest.mark.parametrize("library", [*LIBRARIES, "sentencepiece"])
def test_the_profiles_name_the_library_and_the_version_that_were_recorded(library: str) -> None:
    recorded = recording(library)
    profiles = [PROFILES[name] for name in {vector["profile"] for vector in recorded["vectors"]}]
    expected = (recorded["library"], recorded["version"])
    assert {(profile.library, profile.version) for profile in profiles} == {expected}
    assert {profile.proved_by for profile in profiles} <= {"live", "recorded"}
    assert all(profile.version in profile.imitates for profile in profiles)


def test_every_profile_that_says_so_was_recorded() -> None:
    recorded = {
        vector["profile"]
        for library in (*LIBRARIES, "sentencepiece")
        for vector in recording(library)["vectors"]
    }
    assert recorded == {name for name, profile in PROFILES.items() if profile.proved_by != "compared"}


@pytest.mark.parametrize(("library", "index"), cases("merges"))
def test_learns_the_merges_that_the_library_learned(library: str, index: int) -> None:
    learned = [list(merge.pair) for merge in trained(library, index).merges]
    assert learned == recording(library)["vectors"][index]["merges"]


@pytest.mark.parametrize(("library", "index"), cases("learned"))
def test_learns_the_tokens_that_the_library_learned(library: str, index: int) -> None:
    learned = [merge.token for merge in trained(library, index).merges]
    assert learned == recording(library)["vectors"][index]["learned"]


@pytest.mark.parametrize(("library", "index"), cases("base"))
def test_numbers_special_tokens_and_base_symbols_as_the_library_does(library: str, index: int) -> None:
    base = recording(library)["vectors"][index]["base"]
    vocabulary = trained(library, index).view.vocabulary()
    assert list(vocabulary)[: len(base)] == base
    assert list(vocabulary.values()) == list(range(len(vocabulary)))


@pytest.mark.parametrize(("library", "index"), cases("encodings"))
@pytest.mark.parametrize("algorithm", ["lowest_rank", "in_order"])
def test_encodes_to_the_tokens_and_ids_of_the_library(library: str, index: int, algorithm: str) -> None:
    tokenizer = tokenizer_of(library, index)
    for expected in recording(library)["vectors"][index]["encodings"]:
        encoding = tokenizer.encode(expected["text"], algorithm=algorithm)
        tokens = with_separators(encoding.tokens) if library == "subword_nmt" else list(encoding.tokens)
        assert (expected["text"], tokens) == (expected["text"], expected["tokens"])
        if "ids" in expected:
            assert list(encoding.ids) == expected["ids"]
        if "offsets" in expected:
            assert [list(span) for span in encoding.offsets] == expected["offsets"]


@pytest.mark.parametrize(("library", "index"), cases("decodings"))
def test_decodes_ids_to_the_text_of_the_library(library: str, index: int) -> None:
    tokenizer = tokenizer_of(library, index)
    for expected in recording(library)["vectors"][index]["decodings"]:
        assert (expected["ids"], tokenizer.decode(expected["ids"])) == (expected["ids"], expected["text"])
