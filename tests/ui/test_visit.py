"""What one person's visit does with examples, profiles and rules; pages only pass on what was chosen."""

import pytest

from bpe_ui.pages.train.state import stage_state
from bpe_ui.visit.training.training import Training
from bpe_ui.visit.visit import Visit
from tests.ui.examples import training_of


@pytest.fixture
def visit():
    return Visit(training_of())


def test_other_rules_keep_the_position_say_what_differs_and_one_click_goes_back(visit):
    config = visit.training.config
    visit.step_to(2)
    visit.merge_instead(("p", "un"))
    visit.step_to(6)
    chosen = visit.training.stepper.history.by_user(6)

    visit.draft["tie_break"] = "greatest_pair"
    visit.take_draft("rule_tie_break", "the tie rule")

    assert visit.training.stepper.position == 6
    assert visit.notice == "Still at merge 6. The first difference is at merge 3: h + ug instead of p + un."
    assert stage_state(visit).rules_before == "First seen"

    visit.take_back_rules()

    assert (visit.training.config, visit.training.stepper.position) == (config, 6)
    assert visit.training.stepper.history.by_user(6) == chosen
    visit.move(1)
    assert visit.rules_before is None


def test_rules_under_which_training_ends_before_stand_at_their_end(visit):
    visit.step_to(6)

    visit.draft["max_merges"] = 2
    visit.take_draft("rule_max_merges", "the limit")

    assert visit.training.stepper.position == 2
    assert visit.notice == "Training ends at merge 2. All merges so far are the same."


def test_a_long_training_under_other_rules_says_that_it_goes_on_and_in_the_end_what_differs(
    visit, monkeypatch
):
    visit.step_to(6)
    monkeypatch.setattr(Training, "run_for", lambda *args: False)  # time is up at once

    visit.draft["tie_break"] = "smallest_pair"
    visit.take_draft("rule_tie_break", "the tie rule")

    monkeypatch.undo()
    assert visit.notice == "The rules changed; training up to merge 6 again."
    assert visit.task.work.wait(1.0)
    visit.task.take(visit.task.work.result)
    assert visit.notice.startswith("Still at merge 6. The first difference is at merge 5: hug + s ")
