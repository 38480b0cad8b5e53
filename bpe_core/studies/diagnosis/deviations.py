"""Deviations: a merge of somebody's list that the rules would not have made, and what is wrong with it.

A new kind, with its sentence, is one entry in `DEVIATION_KINDS`.

>>> deviation = Deviation(4, ("hug", "s"), BPEConfig(max_merges=4), "merge limit reached", None, (), 0)
>>> deviation.kind, deviation.sentence
('ended', 'These rules stop before your merge 5, hug + s: merge limit reached.')
"""

from collections.abc import Callable
from dataclasses import dataclass

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase, in_words, together
from bpe_core.queries.predictions import Verdict
from bpe_core.tie_breaks import TIE_BREAKS


@dataclass(frozen=True)
class Deviation:
    """A merge that the rules would not have made, given all merges of the list before it."""

    rank: int
    """Its place in the list, counted from 0."""

    pair: Pair
    """Its two symbols, as the rules' alphabet prints them."""

    config: BPEConfig
    """The rules that it deviates from, with the limits that count."""

    end: str
    """Why the rules stop before it; empty where they do not."""

    verdict: Verdict | None
    """The pair compared with the one that the rules pick, or would pick without a limit; None where no
    pair is left."""

    tied: tuple[Pair, ...]
    """The pairs that share the highest count, the picked one first; at most 12, the list's own pair
    among them if it is tied."""

    tied_total: int
    """How many share it."""

    rules: tuple[str, ...] = ()
    """For "tied", the tie rules, by their names in `TIE_BREAKS`, that take the list's pair."""

    absence: Phrase | None = None
    """Why its pair does not occur, in a sentence."""

    @property
    def kind(self) -> str:
        """What it is: the first of `DEVIATION_KINDS` that fits."""
        return next(name for name, kind in DEVIATION_KINDS.items() if kind.fits(self))

    @property
    def sentence(self) -> Phrase:
        """What happened, in one or two sentences with the numbers."""
        return DEVIATION_KINDS[self.kind].sentence(self)

    @property
    def count(self) -> int:
        """How often the pair occurs; 0 where it does not."""
        return self.verdict.pick.count if self.verdict else 0

    @property
    def best(self) -> Pair | None:
        """The pair that the rules pick, or would pick without a limit; None where no pair is left."""
        return self.verdict.winner.pair if self.verdict else None

    @property
    def best_count(self) -> int:
        """How often that one occurs."""
        return self.verdict.winner.count if self.verdict else 0


@dataclass(frozen=True)
class DeviationKind:
    """One way in which a merge can deviate from the rules."""

    name: str
    """Its key in `DEVIATION_KINDS`."""

    title: str
    """In a word or three, as a table has it."""

    meaning: str
    """What it is, after "merge 57 differs:"."""

    fits: Callable[[Deviation], bool]
    """Whether a merge is of this kind, if no kind before it fits."""

    sentence: Callable[[Deviation], Phrase]
    """What happened, with the numbers."""


def _ended(it: Deviation) -> Phrase:
    return Phrase("These rules stop before your merge {it.rank:rank}, {it.pair:pair}: {it.end}.", it=it)


def _less_frequent(it: Deviation) -> Phrase:
    less = (
        "Your merge {it.rank:rank} takes {it.pair:pair}, which occurs {it.count:once|# times}; {it.best:pair}"
        " occurs {it.best_count:once|# times}."
    )
    return Phrase(less, it=it)


def _tied(it: Deviation) -> Phrase:
    rule = TIE_BREAKS[it.config.tie_break].title
    if it.rules:
        others = in_words([Phrase("“{title}”", title=TIE_BREAKS[name].title) for name in it.rules])
        known = (
            "Your merge {it.rank:rank} takes {it.pair:pair}, which is tied with {it.best:pair}: both occur"
            " {it.count:once|# times}. “{rule}” takes {it.best:pair}; {others} would take yours."
        )
        return Phrase(known, it=it, rule=rule, others=others)
    unknown = (
        "Your merge {it.rank:rank} takes {it.pair:pair}, which is tied with {it.best:pair}: both occur"
        " {it.count:once|# times}. “{rule}” takes {it.best:pair}; no tie rule known here takes yours."
    )
    return Phrase(unknown, it=it, rule=rule)


def _not_there(it: Deviation) -> Phrase:
    occurs = Phrase("{it.best:pair} occurs {it.best_count:once|# times}.", it=it)
    return together(it.absence or Phrase(""), occurs)


DEVIATION_KINDS: dict[str, DeviationKind] = {
    kind.name: kind
    for kind in (
        DeviationKind(
            "ended",
            "after the end",
            "the rules end the training before it",
            lambda it: bool(it.end),
            _ended,
        ),
        DeviationKind(
            "not_there",
            "not there",
            "its pair does not occur at this step",
            lambda it: it.absence is not None,
            _not_there,
        ),
        DeviationKind(
            "tied",
            "tied",
            "it was tied, and the rules take another pair",
            lambda it: it.count == it.best_count,
            _tied,
        ),
        DeviationKind(
            "not_most_frequent",
            "not the most frequent",
            "it was not the most frequent pair",
            lambda it: True,
            _less_frequent,
        ),
    )
}
"""The kinds by name, in the order in which they are tried."""
