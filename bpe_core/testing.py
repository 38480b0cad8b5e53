"""Testing: asserts for a course's tests, which say why merges or tokens differ.

The error says where they differ, what should have been there, and why.

>>> right = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s")]
>>> assert_same_merges(right, {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "hf_course")
"""

import os

from bpe_core.studies.grading import Report, check_merges, check_tokens
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


def assert_same_tokens(tokens: object, text: str, tokenizer: Tokenizer | str | os.PathLike[str]) -> None:
    """Assert that tokens of a text, as texts, bytes or ids, are those of a tokenizer, or of one in a file.

    All arguments are as for `bpe_core.studies.grading.check_tokens`, whose report is the message of the
    error: the first difference, and why.
    """
    __tracebackhide__ = True
    _assert_same(check_tokens(tokens, text, tokenizer))


def _assert_same(report: Report) -> None:
    __tracebackhide__ = True
    if report.status != "same":
        raise AssertionError(f"\n{report}")
