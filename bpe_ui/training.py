"""A training on screen: where its corpus came from, and the stepper.

In: a source and the rules. Out: a `Training`, which the controls move. No Streamlit here; long work is done
in slices, so that whoever calls can show progress and stop between two of them.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import count

from bpe_core import EXAMPLES, BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.explain import Choice
from bpe_core.figures import Figures
from bpe_core.pairs import PairCount, PairOccurrences
from bpe_core.stepper import WordProgress

LOOK_AHEAD_WORDS = 2_000
"""Corpora with at most so many distinct words are trained to their end at once, so that the whole film is
known from the start; it takes them a moment."""
LOOK_AHEAD_SECONDS = 0.25
PAIRS_SHOWN = 50
"""Rows of the pair table."""
SHARES_SHOWN = 3
"""Words that the big sentence names."""
SLICE_SECONDS = 0.25
"""How long training goes on before it lets the page answer a click."""

_KIND_TITLES = {
    "text": "Your text",
    "word_counts": "Your word counts",
    "table": "Your table",
    "file": "Your file",
}
_serials = count(1)


@dataclass(frozen=True)
class Source:
    """Where a corpus came from."""

    kind: str
    """"example", "text", "word_counts", "table" or "file"."""

    corpus: Corpus
    """The corpus itself."""

    name: str = ""
    """The example's name in `EXAMPLES`, or the file's name; empty otherwise."""

    @property
    def title(self) -> str:
        """What the header calls it: never the person's own text."""
        return EXAMPLES[self.name].title if self.kind == "example" else _KIND_TITLES[self.kind]

    @classmethod
    def from_example(cls, name: str) -> "Source":
        """A worked example."""
        return cls("example", EXAMPLES[name].corpus, name)


class Training:
    """A corpus, the rules, and the stepper that trains with them. All moves of the stepper are made here.

    What the page asks about the position is kept until the next move, because it can take a while on a large
    corpus and a page is drawn anew at every click.
    """

    def __init__(self, source: Source, stepper: BPEStepper) -> None:
        """Stand where the stepper stands."""
        self.source = source
        """Where the corpus came from."""
        self.stepper = stepper
        """The training itself, at the position on screen; to be asked, not to be moved."""
        self.serial = next(_serials)
        """Differs from every other training's, also from one on the same corpus."""
        self.moves = 0
        """How often the position or the film changed."""

    @property
    def config(self) -> BPEConfig:
        """The rules."""
        return self.stepper.config

    @cached_property
    def choice(self) -> Choice | None:
        """Why the next pair is the next one; None at the end."""
        return self.stepper.explain()

    @cached_property
    def pairs(self) -> list[PairCount]:
        """The rows of the pair table that a page shows."""
        return self.stepper.pair_counts(limit=PAIRS_SHOWN)

    @cached_property
    def figures(self) -> Figures:
        """The position in numbers."""
        return self.stepper.figures()

    @cached_property
    def shares(self) -> PairOccurrences | None:
        """Where the next pair's count comes from; None at the end."""
        return None if self.choice is None else self.stepper.occurrences(self.choice.pair, limit=SHARES_SHOWN)

    @cached_property
    def film_is_whole(self) -> bool:
        """Whether the film holds the training up to its end."""
        with self._position_kept():
            self.stepper.goto(self.stepper.film_length)
            return self.stepper.is_done

    @property
    def last_count(self) -> int:
        """How often the pair of the last merge occurred; 0 at the start."""
        merges = self.stepper.merges
        return merges[-1].count if merges else 0

    def go_to(self, position: int) -> None:
        """Go to a position of the film."""
        self.stepper.goto(position)
        self._moved()

    def merge(self) -> None:
        """Make the merge that the rule picks."""
        self.stepper.step()
        self.look_ahead()

    def merge_instead(self, pair: tuple[str, str]) -> None:
        """Make another merge than the rule's."""
        self.stepper.step(pair)
        self.look_ahead()

    def look_ahead(self) -> None:
        """Train a small corpus to its end, and come back to the position."""
        if len(self.stepper.words) <= LOOK_AHEAD_WORDS:
            with self._position_kept():
                self.stepper.goto(self.stepper.film_length)
                self.run_for(LOOK_AHEAD_SECONDS)
        self._moved()

    def run_for(self, seconds: float, target: int | None = None) -> bool:
        """Train on for so long at most. Returns whether the target (None: the end) is reached."""
        stepper = self.stepper
        deadline = time.monotonic() + seconds
        stepper.run(target, on_progress=lambda made, wanted: time.monotonic() < deadline)
        self._moved()
        return stepper.is_done or (target is not None and stepper.position >= target)

    def tokenizer(self, merges: int) -> BPETokenizer:
        """A tokenizer with so many of the film's merges; the position stays where it is."""
        with self._position_kept():
            self.stepper.goto(merges)
            return self.stepper.tokenizer()

    def furthest(self) -> int | None:
        """The position at which the rules' limits end the training at the latest; None without limits."""
        config, figures = self.config, self.figures
        limits = []
        if config.max_merges is not None:
            limits.append(config.max_merges)
        if config.vocab_size is not None:
            limits.append(max(0, config.vocab_size - figures.vocabulary_size + figures.position))
        return min(limits, default=None)

    @contextmanager
    def _position_kept(self) -> Iterator[None]:
        position = self.stepper.position
        try:
            yield
        finally:
            self.stepper.goto(position)

    def _moved(self) -> None:
        self.moves += 1
        for name in ("choice", "pairs", "figures", "shares", "film_is_whole"):
            self.__dict__.pop(name, None)


def start_training(source: Source, config: BPEConfig, on_progress: WordProgress | None = None) -> Training:
    """Count the words and stand at 0. Raises a `BPEError`; `on_progress` may raise too, to stop."""
    training = Training(source, BPEStepper(source.corpus, config, on_progress=on_progress))
    training.look_ahead()
    return training
