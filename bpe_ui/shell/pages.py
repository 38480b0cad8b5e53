"""The pages: one entry each, which the header and links follow."""

from typing import NamedTuple


class Page(NamedTuple):
    """A page."""

    title: str
    """What its link in the header says."""

    path: str
    """Its file."""

    is_in_header: bool = True
    """Whether the header has a link to it."""


PAGES = {
    "learn": Page("Learn", "pages/learn.py"),
    "train": Page("Train", "app.py"),
    "tokenize": Page("Tokenize", "pages/tokenize.py"),
    "compare": Page("Compare", "pages/compare.py"),
    "charts": Page("Charts", "pages/charts.py"),
    "hood": Page("Under the hood", "pages/under_the_hood.py"),
    "quiz": Page("Quiz", "pages/quiz.py", is_in_header=False),
    "glossary": Page("Glossary", "pages/glossary.py", is_in_header=False),
}
"""Every page by its name in links, in the order of the header."""
