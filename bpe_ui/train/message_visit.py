"""What a person's visit adds to the training on the stage: predictions and found pairs.

In: the state of predict mode, the last search for a pair. Out: dicts of plain values.
"""

from dataclasses import dataclass
from typing import Any

from bpe_core import BPEConfig
from bpe_core.queries import PairFacts
from bpe_ui.text import verdicts
from bpe_ui.text.headline import with_printed_words
from bpe_ui.train.message_snapshots import PairList
from bpe_ui.train.message_texts import Texts
from bpe_ui.training.predicting import Predicting
from bpe_ui.training.training import Training


@dataclass(frozen=True)
class FoundPairs:
    """The answer to a search for pairs."""

    history_id: str
    """The history that was searched."""

    position: int
    """Where it was searched."""

    text: str
    """What was looked for."""

    rows: tuple[PairFacts, ...]
    """The best matches."""

    total: int
    """How many pairs match."""

    def is_here(self, training: Training) -> bool:
        """Whether the training still stands where it was searched."""
        return (self.history_id, self.position) == (training.history_id, training.stepper.position)


def found_field(found: FoundPairs, pairs: PairList) -> dict[str, Any]:
    """The last search for a pair."""
    return {
        "text": found.text,
        "position": found.position,
        "rows": [pairs.index(facts) for facts in found.rows],
        "total": found.total,
    }


def predict_field(predicting: Predicting, config: BPEConfig, texts: Texts) -> dict[str, Any]:
    """The state of predict mode."""
    return {
        "on": predicting.on,
        "counts": predicting.counts,
        "score": predicting.score,
        "asked": predicting.asked,
        "streak": predicting.streak,
        "best_streak": predicting.best_streak,
        "revealed": predicting.revealed,
        "counted": predicting.counted_before,
        "verdict": _verdict(predicting, config, texts),
        "question": _question(predicting, config, texts),
        "summary": texts.parts(verdicts.summary(predicting.asked, predicting.right, predicting.tied)),
    }


def _verdict(predicting: Predicting, config: BPEConfig, texts: Texts) -> dict[str, Any] | None:
    if predicting.verdict is None:
        return None
    verdict = verdicts.with_printed_words(predicting.verdict, config)
    aside = texts.prose(verdict.reason) if verdict.reason else texts.parts(verdicts.beneath(verdict))
    return {
        "position": predicting.revealed,
        "kind": verdict.kind,
        "score": verdict.score,
        "sentence": texts.parts(verdicts.of_prediction(verdict)),
        "subtitle": aside,
        "pick": [texts.index(symbol) for symbol in verdict.pair],
    }


def _question(predicting: Predicting, config: BPEConfig, texts: Texts) -> dict[str, Any] | None:
    question = predicting.question
    if question is None:
        return None
    after = with_printed_words(question.after, config)
    sentence = verdicts.count_question(after.pair, question.before)
    if question.given is not None:
        sentence = verdicts.count_answer(after, question.before, question.given)
    return {
        "position": predicting.revealed,
        "left_text": texts.index(after.pair[0]),
        "right_text": texts.index(after.pair[1]),
        "before": question.before,
        "answer": None if question.given is None else after.count,
        "given": question.given,
        "sentence": texts.parts(sentence),
    }
