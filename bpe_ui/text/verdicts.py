"""What is said of a prediction: whether the pair was right, and if not, which mistake leads to it.

In: a `Verdict` of the core, or the question for a new count with its answer. Out: sentences, as in
`sentences`.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> from bpe_ui.text.sentences import plain_text
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> verdict = stepper.view.judge(("p", "u"))
>>> plain_text(of_prediction(verdict)), plain_text(beneath(verdict))
('Not this one: p + u occurs 17 times, u + g 20.', 'p + u: pun 12 + pug 5. u + g: hug 10 + pug 5 + hugs 5.')
"""

from collections.abc import Callable
from dataclasses import replace

from bpe_core import BPEConfig
from bpe_core.merges import Pair
from bpe_core.queries import MeasuredPair, PairFacts, Verdict
from bpe_ui.text.headline import shown_word
from bpe_ui.text.sentences import Number, Sentence, Token, plural, sum_of, the_pair, times

NOT_THIS = "Not this one: "
"""A wrong pick's verdict begins like this."""


def of_prediction(verdict: Verdict) -> Sentence:
    """Whether the pick was right; else what it was."""
    return _SAYS[verdict.kind](verdict)


def beneath(verdict: Verdict) -> Sentence:
    """What stands under the verdict: where the counts come from. Empty for a tie; its reason stands there."""
    if verdict.kind == "tied":
        return ()
    if verdict.kind == "right":
        return *_sum(verdict.winner), "."
    if not verdict.pick.count:
        return (
            *the_pair(verdict.winner.pair),
            " occurs ",
            Number(verdict.winner.count),
            f" {times(verdict.winner.count)}, ",
            *sum_of(verdict.winner.shares, verdict.winner.words),
            ".",
        )
    return *_sum(verdict.pick), ". ", *_sum(verdict.winner), "."


def summary(asked: int, right: int, tied: int) -> Sentence:
    """What came of all predictions; nothing before the first."""
    if not asked:
        return ()
    half = f", and {tied:,} {plural('tie', tied)} half right" if tied else ""
    return "You predicted ", Number(right), f" of {asked:,} {plural('merge', asked)}{half}."


def with_printed_words(verdict: Verdict, config: BPEConfig) -> Verdict:
    """The same verdict, its words written as the chips write them."""

    def printed(measured: MeasuredPair) -> MeasuredPair:
        shares = (replace(share, word=shown_word(share.word, config)) for share in measured.shares)
        return replace(measured, shares=tuple(shares))

    border = verdict.border
    if border is not None:
        border = shown_word(border[0], config), shown_word(border[1], config)
    return replace(verdict, pick=printed(verdict.pick), winner=printed(verdict.winner), border=border)


def count_question(pair: Pair, before: int) -> Sentence:
    """Asks for a pair's count after the coming merge."""
    now: Sentence = (
        ("which occurs ", Number(before), f" {times(before)} now,") if before else ("a new pair,",)
    )
    return "After this merge, how often does ", *the_pair(pair), ", ", *now, " occur?"


def count_answer(facts: PairFacts, before: int, given: int) -> Sentence:
    """Judges the count that a person gave; `facts` are the pair's after the merge."""
    verdict = "Right" if given == facts.count else "Not quite"
    went = f" ({before - facts.count:,} fewer than before)" if before > facts.count else ""
    said_so: Sentence = () if given == facts.count else ("; you said ", Number(given))
    come_from: Sentence = (", ", *sum_of(facts.shares, facts.words)) if facts.count else ()
    return (
        f"{verdict}: ",
        *the_pair(facts.pair),
        " then occurs ",
        Number(facts.count),
        f" {times(facts.count)}{went}",
        *come_from,
        *said_so,
        ".",
    )


def _right(verdict: Verdict) -> Sentence:
    return (
        "Right: ",
        *the_pair(verdict.pick.pair),
        " is next; it occurs ",
        Number(verdict.pick.count),
        f" {times(verdict.pick.count)}.",
    )


def _tied(verdict: Verdict) -> Sentence:
    return (
        "Half right: ",
        *the_pair(verdict.pick.pair),
        " and ",
        *the_pair(verdict.winner.pair),
        " both occur ",
        Number(verdict.pick.count),
        f" {times(verdict.pick.count)}; the rule takes ",
        *the_pair(verdict.winner.pair),
        ".",
    )


def _not_there(verdict: Verdict) -> Sentence:
    return NOT_THIS, *the_pair(verdict.pick.pair), " are not adjacent inside any word now."


def _crosses_border(verdict: Verdict) -> Sentence:
    words: Sentence = ()
    if verdict.border is not None:
        words = " between ", Token(verdict.border[0]), " and ", Token(verdict.border[1])
    return (
        NOT_THIS,
        *the_pair(verdict.pick.pair),
        " meet only across the boundary",
        *words,
        "; pairs are counted inside words.",
    )


def _counted_words(verdict: Verdict) -> Sentence:
    pick, winner = verdict.pick, verdict.winner
    if pick.words > winner.words:
        counted = f"is in {pick.words:,} different {plural('word', pick.words)}, "
        other = f" in {winner.words:,}"
    else:
        counted = f"occurs {pick.occurrences:,} {times(pick.occurrences)} if every word counts once, "
        other = f" {winner.occurrences:,}"
    return (
        NOT_THIS,
        *the_pair(pick.pair),
        " ",
        counted,
        *the_pair(winner.pair),
        f"{other}, but a word counts as often as it occurs in the text: ",
        Number(pick.count),
        " against ",
        Number(winner.count),
        ".",
    )


def _close(verdict: Verdict) -> Sentence:
    return "Not this one, but close: ", *the_pair(verdict.pick.pair), " occurs ", *_against(verdict)


def _longest(verdict: Verdict) -> Sentence:
    return (
        NOT_THIS,
        *the_pair(verdict.pick.pair),
        " makes a longer token, but only the count decides: it occurs ",
        *_against(verdict),
    )


def _alphabetical(verdict: Verdict) -> Sentence:
    return (
        NOT_THIS,
        *the_pair(verdict.pick.pair),
        " is first in character order, but only the count decides: it occurs ",
        *_against(verdict),
    )


def _other(verdict: Verdict) -> Sentence:
    return NOT_THIS, *the_pair(verdict.pick.pair), " occurs ", *_against(verdict)


def _against(verdict: Verdict) -> Sentence:
    """`17 times, u + g 20.`"""
    return (
        Number(verdict.pick.count),
        f" {times(verdict.pick.count)}, ",
        *the_pair(verdict.winner.pair),
        " ",
        Number(verdict.winner.count),
        ".",
    )


def _sum(measured: MeasuredPair) -> Sentence:
    """`p + u: pun 12 + pug 5`"""
    return *the_pair(measured.pair), ": ", *sum_of(measured.shares, measured.words)


_SAYS: dict[str, Callable[[Verdict], Sentence]] = {
    "right": _right,
    "tied": _tied,
    "not_there": _not_there,
    "crosses_border": _crosses_border,
    "counted_words": _counted_words,
    "close": _close,
    "longest": _longest,
    "alphabetical": _alphabetical,
    "other": _other,
}
