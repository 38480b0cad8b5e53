"""What a course's grader says of ids: which is the first wrong one, and in which word."""

from functools import cache
from pathlib import Path

import numpy as np
import pytest

from bpe_core import PROFILES, BPEStepper, BPETokenizer, Corpus
from bpe_core.studies.grading import check_ids
from bpe_core.testing import assert_same_ids
from tests.golden.corpora import TEXTS


@cache
def trained() -> BPETokenizer:
    stepper = BPEStepper(Corpus.from_text(TEXTS["english"][:1_500]), PROFILES["cs336"].config)
    stepper.run(200)
    return stepper.tokenizer()


def test_the_first_wrong_id_is_named_with_its_word(tmp_path: Path) -> None:
    path, text = tmp_path / "tokenizer.json", "As it was, created"
    trained().save(path)
    right = list(trained().encode(text).ids)
    assert_same_ids(np.array(right), text, path)
    expected, by_letters = trained().encode(" created"), ("Ġ", *"created")
    before = len(right) - len(expected.ids)
    ids = [*right[:before], *map(trained().id_of, by_letters)]
    report = check_ids(ids, text, path)
    assert (report.status, report.step, report.right) == ("different", before + 1, before)
    assert [row.tokens for row in report.rows] == [by_letters, expected.tokens]
    assert report.headline.endswith("in the word ␣created.")
    with pytest.raises(AssertionError) as raised:
        assert_same_ids(ids, text, path)
    assert str(raised.value) == f"\n{report}"


def test_ids_that_end_too_soon_or_too_late_differ_there() -> None:
    right = list(trained().encode("hug pug").ids)
    last = len(trained().encode(" pug").ids)
    assert check_ids(right[:-1], "hug pug", trained()).rows[0].tokens == tuple(
        trained().token_of[id_] for id_ in right[-last:-1]
    )
    assert check_ids([*right, 1], "hug pug", trained()).headline.endswith("after the last word.")
