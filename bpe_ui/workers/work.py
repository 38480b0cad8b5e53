"""The heavy work that worker processes do: reading files, counting words, making merges, and studies.

In: `tell` of `worker`, and what there is to work on. Out: what came of it.
"""

from collections.abc import Mapping
from typing import Protocol, TypeVar

from bpe_core import BPEConfig, BPEStepper, Corpus
from bpe_core.progress import Progress
from bpe_ui.setup.columns_offer import Offer
from bpe_ui.training.training import new_stepper
from bpe_ui.workers.worker import TELL_SECONDS, Tell


class Task(Protocol):
    """Work that goes on in slices: one of the core's studies, or of a page's."""

    def advance(self, seconds: float) -> bool:
        """Go on for about so long; True when all is done."""
        ...

    @property
    def progress(self) -> Progress:
        """How far it is."""
        ...

    @property
    def is_done(self) -> bool:
        """Whether all is done."""
        ...


AnyTask = TypeVar("AnyTask", bound=Task)


def read_files(tell: Tell, files: Mapping[str, bytes], offer: Offer | None) -> tuple[Corpus, Offer | None]:
    """The corpus in files, by their names, and what columns they offer; raises a `BPEError`.

    With an offer its chosen columns are read.
    """
    offer = offer or Offer.of_files(files)
    columns = None if offer is None else offer.chosen
    return Corpus.from_uploads(files, columns, lambda rows: tell(Progress(rows, None, "rows read"))), offer


def count_words(tell: Tell, corpus: Corpus, config: BPEConfig) -> BPEStepper:
    """A training at its start; raises a `BPEError`."""
    return new_stepper(corpus, config, tell)


def make_merges(tell: Tell, stepper: BPEStepper, target: int | None) -> BPEStepper:
    """The training at a position, or at its end; where it is to stop, as far as it has come."""
    stepper.run(target, on_progress=lambda made, _: tell(Progress(made, target, "merges made")))
    return stepper


def go_on(tell: Tell, task: AnyTask) -> AnyTask:
    """A task when all is done, or as far as it has come; raises a `BPEError`."""
    while tell(task.progress) and not task.advance(TELL_SECONDS):
        pass
    return task
