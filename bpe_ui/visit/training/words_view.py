"""Which words the stage shows: all words of a small corpus; for a large one a page, sorted and searched."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bpe_ui.visit.training.training import Training

WORDS_SHOWN = 60
"""How many words a page has."""
SORTS = ("order", "count", "next")
"""What comes first: the first occurrence, the most frequent, or the words that the next merge will change."""


@dataclass(frozen=True)
class ListPage:
    """A page of a list."""

    shown: tuple[int, ...]
    """The numbers on it: the indexes of words in the corpus's order, or the ids of tokens."""

    found: int
    """How many there are on all pages."""

    page: int
    """The number of this page, counted from 1."""

    pages: int
    """How many pages there are."""


def page_of(found: Sequence[int], page: int, size: int) -> ListPage:
    """A page of up to `size`; the last one if there are not that many."""
    pages = max(1, -(-len(found) // size))
    page = min(page, pages)
    return ListPage(tuple(found[(page - 1) * size : page * size]), len(found), page, pages)


@dataclass
class WordsView:
    """How a person wants to see the words."""

    sort: str = "order"
    """One of `SORTS`."""

    search: str = ""
    """A text that the words must contain, in upper or lower case; empty for all words."""

    page: int = 1
    """The page asked for, counted from 1."""

    _found: tuple[object, list[int]] = field(default=(None, []))
    _sorted: tuple[object, list[int]] = field(default=(None, []))

    def choose(self, sort: str, search: str, page: int) -> None:
        """Show the words differently; another search or order begins at its first page."""
        is_same = (sort, search) == (self.sort, self.search)
        self.sort, self.search, self.page = sort, search, page if is_same else 1

    def begin_again(self) -> None:
        """Show all words of another corpus, from the first page on."""
        self.search, self.page = "", 1

    def on_page(self, training: Training, *, hide_next: bool = False) -> ListPage:
        """The words to show at the position; with `hide_next`, their order does not reveal the next pair."""
        in_order = self._in_order(training, "order" if hide_next and self.sort == "next" else self.sort)
        return page_of(in_order, self.page, WORDS_SHOWN)

    def _in_order(self, training: Training, sort: str) -> Sequence[int]:
        matching = self._matching(training)
        if sort == "order":
            return matching
        moment = (training.history_id, training.stepper.position) if sort == "next" else None
        key = training.serial, self.search, sort, moment
        if self._sorted[0] != key:
            self._sorted = key, _sorted(training, matching, sort)
        return self._sorted[1]

    def _matching(self, training: Training) -> Sequence[int]:
        words = training.stepper.words
        if not self.search:
            return range(len(words))
        key = training.serial, self.search
        if self._found[0] != key:
            self._found = key, words_with(training, self.search)
        return self._found[1]


def words_with(training: Training, text: str) -> list[int]:
    """The indexes of the words that contain a text, in upper or lower case."""
    wanted = text.casefold()
    return [index for index, row in enumerate(training.stepper.words[:]) if wanted in row.word.casefold()]


def _sorted(training: Training, indexes: Sequence[int], sort: str) -> list[int]:
    """The words in another order; equal ones stay in the corpus's order."""
    if sort == "next":
        first = set(_with_next_pair(training))
        return sorted(indexes, key=lambda index: index not in first)
    words = training.stepper.words[:]
    return sorted(indexes, key=lambda index: -words[index].count)


def _with_next_pair(training: Training) -> list[int]:
    """The words that the next merge changes; a person may have chosen it."""
    stepper = training.stepper
    following = training.merge(stepper.position)
    pair = stepper.next_pair() if following is None else following.pair
    return [] if pair is None else stepper.view.words_with(pair)
