"""Fault search: which mistake in a trainer explains somebody's merges.

In: the words of a corpus, merges, and the rules that may have been meant. Out: `FaultFit`s: each a mistake,
or two, under some rules, and how many merges come out with it.

A trainer with a mistake follows the list only as long as it agrees. What settles ties decides nothing else,
so that all tie rules and all mistakes in them are tried in one go.

>>> from bpe_core.corpus.corpus import Corpus
>>> words = CorpusWords(Corpus.from_word_counts({"banana": 3, "bandana": 2, "anna": 1, "nab": 4}))
>>> merges = [("a", "n"), ("b", "an"), ("an", "a"), ("ban", "ana")]
>>> rules = Rules(BPEConfig(), {TieRule("first_seen", "code_point"): ("hf_course",)})
>>> search = FaultSearch(words, merges, [rules])
>>> for _ in search.run():
...     pass
>>> [(fit.faults[0].name, fit.prefix) for fit in search.answer()]
[]
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple
from unicodedata import is_normalized

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.errors import BPEError
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.corpus_words import CorpusWords
from bpe_core.studies.diagnosis.faults.faults import FAULTS, Fault, with_fault
from bpe_core.studies.diagnosis.faults.mistakes import by_lines
from bpe_core.studies.diagnosis.faults.parts import (
    TIE_RULES,
    Choose,
    Parts,
    changed_counts,
    first_seen,
    pairs_without_overlaps,
)
from bpe_core.studies.diagnosis.faults.trainer import SpelledWords, Trainer
from bpe_core.studies.diagnosis.segmentation import (
    END_MARKERS,
    START_MARKERS,
    Segmentation,
    TieRule,
    with_tie_rule,
    written_for,
)
from bpe_core.symbol_texts import BYTE_CHARACTERS

MOST_SYMBOLS = 1_000_000
"""Mistakes are looked for where the distinct words have no more symbols than that."""

LONGEST_WORD = 20_000
"""And where no word has more characters: each merge looks at all of a word."""

_ENOUGH = 100
"""A list of so many merges that comes out whole is explained; the other mistakes need not be tried."""

_SMALL = 50_000
"""Where the words have no more characters, the other mistakes are tried all the same."""

_FEW_FOREIGN = 4
"""At most one in 4 of the list's characters may be missing from the words, as where a mistake normalizes."""

_MARKS = {*START_MARKERS, " "}
"""What stands for a space is never missing."""

_CARRIED_ON = 3
"""So many mistakes, those that come farthest, are tried together with each of the others."""


_SPELLED = 4
"""Of so many ways to cut the corpus the spelled words are kept."""

_CLEARLY = 30
"""A mistake that explains only the first merges must explain that many, and twice as many as any rules."""


class Rules(NamedTuple):
    """Rules that may have been meant: those of some profiles, which differ in how they settle ties."""

    segmentation: Segmentation
    profiles: dict[TieRule, tuple[str, ...]]
    """The names of the profiles by their rules for ties; of expected rules, perhaps none."""


class _Chooser(NamedTuple):
    """One way to settle ties."""

    rule: TieRule  # that is followed, or that was meant
    fault: Fault | None  # what is wrong with it
    choose: Choose
    order: str  # of the tied pairs


@dataclass(frozen=True)
class FaultFit:
    """How far some rules with a mistake explain a merge list."""

    faults: tuple[Fault, ...]
    """The mistake, or two."""

    segmentation: Segmentation
    """The rules without their tie rule."""

    rule: TieRule
    """The tie rule that was meant."""

    profile: str | None
    """The profile that has these rules, if one has."""

    is_meant: bool
    """Whether the tie rule is that of a profile, or of the rules that were expected, or has the mistake."""

    prefix: int
    """How many merges come out."""

    @property
    def config(self) -> BPEConfig:
        """The rules that were meant."""
        return with_tie_rule(self.segmentation, self.rule)

    @property
    def code(self) -> tuple[str, ...]:
        """For each mistake, its usual lines after a minus, and those that mend it after a plus."""
        return tuple(fault.code(TIE_RULES[self.rule]) for fault in self.faults)

    @property
    def is_without_order(self) -> bool:
        """Whether no rule settles the ties: what always fits where only ties are wrong."""
        return any(fault.wrong == "any" for fault in self.faults)

    @property
    def mistakes(self) -> int:
        """How many there are; a tie rule that nobody meant is one more."""
        return len(self.faults) + (not self.is_meant)

    @property
    def rank(self) -> tuple[int, ...]:
        """Smaller is better: more merges, one mistake before two, a profile before none."""
        return -self.prefix, self.is_without_order, self.mistakes, self.profile is None


class FaultSearch:
    """Tries mistakes on a merge list, slice by slice."""

    def __init__(self, words: CorpusWords, merges: Sequence[Pair], rules: Sequence[Rules]) -> None:
        """The likeliest `rules` first."""
        self._words = words
        self._merges = merges
        self._rules = rules
        self._characters = {character for pair in merges for symbol in pair for character in symbol}
        self._spelled: dict[tuple[Segmentation, Fault | None], SpelledWords | None] = {}
        self._without: dict[Segmentation, int] = {}  # the longest prefix without a mistake
        self._noted: set[FaultFit] = set()
        self.fits: list[FaultFit] = []
        """The mistakes that explain any of the merges, the best first."""
        self._passed: set[tuple[Segmentation, tuple[Fault, ...]]] = set()
        self.mistakes = 0
        """How many different mistakes there are to try; 0 where the corpus is too large."""
        self.is_done = False
        """Whether all were tried."""

    def __getstate__(self) -> dict[str, Any]:
        # Words are spelled again in less time than it takes to send them.
        return {**vars(self), "_spelled": {}}

    @property
    def tried(self) -> int:
        """How many were tried."""
        return min(len(self._passed), self.planned)

    @property
    def planned(self) -> int:
        """How many there are to try, two at a time left aside."""
        return len(self._rules) * (1 + len(_BESIDE_TIES))

    def run(self) -> Iterator[None]:
        """Do the work; pauses now and then."""
        yield from self._try_all()
        self.is_done = True

    def _try_all(self) -> Iterator[None]:
        possible = [rules for rules in self._rules if self._is_possible(rules)]
        self.mistakes = len(FAULTS) if possible else 0
        for rules in possible:
            for fault in (None, *_BESIDE_TIES):
                yield from self._try_once(rules, () if fault is None else (fault,))
                if self.is_explained and not self._is_small(rules):
                    return
            if self.is_explained:
                return
        best = [fit for fit in self.fits if self._is_a_beginning(fit)][:_CARRIED_ON]
        for second in _BESIDE_TIES:
            for fit in best:
                if second.part != fit.faults[0].part:
                    yield from self._try_once(self._rules_of(fit), (fit.faults[0], second))
                    if self._is_made_with(2):
                        return

    def answer(self) -> tuple[FaultFit, ...]:
        """The mistakes that explain the most merges, each as well as the others; none where rules explain as
        many, or where those mistakes explain too few to be more than chance."""
        longest = max(self._without.values(), default=0)
        self.fits.sort(key=lambda fit: fit.rank)
        best = [fit for fit in self.fits if fit.rank[:3] == self.fits[0].rank[:3]]
        if not best or best[0].prefix <= longest:
            return ()
        is_whole = best[0].prefix == len(self._merges)
        if not is_whole and (best[0].is_without_order or best[0].prefix < max(_CLEARLY, 2 * longest)):
            return ()
        by_faults = {fit.faults: fit for fit in reversed(best)}
        return tuple(reversed(by_faults.values()))

    @property
    def is_explained(self) -> bool:
        """Whether one mistake makes the whole of a long list, so that nothing else need be tried."""
        return self._is_made_with(1)

    def _is_made_with(self, mistakes: int) -> bool:
        whole = len(self._merges)
        self.fits.sort(key=lambda fit: fit.rank)
        return whole >= _ENOUGH and bool(self.fits) and self.fits[0].rank[:3] <= (-whole, False, mistakes)

    def _is_small(self, rules: Rules) -> bool:
        """Whether the other mistakes are tried too, since some may make the same merges."""
        return sum(map(len, self._words.of(rules.segmentation).counts)) <= _SMALL

    def _is_a_beginning(self, fit: FaultFit) -> bool:
        """Whether a mistake explains more than none, so that another one may explain the rest."""
        is_single = len(fit.faults) == 1 and fit.faults[0] in _BESIDE_TIES
        return is_single and fit.prefix > 1 + 1.5 * max(self._without.values(), default=0)

    def _rules_of(self, fit: FaultFit) -> Rules:
        return next(rules for rules in self._rules if rules.segmentation == fit.segmentation)

    def _is_possible(self, rules: Rules) -> bool:
        """Whether the words are neither too many nor too long, and have the characters of the list."""
        words = self._words.of(rules.segmentation).counts
        text = "".join(words)
        if not words or max(map(len, words)) > LONGEST_WORD or len(text) > MOST_SYMBOLS:
            return False
        merges = written_for(self._merges, rules.segmentation.alphabet)
        is_bytes = rules.segmentation.alphabet == "bytes"
        there = {BYTE_CHARACTERS[byte] for byte in set(text.encode())} if is_bytes else set(text)
        single = {symbol for pair in merges for symbol in pair if len(symbol) == 1}
        foreign = single - there
        shows_ends = any(symbol.endswith(END_MARKERS[0]) for pair in merges for symbol in pair)
        is_marked_so = not shows_ends or rules.segmentation.word_boundary.startswith("end")
        return is_marked_so and foreign.isdisjoint(_MARKS) and len(foreign) * _FEW_FOREIGN <= len(single)

    def _try_once(self, rules: Rules, faults: tuple[Fault, ...]) -> Iterator[None]:
        key = rules.segmentation, faults
        if key not in self._passed:
            yield from self._try(rules, faults)
            self._passed.add(key)

    def _try(self, rules: Rules, faults: tuple[Fault, ...]) -> Iterator[None]:
        """Follow the list with some mistakes beside those in tie rules, and with all of these in turn."""
        parts = Parts() if rules.segmentation.count_overlaps else Parts(pairs=pairs_without_overlaps)
        for fault in faults:
            parts = with_fault(parts, fault)
        if not all(fault.fits(rules.segmentation) for fault in faults):
            return
        if any(not self._characters.isdisjoint(fault.never) for fault in faults):
            return
        start = yield from self._spelled_with(rules, faults)
        merges = written_for(self._merges, rules.segmentation.alphabet)
        if start is None or merges[0] not in start.holders:
            return
        trainer = Trainer(start, parts)
        yield from trainer.count()
        yield from self._follow(rules, faults, merges, trainer)
        if trainer.has_made_again:
            trainer = Trainer(start, replace(parts, numbers_again=True))
            yield from trainer.count()
            yield from self._follow(rules, faults, merges, trainer)

    def _follow(
        self, rules: Rules, faults: tuple[Fault, ...], merges: Sequence[Pair], trainer: Trainer
    ) -> Iterator[None]:
        """Make the merges of the list as long as some way to settle ties takes them."""
        alive = _choosers(rules, trainer.parts, with_any=not faults)
        for rank, pair in enumerate(merges):
            picks = _picks(trainer, alive, pair)
            for chooser in alive:
                if picks.get(chooser) is None:
                    self._note(rules, faults, chooser, rank)
            alive = list(picks)
            if not alive:
                return
            yield from trainer.merge(picks[alive[0]])
            yield
        for chooser in alive:
            self._note(rules, faults, chooser, len(merges))

    def _note(self, rules: Rules, faults: tuple[Fault, ...], chooser: _Chooser, prefix: int) -> None:
        if chooser.fault is not None:
            faults = (*faults, chooser.fault)
        if not faults:
            if chooser.rule not in rules.profiles:  # a mixture, which is no better than a mistake
                return
            known = self._without.get(rules.segmentation, 0)
            self._without[rules.segmentation] = max(known, prefix)
            return
        profiles = rules.profiles.get(chooser.rule, ())
        profile = profiles[0] if profiles else None
        is_meant = chooser.rule in rules.profiles or (
            chooser.fault is not None and chooser.fault.part == "choose"
        )
        fit = FaultFit(faults, rules.segmentation, chooser.rule, profile, is_meant, prefix)
        if fit not in self._noted:  # as where the same is tried again after a pause
            self._noted.add(fit)
            self.fits.append(fit)

    def _spelled_with(
        self, rules: Rules, faults: tuple[Fault, ...]
    ) -> Generator[None, None, SpelledWords | None]:
        """The words at the start; None where a mistake does not change them."""
        segmentation = rules.segmentation
        cut = next((fault for fault in faults if fault.part == "words"), None)
        key = segmentation, cut
        if key not in self._spelled:
            if len(self._spelled) == _SPELLED:  # the oldest make room
                del self._spelled[next(iter(self._spelled))]
            word_counts = own = self._words.of(segmentation).counts
            if cut is not None:
                may_change = cut.form is None or not is_normalized(cut.form, "".join(own))
                word_counts = _cut_wrongly(cut, self._words.corpus, segmentation) if may_change else own
                yield
            is_other = cut is None or list(word_counts.items()) != list(own.items())
            self._spelled[key] = SpelledWords(word_counts, segmentation) if word_counts and is_other else None
            spelled = self._spelled[key]
            if spelled is not None:
                yield from spelled.run()
        return self._spelled[key]


def _cut_wrongly(fault: Fault, corpus: Corpus, segmentation: Segmentation) -> dict[str, int]:
    """The words of a corpus as a mistake cuts them; none where it does not apply."""
    if corpus.kind == "word_counts" and fault.wrong is by_lines:
        return {}
    try:
        counts: dict[str, int] = fault.wrong(corpus, segmentation)
    except BPEError:
        return {}
    return counts


def _choosers(rules: Rules, parts: Parts, *, with_any: bool) -> list[_Chooser]:
    """The tie rules, and every mistake in one."""
    in_place = parts.changed is not changed_counts
    choosers = [_Chooser(rule, None, choose, "met") for rule, choose in TIE_RULES.items()]
    if in_place:  # whoever changes counts one by one has the pairs in that order
        choosers += [_Chooser(FIRST_SEEN, None, first_seen, order) for order in ("inserted", "deleted")]
    for fault in FAULTS.values():
        if not fault.fits(rules.segmentation):
            continue
        if fault.part == "choose":
            meant = [rule for rule in rules.profiles if rule.name == fault.instead_of]
            rule = meant[0] if meant else TieRule(fault.instead_of, "code_point")
            choosers.append(_Chooser(rule, fault, fault.wrong, "met"))
        elif fault.part == "order" and not in_place and (with_any or fault.wrong != "any"):
            choosers.append(_Chooser(FIRST_SEEN, fault, first_seen, fault.wrong))
    return choosers


def _picks(trainer: Trainer, choosers: list[_Chooser], pair: Pair) -> dict[_Chooser, Pair]:
    """The ways to settle ties that take what the list has, each with its pick."""
    tied = trainer.tied()
    own = [each for each in tied if trainer.written(each) == pair]
    if not own or len(tied) == 1:
        return dict.fromkeys(choosers, own[0]) if own else {}
    in_order = {order: trainer.in_order(tied, order) for order in {each.order for each in choosers} - {"any"}}
    in_order["any"] = own
    picks = {each: each.choose(in_order[each.order], trainer.symbols) for each in choosers}
    return {each: pick for each, pick in picks.items() if pick in own}


FIRST_SEEN = TieRule("first_seen", "code_point")
_BESIDE_TIES = tuple(fault for fault in FAULTS.values() if fault.part not in ("choose", "order"))
"""The mistakes that are tried one after the other."""
