"""What a course's grader says of ids: which is the first wrong one, and what should be there."""

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


def test_the_first_wrong_id_is_named_with_what_should_be_there(tmp_path: Path) -> None:
    path, text = tmp_path / "tokenizer.json", "As it was, created"
    path.write_bytes(trained().to_bytes())
    right = list(trained().encode(text).ids)
    assert_same_ids(np.array(right), text, path)
    expected, by_letters = trained().encode(" created"), ("Ġ", *"created")
    before = len(right) - len(expected.ids)
    ids = [*right[:before], *map(trained().id_of, by_letters)]
    report = check_ids(ids, text, path)
    assert (report.status, report.step, report.right) == ("different", before + 1, before)
    assert [row.tokens for row in report.rows] == [by_letters, expected.tokens]
    assert report.more[0].endswith("As␣it␣was,")
    with pytest.raises(AssertionError) as raised:
        assert_same_ids(ids, text, path)
    assert str(raised.value) == f"\n{report}"


def test_ids_that_end_too_soon_or_too_late_differ_there() -> None:
    right = list(trained().encode("hug pug").ids)
    last = trained().encode("hug pug").tokens[-1]
    too_soon, too_late = (
        check_ids(right[:-1], "hug pug", trained()),
        check_ids([*right, 1], "hug pug", trained()),
    )
    assert [row.tokens for row in too_soon.rows] == [(), (last,)]
    assert too_soon.headline == f"Your {len(right) - 1} ids end before id {len(right)}."
    assert [row.tokens for row in too_late.rows] == [(trained().token_of[1],), ()]
