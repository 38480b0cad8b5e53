"""Evidence: what is true of a merge list and of no right trainer's, where no cause is known.

A new kind is one entry in `EVIDENCE`: a function that says what is so, with numbers, or None where that is
not so or would surprise nobody. No number is fitted to the list.

>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.rules import CorpusWords, fit_rules
>>> words = CorpusWords(Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}))
>>> merges = [("u", "g"), ("u", "g"), ("u", "g"), ("u", "g")]
>>> for each in evidence_of(words, merges, fit_rules(words, merges, BPEConfig(), None)):
...     print(each.sentence)
3 of your merges take a pair that an earlier one has merged, such as u + g. By then it should occur 0 ...
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from bpe_core.config import BPEConfig
from bpe_core.encoding.spelling import printed_word
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase
from bpe_core.studies.diagnosis.rules import CorpusWords, RuleFit
from bpe_core.studies.diagnosis.words import raw_text

_FEW = 3
"""Fewer merges have something in common by chance."""

_SHOWN = 2
"""So many pieces of evidence are shown."""

_MOST_STEPS = 300
"""So many merges of a list are looked at."""

GROUPS: dict[str, Callable[[str], bool]] = {
    "a space": lambda text: any(each in " ▁" for each in text),
    "a digit": lambda text: any(each.isdigit() for each in text),
    "a capital": lambda text: text != text.lower(),
    "a line end": lambda text: "\n" in text,
    "a sign": lambda text: any(not each.isalnum() and not each.isspace() and each != "_" for each in text),
}
"""What tokens may have in common."""


@dataclass(frozen=True)
class Evidence:
    """One thing that a list shows."""

    kind: str
    """Its key in `EVIDENCE`, or "interleaved"."""

    sentence: Phrase
    """What is so, with the numbers."""


@dataclass(frozen=True)
class _Step:
    rank: int
    pair: Pair
    position: int
    count: int  # of the pair
    highest: int  # of all pairs
    best: Pair  # with the highest count, the list's own where it has it


class _Case:
    """A list, made on the words of the closest rules."""

    def __init__(
        self, words: CorpusWords, merges: Sequence[Pair], fit: RuleFit, logged: Sequence[int]
    ) -> None:
        self.fit, self.logged, self.corpus = fit, logged, words.corpus
        self.forced = words.forced(fit.config, merges)
        while self.forced.extend():
            pass

    @cached_property
    def steps(self) -> list[_Step]:
        steps = []
        for rank, pair in enumerate(self.forced.merges[:_MOST_STEPS]):
            position = self.forced.positions[rank]
            highest, tied = self.forced.highest_at(position)
            count = self.forced.count_at(rank, position)
            best = pair if count == highest or not tied else self.forced.history.pair_texts(tied[0])
            steps.append(_Step(rank, pair, position, count, highest, best))
        return steps

    @cached_property
    def missed(self) -> list[_Step]:
        return [step for step in self.steps if step.count < step.highest]

    @cached_property
    def again(self) -> list[_Step]:
        merges = self.forced.merges
        return [step for step in self.missed if step.pair in merges[: step.rank]]


def evidence_of(
    words: CorpusWords, merges: Sequence[Pair], fit: RuleFit, logged: Sequence[int] = ()
) -> tuple[Evidence, ...]:
    """The most telling things that a list shows; `logged` are the counts that came with its merges."""
    case = _Case(words, merges, fit, logged)
    shown = ((kind, says(case)) for kind, says in EVIDENCE.items())
    return tuple(Evidence(kind, sentence) for kind, sentence in shown if sentence is not None)[:_SHOWN]


def interleaved(first: str, second: str) -> Evidence:
    """That a list is two lists, one in the other."""
    said = (
        "Two lists are interleaved: your merges 1, 3, 5 and so on are those of {first}, and your merges"
        " 2, 4, 6 and so on those of {second}."
    )
    return Evidence("interleaved", Phrase(said, first=first, second=second))


def _logged(case: _Case) -> Phrase | None:
    """The first count of the list that is wrong, and when it was right."""
    for step, said in zip(case.steps, case.logged, strict=False):
        if said == step.count:
            continue
        why = Phrase("")
        for rank in reversed(range(step.rank)):
            if case.forced.count_at(step.rank, case.forced.positions[rank]) == said:
                why = Phrase(", as often as before your merge {rank:rank}", rank=rank)
                break
        else:
            in_text = re.compile(f"(?={re.escape(raw_text(''.join(step.pair)))})")
            if said == sum(len(in_text.findall(str(text))) for text in case.corpus.documents):
                why = Phrase(", as often as in the text across words")
        wrong = (
            "You count {step.pair:pair}, your merge {step.rank:rank}, {said:once|# times}{why};"
            " it occurs {step.count:once|# times}."
        )
        return Phrase(wrong, step=step, said=said, why=why)
    return None


def _again(case: _Case) -> Phrase | None:
    """Pairs that were merged before, so that nothing should be left of them."""
    said = (
        "{n:,} of your merges take a pair that an earlier one has merged, such as {pair:pair}. By then it"
        " should occur 0 times: your code leaves it somewhere unmerged, or does not count again."
    )
    return Phrase(said, n=len(case.again), pair=case.again[0].pair) if len(case.again) >= _FEW else None


def _not_lowered(case: _Case) -> Phrase | None:
    """Whether wrong pairs once had the count that they would need."""
    early = [(case.forced.first_count(step.pair), step) for step in case.missed if step not in case.again]
    early = [(count, step) for count, step in early if count >= step.highest]
    if len(early) < max(_FEW, len(case.missed) / 2):
        return None
    count, step = max(early, key=lambda each: each[0] - each[1].count)
    said = (
        "{n:,} of your pairs occur too rarely, but once occurred often enough: {step.pair:pair} occurred"
        " {count:,} times, but only {step.count:once|# times} just before your merge {step.rank:rank}."
        " Counts must fall, too."
    )
    return Phrase(said, n=len(early), step=step, count=count)


def _fallen(case: _Case) -> Phrase | None:
    """Whether pairs are taken only as long as they have lost nothing."""
    lost = [step for step in case.missed if case.forced.first_count(step.best) > step.highest]
    falls = [step for step in case.steps if case.forced.first_count(step.pair) > step.count]
    said = (
        "None of your pairs lost any of its count before it was merged. But at {n:,} merges a pair that did,"
        " such as {pair:pair}, occurs more often than yours."
    )
    is_so = len(lost) >= _FEW and not falls
    return Phrase(said, n=len(lost), pair=lost[0].best) if is_so else None


def _lost(case: _Case) -> Phrase | None:
    """The sign of what cannot be decoded, which the corpus does not have."""
    shown = {"\ufffd", printed_word("\ufffd", BPEConfig(alphabet="bytes"))}
    n = sum(any(sign in "".join(pair) for sign in shown) for pair in case.forced.merges)
    if not n or any("\ufffd" in str(text) for text in case.corpus.documents):
        return None
    said = (
        "{n:One of your merges holds|# of your merges hold} the sign for bytes that cannot be decoded, so"
        " that nobody can tell which they are: print symbols as bytes."
    )
    return Phrase(said, n=n)


def _elsewhere(case: _Case) -> Phrase | None:
    """Pairs of symbols that are there, but never were side by side in one word."""
    absent = [
        step.pair
        for step in case.steps
        if not step.count and all(map(case.forced.symbols_written, step.pair))
    ]
    absent = [pair for pair in absent if not case.forced.first_count(pair)]
    if len(absent) < _FEW:
        return None
    texts, words = "\0".join(map(str, case.corpus.documents)), "\0".join(case.forced.history.words)
    joined = {pair: raw_text("".join(pair)) for pair in absent}
    across = [pair for pair in absent if joined[pair] not in words and joined[pair] in texts]
    said = "{n:One merge joins|# of your merges join} symbols that meet in no word, such as {pair:pair}."
    if 2 * len(across) > len(absent):
        said = (
            "{n:One merge joins|# of your merges join} the end of a word with what follows it in the text,"
            " such as {pair:pair}: your code cuts the text elsewhere, or counts across words."
        )
    return Phrase(said, n=len(absent), pair=(across or absent)[0])


def _in_common(case: _Case) -> Phrase | None:
    """What pairs that were passed over have, and no token of the list."""
    tokens = [raw_text("".join(step.pair)) for step in case.steps]
    passed = {step.best: step for step in case.missed if step.count}
    with_it = {name: {p for p in passed if holds(raw_text("".join(p)))} for name, holds in GROUPS.items()}
    lacking = {n: p for n, p in with_it.items() if len(p) >= _FEW and not any(map(GROUPS[n], tokens))}
    if not lacking:
        return None
    pairs = set().union(*lacking.values())
    said = (
        "None of your tokens has {names}, but {n:,} pairs with one occur more often than yours, such as"
        " {pair:pair}: does your code drop it when it reads or cuts the text?"
    )
    return Phrase(said, names=" or ".join(lacking), n=len(pairs), pair=min(pairs))


def _only_ties(case: _Case) -> Phrase | None:
    said = (
        "Each of your {n:,} pairs has the highest count: only ties are decided differently. A set, or a"
        " heap that compares only counts, puts tied pairs in an order of its own."
    )
    is_so = len(case.steps) >= 2 * _FEW and not case.missed
    return Phrase(said, n=len(case.steps)) if is_so else None


def _first_merge(case: _Case) -> Phrase | None:
    if not case.missed or case.missed[0].rank:
        return None
    said = (
        "Merge 1 already differs: your pair occurs {first.count:once|# times}, another one {first.highest:,}"
        " times. Look at how your code cuts and counts words, before anything is merged."
    )
    return Phrase(said, first=case.missed[0])


EVIDENCE: dict[str, Callable[[_Case], Phrase | None]] = {
    "lost": _lost,
    "logged": _logged,
    "again": _again,
    "elsewhere": _elsewhere,
    "not_lowered": _not_lowered,
    "fallen": _fallen,
    "in_common": _in_common,
    "only_ties": _only_ties,
    "first_merge": _first_merge,
}
"""The most telling first."""
