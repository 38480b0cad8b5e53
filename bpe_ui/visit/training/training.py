"""A training on screen: where its corpus came from, and the stepper.

No Streamlit here; long work is done in slices, so that the caller can show progress and stop in between.
"""

import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

from bpe_core import EXAMPLES, BPEConfig, BPEError, BPEStepper, BPETokenizer, Corpus, Tokenizer
from bpe_core.merges import Merge, Pair
from bpe_core.progress import OnProgress, Progress, Stop, stop_after, tell_nobody
from bpe_core.queries import Snapshot
from bpe_ui.visit.training.window import SNAPSHOTS_AHEAD, SnapshotWindow, Window

LOOK_AHEAD_WORDS = 2_000
"""The most distinct words of a corpus that is trained to its end at once, so that the whole history is known
from the start; that takes a moment."""
LOOK_AHEAD_SECONDS = 0.25
SLICE_SECONDS = 0.25
"""How long training goes on before the page can answer a click."""
COST_SECONDS = 0.15
"""How long the rule's own choices are trained at each drawing, to compare a person's choices with them."""

QUICK_SYMBOLS = 200_000
"""From so many base symbols on, each word counted once, merges are made in a worker process if they are more
than a few; English of 1 MB has so many."""
_one_large = threading.Lock()
"""Held while a large corpus is trained here for a moment: the pages of all visits share one processor."""

_KIND_TITLES = {
    "text": "Your text",
    "word_counts": "Your word counts",
    "file": "Your file",
}
_serials = count(1)
_corpora: "weakref.WeakKeyDictionary[Corpus, weakref.ref[Corpus]]" = weakref.WeakKeyDictionary()
"""The corpora of all visits; equal ones are kept only once."""


@dataclass(frozen=True)
class Source:
    """Where a corpus came from."""

    kind: str
    """"example", "text", "word_counts" or "file"."""

    corpus: Corpus
    """The corpus itself."""

    name: str = ""
    """The example's name in `EXAMPLES`, or the file's name; empty otherwise."""

    base: Any = None
    """What the training begins with, if it goes on from other merges: a `KeptTokenizer` of Tokenize, which
    links can hold."""

    def __post_init__(self) -> None:
        """Use an equal corpus of another visit instead, if there is one."""
        held = _corpora.setdefault(self.corpus, weakref.ref(self.corpus))()
        object.__setattr__(self, "corpus", held or self.corpus)

    @property
    def title(self) -> str:
        """Its name in the header; never the person's own text."""
        if self.kind == "example":
            return EXAMPLES[self.name].title
        return _KIND_TITLES[self.kind]

    def base_tokenizer(self) -> Tokenizer | None:
        """The tokenizer that the training begins with; raises a `BPEError` if it must be opened again."""
        return None if self.base is None else self.base.tokenizer()

    @classmethod
    def from_example(cls, name: str) -> "Source":
        """A worked example."""
        return cls("example", EXAMPLES[name].corpus, name)


@dataclass(frozen=True)
class Cost:
    """What a person's own choices cost compared with the rule's, after the same number of merges or, if the
    rule's own training ends sooner, at its end."""

    saved: int
    """How many symbols the merges have saved so far."""

    saved_by_rule: int
    """How many symbols the rule's own choices would have saved."""

    merges_fewer: int = 0
    """How many merges fewer the rule's own training needs for that, if it ends sooner."""


class Training:
    """A corpus, the rules, and the stepper that trains with them. Only this class moves the stepper.

    It caches what the page asks for, because that can take a while on a large corpus and a page is drawn
    again at every click: the snapshots around the position, until the window moves or the history changes.
    """

    def __init__(self, source: Source, stepper: BPEStepper) -> None:
        """Begin at the stepper's position."""
        self.source = source
        """Where the corpus came from."""
        self.stepper = stepper
        """The stepper, at the position on screen; others must not move it."""
        self.serial = next(_serials)
        """Identifies this training, even among those on the same corpus."""
        self.origin = ""
        """The origin of merges that are not the rule's: "Your file" or "Your list"; empty: chosen here."""
        self.jump = 0
        """How many times the position was changed by anything but a step of the stage."""
        self._histories = 0
        self._snapshots = SnapshotWindow(stepper)
        self._whole: tuple[str, int, bool] | None = None
        self._by_rule: BPEStepper | None = None
        self._tokenizer: tuple[tuple[str, int], BPETokenizer] | None = None
        self._token_uses: tuple[tuple[str, int], list[int]] | None = None

    @property
    def config(self) -> BPEConfig:
        """The rules."""
        return self.stepper.config

    @property
    def history_id(self) -> str:
        """Identifies the history; it changes with the corpus, the rules, or a merge chosen by hand."""
        return f"{self.serial}.{self._histories}"

    @property
    def history_is_whole(self) -> bool:
        """Whether the history reaches the end of the training."""
        key = self.history_id, self.stepper.known_merges
        if self._whole is None or self._whole[:2] != key:
            with self._position_kept():
                self.stepper.goto(self.stepper.known_merges)
                self._whole = *key, self.stepper.is_done
        return self._whole[2]

    @property
    def next_is_given(self) -> bool:
        """Whether the next merge is one of the base's."""
        return self.stepper.position < self.stepper.given_merges

    @property
    def last_count(self) -> int:
        """How often the pair of the last merge occurred; 0 at the start."""
        last = self.merge(self.stepper.position - 1)
        return last.count if last else 0

    def merge(self, rank: int) -> Merge | None:
        """The merge with this rank; None if there is none."""
        return self.stepper.history.get(rank)

    # What the page shows

    @property
    def snapshot(self) -> Snapshot:
        """The snapshot of the position."""
        return self._snapshots.at(self.stepper.position)

    def snapshot_at(self, position: int) -> Snapshot | None:
        """The snapshot of another position, perhaps after a little training; None if it is beyond that."""
        self._train_ahead(position)
        return self._snapshots.at(position) if position <= self.stepper.known_merges else None

    def window(self, *, alone: bool = False) -> Window:
        """The snapshots around the position, after training as far as they reach; `alone`: only its own.

        A position well inside the last window has the same window.
        """
        position = self.stepper.position
        if alone:
            return Window(position, (self.snapshot,))
        if position not in self.served:
            self._train_ahead(position + SNAPSHOTS_AHEAD)
            self._snapshots.move(position)
        return self._snapshots.window

    @property
    def served(self) -> range:
        """The positions well inside the last window, which have the same one."""
        return self._snapshots.served(is_whole=self.history_is_whole)

    @cached_property
    def base_symbols(self) -> tuple[str, ...]:
        """The base symbols, in id order."""
        return self.stepper.base_symbols

    @cached_property
    def base_symbols_seen(self) -> list[int]:
        """The indexes of the base symbols that occur in the corpus."""
        return self.stepper.history.base_symbols_seen()

    def text_of(self, token_id: int) -> str | None:
        """The base symbol or learned token with this id at the position; None if there is none."""
        return self.stepper.history.text_of(token_id, self.stepper.position)

    def cost(self) -> Cost | None:
        """What the choices up to the position cost; None without choices, or while it is not yet known.

        Late in a large corpus it takes several calls, which train for a while each.
        """
        stepper = self.stepper
        if not stepper.history.by_user(stepper.position):
            return None
        if self._by_rule is None:
            with self._position_kept():
                stepper.goto(0)  # otherwise it would be trained to here at once, however long that takes
                try:
                    self._by_rule = stepper.with_rules(stepper.config)
                    self._by_rule.run(stepper.position)
                except BPEError:  # no memory for a second training
                    return None
        by_rule = self._by_rule
        by_rule.goto(min(stepper.position, by_rule.known_merges))
        run_for(by_rule, COST_SECONDS, stepper.position)
        if by_rule.position < stepper.position and not by_rule.is_done:
            return None
        saved, saved_by_rule = (
            stepper.view.statistics().symbols_saved,
            by_rule.view.statistics().symbols_saved,
        )
        return Cost(saved, saved_by_rule, stepper.position - by_rule.position)

    # Moving

    def step_to(self, position: int) -> None:
        """Go to the position where the stage already is."""
        self.stepper.goto(position)

    def go_to(self, position: int) -> None:
        """Go to a position of the history; the stage follows."""
        self.stepper.goto(position)
        self.jump += 1

    def merge_instead(self, pair: Pair) -> None:
        """Make another merge than the history's next one; the rule's own pick counts as the rule's.

        Raises a `BPEError`, and changes nothing, if the pair does not occur.
        """
        self.stepper.view.pair_facts(pair)  # raises where it does not occur
        position = self.stepper.position
        known = self.merge(position)
        by_rule = pair == self.stepper.next_pair()
        if known is None or known.pair != pair:
            # Before the history is cut: a tie in a snapshot that is still used would be listed in full then.
            self._snapshots.forget_after(position)
        self.stepper.step(None if by_rule else pair)
        if known is None or (known.pair, known.chosen_by) != (pair, "rule" if by_rule else "user"):
            self._histories += 1
        self.jump += 1
        self.look_ahead()

    def follow_the_rule(self) -> Merge | None:
        """Replace a person's choice as the history's next merge by the rule's.

        The position stays. Returns the merge that is removed; None if there was none, or if the rule has no
        pair left.
        """
        following, position = self.merge(self.stepper.position), self.stepper.position
        pick = self.stepper.next_pair()
        if following is None or following.chosen_by != "user" or pick in (None, following.pair):
            return None
        self._snapshots.forget_after(position)
        self.stepper.step()
        self.stepper.undo()
        self._histories += 1
        self.jump += 1
        self.look_ahead()
        return following

    def look_ahead(self) -> None:
        """Train a small corpus to its end, and return to the position."""
        if len(self.stepper.words) <= LOOK_AHEAD_WORDS:
            with self._position_kept():
                self.stepper.goto(self.stepper.known_merges)
                run_for(self.stepper, LOOK_AHEAD_SECONDS, None)

    def run_for(self, seconds: float, target: int | None = None) -> bool:
        """Train for at most this long; returns whether the target (None: the end) is reached."""
        run_for(self.stepper, seconds, target)
        self.jump += 1
        return self.stepper.is_done or (target is not None and self.stepper.position >= target)

    def take(self, stepper: BPEStepper) -> None:
        """Continue with a stepper that has the same merges up to the position, and more after them."""
        if stepper is not self.stepper:
            self.stepper, self._snapshots = stepper, SnapshotWindow(stepper)
        self.jump += 1

    def tokenizer(self, merges: int) -> BPETokenizer:
        """A tokenizer with the first `merges` of the history; the position stays."""
        key = self.history_id, merges
        if self._tokenizer is None or self._tokenizer[0] != key:
            with self._position_kept():
                self.stepper.goto(merges)
                self._tokenizer = key, self.stepper.tokenizer()
        return self._tokenizer[1]

    def token_uses(self, merges: int) -> list[int]:
        """How often each base symbol, and then each merge's token, occurs after this many merges."""
        key = self.history_id, merges
        if self._token_uses is None or self._token_uses[0] != key:
            self._token_uses = key, self.stepper.at(merges).token_uses()
        return self._token_uses[1]

    def furthest(self) -> int | None:
        """The last position that the rules' limits allow; None without limits."""
        return self.stepper.furthest

    # Inside

    def _train_ahead(self, target: int) -> None:
        if self.stepper.known_merges < target and not self.history_is_whole:
            with self._position_kept():
                self.stepper.goto(self.stepper.known_merges)
                run_for(self.stepper, LOOK_AHEAD_SECONDS, target)

    @contextmanager
    def _position_kept(self) -> Iterator[None]:
        position = self.stepper.position
        try:
            yield
        finally:
            self.stepper.goto(position)


def new_stepper(
    corpus: Corpus, config: BPEConfig, tell: OnProgress = tell_nobody, *, base: Tokenizer | None = None
) -> BPEStepper:
    """A stepper for the pages, which prints long symbols cut short. Raises a `BPEError`."""
    return BPEStepper(corpus, config, base=base, tell=tell, short_texts=True)


def start_training(source: Source, config: BPEConfig) -> Training:
    """Count the words and begin at position 0. Raises a `BPEError`."""
    training = Training(source, new_stepper(source.corpus, config, base=source.base_tokenizer()))
    training.look_ahead()
    return training


def run_for(stepper: BPEStepper, seconds: float, target: int | None) -> None:
    """Train to a position, or to the end, for at most about this long; of large corpora one at a time."""
    is_large = stepper.history.symbols_once > QUICK_SYMBOLS
    with _one_large if is_large else nullcontext(), suppress(Stop):
        stepper.run(target, tell=stop_after(seconds))


def make_merges(
    stepper: BPEStepper,
    target: int | None,
    *,
    so_far: BPEStepper | None = None,
    tell: OnProgress = tell_nobody,
) -> BPEStepper:
    """The stepper at a position, or at the end; if it is stopped, as far as it has come."""
    stepper = so_far or stepper
    total = stepper.furthest if target is None else target
    what = "merges made; training ends when no pair is left" if total is None else "merges made"
    with suppress(Stop):
        stepper.run(target, tell=lambda progress: tell(Progress(progress.done, total, what)))
    return stepper
