"""The setting of a quiz: five short words that share letters, like hug 4, pug 5, pun 12, bun 8, hugs 5.

>>> QuizCorpus.drawn(Draw(7, 0)).corpus.entries
(('lot', 4), ('lots', 5), ('fog', 13), ('dot', 5), ('dog', 8))
"""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple, TypeVar

from bpe_core.config import BPEConfig
from bpe_core.corpus import Corpus
from bpe_core.errors import CorpusError
from bpe_core.merges import Pair
from bpe_core.profiles import PROFILES
from bpe_core.stepper import BPEStepper
from bpe_core.studies.quiz.question import Answer, answers
from bpe_core.tie_breaks import scramble
from bpe_core.validation import shown

Item = TypeVar("Item")

MAX_SEED = 999_999
"""The largest seed of a quiz: short enough to write on a board."""

BEGINNINGS = {
    "ag": "bnrtw",
    "an": "cfptv",
    "ap": "clmnt",
    "at": "bchmpr",
    "en": "dhpt",
    "et": "bgjnpvw",
    "ig": "dfpw",
    "in": "bfptw",
    "ip": "dhlrt",
    "it": "bfhkp",
    "og": "bdfhjl",
    "op": "hmpt",
    "ot": "cdlpr",
    "ub": "chrt",
    "ug": "bhjmprt",
    "un": "bnpr",
    "ut": "chnr",
}
"""The ending of English words -> the letters that make a word with it."""
_FEW, _MANY = range(3, 7), range(8, 16)
"""How often words occur: the ending of the most words is not the one that occurs most often."""


MOST_TIED = 4
"""The most tied pairs that a question names; with drawn words there are no more."""
MOST_WORDS = 12
"""The most words that somebody may bring: all of them are shown above the questions."""
MIN_WORD, MAX_WORD = 2, 20
"""The fewest and the most letters of each."""
MAX_TIMES = 1_000
"""How often each may occur."""
OUTSIDE = "ñüé€🍜"
"""Characters that do not occur in a drawn corpus."""


def check_own_words(corpus: Corpus) -> None:
    """Raise `CorpusError` for words that no quiz can ask about."""
    if not 2 <= len(corpus.entries) <= MOST_WORDS:
        raise CorpusError(f"A quiz is on 2 to {MOST_WORDS} different words; these are {len(corpus.entries)}.")
    for word, times in corpus.entries:
        if not can_be_asked(word, times):
            allowed = f"{MIN_WORD} to {MAX_WORD} letters, no other signs, at most {MAX_TIMES:,} times"
            raise CorpusError(f"Each word of a quiz has {allowed}; got {shown(word)}, {times:,} times.")


def can_be_asked(word: str, times: int) -> bool:
    """Whether a quiz can have this word: of letters, and marks on them, not too long or too frequent."""
    is_word = all(unicodedata.category(character)[0] in "LM" for character in word)
    return is_word and MIN_WORD <= len(word) <= MAX_WORD and times <= MAX_TIMES


class Draw:
    """Random choices, decided by a seed and the number of the attempt; by SplitMix64, as for random ties."""

    def __init__(self, seed: int, trial: int) -> None:
        self._state = scramble(seed ^ scramble(trial))
        self._drawn = 0

    def below(self, end: int) -> int:
        """A number from 0 to `end` - 1."""
        self._drawn += 1
        number: int = scramble(self._state ^ scramble(self._drawn))
        return number % end

    def one_of(self, items: Sequence[Item]) -> Item:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """The items in a random order."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in items]


COURSE = PROFILES["hf_course"].config
"""The rules of all questions that do not name other rules."""


class Tie(NamedTuple):
    """A tie that two rules decide in different ways."""

    position: int
    """The number of merges before it."""

    pairs: tuple[Pair, ...]
    """All tied pairs; the first is the one that is first seen."""

    other: Pair
    """The pair that the other rule takes."""

    rule: str
    """That rule, as in `TIE_BREAKS`: "greatest_pair" or "smallest_pair"."""


@dataclass(frozen=True)
class QuizCorpus:
    """A fresh corpus and the random choices of a quiz."""

    draw: Draw
    """The random choices."""

    corpus: Corpus
    """Words with two endings, and a plural."""

    word: str
    """Its most frequent word."""

    new_word: str
    """A word whose first letter does not occur in the corpus, but whose ending does."""

    is_drawn: bool = True
    """Whether others can be drawn, if these words are not as instructive as can be."""

    @classmethod
    def drawn(cls, draw: Draw) -> "QuizCorpus | None":
        """Words like hug, pug, pun, bun, hugs; None if the letters drawn leave no new word."""
        ending = draw.one_of(list(BEGINNINGS))
        other = draw.one_of([each for each in BEGINNINGS if each[0] == ending[0] and each != ending])
        shared = sorted({*BEGINNINGS[ending]} & {*BEGINNINGS[other]})
        if not shared:
            return None
        both = draw.one_of(shared)
        first = draw.one_of(BEGINNINGS[ending].replace(both, ""))
        last = draw.one_of([letter for letter in BEGINNINGS[other] if letter not in (both, first)])
        few, many = draw.shuffled(_FEW), draw.shuffled(_MANY)
        counts = {
            first + ending: few[0],
            both + ending: few[1],
            f"{first}{ending}s": few[1],  # a tie, once both endings are merged
            both + other: many[0],
            last + other: many[1],
        }
        new = [letter for letter in BEGINNINGS[ending] if letter not in "".join(counts)]
        if not new:
            return None
        corpus = Corpus.from_word_counts(dict(draw.shuffled(list(counts.items()))))
        return cls(draw, corpus, max(counts, key=lambda word: counts[word]), draw.one_of(new) + ending)

    @classmethod
    def of_own_words(cls, draw: Draw, corpus: Corpus) -> "QuizCorpus":
        """Words that somebody chose."""
        word = max(corpus.entries, key=lambda entry: (len(entry[0]) > MIN_WORD, entry[1]))[0]
        letters = [*draw.shuffled("abcdefghijklmnopqrstuvwxyz"), *OUTSIDE]
        known = {letter for each, _ in corpus.entries for letter in each}
        new_letter = next(letter for letter in letters if letter not in known)
        return cls(draw, corpus, word, new_letter + word[1:], is_drawn=False)

    @cached_property
    def course(self) -> BPEStepper:
        """Trained to the end with the rules of the course."""
        return self.trained(COURSE)

    @cached_property
    def tie(self) -> Tie | None:
        """Where another tie rule first differs from "first seen": the greatest pair or else the smallest."""
        for rule in ("greatest_pair",) if self.is_drawn else ("greatest_pair", "smallest_pair"):
            merges = self.trained(replace(COURSE, tie_break=rule)).merges
            ties = (
                one for one, other in zip(self.course.merges, merges, strict=False) if one.pair != other.pair
            )
            merge = next(ties, None)
            if merge is not None and (len(merge.tied) < MOST_TIED or not self.is_drawn):
                return Tie(merge.rank, (merge.pair, *merge.tied), merges[merge.rank].pair, rule)
        return None

    @cached_property
    def ties(self) -> list[Tie]:
        """The steps with a tie, those with few tied pairs first, each with a rule that takes another pair
        than "first seen"."""
        found = []
        for merge in self.course.merges:
            pairs = (merge.pair, *merge.tied)
            if len(pairs) > 1:
                rule, extreme = ("smallest_pair", min) if max(pairs) == merge.pair else ("greatest_pair", max)
                found.append(Tie(merge.rank, pairs, extreme(pairs), rule))
        return sorted(found, key=lambda tie: len(tie.pairs) > MOST_TIED)

    def trained(self, config: BPEConfig, merges: int | None = None) -> BPEStepper:
        """A stepper that has made this many merges; None: all."""
        stepper = BPEStepper(self.corpus, config)
        stepper.run(merges)
        return stepper

    def offered(self, right: str, mistakes: Mapping[str, str]) -> tuple[Answer, ...]:
        """At most four answers to choose from, in a random order."""
        return tuple(self.draw.shuffled(answers(right, mistakes)[:4]))
