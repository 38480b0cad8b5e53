"""The data of a student's page as one text: the question, the words and pairs, the vote, the answer."""

from typing import Any

from bpe_core.merges import Pair
from bpe_ui.classroom.voting.room import Ballot, VoteAnswer, VoteQuestion
from bpe_ui.stage.text import verdicts
from bpe_ui.stage.text.sentences import Sentence, joined, say
from bpe_ui.visit.messages.texts import Texts, as_json


def message_json(ballot: Ballot) -> str:
    """The message for one student."""
    question = ballot.question
    texts = Texts(of_bytes=question is not None and question.of_bytes)
    fields = {"moment": ballot.moment, **_head(ballot, texts), "words": [], "pairs": [], "vote": None}
    if question is not None:
        fields |= {
            "words": [
                {"symbols": [*map(texts.index, word.symbols)], "count": word.count} for word in question.words
            ],
            "pairs": [[*map(texts.index, pair)] for pair in question.pairs],
            "vote": None if ballot.vote is None else question.pairs.index(ballot.vote),
        }
    fields |= {
        "marks": _marks(ballot),
        "note": [] if question is None else texts.parts(_not_shown(question)),
        **texts.fields,
    }
    return as_json(fields)


def _head(ballot: Ballot, texts: Texts) -> dict[str, Any]:
    sentence, subtitle = _sentences(ballot)
    return {"sentence": texts.parts(sentence), "subtitle": texts.parts(subtitle)}


def _sentences(ballot: Ballot) -> tuple[Sentence, Sentence]:
    if ballot.question is None:
        return say("You are in."), say("Your teacher's screen appears here.")
    if ballot.answer is not None:
        return _of_answer(ballot.answer, ballot.vote)
    if not ballot.is_open:
        return say("The vote is closed."), _of_closed(ballot.vote)
    if ballot.vote is None:
        tap = say("Tap it. You can change your vote until the answer is shown.")
        return say("Which pair is merged next?"), tap
    voted = say("Your vote: {vote:pair}.", vote=ballot.vote)
    return voted, say("You can change it, or tap it again to take it back.")


def _of_closed(vote: Pair | None) -> Sentence:
    back = say("It opens again when your teacher comes back to it.")
    return back if vote is None else joined([say("Your vote: {vote:pair}.", vote=vote), back], last=" ")


def _of_answer(answer: VoteAnswer, vote: Pair | None) -> tuple[Sentence, Sentence]:
    if vote is not None:
        verdict = answer.verdicts[vote]
        return verdicts.of_prediction(verdict), verdicts.beneath(verdict)
    winner = answer.verdicts[answer.winner]
    is_next = "{it.pair:pair} is next: it occurs {it.count} {it.count:time|times}."
    beneath = say("You did not vote on this one. ") + verdicts.beneath(winner)
    return say(is_next, it=winner.winner), beneath


def _marks(ballot: Ballot) -> list[str] | None:
    """A mark for each pair once nothing can be chosen; empty until the answer is shown."""
    if ballot.question is None or ballot.is_open:
        return None
    return ["" if ballot.answer is None else ballot.answer.mark(pair) for pair in ballot.question.pairs]


def _not_shown(question: VoteQuestion) -> Sentence:
    words, pairs = question.words_not_shown, question.pairs_not_shown
    notes = [
        say("The corpus has {n:,} more {n:word|words}.", n=words) if words else (),
        say("These pairs are the most frequent ones; there are {n:,} others.", n=pairs) if pairs else (),
    ]
    return joined([note for note in notes if note], between=" ", last=" ")
