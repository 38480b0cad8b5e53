"""One entry is all that a new pre-tokenizer, normalizer, example or file format takes."""

import pytest
import tokenizers

from bpe_core import BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.normalizers import NORMALIZERS, Normalizer
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS, PreTokenizer, by_pattern
from tests.unit.new_options import can_be_set_linked_and_compared

HYPHENS = by_pattern(
    "hyphens", "At hyphens", "Cuts around hyphens.", r"[^-]+|-", cuts_at_spaces=False, space=" "
)
LETTERS = by_pattern("letters", "Letters", "Keeps letters alone.", r"\p{L}+", cuts_at_spaces=True)
DIGITS = PreTokenizer(
    name="digits",
    title="Around digits",
    explanation="Cuts around numbers.",
    words=by_pattern("", "", "", r"\p{N}+|\P{N}+", cuts_at_spaces=False).words,
    cuts_at_spaces=False,
    space=" ",
    hugging_face={"type": "Digits", "individual_digits": False},
)
NO_AE = Normalizer(
    "no_ae",
    "No ae",
    "Writes e for ae.",
    lambda text: text.replace("ae", "e"),
    {"type": "Replace", "pattern": {"String": "ae"}, "content": "e"},
)
TEXT = "low-est aeon 12"


def works_everywhere(config: BPEConfig, words: tuple[str, ...]) -> None:
    """Train, tokenize, decode, write tokenizer.json, read it back, and encode with the library."""
    stepper = BPEStepper(Corpus.from_text(TEXT), config)
    stepper.run()
    tokenizer = stepper.tokenizer()
    written = tokenizer.to_bytes()
    again = BPETokenizer.from_files({"tokenizer.json": written})

    encoding = tokenizer.encode(TEXT)
    assert encoding.tokens == words
    assert [encoding.normalized[start:end] for start, end in encoding.offsets] == list(words)
    assert again.encode(TEXT).ids == encoding.ids
    assert tokenizers.Tokenizer.from_str(written.decode()).encode(TEXT).ids == list(encoding.ids)


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (HYPHENS, ("low", "-", "est aeon 12")),
        (LETTERS, ("low", "est", "aeon")),
        (DIGITS, ("low-est aeon ", "12")),
    ],
)
def test_a_pre_tokenizer(entry: PreTokenizer, words: tuple[str, ...], monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setitem(PRE_TOKENIZERS, entry.name, entry)

    works_everywhere(BPEConfig(pre_tokenizer=entry.name, unknown="drop"), words)
    assert can_be_set_linked_and_compared("pre_tokenizer", entry)


def test_a_normalizer(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setitem(NORMALIZERS, NO_AE.name, NO_AE)

    works_everywhere(BPEConfig(normalizers=("no_ae",), unknown="drop"), ("low-est", "eon", "12"))
    assert can_be_set_linked_and_compared("normalizers", NO_AE)
