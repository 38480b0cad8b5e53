"""bpe_core learns, encodes and decodes what the real libraries did, as record.py recorded it.

SentencePiece is the same within limits, which have a file of their own, test_sentencepiece.py.
"""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bpe_core import PROFILES, BPEConfig, BPEStepper, Corpus
from tests.golden.corpora import TEXTS

LIBRARIES = ("tokenizers", "subword_nmt", "minbpe", "tiktoken", "rustbpe")


@cache
def recording(library: str) -> dict[str, Any]:
    path = Path(__file__).parent / "recorded" / f"{library}.json"
    recorded: dict[str, Any] = json.loads(path.read_text(encoding="ascii"))
    return recorded


def config_of(vector: dict[str, Any]) -> BPEConfig:
    return replace(PROFILES[vector["profile"]].config, **vector["rules"])


def trained(library: str, vector: dict[str, Any]) -> BPEStepper:
    text = TEXTS[vector["text"]]
    # subword-nmt reads its text line by line; the others were given the whole text.
    corpus = Corpus.from_documents(text.split("\n")) if library == "subword_nmt" else Corpus.from_text(text)
    stepper = BPEStepper(corpus, config_of(vector))
    stepper.run()
    return stepper


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


def test_every_profile_that_says_so_was_recorded() -> None:
    recorded = {
        vector["profile"]
        for library in (*LIBRARIES, "sentencepiece")
        for vector in recording(library)["vectors"]
    }
    assert recorded == {name for name, profile in PROFILES.items() if profile.proved_by != "compared"}


def differences(library: str, vector: dict[str, Any]) -> Iterator[str]:
    """What differs from a recorded vector."""
    stepper = trained(library, vector)
    tokenizer, vocabulary = stepper.tokenizer(), stepper.view.vocabulary()
    ours: dict[str, Any] = {
        "merges": [list(merge.pair) for merge in stepper.merges],
        "learned": [merge.token for merge in stepper.merges],
        "base": list(vocabulary)[: len(vector.get("base", []))],
    }
    yield from (f"{name}: {ours[name]}" for name in ours if ours[name] != vector.get(name, ours[name]))
    if list(vocabulary.values()) != list(range(len(vocabulary))):
        yield "the ids"
    for expected in vector.get("encodings", []):
        encoding = tokenizer.encode(expected["text"])
        ours = {
            "text": expected["text"],
            "tokens": with_separators(encoding.tokens) if library == "subword_nmt" else list(encoding.tokens),
            "ids": list(encoding.ids),
            "offsets": [list(span) for span in encoding.offsets],
        }
        if ours != ours | expected:
            yield f"{expected['text']!r}: {ours}"
    for expected in vector.get("decodings", []):
        if tokenizer.decode(expected["ids"]) != expected["text"]:
            yield f"the text of {expected['ids']}"


@pytest.mark.parametrize("library", LIBRARIES)
def test_learns_encodes_and_decodes_as_the_library_did(library: str) -> None:
    vectors = recording(library)["vectors"]
    differing = [(vector["claim"], what) for vector in vectors for what in differences(library, vector)]
    assert differing == []
