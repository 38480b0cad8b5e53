"""Word films: one word through the whole training, for a picture that draws any position by itself.

In: a film and a word's index. Out: a frozen `WordFilm` with the word's base symbols and, for each boundary
between them, the merge that removed it. The word after k merges: cut where `merged_at` is None, k or more.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.goto(4)
>>> [word_film] = stepper.word_films(["hugs"])
>>> word_film.ids, word_film.merged_at
((2, 6, 1, 5), (2, 0, None))
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bpe_core.timeline import NEVER

if TYPE_CHECKING:
    from bpe_core.film import Film


@dataclass(frozen=True)
class WordFilm:
    """One word through the whole film, also through the merges after the position."""

    index: int
    """The word's place in the corpus, in the order of first occurrence, from 0 on."""

    word: str
    """The word, as the pre-tokenizer cut it."""

    count: int
    """How often it occurs."""

    ids: tuple[int, ...]
    """The ids in the vocabulary of its base symbols."""

    merged_at: tuple[int | None, ...]
    """For each boundary between two base symbols, the rank of the merge that removed it; None if it stands at
    the film's end."""


def word_film(film: Film, index: int) -> WordFilm:
    """One word, by its index, through a film."""
    timeline, offset = film.timeline, len(film.config.special_tokens)
    start, stop = int(timeline.word_starts[index]), int(timeline.word_starts[index + 1]) - 1
    return WordFilm(
        index=index,
        word=film.words[index],
        count=int(film.word_counts[index]),
        ids=tuple(symbol + offset for symbol in timeline.base_symbols[start:stop].tolist()),
        merged_at=tuple(
            None if rank == NEVER else rank for rank in timeline.merged_at[start + 1 : stop].tolist()
        ),
    )
