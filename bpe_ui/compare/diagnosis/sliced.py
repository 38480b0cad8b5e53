"""The diagnosis, and the smallest corpus that shows a mistake, as plain functions."""

from collections.abc import Sequence

from bpe_core import BPEConfig, Corpus
from bpe_core.merges import Pair
from bpe_core.progress import Tell, tell_nobody
from bpe_core.studies.diagnosis import Diagnosis, FaultFit, Findings, SmallCorpus, SmallestCorpus

_SECONDS = 0.1
"""How long each goes on before it tells how far it is."""


def diagnose(
    corpus: Corpus, pairs: Sequence[Pair], expected: BPEConfig | None, *, tell: Tell = tell_nobody
) -> Findings:
    """What the diagnosis finds; raises `Stop` where `tell` does."""
    diagnosis = Diagnosis(corpus, pairs, expected=expected)
    while not diagnosis.advance(_SECONDS):
        tell(diagnosis.progress)
    return diagnosis.findings()


def find_smallest(corpus: Corpus, fit: FaultFit, *, tell: Tell = tell_nobody) -> SmallCorpus | None:
    """The smallest corpus found; raises `Stop` where `tell` does."""
    search = SmallestCorpus(corpus, fit)
    while not search.advance(_SECONDS):
        tell(search.progress)
    return search.found
