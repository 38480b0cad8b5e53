"""The sentences of the Class results page.

>>> from bpe_ui.stage.text.sentences import plain_text
>>> plain_text(summary([]))
'No question has been answered yet.'
"""

from collections.abc import Mapping, Sequence

from bpe_core.queries import VerdictKind
from bpe_core.studies.quiz import AnswerGiven
from bpe_ui.classroom.voting.outcome import PairVotes, VoteOutcome
from bpe_ui.pages.quiz.sentences import marked
from bpe_ui.stage.text import verdicts
from bpe_ui.stage.text.sentences import Sentence, plain_text, say, say_plainly, words_listed

MISTAKES: dict[VerdictKind, str] = {
    "tied": "Half right: as frequent as the right pair, but the tie rule takes the other",
    "not_updated": "Went by the counts before the last merge",
    "close": "Took the second most frequent pair, which has nearly as many",
    "second": "Took the second most frequent pair",
    "counted_words": "Counted every word once, however often it occurs",
    "longest": "Took the pair that makes the longest symbol",
    "alphabetical": "Took the first pair in alphabetical order",
    "crosses_border": "Took two symbols of different words",
    "not_there": "Took two symbols that are not next to each other",
    "other": "Took another pair; it fits no known mistake",
}
"""What a wrong vote shows, by the kind of its verdict."""


def summary(outcomes: Sequence[VoteOutcome]) -> Sentence:
    """How all questions went."""
    if not outcomes:
        return say("No question has been answered yet.")
    right, votes = sum(each.right for each in outcomes), sum(each.total for each in outcomes)
    return say(
        "{right} of {votes:,} {votes:vote was|votes were} right, in {n:,} {n:question|questions}.",
        right=right,
        votes=votes,
        n=len(outcomes),
    )


def of_question(outcome: VoteOutcome) -> Sentence:
    """How one question went."""
    return say(
        "{it.winner:pair} is right: {it.right} of {it.total:,} chose it."
        " {it.people:,} {it.people:was|were} in the room.",
        it=outcome,
    )


def hardest(right: Mapping[str, int], sheets: int) -> Sentence | None:
    """Which questions of a quiz the fewest got right, if there are two sheets or more and they differ.

    `right` has the number of right answers on each topic.

    >>> plain_text(hardest({"Frequency": 2, "Ties": 1, "Bytes": 2, "Spaces": 1}, 3))
    'The hardest were Ties and Spaces: 1 of 3 got each right.'
    """
    if sheets < 2 or len({*right.values()}) == 1:
        return None
    fewest = min(right.values())
    topics = [topic for topic, each in right.items() if each == fewest]
    return say(
        "The hardest {n:was|were} {topics}: {fewest} of {sheets} got {n:it|each} right.",
        n=len(topics),
        topics=words_listed(topics),
        fewest=fewest,
        sheets=sheets,
    )


def marks(right: Sequence[int]) -> Sentence:
    """How a class did with a quiz, without saying who. `right` has the right answers of each sheet.

    >>> plain_text(marks([7, 4, 9]))
    '3 sheets were handed in: 4 to 9 answers are right, in the middle 7.'
    >>> plain_text(marks([1, 2]))
    '2 sheets were handed in: 1 to 2 answers are right.'
    >>> plain_text(marks([1, 1, 1]))
    '3 sheets were handed in, each with 1 right answer.'
    """
    if len(right) == 1:
        return say("1 sheet was handed in.")
    least, most, middle = min(right), max(right), sorted(right)[len(right) // 2]
    said = (
        "{n} sheets were handed in, each with {most} right {most:answer|answers}."
        if least == most
        else "{n} sheets were handed in: {least} to {most} answers are right."
        if len(right) == 2
        else "{n} sheets were handed in: {least} to {most} answers are right, in the middle {middle}."
    )
    return say(said, n=len(right), least=least, most=most, middle=middle)


def repeated(names: int) -> str:
    """That a name is on several sheets.

    >>> repeated(1)
    '1 name is on several sheets: handed in again, or two people with the same name.'
    """
    return say_plainly(
        "{n} {n:name is|names are} on several sheets: handed in again, or two people with the same name.",
        n=names,
    )


def answer(given: AnswerGiven) -> Sentence:
    """The answer itself."""
    return marked(given.answer) if given.answer else say("no answer")


def who(given: AnswerGiven, names: Sequence[str]) -> Sentence:
    """Who gave an answer."""
    people = words_listed([names[at] for at in given.sheets]) or "nobody"
    return say("{answer}: {people}", answer=answer(given), people=people)


def said_of_question(title: str, rows: Sequence[AnswerGiven], sheets: int) -> str:
    """What a screen reader says of the answers to a question."""
    bars = [
        say_plainly(
            "{answer}{right}, {n:,} of {sheets:,}",
            answer=answer(each),
            right=" (right)" * each.is_right,
            n=each.count,
            sheets=sheets,
        )
        for each in rows
    ]
    return say_plainly("{title}: {bars}.", title=title, bars="; ".join(bars))


def of_answer(given: AnswerGiven) -> Sentence:
    """What a wrong answer that somebody gave shows."""
    if given.is_right or not given.answer or not given.count:
        return ()
    return marked(given.misconception) if given.misconception else say("It fits no known mistake.")


def of_votes(votes: PairVotes) -> str:
    """What the choice of a pair shows, with its numbers."""
    verdict = votes.verdict
    if verdict.kind in ("right", "tied"):
        return plain_text(verdicts.of_prediction(verdict))
    return f"{MISTAKES[verdict.kind]}. {plain_text(verdicts.beneath(verdict))}"
