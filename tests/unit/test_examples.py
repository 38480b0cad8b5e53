"""The worked examples come out as their authors, or the libraries, have them."""

from dataclasses import replace
from typing import Any

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEStepper, Corpus
from bpe_core.examples import Example

EACH_EXAMPLE = pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))


def train(name: str, merges: int | None = None, profile: str | None = None, **rules: Any) -> BPEStepper:
    """An example trained to its end, or so many merges, by its own rules or a profile's, with changes."""
    config = PROFILES[profile].config if profile else EXAMPLES[name].config
    stepper = BPEStepper(EXAMPLES[name].corpus, replace(config, **rules))
    stepper.run(merges)
    return stepper


def tokens(stepper: BPEStepper, text: str) -> str:
    """The tokens of a text, joined by spaces; both algorithms must agree on them."""
    tokenizer = stepper.tokenizer()
    encoding = tokenizer.encode(text)
    return " ".join(encoding.tokens)


# Every example


@EACH_EXAMPLE
def test_the_merges_are_the_stated_outcome_their_counts_never_rise_and_probes_give_tokens(
    example: Example,
) -> None:
    stepper = train(example.name)
    merges = [(*merge.pair, merge.count) for merge in stepper.merges]
    assert tuple(merges[: len(example.outcome)]) == example.outcome
    assert merges == sorted(merges, key=lambda merge: -merge[2])
    assert all(stepper.tokenizer().encode(probe).tokens for probe in example.probes)


@EACH_EXAMPLE
def test_the_text_form_gives_the_corpus_back(example: Example) -> None:
    read = {
        "text": Corpus.from_text,
        "documents": lambda text: Corpus.from_documents(text.split("\n")),
        "word_counts": Corpus.from_word_count_text,
    }
    assert read[example.corpus.kind](example.text_form) == example.corpus


@EACH_EXAMPLE
def test_the_rules_are_the_profiles_with_limits_and_special_tokens_of_its_own(example: Example) -> None:
    own = {field: getattr(example.config, field) for field in ("max_merges", "vocab_size", "special_tokens")}
    assert replace(PROFILES[example.profile].config, **own) == example.config


# What several examples show


@pytest.mark.parametrize(
    ("name", "merges", "expected"),
    [
        (
            "hug_pug_pun",
            3,
            {"bug": "b ug", "mug": "[UNK] ug", "thug": "[UNK] hug", "unhug": "un hug"}
            | {"mmug": "[UNK] [UNK] ug"},
        ),
        (
            "highest",
            None,
            {"highest": "h i g h est</w>", "higher": "h i g h er</w>", "lower": "l o w er</w>"}
            | {"lowest": "l o w est</w>", "cooler": "c o o l er</w>", "coolest": "c o o l est</w>"},
        ),
        ("low_lower", None, {"lowest": "lowest</w>"}),
        ("course_sentences", None, {"This is not a token.": "This Ġis Ġ n o t Ġa Ġtoken ."}),
        ("pho", None, {"Tôi phở 🍕": "T Ã ´ i Ġphá»Ł ĠðŁį ķ", "mẹ": "m áº ¹"}),
        ("fox", None, {"the quickest brownest fox": "the</w> quick es t</w> brow n es t</w> fox</w>"}),
    ],
)
def test_new_texts_are_tokenized(name: str, merges: int | None, expected: dict[str, str]) -> None:
    stepper = train(name, merges)
    assert {text: tokens(stepper, text) for text in expected} == expected
