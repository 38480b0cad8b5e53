"""What a person set on the Tokenize page, as values: the text, the tokenizer, the view, and where in it.

In: choices. Out: what the views are given. No Streamlit here; the visit holds one `Tokenize`, a link one
`TokenizeSettings`.
"""

import secrets
from dataclasses import dataclass, fields

from bpe_core import EXAMPLES
from bpe_ui.training.training import Training

VIEWS = ("rules", "what_if", "vocabulary", "decode", "two")
"""The views of the page, in the order of their buttons; `page.VIEWS` draws each."""
ALGORITHMS = {"lowest_rank": "Lowest rank first", "in_order": "In the order learned"}
"""How the rules are applied, with the words on the button."""
HERE, ALL = "here", "all"
MERGES = (HERE, ALL)
"""With which merges of the training: those up to the position, or all that are known."""
MAX_TEXT = 100_000
"""The longest text that is tokenized, in characters."""


@dataclass
class TokenizeSettings:
    """Everything that was set on the page: what a link holds."""

    text: str | None = None
    """The text; None until a person typed one, which is then some new words for the example."""

    algorithm: str = "lowest_rank"
    """How the rules are applied: one of `ALGORITHMS`."""

    merges: str | None = None
    """One of `MERGES`; None until a person chose: those up to the position, or all where that is 0."""

    view: str = "rules"
    """The view on screen: one of `VIEWS`."""

    place: int = 0
    """The character of the text whose word is traced."""

    step: int = 0
    """How many of the rules that fire in this word have fired."""


@dataclass
class Tokenize(TokenizeSettings):
    """The Tokenize page in one person's visit."""

    text_version: str = ""
    """Another one whenever the text becomes one that was not typed."""

    text_number: int = 0
    """The number of the last text that was typed."""

    def settings(self) -> TokenizeSettings:
        """What was set, as a link holds it."""
        set_now = {entry.name: getattr(self, entry.name) for entry in fields(TokenizeSettings)}
        if self.text is not None:
            set_now["text"] = self.text[:MAX_TEXT]  # no more is tokenized
        return TokenizeSettings(**set_now)

    def take(self, settings: TokenizeSettings) -> None:
        """Set everything as in a link."""
        for entry in fields(TokenizeSettings):
            setattr(self, entry.name, getattr(settings, entry.name))
        self.text_version = secrets.token_hex(4)

    def hear_text(self, text: str, cursor: int, number: int, version: str) -> None:
        """A person typed, or put the cursor somewhere else: the word that ends there is traced."""
        self.text, self.place, self.step = text, max(0, cursor - 1), 0
        self.text_number, self.text_version = number, version


def text_of(tokenize: Tokenize, training: Training) -> str:
    """The text on screen."""
    if tokenize.text is not None:
        return tokenize.text
    source = training.source
    example = EXAMPLES[source.name] if source.kind == "example" else next(iter(EXAMPLES.values()))
    return " ".join(example.probes)


def merges_used(tokenize: Tokenize, training: Training, *, predicting: bool) -> int:
    """How many merges of the training; while a person predicts no more than they have seen."""
    stepper = training.stepper
    chosen = tokenize.merges or (HERE if stepper.position else ALL)
    return stepper.known_merges if chosen == ALL and not predicting else stepper.position
