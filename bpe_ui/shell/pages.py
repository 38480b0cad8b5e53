"""The pages: one entry each, which the header and links follow."""

from typing import NamedTuple


class Page(NamedTuple):
    """A page."""

    title: str
    """What its link in the header says."""

    path: str
    """Its file."""

    is_presented: bool = False
    """Whether Present shows this page large; from any other it goes to Train."""


PAGES = {
    "train": Page("Train", "app.py", is_presented=True),
    "tokenize": Page("Tokenize", "pages/tokenize.py"),
    "compare": Page("Compare", "pages/compare.py", is_presented=True),
    "charts": Page("Charts", "pages/charts.py", is_presented=True),
}
"""Every page by its name in links, in the order of the header."""
