"""What is said of a prediction: whether the pair was right, and if not, which mistake leads to it.

In: a `Verdict` of the core, or the question for a new count with its answer. Out: sentences, as in
`sentences`.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> from bpe_ui.sentences import plain_text
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> plain_text(of_prediction(stepper.judge(("h", "p"))))
'h + p do not stand side by side inside any word now. u + g is next, with 20.'
"""

from collections.abc import Callable

from bpe_core.merges import Pair
from bpe_core.predictions import Verdict
from bpe_ui.sentences import Number, Sentence, Token, plural, the_pair, times


def of_prediction(verdict: Verdict) -> Sentence:
    """Whether the pick was right; else what it was, and what would have been."""
    return _SAYS[verdict.kind](verdict)


def count_question(pair: Pair, before: int) -> Sentence:
    """Asks for a pair's count after the coming merge."""
    now: Sentence = (
        ("which occurs ", Number(before), f" {times(before)} now,") if before else ("a new pair,",)
    )
    return "After this merge, how often does ", *the_pair(pair), ", ", *now, " occur?"


def count_answer(pair: Pair, before: int, after: int, given: int) -> Sentence:
    """Judges the count that a person gave."""
    verdict = "Right" if given == after else "Not quite"
    went = f", {before - after:,} fewer than before" if before > after else ""
    said_so: Sentence = () if given == after else ("; you said ", Number(given))
    return (
        f"{verdict}: ",
        *the_pair(pair),
        " then occurs ",
        Number(after),
        f" {times(after)}{went}",
        *said_so,
        ".",
    )


def _right(verdict: Verdict) -> Sentence:
    return (
        "Right: ",
        *the_pair(verdict.pair),
        " is next; it occurs ",
        Number(verdict.count),
        f" {times(verdict.count)}.",
    )


def _tied(verdict: Verdict) -> Sentence:
    return (
        "Half right: ",
        *the_pair(verdict.pair),
        " occurs ",
        Number(verdict.count),
        f" {times(verdict.count)}, and so does ",
        *the_pair(verdict.winner),
        ", which the tie rule takes.",
    )


def _not_there(verdict: Verdict) -> Sentence:
    return (
        *the_pair(verdict.pair),
        " do not stand side by side inside any word now. ",
        *_winner(verdict),
    )


def _crosses_border(verdict: Verdict) -> Sentence:
    words: Sentence = ()
    if verdict.border is not None:
        words = " of ", Token(verdict.border[0]), " and ", Token(verdict.border[1])
    return (
        *the_pair(verdict.pair),
        " meet only across the border",
        *words,
        "; pairs are counted inside words. ",
        *_winner(verdict),
    )


def _counted_words(verdict: Verdict) -> Sentence:
    if verdict.words > verdict.winner_words:
        held, by_winner = verdict.words, verdict.winner_words
        counted = f"stands in {held:,} different {plural('word', held)}, "
        other = f" in {by_winner:,}"
    else:
        held, by_winner = verdict.occurrences, verdict.winner_occurrences
        counted = f"occurs {held:,} {times(held)} if every word is taken once, "
        other = f" {by_winner:,}"
    return (
        *the_pair(verdict.pair),
        " ",
        counted,
        *the_pair(verdict.winner),
        f"{other}. But every word counts as often as the text has it: ",
        Number(verdict.winner_count),
        " against ",
        Number(verdict.count),
        ".",
    )


def _longest(verdict: Verdict) -> Sentence:
    return (
        *the_pair(verdict.pair),
        " makes the longest token, but length does not count: it occurs ",
        Number(verdict.count),
        f" {times(verdict.count)}, ",
        *the_pair(verdict.winner),
        " ",
        Number(verdict.winner_count),
        ".",
    )


def _alphabetical(verdict: Verdict) -> Sentence:
    return (
        *the_pair(verdict.pair),
        " is the first in character order, but frequency decides: it occurs ",
        Number(verdict.count),
        f" {times(verdict.count)}, ",
        *the_pair(verdict.winner),
        " ",
        Number(verdict.winner_count),
        ".",
    )


def _other(verdict: Verdict) -> Sentence:
    return (
        *the_pair(verdict.pair),
        " occurs ",
        Number(verdict.count),
        f" {times(verdict.count)}. ",
        *_winner(verdict),
    )


def _winner(verdict: Verdict) -> Sentence:
    return *the_pair(verdict.winner), " is next, with ", Number(verdict.winner_count), "."


_SAYS: dict[str, Callable[[Verdict], Sentence]] = {
    "right": _right,
    "tied": _tied,
    "not_there": _not_there,
    "crosses_border": _crosses_border,
    "counted_words": _counted_words,
    "longest": _longest,
    "alphabetical": _alphabetical,
    "other": _other,
}
