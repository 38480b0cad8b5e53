r"""Checks ids: compares what an encoder made of a text with a tokenizer's ids.

The `Report` has the first word that differs, the rule at which the two begin to differ, and a mistake that
gives exactly these ids, if one is known.

>>> from bpe_core.studies.rule_lists import tokenizer_of_rules
>>> tokenizer = tokenizer_of_rules("b c\na b\na bc\nab a", "abcaba")
>>> check_ids([tokenizer.id_of(token) for token in ("a", "bc", "aba")], "abcaba", tokenizer)
Id 1 of your 3 is not the one of the tokenizer, in the word abcaba.
<BLANKLINE>
  yours     a  bc  aba
  expected  abc  aba
<BLANKLINE>
They part at step 3 of 4: merge 3 joins a + bc.
"""

import os
from collections.abc import Iterable, Sequence
from itertools import accumulate, islice
from numbers import Integral

from bpe_core.encoding import WordTrace
from bpe_core.errors import ComparisonError, UnknownIdError
from bpe_core.studies.grading.encoder_mistakes import (
    MOST_CHARACTERS,
    EncoderMistake,
    Ids,
    mistakes_that_give,
    with_a_config,
)
from bpe_core.studies.grading.report import EvidenceRow, LikelyCause, Report, spaces_shown
from bpe_core.tokenizer import BPETokenizer, Tokenizer
from bpe_core.validation import is_listing, shown

_SHOWN = 40
"""How many characters are shown of a word, and of what follows the last one."""


def check_ids(mine: object, text: str, tokenizer: Tokenizer | str | os.PathLike[str]) -> Report:
    """Compare ids with those that a tokenizer, or the one in a file, gives a text.

    Ids that cannot be read are reported as "unreadable". Raises `BPEError` or `OSError` if the text or the
    tokenizer is invalid.
    """
    if isinstance(tokenizer, str | os.PathLike):
        tokenizer = BPETokenizer.from_file(tokenizer)
    tokenizer = with_a_config(tokenizer, text)
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
    mistakes = mistakes_that_give(ids, text, tokenizer) if len(text) <= MOST_CHARACTERS else []
    more = [f"Your first {place:,} of {len(right):,} ids are right."] if place else []
    if len(text) > MOST_CHARACTERS:
        more.append(f"Known mistakes are tried on texts of up to {MOST_CHARACTERS:,} characters.")
    expected = () if word is None else word.tokens
    return Report(
        "different",
        f"Id {place + 1:,} of your {len(ids):,} is not the one of the tokenizer, {where}.",
        rows=(EvidenceRow("yours", tuple(tokens)), EvidenceRow("expected", expected)),
        facts=tuple(_parting(tokens, word)),
        causes=_causes(mistakes),
        more=tuple(more),
        step=place + 1,
        right=place,
        asked=max(len(ids), len(right)),
    )


def _parting(tokens: Sequence[str], word: WordTrace | None) -> Iterable[str]:
    """The step of the word at which the rules merge across a border between somebody's tokens."""
    if word is None or word.is_added or "".join(tokens) != "".join(word.symbols):
        return
    places = list(accumulate(map(len, word.symbols), initial=0))
    borders, firings = set(accumulate(map(len, tokens))), word.firings()
    for number, step in enumerate(word.steps, start=1):
        for firing in islice(firings, len(step.starts)):
            if any(places[firing.start] < border < places[firing.end] for border in borders):
                merge = f"merge {step.rank + 1:,} joins {' + '.join(step.pair)}"
                yield f"They part at step {number:,} of {len(word.steps):,}: {merge}."
                return
    yield "They part at the end: no merge is left, but yours go on."


def _causes(mistakes: Sequence[EncoderMistake]) -> tuple[LikelyCause, ...]:
    if not mistakes:
        return ()
    wrong = ", or ".join(mistake.sentence for mistake in mistakes)
    if len(mistakes) == 1:
        return (
            LikelyCause(
                f"Your ids are exactly those of an encoder with this mistake: {wrong}.", is_certain=True
            ),
        )
    said = f"Perhaps {wrong}: each of these gives exactly your ids, and this text does not tell which it is."
    return (LikelyCause(said, is_certain=False),)
