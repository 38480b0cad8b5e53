"""The words of one page as the stage reads them: base symbols, and when each border between them vanished."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bpe_core import BPEStepper
from bpe_core.queries import WordHistory
from bpe_ui.stage.text.sentences import Sentence, joined, named, say
from bpe_ui.visit.messages.texts import Texts
from bpe_ui.visit.training.training import Training
from bpe_ui.visit.training.words_view import ListPage, WordsView

LOST_NAMED = 12
"""How many of the characters left out are named at most."""
SYMBOLS_SHOWN = 200
"""How many symbols of one word are shown at most ..."""
SYMBOLS_LIMIT = 2_000
"""... and if a token that begins within those ends later."""


@dataclass(frozen=True)
class CutWord:
    """A word, or its beginning."""

    index: int
    """Its index in the corpus's order."""

    word: str
    """The whole word."""

    count: int
    """How often it occurs."""

    ids: tuple[int, ...]
    """The ids of the base symbols shown."""

    merged_at: tuple[int, ...]
    """When each border between them vanished; -1 if it still stands."""

    not_shown: int
    """How many more symbols follow."""

    left_out: str
    """The characters of the word that the limit of the alphabet leaves out, each once."""

    tail: tuple[int, ...] = ()
    """If the cut is inside a token: the ranks of the merges that make this token, each covering more of the
    word, hidden symbols included."""

    def ranks(self, first: int, last: int) -> set[int]:
        """The ranks of the merges that made its tokens at the positions from `first` to `last`."""
        ranks = {rank for rank in (*self.merged_at, *self.tail) if first <= rank < last} | {*self.tail[:1]}
        newest = -1  # in the token that is there at `first`
        for rank in (*self.merged_at, -1):
            if 0 <= rank < first:
                newest = max(newest, rank)
            elif newest >= 0:
                ranks.add(newest)
                newest = -1
        return ranks


def cut_words(training: Training, indexes: Sequence[int], first: int, last: int) -> list[CutWord]:
    """Some words of the corpus, cut so that the positions from `first` to `last` can be drawn."""
    stepper = training.stepper
    return [_cut_word(stepper, stepper.words[index].word, first, last) for index in indexes]


def _cut_word(stepper: BPEStepper, word: str, first: int, last: int) -> CutWord:
    """A long word is cut at a border that stands at all positions up to `last`, so that no token is cut."""
    [history] = stepper.history.word_histories([word], SYMBOLS_LIMIT + 1)
    size = _cut_at(history, last)
    merged_at = tuple(-1 if rank is None else rank for rank in history.merged_at[: size - 1])
    tail = stepper.history.merges_over(word, size, first, last) if size < history.length else ()
    ids, not_shown = history.ids[:size], history.length - size
    return CutWord(history.index, word, history.count, ids, merged_at, not_shown, history.left_out, (*tail,))


def _note(word: CutWord) -> Sentence:
    """What is not there of a word."""
    lost = [say("without {lost}", lost=named(word.left_out, LOST_NAMED))] if word.left_out else []
    rest = [("the rest of this word is not shown",)] if word.not_shown else []
    return joined([*lost, *rest])


def _left_out(characters: str) -> Sentence:
    """Which characters no word has any more."""
    lost = "{count:,} {count:character is|characters are} left out: {named}."
    return say(lost, count=len(characters), named=named(characters, LOST_NAMED)) if characters else ()


def words_field(
    training: Training, view: WordsView, page: ListPage, words: Sequence[CutWord], texts: Texts
) -> dict[str, Any]:
    """The page of words, and how it was chosen."""
    return {
        "items": [
            {
                "i": word.index,
                "text": texts.index(word.word),
                "count": word.count,
                "ids": word.ids,
                "merged_at": word.merged_at,
                "note": texts.parts(_note(word)),
                "tail": word.tail,
            }
            for word in words
        ],
        "total": len(training.stepper.words),
        "left_out": texts.parts(_left_out(training.stepper.left_out)),
        "found": page.found,
        "page": page.page,
        "pages": page.pages,
        "sort": view.sort,
        "search": view.search,
    }


def base_field(
    training: Training, words: Sequence[CutWord], vocabulary: Sequence[int], texts: Texts
) -> dict[str, int]:
    """The base symbols that the words on screen and the vocabulary need, by id."""
    needed = sorted({*vocabulary, *(token_id for word in words for token_id in word.ids)})
    symbols = ((token_id, training.stepper.history.text_of(token_id, 0)) for token_id in needed)
    return {str(token_id): texts.index(symbol) for token_id, symbol in symbols if symbol is not None}


def learned_field(
    training: Training, words: Sequence[CutWord], first: int, last: int, texts: Texts
) -> dict[str, tuple[int, int]]:
    """The ids and texts of the tokens that the words on screen have from `first` to `last`, by rank."""
    ranks = set[int]().union(*(word.ranks(first, last) for word in words))
    columns = training.stepper.history
    return {
        str(rank): (columns.token_ids(rank, rank + 1)[0], texts.index(columns.token(rank)))
        for rank in sorted(ranks)
    }


def _cut_at(history: WordHistory, last: int) -> int:
    """How many symbols of a word are shown."""
    if history.length <= SYMBOLS_SHOWN:
        return history.length
    shown = 0
    for end, rank in enumerate(history.merged_at[:SYMBOLS_LIMIT], start=1):
        if rank is None or rank >= last:
            if end > SYMBOLS_SHOWN:
                return shown or end
            shown = end
    # No border stands after those: the rest is one token, or too long to be shown completely.
    return shown or min(history.length, SYMBOLS_LIMIT)
