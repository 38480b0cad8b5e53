"""A few files of each kind; `python -m tests.fuzz` tries many more."""

import pytest

from tests.fuzz import KINDS, outcomes


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_from_anybody_gives_what_its_library_gives_or_a_sentence(kind):
    # Those of Hugging Face have the most kinds of parts, which no list of files names one by one.
    seeds = range(100 if kind == "tokenizer_json" else 30)
    tried = outcomes(kind, seeds)

    assert len(tried) == len(seeds)
    assert [(seed, outcome.finding) for seed, outcome in tried if outcome.finding] == []
