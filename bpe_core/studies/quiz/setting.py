"""What the questions of a quiz are about, and how they write tokens.

In: a fresh corpus. Out: trainings on it, answers in any order, and texts with tokens between backticks.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.profiles import PROFILES
from bpe_core.stepper import BPEStepper
from bpe_core.studies.quiz.fresh_corpus import Draw, FreshCorpus
from bpe_core.studies.quiz.question import Answer

COURSE = PROFILES["hf_course"].config
"""The rules of all questions that name no others."""


@dataclass(frozen=True)
class Setting:
    """What the questions of a quiz are about."""

    fresh: FreshCorpus
    """The words."""

    draw: Draw
    """What is chosen at random."""

    @cached_property
    def course(self) -> BPEStepper:
        """Trained to the end under the rules of the course."""
        return self.trained(COURSE)

    @cached_property
    def tie(self) -> tuple[int, Pair, Pair] | None:
        """Where two tie rules part: the position, what is seen first there, and the greatest pair."""
        greatest = self.trained(replace(COURSE, tie_break="greatest_pair")).merges
        for one, other in zip(self.course.merges, greatest, strict=False):
            if one.pair != other.pair:
                return (one.rank, one.pair, other.pair) if len(one.tied) == 1 else None
        return None

    def trained(self, config: BPEConfig, merges: int | None = None) -> BPEStepper:
        """A stepper that has made so many merges; None: all."""
        stepper = BPEStepper(self.fresh.corpus, config)
        stepper.run(merges)
        return stepper

    def offered(self, right: str, mistakes: Mapping[str, str]) -> tuple[Answer, ...]:
        """Answers to choose from, in any order: no more than four."""
        return tuple(self.draw.shuffled(answers(right, mistakes)[:4]))


def answers(right: str, mistakes: Mapping[str, str]) -> tuple[Answer, ...]:
    """The right answer first, then those that mistakes lead to where these are others."""
    return Answer(right), *(Answer(*each) for each in mistakes.items() if each[0] != right)


def merges_text(count: int) -> str:
    """`1 merge`, `4 merges`."""
    return f"{count} merge{'s' * (count != 1)}"


def pair_text(pair: Pair) -> str:
    """A pair in a text."""
    return f"`{pair[0]}` + `{pair[1]}`"


def tokens_text(tokens: Iterable[str]) -> str:
    """Tokens in a text."""
    return " ".join(f"`{token}`" for token in tokens)
