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

from collections.abc import Callable, Sequence
from dataclasses import replace

from bpe_core import BPEConfig
from bpe_core.merges import Pair
from bpe_core.queries import PairFacts, Verdict, WordShare
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
        return *_sum(verdict.winner, verdict.winner_shares, verdict.winner_words), "."
    if not verdict.count:
        return (
            *the_pair(verdict.winner),
            " occurs ",
            Number(verdict.winner_count),
            f" {times(verdict.winner_count)}, ",
            *sum_of(verdict.winner_shares, verdict.winner_words),
            ".",
        )
    return (
        *_sum(verdict.pair, verdict.shares, verdict.words),
        ". ",
        *_sum(verdict.winner, verdict.winner_shares, verdict.winner_words),
        ".",
    )


def summary(asked: int, right: int, tied: int) -> Sentence:
    """What came of all predictions; nothing before the first."""
    if not asked:
        return ()
    half = f", and {tied:,} {plural('tie', tied)} half right" if tied else ""
    return "You predicted ", Number(right), f" of {asked:,} {plural('merge', asked)}{half}."


def with_printed_words(verdict: Verdict, config: BPEConfig) -> Verdict:
    """The same verdict, its words written as the chips write them."""
    shares, winner_shares = (
        tuple(replace(share, word=shown_word(share.word, config)) for share in shares)
        for shares in (verdict.shares, verdict.winner_shares)
    )
    border = verdict.border
    if border is not None:
        border = shown_word(border[0], config), shown_word(border[1], config)
    return replace(verdict, shares=shares, winner_shares=winner_shares, border=border)


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
        *the_pair(verdict.pair),
        " is next; it occurs ",
        Number(verdict.count),
        f" {times(verdict.count)}.",
    )


def _tied(verdict: Verdict) -> Sentence:
    return (
        "Half right: ",
        *the_pair(verdict.pair),
        " and ",
        *the_pair(verdict.winner),
        " both occur ",
        Number(verdict.count),
        f" {times(verdict.count)}; the rule takes ",
        *the_pair(verdict.winner),
        ".",
    )


def _not_there(verdict: Verdict) -> Sentence:
    return NOT_THIS, *the_pair(verdict.pair), " are not adjacent inside any word now."


def _crosses_border(verdict: Verdict) -> Sentence:
    words: Sentence = ()
    if verdict.border is not None:
        words = " between ", Token(verdict.border[0]), " and ", Token(verdict.border[1])
    return (
        NOT_THIS,
        *the_pair(verdict.pair),
        " meet only across the boundary",
        *words,
        "; pairs are counted inside words.",
    )


def _counted_words(verdict: Verdict) -> Sentence:
    if verdict.words > verdict.winner_words:
        held, by_winner = verdict.words, verdict.winner_words
        counted = f"is in {held:,} different {plural('word', held)}, "
        other = f" in {by_winner:,}"
    else:
        held, by_winner = verdict.occurrences, verdict.winner_occurrences
        counted = f"occurs {held:,} {times(held)} if every word counts once, "
        other = f" {by_winner:,}"
    return (
        NOT_THIS,
        *the_pair(verdict.pair),
        " ",
        counted,
        *the_pair(verdict.winner),
        f"{other}, but a word counts as often as it occurs in the text: ",
        Number(verdict.count),
        " against ",
        Number(verdict.winner_count),
        ".",
    )


def _close(verdict: Verdict) -> Sentence:
    return "Not this one, but close: ", *the_pair(verdict.pair), " occurs ", *_against(verdict)


def _longest(verdict: Verdict) -> Sentence:
    return (
        NOT_THIS,
        *the_pair(verdict.pair),
        " makes a longer token, but only the count decides: it occurs ",
        *_against(verdict),
    )


def _alphabetical(verdict: Verdict) -> Sentence:
    return (
        NOT_THIS,
        *the_pair(verdict.pair),
        " is first in character order, but only the count decides: it occurs ",
        *_against(verdict),
    )


def _other(verdict: Verdict) -> Sentence:
    return NOT_THIS, *the_pair(verdict.pair), " occurs ", *_against(verdict)


def _against(verdict: Verdict) -> Sentence:
    """`17 times, u + g 20.`"""
    return (
        Number(verdict.count),
        f" {times(verdict.count)}, ",
        *the_pair(verdict.winner),
        " ",
        Number(verdict.winner_count),
        ".",
    )


def _sum(pair: Pair, shares: Sequence[WordShare], words: int) -> Sentence:
    """`p + u: pun 12 + pug 5`"""
    return *the_pair(pair), ": ", *sum_of(shares, words)


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
