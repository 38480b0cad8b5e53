"""The data of a student's page as one text: the question, the words and pairs, the vote, the answer."""

import json
from typing import Any

from bpe_core.merges import Pair
from bpe_ui.stage.texts import Texts
from bpe_ui.text import verdicts
from bpe_ui.text.sentences import Sentence, counted, plural, the_pair
from bpe_ui.voting.room import Ballot, VoteAnswer, VoteQuestion


def message_json(ballot: Ballot) -> str:
    """The message for one student."""
    texts, question = Texts(), ballot.question
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
        "marks": _marks(question, ballot.answer),
        "note": [] if question is None else texts.parts(_not_shown(question)),
        "texts": texts.runs,
        "rtl": texts.right_to_left,
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))


def _head(ballot: Ballot, texts: Texts) -> dict[str, Any]:
    sentence, subtitle = _sentences(ballot)
    reason = ""
    if ballot.answer is not None and ballot.vote is not None:
        reason = ballot.answer.verdicts[ballot.vote].reason
    return {"sentence": texts.parts(sentence), "subtitle": texts.reason(reason) or texts.parts(subtitle)}


def _sentences(ballot: Ballot) -> tuple[Sentence, Sentence]:
    if ballot.question is None:
        return ("You are in.",), ("The question appears here as soon as your teacher asks it.",)
    if ballot.answer is not None:
        return _of_answer(ballot.answer, ballot.vote)
    if ballot.vote is None:
        return ("Which pair is merged next?",), (
            "Tap it. You can change your vote until the answer is shown.",
        )
    voted = *the_pair(ballot.vote), "."
    return ("Your vote: ", *voted), ("You can change it until the answer is shown.",)


def _of_answer(answer: VoteAnswer, vote: Pair | None) -> tuple[Sentence, Sentence]:
    if vote is not None:
        verdict = answer.verdicts[vote]
        return verdicts.of_prediction(verdict), verdicts.beneath(verdict)
    winner = answer.verdicts[answer.winner]
    is_next = *the_pair(answer.winner), " is next: it occurs ", *counted(winner.winner.count), "."
    return is_next, ("You did not vote on this one. ", *verdicts.beneath(winner))


def _marks(question: VoteQuestion | None, answer: VoteAnswer | None) -> list[str] | None:
    if question is None or answer is None:
        return None
    return [answer.mark(pair) for pair in question.pairs]


def _not_shown(question: VoteQuestion) -> Sentence:
    words, pairs = question.words_not_shown, question.pairs_not_shown
    notes = []
    if words:
        notes.append(f"The corpus has {words:,} more {plural('word', words)}.")
    if pairs:
        notes.append(f"These pairs are the most frequent ones; there are {pairs:,} others.")
    return (" ".join(notes),)
