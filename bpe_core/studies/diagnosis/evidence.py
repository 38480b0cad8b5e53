"""Evidence: what a merge list itself shows of the code that made it, whether its mistake is known or not.

A new kind is one entry in `EVIDENCE`: a function that says what is so, with numbers, or None where that is
not so or would surprise nobody.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.segmentation import CorpusWords
>>> words = CorpusWords(Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}))
>>> merges = [("u", "g"), ("p", "u"), ("h", "ug"), ("u", "n")]  # u + n occurs 16 times, p + u 12 times
>>> for each in evidence_of(Observed(words, merges, BPEConfig())):
...     print(each.sentence)
Your merges come in groups of 2: the first of each group is the most frequent pair, and the others ...
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from bpe_core.config import BPEConfig
from bpe_core.encoding.spelling import printed_word
from bpe_core.engine.arrays import unpack_by_age
from bpe_core.phrases import Phrase
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.mistakes.mistake import FIRST_SEEN
from bpe_core.studies.diagnosis.mistakes.numbers import longest_token, several_merges
from bpe_core.studies.diagnosis.observed import Observed, Step, raw_text
from bpe_core.studies.diagnosis.rule_scores import judge_by
from bpe_core.studies.diagnosis.segmentation import TieRule

_FEW = 3
"""Fewer pairs have something in common by chance."""

_FEW_WORDS = 6
"""One of so few words is not found by chance ..."""

_LONG = 40
"""... and has no more characters."""

_STEPS = 60
"""In so many merges another score is looked for."""

_MOST_WORDS = 20_000
"""Of more different words none are left out to see what comes."""

_MOST_FREQUENT = 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000
"""So many words may be all that were counted."""

_NEAR = 10
"""A place among all pairs so near the top surprises."""

GROUPS: dict[str, Callable[[str], bool]] = {
    "a space": lambda text: any(each in " ▁" for each in text),
    "a digit": lambda text: any(each.isdigit() for each in text),
    "a capital": lambda text: text != text.lower(),
    "a character that is not ASCII": lambda text: not text.isascii(),
    "a line end": lambda text: "\n" in text,
    "a sign": lambda text: any(not each.isalnum() and not each.isspace() and each != "_" for each in text),
    "more than 9 characters": lambda text: len(text) > 9,
}
"""What tokens or words may have in common."""


@dataclass(frozen=True)
class Evidence:
    """One thing that a list shows."""

    kind: str
    """Its key in `EVIDENCE`."""

    sentence: Phrase
    """What is so, with the numbers."""


def evidence_of(
    observed: Observed, rule: TieRule = FIRST_SEEN, logged: Sequence[int] = ()
) -> tuple[Evidence, ...]:
    """All that a list shows, the most telling first; `logged` are the counts that came with its merges."""
    case = _Case(observed, rule, logged)
    shown = ((kind, says(case)) for kind, says in EVIDENCE.items())
    return tuple(Evidence(kind, sentence) for kind, sentence in shown if sentence is not None)


@dataclass(frozen=True)
class _Case:
    observed: Observed
    rule: TieRule
    logged: Sequence[int]

    @property
    def missed(self) -> list[Step]:
        return self.observed.missed

    @property
    def again(self) -> list[Step]:
        merges = self.observed.forced.merges
        return [step for step in self.missed if step.pair in merges[: step.rank]]


def _logged(case: _Case) -> Phrase | None:
    """The first count of the list that is wrong, and what would make it so."""
    for step, said in zip(case.observed.steps, case.logged, strict=False):
        if said != step.count:
            wrong = (
                "You count {step.pair:pair}, your merge {step.rank:rank}, {said:once|# times}{why};"
                " it occurs {step.count:once|# times}."
            )
            return Phrase(wrong, step=step, said=said, why=_why(case.observed, step, said))
    return None


def _why(observed: Observed, step: Step, said: int) -> Phrase:
    """When a wrong count was right, or which words it misses or has twice, of those that hold the pair."""
    lacking, shares = step.count - said, observed.shares(step.symbols, step.position)
    for rank in reversed(range(step.rank)):
        if observed.count_at(step.rank, observed.forced.positions[rank]) == said:
            return Phrase(", as often as before your merge {rank:rank}", rank=rank)
    in_text = re.compile(f"(?={re.escape(raw_text(''.join(step.pair)))})")
    if said == sum(len(in_text.findall(str(text))) for text in observed.corpus.documents):
        return Phrase(", as often as in the text across words")
    much = "missing" if lacking > 0 else "counted twice"
    if said == len(shares) > 1:
        return Phrase(", as if each of its {n:,} different words counted once", n=len(shares))
    alike = [word for word, share in shares.items() if share == abs(lacking)]
    if len(alike) == 1 and len(shares) <= _FEW_WORDS and len(alike[0]) <= _LONG:  # else by chance, or no word
        return Phrase(", as if the word {word:token} were {much}", word=alike[0], much=much)
    whole = sum(shares.values())
    for name, holds in GROUPS.items():
        held = sum(share for word, share in shares.items() if holds(word))
        if whole / 5 <= held == abs(lacking) < whole:  # a few occurrences are those of some words by chance
            return Phrase(", as if words with {name} were {much}", name=name, much=much)
    return Phrase("")


def _again(case: _Case) -> Phrase | None:
    """Pairs that were merged before, so that nothing should be left of them."""
    said = (
        "{n:,} of your merges take a pair that an earlier one has merged, such as {pair:pair}. By then it"
        " should occur 0 times: your code leaves it somewhere unmerged, or does not count again."
    )
    again = case.again
    return Phrase(said, n=len(again), pair=again[0].pair) if len(again) >= _FEW else None


def _groups(case: _Case) -> Phrase | None:
    number = next(iter(several_merges(case.observed)), 0)
    groups = (
        "Your merges come in groups of {number}: the first of each group is the most frequent pair, and the"
        " others are chosen by the counts before that merge."
    )
    return Phrase(groups, number=number) if number else None


def _score(case: _Case) -> Phrase | None:
    """Whether the pairs are the greatest by another score."""
    history, steps = case.observed.forced.history, case.observed.steps[:_STEPS]
    if len(case.missed) * 2 < len(steps) or len(steps) < _FEW:
        return None
    by_both = by_length = 0
    lengths = np.array([len(history.table.text(symbol)) for symbol in range(len(history.table))])
    for step in steps:
        if step.symbols is None:
            continue
        packed, counts = history.count_log.counts_at(step.position)
        left, right = unpack_by_age(packed)
        symbols = history.timeline.tokens(step.position)
        weights = history.timeline.weights[symbols.starts]
        seen = np.bincount(symbols.symbols + 1, weights, minlength=len(history.table) + 1)[1:]
        own = int(np.flatnonzero((left == step.symbols[0]) & (right == step.symbols[1]))[0])
        scores = np.where(counts > 0, counts / np.maximum(seen[left] * seen[right], 1), 0)
        by_both += bool(scores[own] >= scores.max() * (1 - 1e-9))
        products = counts * (lengths[left] + lengths[right])
        by_length += bool(products[own] == products.max())
    score, of = max(
        (by_both, "count ÷ (count of the left × count of the right)"), (by_length, "count × length")
    )
    said = "{score:,} of your first {steps:,} pairs have the highest {of}, but other pairs occur more often."
    return Phrase(said, score=score, steps=len(steps), of=of) if score * 10 >= len(steps) * 9 else None


def _length(case: _Case) -> Phrase | None:
    longest = next(iter(longest_token(case.observed)), 0)
    longest = 0 if 2 * sum(not step.count for step in case.missed) > len(case.missed) else longest
    of = case.observed.segmentation.alphabet
    said = (
        "None of your tokens has more than {longest} {of}. But at {n:,} merges a pair that makes a longer"
        " token occurs more often than yours."
    )
    return (
        Phrase(said, longest=longest, of=of, n=len(case.missed)) if longest and len(case.missed) > 1 else None
    )


def _words(case: _Case) -> Phrase | None:
    """Which words would have to be missing, or count once or twice, for more of the merges to come out."""
    words, best = case.observed.forced.history, (0, "")
    given = dict(zip(words.words, map(int, words.word_counts), strict=True))
    if not case.missed or len(given) > _MOST_WORDS:
        return None
    tried = {f"words with {name}": holds for name, holds in GROUPS.items()}
    frequent = sorted(given, key=lambda word: -given[word])
    for most in filter(len(given).__gt__, _MOST_FREQUENT):
        left_out = frozenset(frequent[most:])
        tried[f"all but the {most:,} most frequent words"] = left_out.__contains__
    tried |= {"words that occur once": lambda word: given[word] == 1, "words": lambda word: True}
    changes: dict[str, Callable[[int], int]] = {
        "were missing": lambda count: 0,
        "counted once": lambda count: 1,
        "counted twice as often": lambda count: 2 * count,
    }
    for name, holds in tried.items():
        for change, changed in changes.items():
            other = {word: changed(count) if holds(word) else count for word, count in given.items()}
            other = {word: count for word, count in other.items() if count}
            if other and other != given:
                best = max(best, (_prefix(case, other), f"{name} {change}"))
    prefix, first = best[0], case.missed[0].rank
    said = (
        "If {change}, the rules would make the first {prefix:,} of your {merges:,} merges, and not only"
        " {first:,}."
    )
    is_more = prefix >= max(2 * first, first + 5)
    merges = len(case.observed.forced.merges)
    return Phrase(said, change=best[1], prefix=prefix, merges=merges, first=first) if is_more else None


def _prefix(case: _Case, words: dict[str, int]) -> int:
    """How many merges come out with other words."""
    forced = ForcedHistory(words, case.observed.segmentation, case.observed.forced.merges)
    [score] = judge_by(forced, [case.rule], is_lost=lambda score: bool(score.ranks))
    return score.prefix


def _not_lowered(case: _Case) -> Phrase | None:
    """Whether wrong pairs once had the count that they would need."""
    early = [(case.observed.first_count(step.pair), step) for step in case.missed]
    again = case.again  # had their count rightly
    early = [(count, step) for count, step in early if count >= step.highest and step not in again]
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
    lost = [step for step in case.missed if case.observed.first_count(step.best) > step.highest]
    falls = [step for step in case.observed.steps if case.observed.first_count(step.pair) > step.count]
    said = (
        "None of your pairs lost any of its count before it was merged. But at {n:,} merges a pair that did,"
        " such as {pair:pair}, occurs more often than yours."
    )
    is_so = len(lost) >= _FEW and not falls
    return Phrase(said, n=len(lost), pair=lost[0].best) if is_so else None


def _lost(case: _Case) -> Phrase | None:
    """The sign of what cannot be decoded, which the corpus does not have."""
    shown = {"\ufffd", printed_word("\ufffd", BPEConfig(alphabet="bytes"))}
    n = sum(any(sign in "".join(pair) for sign in shown) for pair in case.observed.forced.merges)
    if not n or any("\ufffd" in str(text) for text in case.observed.corpus.documents):
        return None
    said = (
        "{n:One of your merges holds|# of your merges hold} the sign for bytes that cannot be decoded, so"
        " that nobody can tell which they are: print symbols as bytes."
    )
    return Phrase(said, n=n)


def _elsewhere(case: _Case) -> Phrase | None:
    """Pairs of symbols that are there, but never were side by side in one word."""
    observed, written = case.observed, case.observed.forced.symbols_written
    absent = [step.pair for step in observed.steps if not step.count and all(map(written, step.pair))]
    absent = [pair for pair in absent if not observed.first_count(pair)]
    if len(absent) < _FEW:
        return None
    texts = "\0".join(map(str, observed.corpus.documents))
    words = "\0".join(observed.forced.history.words)
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
    """What pairs that were passed over have in common, and the others have not."""
    tokens = [raw_text("".join(step.pair)) for step in case.observed.steps]
    there = [step for step in case.missed if step.count]
    more = [raw_text("".join(pair)) for pair in case.observed.more_frequent(there[-1])] if there else []
    with_it = {name: {*filter(holds, more)} for name, holds in GROUPS.items() if not any(map(holds, tokens))}
    lacking = {name: pairs for name, pairs in with_it.items() if len(pairs) >= _FEW}
    n = len(set().union(*lacking.values()))
    if n and 3 * n >= len(more):
        none = (
            "None of your tokens has {names}, but {n:,} pairs with one occur more often than your merge"
            " {step.rank:rank}, {step.pair:pair}."
        )
        return Phrase(none, names=" or ".join(lacking), n=n, step=there[-1])
    passed = [raw_text("".join(step.best)) for step in case.missed]
    others = [raw_text("".join(step.pair)) for step in case.observed.steps if not step.place]
    for name, holds in GROUPS.items():
        is_rare = len({*passed}) >= _FEW and 2 * sum(map(holds, others)) < len(others)
        if is_rare and all(map(holds, passed)):
            said = "At {n:,} merges another pair occurs more often than yours. Each such pair has {name}."
            return Phrase(said, n=len(passed), name=name)
    return None


def _passed_over(case: _Case) -> Phrase | None:
    """The pair that is passed over most often, and what it holds."""
    [(pair, n)] = Counter(step.best for step in case.missed).most_common(1) or [(("", ""), 0)]
    if n < _FEW or _in_common(case) is not None:
        return None
    tokens = [left + right for left, right in case.observed.forced.merges]
    made = [tokens.index(symbol) for symbol in pair if symbol in tokens]
    holds = Phrase("")
    if pair[0] == pair[1]:
        holds = Phrase(". It is one symbol twice")
    elif made:
        holds = Phrase(". It holds the token of your merge {rank:rank}", rank=max(made))
    said = "At {n:,} merges {pair:pair} occurs more often than your pair, and is not taken{holds}."
    return Phrase(said, n=n, pair=pair, holds=holds)


def _only_ties(case: _Case) -> Phrase | None:
    steps = case.observed.steps
    said = (
        "Each of your {n:,} pairs has the highest count: only ties are decided differently. A set, or a"
        " heap that compares only counts, puts tied pairs in an order of its own."
    )
    return Phrase(said, n=len(steps)) if len(steps) >= 2 * _NEAR and not case.missed else None


def _places(case: _Case) -> Phrase | None:
    steps = case.observed.steps
    last = 1 + max((step.place for step in steps), default=0)
    said = "Each of your {n:,} pairs was among the {last} most frequent."
    return Phrase(said, n=len(steps), last=last) if 1 < last <= _NEAR and len(steps) >= 2 * _NEAR else None


def _first_merge(case: _Case) -> Phrase | None:
    if not case.missed:
        return None
    first = case.missed[0]
    if first.rank:
        right = "Your first {first.rank:pair has|# pairs have} the highest count, as these rules require."
        return Phrase(right, first=first)
    wrong = (
        "Merge 1 already differs: your pair occurs {first.count:once|# times}, another one {first.highest:,}"
        " times. Look at how your code cuts and counts words, before anything is merged."
    )
    return Phrase(wrong, first=first)


EVIDENCE: dict[str, Callable[[_Case], Phrase | None]] = {
    "lost": _lost,
    "logged": _logged,
    "again": _again,
    "groups": _groups,
    "score": _score,
    "length": _length,
    "words": _words,
    "not_lowered": _not_lowered,
    "fallen": _fallen,
    "elsewhere": _elsewhere,
    "in_common": _in_common,
    "only_ties": _only_ties,
    "passed_over": _passed_over,
    "first_merge": _first_merge,
    "places": _places,
}
"""The most telling first."""

WEAK = {"words", "passed_over", "only_ties", "first_merge", "places"}
"""What tells no more than a mistake in code does."""
