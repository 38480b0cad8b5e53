"""The data that the stage draws: one dict that goes to the browser as JSON.

The browser draws any position of the window from it without knowing BPE.

    {"position": 4, "first": 0, "last": 7,
     "texts": [["p"], ["ug"], ["pug"], ...],             every text once, as glyph runs
     "pairs": [[4, 7, 0, 1, 2, 5, 1, 5, [...]], ...],    every pair at every count that it has in the window
     "snapshots": [{"rows": [0, 3, 1], ...}, ...], ...}     one a position

The part that is the same all over a window is made once, as a `Drawing`; `message` adds the rest. A
`TrainingStage` keeps the drawing, which a step inside the window does not change.
"""

from dataclasses import astuple, dataclass, field
from typing import Any

from bpe_core import BPEConfig
from bpe_core.queries import PairFacts, Verdict
from bpe_ui.stage.text import sentences, verdicts
from bpe_ui.visit.messages.history import ROWS_AT_ONCE, MergeRow, history_rows
from bpe_ui.visit.messages.pairs import ChangeRow, PairList, PairRow, drawn_snapshot, stage_columns
from bpe_ui.visit.messages.stage import Stage
from bpe_ui.visit.messages.texts import Texts
from bpe_ui.visit.messages.words import CutWord, base_field, cut_words, learned_field, words_field
from bpe_ui.visit.training.predicting import Predicting
from bpe_ui.visit.training.training import Training
from bpe_ui.visit.training.window import MARGIN, ROWS_SHOWN, Window
from bpe_ui.visit.training.words_view import WordsView

BASE_SHOWN = 300
"""How many base symbols the vocabulary shows: all bytes or, of characters, those with the first ids."""
SPECIAL_SHOWN = 50
"""How many special tokens it shows."""


@dataclass(frozen=True)
class FoundPairs:
    """The answer to a search for pairs."""

    history_id: str
    """The history that was searched."""

    position: int
    """The position that was searched."""

    text: str
    """What was looked for."""

    rows: tuple[PairFacts, ...]
    """The best matches."""

    total: int
    """How many pairs match."""

    def is_here(self, training: Training) -> bool:
        """Whether the training is still at the position that was searched."""
        return (self.history_id, self.position) == (training.history_id, training.stepper.position)


@dataclass(frozen=True)
class StageState:
    """What a person's visit adds to the training."""

    words: WordsView
    """The choice of words to show."""

    predicting: Predicting
    """The state of predict mode."""

    found: FoundPairs | None = None
    """The last search for a pair."""

    notice: str = ""
    """One line about what was done."""

    present: bool = False
    """Whether present mode is on."""

    voting: bool = False
    """Whether a class votes."""

    busy: bool = False
    """Whether long work is running."""

    rules_before: str = ""
    """The name of the rules to which one click goes back; empty if there are none."""

    in_lesson: bool = False
    """Whether it is the stage of a lesson, with only words and pairs."""

    chart: str | None = None
    """The figure whose charts stand beside the stage; empty for none, None where none can be opened."""

    is_new: bool = False
    """Whether nothing was done yet in this visit; then the stage says what it is for, and tells the first
    merge at length."""


@dataclass(frozen=True)
class Drawing:
    """The part of the message that is the same for every position of a window."""

    first: int
    """The window's first position."""

    last: int
    """Its last position. (The window itself is not kept: its ties would make a later forced merge slow.)"""

    texts: Texts
    """The texts so far."""

    pairs: PairList
    """The pairs so far."""

    fields: dict[str, Any]
    """The finished fields of the message."""

    _words: dict[tuple[int, ...], list[CutWord]] = field(default_factory=dict)

    def words(self, training: Training, indexes: tuple[int, ...]) -> list[CutWord]:
        """Some words; the last ones are cached, because a word can be as long as a corpus."""
        if indexes not in self._words:
            self._words.clear()
            self._words[indexes] = cut_words(training, indexes, self.first, self.last)
        return self._words[indexes]


def drawing_of(
    training: Training, window: Window, *, in_app: bool = True, shows_ties: bool = True
) -> Drawing:
    """Draw a window, for the app or for a file that has no app; perhaps for people who know no ties."""
    texts = Texts(of_bytes=training.config.alphabet == "bytes")
    pairs = PairList(texts, training.config)
    snapshots = [
        drawn_snapshot(snapshot, training, texts, pairs, in_app=in_app, shows_ties=shows_ties)
        for snapshot in window.snapshots
    ]
    history, seen = training.stepper.history, training.base_symbols_seen
    base_ids = history.base_symbol_ids
    unseen = sorted({*range(len(base_ids))} - {*seen})
    shown = [base_ids[index] for index in [*seen, *unseen][:BASE_SHOWN]]
    special = [(history.first_ids[token], token) for token in training.config.special_tokens[:SPECIAL_SHOWN]]
    ties = history.ties()
    has_all_pairs = all(each.statistics.distinct_pairs == len(each.rows) for each in window.snapshots)
    limit = "The table shows the {rows} most frequent pairs; Find a pair searches all of them."
    fields = {
        "first": window.first,
        "last": window.last,
        "margin": MARGIN,
        "known": training.stepper.known_merges,
        "whole": training.history_is_whole,
        "given": training.stepper.given_merges,
        "vocabulary": {
            "special": [[token_id, texts.index(text)] for token_id, text in special],
            "base": shown,
            "seen": len(seen),
            "not_shown": training.stepper.at(0).vocabulary_size - len(shown) - len(special),
        },
        "columns": [
            {"name": each.name, "title": each.title, "kind": each.kind}
            for each in stage_columns(training.config)
        ],
        "by_score": training.config.is_wordpiece,
        "members": {"pair": PairRow._fields, "merge": MergeRow._fields, "change": ChangeRow._fields},
        "merges": history_rows(training, window, texts),
        "rows_at_once": ROWS_AT_ONCE,
        "first_tie": ties[0] if ties else None,
        "last_tie": ties[-1] if ties else None,
        "snapshots": snapshots,
        "table_limit": "" if has_all_pairs else sentences.say_plainly(limit, rows=ROWS_SHOWN),
    }
    return Drawing(window.first, window.last, texts, pairs, fields)


def message(training: Training, drawing: Drawing, state: StageState) -> dict[str, Any]:
    """All data for the stage, at the training's position."""
    texts = drawing.texts.copy()
    pairs = drawing.pairs.copy(texts)
    predicting = state.predicting
    is_hidden = predicting.hides(training)
    page = state.words.on_page(training, hide_next=is_hidden)
    words = drawing.words(training, page.shown)
    cost = None if state.busy else training.cost()
    found_pairs = state.found if state.found and state.found.is_here(training) else None
    return {
        **drawing.fields,
        "base": base_field(training, words, drawing.fields["vocabulary"]["base"], texts),
        "learned": learned_field(training, words, drawing.first, drawing.last, texts),
        "words": words_field(training, state.words, page, words, texts),
        "found_pairs": None
        if found_pairs is None
        else {
            "text": found_pairs.text,
            "position": found_pairs.position,
            "rows": [pairs.index(facts) for facts in found_pairs.rows],
            "total": found_pairs.total,
        },
        "predict": {**_predict(predicting, training.config, texts), "voting": state.voting},
        "cost": [] if cost is None else texts.parts(sentences.cost(*astuple(cost))),
        "notice": state.notice,
        "rules_before": state.rules_before,
        "present": state.present,
        "busy": state.busy,
        "in_lesson": state.in_lesson,
        "is_new": state.is_new,
        "chart": state.chart,
        **texts.fields,
        "pairs": pairs.rows,
    }


@dataclass
class TrainingStage(Stage):
    """The stage of a training, always at the training's position."""

    shows_ties: bool = True
    """Whether it speaks of ties; not in the lessons before they are explained."""

    _drawing: tuple[object, Drawing | None] = field(default=(None, None), repr=False)

    def message(self, training: Training, state: StageState) -> dict[str, str]:
        """The message, as one text."""
        fields = self._fields(training, state)
        # What more depends on the position than the place in the window.
        depends = (
            *(state.notice, state.rules_before, state.is_new, state.busy, state.found),
            *(state.predicting.on, state.predicting.revealed is not None, state.words.sort == "next"),
            training.stepper.history.by_user(training.stepper.known_merges),
        )
        return self.json(fields, holds_at=range(0) if any(depends) else training.served)

    def _fields(self, training: Training, state: StageState) -> dict[str, Any]:
        window = training.window(alone=state.busy)
        key = training.history_id, window.first, window.last, training.stepper.known_merges
        drawn_for, drawing = self._drawing
        if drawing is None or drawn_for != key:
            drawing = drawing_of(training, window, in_app=not state.in_lesson, shows_ties=self.shows_ties)
            self._drawing = key, drawing
        return message(training, drawing, state)


# ---- predictions and found pairs


def _predict(predicting: Predicting, config: BPEConfig, texts: Texts) -> dict[str, Any]:
    return {
        "on": predicting.on,
        "score": predicting.score,
        "asked": predicting.asked,
        "revealed": predicting.revealed,
        "counted": predicting.counted_before,
        "verdict": predicting.verdict
        and {"position": predicting.revealed, **drawn_verdict(predicting.verdict, config, texts)},
        "summary": texts.parts(verdicts.summary(predicting.asked, predicting.right, predicting.tied)),
    }


def drawn_verdict(verdict: Verdict, config: BPEConfig, texts: Texts) -> dict[str, Any]:
    """The verdict on a prediction, for the stage."""
    verdict = verdicts.with_printed_words(verdict, config)
    return {
        "kind": verdict.kind,
        "score": verdict.score,
        "sentence": texts.parts(verdicts.of_prediction(verdict)),
        "subtitle": texts.parts(verdicts.beneath(verdict)),
        "pick": [texts.index(symbol) for symbol in verdict.pick.pair],
    }
