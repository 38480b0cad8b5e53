"""The corpus of a quiz, with its trainings, and helpers to write questions about it."""

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
"""The rules of all questions that do not name other rules."""


@dataclass(frozen=True)
class Setting:
    """The corpus and the random choices of a quiz."""

    fresh: FreshCorpus
    """The words."""

    draw: Draw
    """The random choices."""

    @cached_property
    def course(self) -> BPEStepper:
        """Trained to the end with the rules of the course."""
        return self.trained(COURSE)

    @cached_property
    def tie(self) -> tuple[int, Pair, Pair] | None:
        """Where two tie rules differ: the position, the pair that is first seen there, the greatest pair."""
        greatest = self.trained(replace(COURSE, tie_break="greatest_pair")).merges
        for one, other in zip(self.course.merges, greatest, strict=False):
            if one.pair != other.pair:
                return (one.rank, one.pair, other.pair) if len(one.tied) == 1 else None
        return None

    def trained(self, config: BPEConfig, merges: int | None = None) -> BPEStepper:
        """A stepper that has made this many merges; None: all."""
        stepper = BPEStepper(self.fresh.corpus, config)
        stepper.run(merges)
        return stepper

    def offered(self, right: str, mistakes: Mapping[str, str]) -> tuple[Answer, ...]:
        """At most four answers to choose from, in a random order."""
        return tuple(self.draw.shuffled(answers(right, mistakes)[:4]))


def answers(right: str, mistakes: Mapping[str, str]) -> tuple[Answer, ...]:
    """The right answer first, then those that mistakes lead to, if they differ from it."""
    return Answer(right), *(Answer(*each) for each in mistakes.items() if each[0] != right)


def merges_text(count: int) -> str:
    """`1 merge`, `4 merges`."""
    return f"{count} merge{'s' * (count != 1)}"


def pair_text(pair: Pair) -> str:
    """A pair as a question writes it."""
    return f"`{pair[0]}` + `{pair[1]}`"


def tokens_text(tokens: Iterable[str]) -> str:
    """Tokens as a question writes them."""
    return " ".join(f"`{token}`" for token in tokens)
