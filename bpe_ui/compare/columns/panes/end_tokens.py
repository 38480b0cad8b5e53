"""The tokens that the columns do not have in common, by name; or, where they have all, their ids.

In: a comparison. Out: a sentence that says who learns what, and the rows of a table of ids.
"""

from collections.abc import Sequence

from bpe_core.studies.comparison import Comparison, LearnedToken
from bpe_ui.compare.titles import fitting_titles, titles_listed
from bpe_ui.text.sentences import Part, Sentence, Token

GROUPS_NAMED = 3
"""So many groups of columns are named with the tokens that they alone learn ..."""
TOKENS_NAMED = 4
"""... and so many tokens of each."""
IDS_SHOWN = 8
"""Rows in the table of ids."""
TOKEN_LENGTH = 20
"""Longer tokens are cut in the table."""

Ids = tuple[int, ...]


def who_learns(titles: Sequence[str], tokens: Sequence[LearnedToken]) -> Sentence:
    """`A and B learn pug; C learns hugs.` Empty where all columns learn all tokens."""
    groups: dict[tuple[int, ...], list[str]] = {}
    for entry in tokens:
        if not entry.shared:
            learners = tuple(column for column, rank in enumerate(entry.ranks) if rank is not None)
            groups.setdefault(learners, []).append(entry.token)
    parts: list[Part] = []
    for learners, learned in list(groups.items())[:GROUPS_NAMED]:
        who = titles_listed([fitting_titles(titles)[column] for column in learners])
        parts += ["; "] if parts else []
        parts += [*who, " learns " if len(learners) == 1 else " learn ", *_listed(learned)]
    left = sum(map(len, list(groups.values())[GROUPS_NAMED:]))
    if left:
        parts.append(f"; other columns learn {left:,} more that not all have")
    return (*parts, ".") if parts else ()


def ids_apart(comparison: Comparison, tokens: Sequence[LearnedToken]) -> list[tuple[str, Ids]]:
    """The tokens of all columns whose ids are not the same in all of them, each with its ids."""
    length = comparison.length
    ids = [stepper.columns().token_ids(0, length) for stepper in comparison.steppers]
    found = []
    for entry in tokens:
        ranks = [rank for rank in entry.ranks if rank is not None]
        if len(ranks) == len(ids):
            own = tuple(column[rank] for column, rank in zip(ids, ranks, strict=True))
            found += [(entry.token, own)] if len(set(own)) > 1 else []
    return found


def how_alike(tokens: Sequence[LearnedToken], apart: Sequence[tuple[str, Ids]]) -> str:
    """How columns differ that learn the same tokens; `apart` are those with different ids."""
    is_same_order = all(len(set(entry.ranks)) == 1 for entry in tokens)
    if not apart:
        return ", with the same ids" if is_same_order else ": only the order differs"
    return (
        ", in the same order: only the ids differ" if is_same_order else ": only the order and the ids differ"
    )


def _listed(tokens: Sequence[str]) -> Sentence:
    shown, left = tokens[:TOKENS_NAMED], len(tokens) - TOKENS_NAMED
    parts: list[Part] = []
    for number, token in enumerate(shown):
        is_last = number == len(shown) - 1 and left <= 0
        parts += [] if not number else [" and " if is_last else ", "]
        parts.append(Token(token))
    return (*parts, f" and {left:,} more") if left > 0 else tuple(parts)
