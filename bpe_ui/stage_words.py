"""The words of one page as the stage reads them: base symbols, and when each border between them vanished.

In: words of the core through the whole film. Out: dicts of plain values; a long word is cut, and says so.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bpe_core.word_films import WordFilm
from bpe_ui.stage_texts import Texts
from bpe_ui.training import Training
from bpe_ui.words_view import WordPage, WordsView

SYMBOLS_SHOWN = 200
"""Symbols of one word ..."""
SYMBOLS_LIMIT = 2_000
"""... or so many, where a token that begins within those ends later."""


@dataclass(frozen=True)
class CutWord:
    """A word, or its beginning."""

    index: int
    """Its place in the corpus's order."""

    word: str
    """All of it."""

    count: int
    """How often it occurs."""

    ids: tuple[int, ...]
    """The ids of the base symbols shown."""

    merged_at: tuple[int, ...]
    """When each border between them vanished; -1 for one that stands."""

    left_out: int
    """How many symbols follow that are not shown."""

    tail: tuple[int, ...] = ()
    """Where the cut falls inside a token: the ranks of the merges that made it, each taking in more of the
    word, what is not shown included."""


def cut_words(training: Training, indexes: Sequence[int], last: int) -> list[CutWord]:
    """Some words of the corpus, so that positions up to `last` can be drawn."""
    words = training.stepper.words
    return [
        cut_word(film, last) for film in training.stepper.word_films([words[index].word for index in indexes])
    ]


def cut_word(film: WordFilm, last: int) -> CutWord:
    """A long word is cut at a border that stands at all positions up to `last`, so that no token is."""
    size = _cut_at(film, last)
    merged_at = tuple(-1 if rank is None else rank for rank in film.merged_at[: size - 1])
    tail = _tail(film.merged_at, size - 1, last) if size < len(film.ids) else ()
    return CutWord(film.index, film.word, film.count, film.ids[:size], merged_at, len(film.ids) - size, tail)


def word_item(word: CutWord, texts: Texts) -> dict[str, Any]:
    """One word as the stage reads it."""
    return {
        "i": word.index,
        "text": texts.index(word.word),
        "count": word.count,
        "ids": word.ids,
        "merged_at": word.merged_at,
        "left_out": word.left_out,
        "tail": word.tail,
    }


def words_field(
    view: WordsView, page: WordPage, words: Sequence[CutWord], total: int, texts: Texts
) -> dict[str, Any]:
    """The page of words, and how it was chosen."""
    return {
        "items": [word_item(word, texts) for word in words],
        "total": total,
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
    symbols, first = training.base_symbols, training.first_base_id
    return {str(token_id): texts.index(symbols[token_id - first]) for token_id in needed}


def learned_field(training: Training, words: Sequence[CutWord], last: int, texts: Texts) -> dict[str, int]:
    """The tokens, by rank, that the words on screen have at any position up to `last`."""
    ranks = {rank for word in words for rank in (*word.merged_at, *word.tail) if 0 <= rank < last}
    merges = training.stepper.film
    return {str(rank): texts.index(merges[rank].token) for rank in sorted(ranks)}


def _tail(merged_at: Sequence[int | None], cut: int, last: int) -> tuple[int, ...]:
    """The ranks of the merges before `last` that made the token over a border, first to last."""
    ranks: list[int] = []
    left = right = cut  # the token's inner borders, from the first to the last
    rank = merged_at[cut]
    while rank is not None and rank < last:
        ranks.append(rank)
        while left > 0 and _is_gone(merged_at[left - 1], rank):
            left -= 1
        while right + 1 < len(merged_at) and _is_gone(merged_at[right + 1], rank):
            right += 1
        around = (
            merged_at[left - 1] if left else None,
            merged_at[right + 1] if right + 1 < len(merged_at) else None,
        )
        rank = min((later for later in around if later is not None), default=None)
    return tuple(ranks)


def _is_gone(vanished: int | None, rank: int) -> bool:
    return vanished is not None and vanished <= rank


def _cut_at(film: WordFilm, last: int) -> int:
    """How many symbols of a word are shown."""
    if len(film.ids) <= SYMBOLS_SHOWN:
        return len(film.ids)
    shown = 0
    for end, rank in enumerate(film.merged_at[:SYMBOLS_LIMIT], start=1):
        if rank is None or rank >= last:
            if end > SYMBOLS_SHOWN:
                return shown or end
            shown = end
    # No border stands beyond those: the rest is one token, or too long to be shown to its end.
    return shown or min(len(film.ids), SYMBOLS_LIMIT)
