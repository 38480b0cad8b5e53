"""An HTML file with a whole training: the stage, for a browser without a server or a network.

It holds the stage's JavaScript, the message that the app sends to the stage (here with every position), the
verdicts of Predict on the pairs that can be picked, and what each token is made of.

>>> from bpe_core import EXAMPLES
>>> example = EXAMPLES["hug_pug_pun"]
>>> to_html(BPEStepper(example.corpus, example.config)).splitlines()[0]
'<!doctype html>'
"""

import base64
import hashlib
import html
from pathlib import Path
from string import Template
from typing import Any

from bpe_core import BPEError, BPEStepper
from bpe_core.merges import Pair
from bpe_ui.frame.ancestry.message import story_fields
from bpe_ui.frame.ancestry.stories import TrainedTokens
from bpe_ui.stage.component import COLOURS, STANDALONE_CSS, STANDALONE_JS
from bpe_ui.stage.text.glossary import MEANINGS
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.drafts.rules import rules_title
from bpe_ui.visit.messages.message import StageState, drawing_of, drawn_verdict, message
from bpe_ui.visit.messages.texts import Texts, as_json
from bpe_ui.visit.training.predicting import Predicting
from bpe_ui.visit.training.training import Source, Training
from bpe_ui.visit.training.window import ROWS_SHOWN, Window
from bpe_ui.visit.training.words_view import WORDS_SHOWN, WordsView

MOST_WORDS = WORDS_SHOWN
"""The most distinct words of a training in a file: one page of the stage ..."""
MOST_MERGES = 300
"""... and the most merges: the file has at most about 2 MB."""
MOST_VERDICTS = 8_000
"""For how many pairs, over all positions, the file has a verdict at most."""

_NO_SYMBOLS = ("\ud800", "\ud801")
"""Two texts that no corpus can contain."""
_PAGE = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8"))
_FRAME = 'title="BPE Stepper" width="100%" height="720" style="border: 0"'


class HtmlPage(str):
    """The text of a page, which a notebook shows as a page of its own."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        # In a frame, its styles and scripts do not affect the notebook.
        return f'<iframe srcdoc="{html.escape(self)}" sandbox="allow-scripts" {_FRAME}></iframe>'


class HtmlFileError(BPEError, ValueError):
    """The training is too large for one file; the message says how large it may be."""


def to_html(stepper: BPEStepper) -> HtmlPage:
    """A page that begins at the stepper's position and is trained to the end.

    In a notebook it plays in the cell. The stepper does not change. Raises `HtmlFileError` if the training is
    too large.
    """
    if len(stepper.words) <= MOST_WORDS and stepper.position <= MOST_MERGES:
        position, stepper = stepper.position, stepper.branch()
        stepper.run(MOST_MERGES)
        stepper.goto(position)
    return HtmlPage(html_file(Training(Source("text", stepper.corpus), stepper), "Byte-pair encoding"))


def html_file(training: Training, title: str = "") -> str:
    """A file that begins at the training's position. Raises `HtmlFileError` if it is too large."""
    if problem := too_large(training):
        raise HtmlFileError(problem)
    script_hash = base64.b64encode(hashlib.sha256(STANDALONE_JS.encode()).digest()).decode()
    data = as_json({**held(training), "meanings": MEANINGS})
    return _PAGE.substitute(
        title=html.escape(title or training.source.title),
        rules=html.escape(rules_title(training.config)),
        style=f".stApp {{\n{COLOURS}}}\n{STANDALONE_CSS}",
        training=data.replace("<", r"\u003c"),  # so that no text can end the script
        script=STANDALONE_JS,
        script_hash=f"sha256-{script_hash}",
    )


def too_large(training: Training) -> str:
    """Why there can be no file, in a sentence; empty if there can be one."""
    words, merges = len(training.stepper.words), training.stepper.known_merges
    is_whole = training.history_is_whole
    if words <= MOST_WORDS and merges <= MOST_MERGES and is_whole:
        return ""
    return say_plainly(
        "One HTML file holds a whole training of at most {most_words:,} distinct words and {most_merges:,}"
        " merges; this one has {words:,} {words:word|words} and {merges:,} {merges:merge|merges}{so_far}.",
        most_words=MOST_WORDS,
        most_merges=MOST_MERGES,
        words=words,
        merges=merges,
        so_far="" if is_whole else " so far",
    )


def held(
    training: Training, *, predict: bool = True, stories: bool = True, shows_ties: bool = True
) -> dict[str, Any]:
    """What component/offline_stage.js needs to be the stage without Python: the message, with all positions
    in its window; the verdicts, which let people predict; and, for the panel of tokens, the stories."""
    merges = training.stepper.known_merges
    window = Window(0, tuple(training.stepper.history.snapshots(0, merges, rows=ROWS_SHOWN)))
    drawing = drawing_of(training, window, in_app=False, shows_ties=shows_ties)
    verdicts = _verdicts(training, window, drawing.texts) if predict else None
    # Each token is told of as when it was new: nothing about later merges.
    history = training.stepper.history
    first = [*history.first_ids.values(), *history.base_symbol_ids]
    learned = zip(history.token_ids(0, merges), range(1, merges + 1), strict=True)
    new_at = dict.fromkeys(first, 0) | dict(learned)
    told = {
        token_id: story_fields(TrainedTokens(training.stepper, position).of_id(token_id), drawing.texts)
        for token_id, position in (new_at if stories else {}).items()
    }
    whole = message(training, drawing, StageState(WordsView(), Predicting()))
    limit = say_plainly("The table shows the {rows} most frequent pairs.", rows=ROWS_SHOWN)
    whole |= {
        "history_id": "file",
        "jump": 0,
        "position": training.stepper.position,
        "in_file": True,
        "cost": [],
        "table_limit": whole["table_limit"] and limit,
    }
    whole["predict"]["offered"] = verdicts is not None
    return {"message": whole, "verdicts": verdicts, "stories": told}


def _verdicts(training: Training, window: Window, texts: Texts) -> list[dict[str, Any]] | None:
    """For each position, the verdicts on pairs in words, on pairs across a word boundary if they are few, and
    on any other two symbols. None if a person chose a merge, or if there are too many pairs."""
    stepper = training.stepper
    positions = range(stepper.known_merges)
    occurring = sum(snapshot.statistics.distinct_pairs for snapshot in window.snapshots)
    if stepper.history.by_user(stepper.known_merges) or occurring > MOST_VERDICTS:
        return None
    pairs = [{row.pair for row in stepper.at(position).pair_counts()} for position in positions]
    across = [_across_boundaries(stepper, position) - pairs[position] for position in positions]
    if occurring + sum(map(len, across)) <= MOST_VERDICTS:
        pairs = [inside | meeting for inside, meeting in zip(pairs, across, strict=True)]
    return [_verdicts_at(training, position, sorted(pairs[position]), texts) for position in positions]


def _across_boundaries(stepper: BPEStepper, position: int) -> set[Pair]:
    words = [*filter(None, stepper.at(position).splits().values())]
    return {(last, first) for last in {word[-1] for word in words} for first in {word[0] for word in words}}


def _verdicts_at(training: Training, position: int, pairs: list[Pair], texts: Texts) -> dict[str, Any]:
    """Score, sentence and subtitle for each pick, by the texts of its two symbols."""
    view = training.stepper.at(position)
    judged = view.judge_each([_NO_SYMBOLS, *pairs])
    verdicts = [drawn_verdict(verdict, training.config, texts) for verdict in judged]
    picks = {
        ",".join(map(str, verdict["pick"])): [verdict["score"], verdict["sentence"], verdict["subtitle"]]
        for verdict in verdicts[1:]
    }
    return {"absent": verdicts[0], "picks": picks}
