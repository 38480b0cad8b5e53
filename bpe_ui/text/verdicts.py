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
from bpe_ui.text.headline import printed_shares, shown_word
from bpe_ui.text.sentences import Number, Sentence, Token, counted, plural, sum_of, the_pair, times

NOT_THIS = "Not this one: "
"""A wrong pick's verdict begins like this."""


def of_prediction(verdict: Verdict) -> Sentence:
    """Whether the pick was right; else what it was."""
    return _SAYS[verdict.kind](verdict)


def beneath(verdict: Verdict) -> Sentence:
    """What stands under the verdict: where the counts come from. Empty for a tie; its reason stands there."""
    pick, winner = verdict.pick, verdict.winner
    if verdict.kind == "tied":
        return ()
    if verdict.kind == "right":
        return *_sum(winner), "."
    if not pick.count:
        shares = sum_of(winner.shares, winner.words)
        return *the_pair(winner.pair), " occurs ", *counted(winner.count), ", ", *shares, "."
    return *_sum(pick), ". ", *_sum(winner), "."


def summary(asked: int, right: int, tied: int) -> Sentence:
    """What came of all predictions; nothing before the first."""
    if not asked:
        return ()
    half = f", and {tied:,} {plural('tie', tied)} half right" if tied else ""
    return "You predicted ", Number(right), f" of {asked:,} {plural('merge', asked)}{half}."


def with_printed_words(verdict: Verdict, config: BPEConfig) -> Verdict:
    """The same verdict, its words written as the chips write them."""
    pick, winner = (
        replace(measured, shares=printed_shares(measured.shares, config))
        for measured in (verdict.pick, verdict.winner)
    )
    border = verdict.border
    if border is not None:
        border = shown_word(border[0], config), shown_word(border[1], config)
    return replace(verdict, pick=pick, winner=winner, border=border)


def count_question(pair: Pair, before: int) -> Sentence:
    """Asks for a pair's count after the coming merge."""
    now: Sentence = ("which occurs ", *counted(before), " now,") if before else ("a new pair,",)
    return "After this merge, how often does ", *the_pair(pair), ", ", *now, " occur?"


def count_answer(facts: PairFacts, before: int, given: int) -> Sentence:
    """Judges the count that a person gave; `facts` are the pair's after the merge."""
    is_right = given == facts.count
    fewer = f" ({before - facts.count:,} fewer than before)" if before > facts.count else ""
    shares: Sentence = (", ", *sum_of(facts.shares, facts.words)) if facts.count else ()
    answer: Sentence = () if is_right else ("; you said ", Number(given))
    return (
        "Right: " if is_right else "Not quite: ",
        *the_pair(facts.pair),
        " then occurs ",
        *counted(facts.count),
        fewer,
        *shares,
        *answer,
        ".",
    )


def _right(verdict: Verdict) -> Sentence:
    pick = verdict.pick
    return "Right: ", *the_pair(pick.pair), " is next; it occurs ", *counted(pick.count), "."


def _tied(verdict: Verdict) -> Sentence:
    pick, winner = the_pair(verdict.pick.pair), the_pair(verdict.winner.pair)
    both_occur = " both occur ", *counted(verdict.pick.count), "; the rule takes "
    return "Half right: ", *pick, " and ", *winner, *both_occur, *winner, "."


def _not_there(verdict: Verdict) -> Sentence:
    return NOT_THIS, *the_pair(verdict.pick.pair), " are not adjacent inside any word now."


def _crosses_border(verdict: Verdict) -> Sentence:
    words: Sentence = ()
    if verdict.border is not None:
        words = " between ", Token(verdict.border[0]), " and ", Token(verdict.border[1])
    meet = " meet only across the boundary", *words, "; pairs are counted inside words."
    return NOT_THIS, *the_pair(verdict.pick.pair), *meet


def _counted_words(verdict: Verdict) -> Sentence:
    pick, winner = verdict.pick, verdict.winner
    if pick.words > winner.words:
        wrong_count = f"is in {pick.words:,} different {plural('word', pick.words)}, "
        other = f" in {winner.words:,}"
    else:
        wrong_count = f"occurs {pick.occurrences:,} {times(pick.occurrences)} if every word counts once, "
        other = f" {winner.occurrences:,}"
    return (
        NOT_THIS,
        *the_pair(pick.pair),
        " ",
        wrong_count,
        *the_pair(winner.pair),
        f"{other}, but a word counts as often as it occurs in the text: ",
        Number(pick.count),
        " against ",
        Number(winner.count),
        ".",
    )


def _sum(measured: MeasuredPair) -> Sentence:
    """`p + u: pun 12 + pug 5`"""
    return *the_pair(measured.pair), ": ", *sum_of(measured.shares, measured.words)


def _less_frequent(begin: str, but: str) -> Callable[[Verdict], Sentence]:
    """Compares the two counts: `Not this one: p + u occurs 17 times, u + g 20.`"""

    def sentence(verdict: Verdict) -> Sentence:
        pick, winner = verdict.pick, verdict.winner
        numbers = *counted(pick.count), ", ", *the_pair(winner.pair), " ", Number(winner.count)
        return begin, *the_pair(pick.pair), but, *numbers, "."

    return sentence


_ONLY_THE_COUNT = ", but only the count decides: it occurs "
_SAYS: dict[str, Callable[[Verdict], Sentence]] = {
    "right": _right,
    "tied": _tied,
    "not_there": _not_there,
    "crosses_border": _crosses_border,
    "counted_words": _counted_words,
    "close": _less_frequent("Not this one, but close: ", " occurs "),
    "longest": _less_frequent(NOT_THIS, f" makes a longer token{_ONLY_THE_COUNT}"),
    "alphabetical": _less_frequent(NOT_THIS, f" is first in character order{_ONLY_THE_COUNT}"),
    "other": _less_frequent(NOT_THIS, " occurs "),
}
