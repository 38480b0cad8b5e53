r"""Checks ids: compares what an encoder made of a text with a tokenizer's ids.

The `Report` has the first id that differs, and the tokens there.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> tokenizer = tokenizer_of_rules("b c\na b\na bc\nab a", "abcaba")
>>> check_ids([tokenizer.id_of(token) for token in ("a", "bc", "aba")], "abcaba", tokenizer)
Id 1 of your 3 is not the one of the tokenizer.
<BLANKLINE>
  yours     a  bc  aba
  expected  abc  aba
"""

import os
from numbers import Integral

from bpe_core.errors import ComparisonError, UnknownIdError
from bpe_core.studies.grading.report import EvidenceRow, Report, spaces_shown
from bpe_core.tokenizer import BPETokenizer, Tokenizer
from bpe_core.validation import is_listing, shown

_TOKENS, _CHARACTERS = 8, 40
"""So many tokens are shown from the first wrong one on, and of the text before it."""

Ids = list[int | None]


def check_ids(mine: object, text: str, tokenizer: Tokenizer | str | os.PathLike[str]) -> Report:
    """Compare ids with those that a tokenizer, or the one in a file, gives a text.

    Ids that cannot be read are reported as "unreadable". Raises `BPEError` or `OSError` if the text or the
    tokenizer is invalid.
    """
    if isinstance(tokenizer, str | os.PathLike):
        tokenizer = BPETokenizer.from_file(tokenizer)
    right = list(tokenizer.encode(text).ids)
    try:
        ids = _checked(mine, tokenizer)
        if right and not ids:
            raise ComparisonError("There are no ids here; at least one is needed.")
    except (ComparisonError, UnknownIdError) as error:
        return Report("unreadable", str(error), asked=len(right))
    if ids == right:
        return Report("same", f"All {len(ids):,} ids are right.", right=len(ids), asked=len(ids))
    return _report(ids, right, tokenizer)


def _checked(mine: object, tokenizer: Tokenizer) -> Ids:
    if not is_listing(mine):
        raise ComparisonError(f"The ids must be a list of numbers, got {shown(mine)}.")
    ids: Ids = []
    for number, given in enumerate(mine, start=1):  # type: ignore[arg-type,var-annotated]
        if given is not None and (isinstance(given, bool) or not isinstance(given, Integral)):
            raise ComparisonError(f"Id {number:,} is {shown(given)}, not a number.")
        ids.append(None if given is None else int(given))
        if given is not None and ids[-1] not in tokenizer.token_of:
            tokenizer.decode([ids[-1]])  # raises an error that says which ids there are
    return ids


def _report(ids: Ids, right: Ids, tokenizer: Tokenizer) -> Report:
    both = zip(ids, right, strict=False)
    place = next((at for at, (one, other) in enumerate(both) if one != other), min(len(ids), len(right)))
    rows = []
    for label, each in (("yours", ids), ("expected", right)):
        next_ids = each[place : place + _TOKENS]
        rows.append(
            EvidenceRow(label, tuple("?" if id_ is None else tokenizer.token_of[id_] for id_ in next_ids))
        )
    which = f"Your {len(ids):,} ids end before id {place + 1:,}."
    if place < len(ids):
        which = f"Id {place + 1:,} of your {len(ids):,} is not the one of the tokenizer."
    before = spaces_shown(tokenizer.decode(right[:place])[-_CHARACTERS:])
    return Report(
        "different",
        which,
        rows=tuple(rows),
        more=(f"Your first {place:,} of {len(right):,} ids are right, up to: {before}",) if place else (),
        step=place + 1,
        right=place,
        asked=max(len(ids), len(right)),
    )
