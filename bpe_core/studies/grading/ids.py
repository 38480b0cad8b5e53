r"""Checks ids: compares what an encoder made of a text with a tokenizer's ids.

The `Report` has the first id that differs, in which word it is, and the tokens there.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> tokenizer = tokenizer_of_rules("b c\na b\na bc\nab a", "abcaba")
>>> check_ids([tokenizer.id_of(token) for token in ("a", "bc", "aba")], "abcaba", tokenizer)
Id 1 of your 3 is not the one of the tokenizer, in the word abcaba.
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

_SHOWN = 40
"""How many characters are shown of a word, and of what follows the last one."""

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
    return _report(ids, right, text, tokenizer)


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


def _report(ids: Ids, right: Ids, text: str, tokenizer: Tokenizer) -> Report:
    both = zip(ids, right, strict=False)
    place = next((at for at, (one, other) in enumerate(both) if one != other), min(len(ids), len(right)))
    start, word = 0, None  # the word with this token, and the index of its first token
    for each in tokenizer.trace(text):
        if place < start + len(each.tokens):
            word = each
            break
        start += len(each.tokens)
    tokens: list[str] = []  # the first of somebody's that are as long as the word
    length = _SHOWN if word is None else sum(map(len, word.tokens))
    for id_ in ids[start:]:
        if sum(map(len, tokens)) >= length:
            break
        tokens.append("?" if id_ is None else tokenizer.token_of[id_])
    where = "after the last word" if word is None else f"in the word {spaces_shown(word.word[:_SHOWN])}"
    expected = () if word is None else word.tokens
    return Report(
        "different",
        f"Id {place + 1:,} of your {len(ids):,} is not the one of the tokenizer, {where}.",
        rows=(EvidenceRow("yours", tuple(tokens)), EvidenceRow("expected", expected)),
        more=(f"Your first {place:,} of {len(right):,} ids are right.",) if place else (),
        step=place + 1,
        right=place,
        asked=max(len(ids), len(right)),
    )
