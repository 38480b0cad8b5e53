"""A few files of each kind; `python -m tests.fuzz` tries many more."""

import pytest

from tests.fuzz import KINDS, outcomes


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_from_anybody_gives_what_its_library_gives_or_a_sentence(kind):
    tried = outcomes(kind, range(300))

    assert len(tried) == 300
    assert [(seed, outcome.finding) for seed, outcome in tried if outcome.finding] == []
