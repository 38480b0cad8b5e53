"""Testing: an assert for a course's tests, which says why merges differ.

The error says where they differ, what should have been there, and why.

>>> right = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s")]
>>> assert_same_merges(right, {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, "hf_course")
"""

from bpe_core.studies.grading import check_merges


def assert_same_merges(
    mine: object, text_or_corpus: object, like: object, *, merges: int | None = None
) -> None:
    """Assert that merges are those of a profile (by its name), of a `BPEConfig`, or of a list of merges.

    All arguments are as for `bpe_core.studies.grading.check_merges`, whose report is the message of the
    error. Raises `BPEError` if the corpus or `like` is invalid.
    """
    __tracebackhide__ = True  # pytest then shows the line of the test
    report = check_merges(mine, text_or_corpus, like, merges=merges)
    if report.status != "same":
        raise AssertionError(f"\n{report}")
