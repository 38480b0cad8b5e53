"""Testing: asserts for a course's tests, which say why merges or ids differ.

The error says where they differ, what should have been there, and why.

>>> right = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s")]
>>> assert_same_merges(right, {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "hf_course")
"""

import os

from bpe_core.studies.grading import Report, check_ids, check_merges
from bpe_core.tokenizer import Tokenizer


def assert_same_merges(
    mine: object, text_or_corpus: object, like: object, *, merges: int | None = None
) -> None:
    """Assert that merges are those of a profile (by its name), of a `BPEConfig`, or of a list of merges.

    All arguments are as for `bpe_core.studies.grading.check_merges`, whose report is the message of the
    error. Raises `BPEError` if the corpus or `like` is invalid.
    """
    __tracebackhide__ = True  # pytest then shows the line of the test
    _assert_same(check_merges(mine, text_or_corpus, like, merges=merges))


def assert_same_ids(mine: object, text: str, tokenizer: Tokenizer | str | os.PathLike[str]) -> None:
    """Assert that ids are those that a tokenizer, or the one in a file, gives a text.

    The message is the report of `bpe_core.studies.grading.check_ids`. Raises `BPEError` or `OSError` if the
    text or the tokenizer is invalid.
    """
    __tracebackhide__ = True
    _assert_same(check_ids(mine, text, tokenizer))


def _assert_same(report: Report) -> None:
    __tracebackhide__ = True
    if report.status != "same":
        raise AssertionError(f"\n{report}")
