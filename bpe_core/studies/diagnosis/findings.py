"""Findings: what a diagnosis found out about somebody's merges, and how certain a mistake is.

In: what `diagnosis` worked out. Out: the frozen records that a page shows.
"""

from dataclasses import dataclass, replace

from bpe_core.studies.diagnosis.mistakes.fits import MistakeFit
from bpe_core.studies.diagnosis.mistakes.wrong_words import TooLarge
from bpe_core.studies.diagnosis.rule_fit import RuleFit, SkippedMerge

SEEN = 3
"""A mistake is certain that explains so many merges that the rules would not make."""


@dataclass(frozen=True)
class FoundMistake:
    """A mistake in a trainer that explains the merges better than any rules."""

    fits: tuple[MistakeFit, ...]
    """The mistake, under the rules that were probably meant; and others that explain exactly as much."""

    rules: RuleFit
    """What those rules without the mistake would have made: its deviations are what the mistake does."""

    is_whole: bool
    """Whether all merges come out with it."""

    shown_by: int
    """How many different merges show it; not those that are right once a missing one is put in."""

    rules_explain_all: bool
    """Whether a mixture of rules makes all merges without a mistake."""

    @property
    def is_certain(self) -> bool:
        """Whether it is one mistake, makes all merges, and is seen at more than a few."""
        fit = self.fits[0]
        is_one = len(fit.mistakes) == 1 and not fit.is_without_order
        return self.is_whole and is_one and self.shown_by >= SEEN and not self.rules_explain_all


@dataclass(frozen=True)
class Findings:
    """What was found out about somebody's merges."""

    merges: int
    """How many merges were given."""

    closest: RuleFit
    """The rules that explain them best. Where some explain all but a few merges, those with the fewest
    deviations; else those that make the longest prefix, then those that pick the most, a profile before a
    mixture, the simplest. If rules were expected, these."""

    fits_most: RuleFit | None
    """Other rules that pick clearly more of all merges, though their prefix is shorter; None where there are
    none."""

    longest: RuleFit | None
    """Other rules that make a longer prefix, by chance, but explain less of what follows; None where there
    are none."""

    nearest: RuleFit | None
    """Where `closest` is a mixture, the profile with the fewest other rules; its first deviation is where the
    list leaves it. None for a profile, and where that profile picks every merge."""

    skipped_merge: SkippedMerge | None
    """The one merge that is missing, if the deviations of `closest` come from that; else None."""

    mistake: FoundMistake | None
    """The mistake in code, if one explains what rules do not."""

    mistakes_tried: int
    """How many known mistakes in code were tried; 0 where rules explain all, or the words are too many."""

    too_large: TooLarge | None
    """The words of the closest rules, if those are too many or too long for mistakes to be tried."""

    equally: tuple[str, ...]
    """The other profiles that pick exactly the merges that `closest` picks."""

    def by_mistake(self, mistake: FoundMistake) -> "Findings":
        """The same, with the rules that the mistake was made in as the closest, and no others."""
        return replace(
            self,
            closest=mistake.rules,
            fits_most=None,
            longest=None,
            nearest=None,
            skipped_merge=None,
            equally=(),
        )
