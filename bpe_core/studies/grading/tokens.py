"""Checks tokens: compares somebody's tokens of a text with a tokenizer's.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)
>>> stepper.run()
>>> check_tokens(["hug", "pun"], "hug pun", stepper.tokenizer())
The 2 tokens are those of the tokenizer.
>>> for said in check_tokens(["hug", "s"], "hugs", stepper.tokenizer()).facts:
...     print(said)
In hugs yours are hug + s; right is hugs.
Merge 6 of the tokenizer, hug + s, is the first that yours lack there.
"""

import os
from collections.abc import Sequence

from bpe_core.errors import ComparisonError
from bpe_core.phrases import Phrase
from bpe_core.progress import OnProgress, tell_nobody
from bpe_core.studies.grading.report import LikelyCause, Report
from bpe_core.studies.token_diagnosis import Given, TokenFindings, diagnose_tokens, tokens_of
from bpe_core.tokenizer import BPETokenizer, Tokenizer
from bpe_core.validation import shown

CAUSES_NAMED = 3
_MOST_SHOWN = 12


def check_tokens(
    mine: object, text: str, tokenizer: Tokenizer | str | os.PathLike[str], *, tell: OnProgress = tell_nobody
) -> Report:
    """Compare tokens of a text with those of a tokenizer, or of the one in a file.

    `mine` is a list of texts (as printed, or as they are in the text), bytes or ids; a path names a file of
    them. Tokens that cannot be read are reported as "unreadable". Raises `BPEError` for the tokenizer or the
    text, and `OSError` if its file cannot be opened.
    """
    if isinstance(tokenizer, str | os.PathLike):
        tokenizer = BPETokenizer.from_file(tokenizer)
    try:
        given = tokens_of(mine)
    except ComparisonError as error:
        return Report("unreadable", str(error))
    found = diagnose_tokens(given, text, tokenizer, tell=tell)
    number, right = len(given), len(found.right)
    if found.place is None:
        return Report("same", headline_of(found), right=number, asked=right)
    return Report(
        "different",
        headline_of(found),
        facts=(*difference(found), *found.facts),
        causes=causes_of(found),
        step=found.place + 1,
        right=found.place,
        asked=max(number, right),
    )


def headline_of(found: TokenFindings) -> Phrase:
    """The result in one sentence."""
    number, right, place = len(found.given), len(found.right), found.place
    if place is None:
        return Phrase("The {n:,} {n:token is that|tokens are those} of the tokenizer.", n=number)
    differ = "Your {n:,} {n:token differs|tokens differ} from the tokenizer's {all:,} at token {place:rank}."
    return Phrase(differ, n=number, all=right, place=place)


def difference(found: TokenFindings) -> tuple[str, ...]:
    """The word at which tokens differ, and the first merge that they lack there, in sentences."""
    theirs, right = found.their_steps[-1], found.right_steps[-1]
    if theirs == right and found.place is not None:
        mine, one = (each[found.place : found.place + 1] for each in (found.given, found.right))
        return (
            (f"Token {found.place + 1:,} is {shown(*one)}; yours is {shown(*mine)}.",) if mine and one else ()
        )
    said = [
        Phrase(
            "In {word:token} yours are {theirs}; right is {right}.",
            word=found.word,
            theirs=_listed(theirs),
            right=_listed(right),
        )
    ]
    if found.merge is not None:
        rank, pair = found.merge
        lacks = "Merge {rank:rank} of the tokenizer, {pair:pair}, is the first that yours lack there."
        said.append(Phrase(lacks, rank=rank, pair=pair))
    return tuple(said)


def causes_of(found: TokenFindings) -> tuple[LikelyCause, ...]:
    """All causes in words, each with its lines and the right ones; of many, the first."""
    is_sole = len(found.causes) == 1
    return tuple(LikelyCause(f"{each.sentence}.", is_sole, each.code) for each in found.causes[:CAUSES_NAMED])


def _listed(tokens: Sequence[Given]) -> str:
    """Tokens with a plus between them; the first of many."""
    more = " + …" if len(tokens) > _MOST_SHOWN else ""
    return " + ".join(str(each).replace(" ", "␣") for each in tokens[:_MOST_SHOWN]) + more
