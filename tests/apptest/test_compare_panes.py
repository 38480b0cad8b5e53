"""The panes next to the columns, and the view of causes, without a browser."""

import pytest

from bpe_core import PROFILES
from bpe_core.studies.causes import causes_between
from tests.apptest.compare_visit import open_compare


@pytest.fixture
def visit():
    return open_compare()


def test_the_causes_stand_in_order_below_where_more_than_a_tie_rule_differs(visit):
    assert "one rule after the other" not in visit.text()
    visit.press("pick_libraries")

    # Textbook and Hugging Face tokenizers still agree where subword-nmt takes another pair.
    causes = causes_between(PROFILES["textbook"].config, PROFILES["subword_nmt"].config)
    cards = visit.text()
    places = [cards.index(f"{number}. {cause.title}") for number, cause in enumerate(causes, start=1)]
    assert places == sorted(places)
