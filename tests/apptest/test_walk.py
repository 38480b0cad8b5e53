"""Whatever is done on any page, its address opens in another visit to the same settings and picture."""

import pytest

from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.visit.lesson_plan.plan import LessonPlan
from bpe_ui.visit.registry.pages import pages_with_settings
from tests.apptest.walk import Walk, shown, told_to_address

STEPS, FEW = 30, 1
MANY_SEEDS = range(FEW, 200)
"""What only `make fuzz` tries."""


def set_in(visit):
    """The settings of a visit that an address holds, and the merges made."""
    training = visit.training
    return {
        "source": (training.source.kind, training.source.corpus),
        "rules": training.config,
        "merges": training.stepper.merges,
        "modes": (visit.predicting, visit.present),
        "plan": visit.state(LessonPlan),
        **{page: visit.settings_of(page) for page in pages_with_settings()},
    }


@pytest.mark.parametrize(
    "seed", [*range(FEW), *(pytest.param(seed, marks=pytest.mark.fuzz) for seed in MANY_SEEDS)]
)
def test_the_address_opens_to_the_same_picture_whatever_was_done_before(seed):
    walk = Walk(seed)
    for _ in range(STEPS):
        walk.step()
        walk.close_panels()
        if "visit" in told_to_address(walk.page)["query"] and not walk.page.session.has_more_than_its_link:
            continue  # too much for an address, so the server keeps it

        again = walk.opened_anew()

        assert not [error for error in again.errors() if error.startswith("The address")], walk.done
        assert set_in(again.session) == set_in(walk.page.session), walk.done
        assert shown(again) == shown(walk.page), walk.done
        again.session.state(ClassVote).close()
