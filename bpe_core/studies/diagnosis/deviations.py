"""Deviations: a merge of somebody's list that the rules would not have made, and what is wrong with it.

A new kind, with its sentence, is one entry in `DEVIATION_KINDS`.

>>> deviation = Deviation(4, ("hug", "s"), BPEConfig(max_merges=4), "merge limit reached", None, (), 0)
>>> deviation.kind, deviation.sentence
('ended', 'These rules stop before your merge 5, hug + s: merge limit reached.')
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.encoding.spelling import printed_word
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase, in_words, together
from bpe_core.queries.predictions import Verdict
from bpe_core.tie_breaks import TIE_BREAKS


@dataclass(frozen=True)
class Absence:
    """Why a pair is in none of the words."""

    unknown: tuple[str, ...]
    """Those of its texts that are not symbols."""

    maker: int | None
    """The rank of the list's merge that makes, or would make, the first of these."""

    merged_before: int | None
    """The rank of the same merge earlier in the list."""

    border: tuple[str, str] | None
    """A word that ends with the left symbol, and one that begins with the right one."""


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

    absence: Absence | None = None
    """Why a pair does not occur."""

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


def _absent(reason: Callable[[Deviation, Absence], Phrase]) -> Callable[[Deviation], Phrase]:
    """The sentence about a pair that does not occur, from the reason for it; then the pair that does."""

    def told(it: Deviation) -> Phrase:
        if it.absence is None:
            return Phrase("")
        occurs = Phrase("{it.best:pair} occurs {it.best_count:once|# times}.", it=it)
        return together(reason(it, it.absence), occurs)

    return told


def _no_such_symbol(it: Deviation, absence: Absence) -> Phrase:
    """With where the symbol should have come from."""
    text, maker = absence.unknown[0], absence.maker
    values: dict[str, Any] = {"unknown": _unknown(absence), "text": text}
    if maker is None and len(text) == 1:
        return Phrase("Your merge {it.rank:rank} takes {it.pair:pair}, but {unknown}.", it=it, **values)
    if maker is None:
        none = (
            "Your merge {it.rank:rank} takes {it.pair:pair}, but {unknown}: none of your merges makes"
            " {text:token}."
        )
        return Phrase(none, it=it, **values)
    made = (
        "Your merge {it.rank:rank} takes {it.pair:pair}, but {unknown}: your merge {maker:rank} makes"
        " {text:token}, but comes later."
        if maker > it.rank
        else "Your merge {it.rank:rank} takes {it.pair:pair}, but {unknown}: your merge {maker:rank}, which"
        " would make {text:token}, cannot be made."
    )
    return Phrase(made, it=it, maker=maker, **values)


def _unknown(absence: Absence) -> Phrase:
    are = "{symbols} {n:is not a symbol|are not symbols} at this step"
    symbols = [Phrase("{symbol:token}", symbol=symbol) for symbol in absence.unknown]
    return Phrase(are, symbols=in_words(symbols), n=len(symbols))


def _across_a_border(it: Deviation, absence: Absence) -> Phrase:
    before, after = (printed_word(word, it.config) for word in absence.border or ("", ""))
    apart = (
        "Your merge {it.rank:rank} takes {it.pair:pair}, but no word holds them together: {it.pair[0]:token}"
        " ends a word ({before:token}) and {it.pair[1]:token} begins one ({after:token})."
    )
    return Phrase(apart, it=it, before=before, after=after)


def _not_adjacent(it: Deviation, absence: Absence) -> Phrase:
    if absence.merged_before is not None:
        merged = (
            "Your merge {it.rank:rank} takes {it.pair:pair}, but merge {before:rank} has already merged that"
            " pair."
        )
        return Phrase(merged, it=it, before=absence.merged_before)
    apart = (
        "Your merge {it.rank:rank} takes {it.pair:pair}, but {it.pair[0]:token} and {it.pair[1]:token} are"
        " not next to each other in any word at this step."
    )
    return Phrase(apart, it=it)


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
            "no_such_symbol",
            "not there",
            "one of its two symbols does not exist at this step",
            lambda it: it.absence is not None and bool(it.absence.unknown),
            _absent(_no_such_symbol),
        ),
        DeviationKind(
            "crosses_border",
            "not there",
            "its two symbols are never in one word",
            lambda it: it.absence is not None and it.absence.border is not None,
            _absent(_across_a_border),
        ),
        DeviationKind(
            "not_adjacent",
            "not there",
            "its two symbols are never next to each other",
            lambda it: it.absence is not None,
            _absent(_not_adjacent),
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
