"""Sentences about a prediction: whether the pair was right and, if not, which mistake leads to it.

>>> from pprint import pprint
>>> from bpe_core import BPEStepper, EXAMPLES
>>> from bpe_ui.stage.text.sentences import plain_text
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> verdict = stepper.view.judge(("p", "u"))
>>> pprint((plain_text(of_prediction(verdict)), plain_text(beneath(verdict))))
('Not this one: p + u is second, with 17; u + g occurs 20 times.',
 'p + u: pun 12 + pug 5. u + g: hug 10 + pug 5 + hugs 5.')
"""

from dataclasses import replace

from bpe_core import BPEConfig
from bpe_core.queries import Verdict
from bpe_ui.stage.text.headline import printed_shares, shown_word
from bpe_ui.stage.text.sentences import Sentence, retold, say, scored, sum_of


def of_prediction(verdict: Verdict) -> Sentence:
    """Whether the pick was right, and otherwise what it was."""
    template = _TEMPLATES[verdict.kind]
    if verdict.winner.parts is not None and verdict.kind in _OF_SCORES:
        template = _OF_SCORES[verdict.kind]
    if verdict.kind == "crosses_border" and verdict.border is None:
        template = _BETWEEN_WORDS
    if verdict.kind == "counted_words" and verdict.pick.words <= verdict.winner.words:
        template = _EVERY_WORD_ONCE
    pick, winner = verdict.pick, verdict.winner
    return say(
        template,
        pick=pick,
        pick_score=scored(pick.count, pick.parts),
        winner=winner,
        winner_score=scored(winner.count, winner.parts),
        border=verdict.border,
        before=verdict.before,
    )


def beneath(verdict: Verdict) -> Sentence:
    """The line under the verdict: where the counts come from, or how the tie was decided."""
    pick, winner = verdict.pick, verdict.winner
    if verdict.kind == "tied":
        return retold(verdict.reason)
    sums = {"pick": pick, "winner": winner, "from_pick": sum_of(pick), "from_winner": sum_of(winner)}
    if verdict.kind == "right":
        return say("{winner.pair:pair}: {from_winner}.", **sums)
    if not pick.count:
        return say(
            "{winner.pair:pair} occurs {winner.count} {winner.count:time|times}, {from_winner}.", **sums
        )
    return say("{pick.pair:pair}: {from_pick}. {winner.pair:pair}: {from_winner}.", **sums)


def summary(asked: int, right: int, tied: int) -> Sentence:
    """The result of all predictions; empty before the first."""
    if not asked:
        return ()
    return say(
        "You predicted {right} of {asked:,} {asked:merge|merges}, and {tied:,} {tied:tie|ties} half right."
        if tied
        else "You predicted {right} of {asked:,} {asked:merge|merges}.",
        right=right,
        asked=asked,
        tied=tied,
    )


def with_printed_words(verdict: Verdict, config: BPEConfig) -> Verdict:
    """The same verdict, with words written as on the chips."""
    pick, winner = (
        replace(measured, shares=printed_shares(measured.shares, config))
        for measured in (verdict.pick, verdict.winner)
    )
    border = verdict.border
    if border is not None:
        border = shown_word(border[0], config), shown_word(border[1], config)
    return replace(verdict, pick=pick, winner=winner, border=border)


_TEMPLATES = {
    "lower_score": "Not this one: {pick.pair:pair} has {pick_score},"
    " and {winner.pair:pair} {winner_score}, which is more.",
    "right": "Right: {pick.pair:pair} is next; it occurs {pick.count} {pick.count:time|times}.",
    "tied": "Half right: {pick.pair:pair} and {winner.pair:pair} both occur {pick.count}"
    " {pick.count:time|times}; the rules take {winner.pair:pair}.",
    "not_there": "Not this one: {pick.pair:pair} are not next to each other in any word now.",
    "crosses_border": "Not this one: {pick.pair:pair} meet only at the border between"
    " {border[0]:token} and {border[1]:token}; pairs are counted inside words.",
    "not_updated": "Not this one: {pick.pair:pair} occurred {before:,} times before the last merge, which"
    " left {pick.count}; {winner.pair:pair} occurs {winner.count} {winner.count:time|times}.",
    "counted_words": "Not this one: {pick.pair:pair} is in {pick.words:,} different {pick.words:word|words},"
    " {winner.pair:pair} in {winner.words:,}, but a word counts as often as it occurs in the text:"
    " {pick.count} against {winner.count}.",
    "close": "Not this one, but close: {pick.pair:pair} occurs {pick.count} {pick.count:time|times},"
    " {winner.pair:pair} {winner.count}.",
    "longest": "Not this one: {pick.pair:pair} makes a longer symbol, but the count decides first:"
    " it occurs {pick.count} {pick.count:time|times}, {winner.pair:pair} {winner.count}.",
    "alphabetical": "Not this one: {pick.pair:pair} is first in character order, but the count decides first:"
    " it occurs {pick.count} {pick.count:time|times}, {winner.pair:pair} {winner.count}.",
    "second": "Not this one: {pick.pair:pair} is second, with {pick.count}; {winner.pair:pair} occurs"
    " {winner.count} {winner.count:time|times}.",
    "other": "Not this one: {pick.pair:pair} occurs {pick.count} {pick.count:time|times},"
    " {winner.pair:pair} {winner.count}.",
}
"""The sentence about a pick, by the kind of its verdict."""
_OF_SCORES = {
    "right": "Right: {pick.pair:pair} is next, {pick_score}.",
    "tied": "Half right: {pick.pair:pair}, {pick_score}, and {winner.pair:pair}, {winner_score}, are level;"
    " the rules take {winner.pair:pair}.",
}
"""The same where scores decide."""
_BETWEEN_WORDS = (
    "Not this one: {pick.pair:pair} meet only at the border of two words; pairs are counted inside words."
)
_EVERY_WORD_ONCE = (
    "Not this one: {pick.pair:pair} occurs {pick.occurrences:,} {pick.occurrences:time|times} if every"
    " word counts once, {winner.pair:pair} {winner.occurrences:,}, but a word counts as often as it occurs"
    " in the text: {pick.count} against {winner.count}."
)
