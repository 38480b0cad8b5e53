"""What belongs to one person's visit. The only module that touches `st.session_state`.

A `Session` holds the training, the rules and texts on screen, what is to be said, and long work under way.
Beside it, Streamlit keeps widgets' values; `widget` and `set_widget` reach those that code must read or move.
"""

import json
import secrets
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from typing import Any

import pandas as pd
import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEError
from bpe_core.merges import Pair
from bpe_core.queries import WordCount
from bpe_core.tokenizer import BPETokenizer
from bpe_ui.charts import frames
from bpe_ui.compare.state import Compare
from bpe_ui.text.sentences import Token, plain_text, the_pair
from bpe_ui.train import message
from bpe_ui.train.message import Drawing, View
from bpe_ui.train.message_visit import FoundPairs
from bpe_ui.training.predicting import Predicting
from bpe_ui.training.training import Source, Training, start_training
from bpe_ui.training.window import ROWS_SHOWN
from bpe_ui.training.words_view import WordsView

FIRST_EXAMPLE = next(iter(EXAMPLES))
QUICK_CHARACTERS = 500_000
"""A corpus of up to so many characters is counted at once, without a progress bar."""
PAIRS_FOUND = 1_000
"""A search for pairs counts so many at most."""

_KEY = "bpe_stepper"


@dataclass(frozen=True)
class CountJob:
    """Words to be counted, for a training that then takes the place of the present one."""

    source: Source
    config: BPEConfig
    place: str
    notice: str


@dataclass(frozen=True)
class MergeJob:
    """Merges to be made up to a position; None: to the end."""

    target: int | None


@dataclass
class TableDraft:
    """The word counts under edit, kept while the editor is not drawn; Streamlit would forget them."""

    source: Source | None
    """The corpus that the table was filled from."""

    base: pd.DataFrame
    """What the editor was given; its changes are kept apart from it."""

    edited: pd.DataFrame
    """The table with the changes made since."""

    @classmethod
    def of(cls, source: Source | None, words: Sequence[WordCount]) -> "TableDraft":
        """A table with these words."""
        base = frames.word_count_frame(words)
        return cls(source, base, base)

    @property
    def key(self) -> str:
        """The editor's key: a new one for each table."""
        return f"table_{id(self.source)}"

    def come_back(self) -> None:
        """The editor is drawn again after an absence: it begins with what was edited."""
        self.base = self.edited


@dataclass
class Session:
    """One person's visit."""

    training: Training
    """What is on screen."""

    visit: str = field(default_factory=lambda: secrets.token_hex(8), kw_only=True)
    """Differs from every other visit's."""

    draft: dict[str, Any]
    """The rules as the widgets show them, by field of `BPEConfig`; perhaps not valid together."""

    errors: dict[str, str] = field(default_factory=dict)
    """What was wrong with the last entry, by the place where it was given."""

    notice: str = ""
    """One line that says what was done; shown until the position changes."""

    job: CountJob | MergeJob | None = None
    """Long work under way."""

    lock: threading.RLock = field(default_factory=threading.RLock)
    """Held by the run of a page that is under way."""

    run_began: float = 0.0
    """When the present run of the page began, as `time.monotonic` tells it."""

    table: TableDraft = field(default_factory=lambda: TableDraft.of(None, []))
    """The word counts under edit."""

    words: WordsView = field(default_factory=WordsView)
    """Which words the stage shows."""

    predictions: Predicting = field(default_factory=Predicting)
    """Predict mode, and the score of the visit."""

    found_pairs: FoundPairs | None = None
    """The last search for a pair."""

    compare: Compare = field(default_factory=Compare)
    """The Compare page: what was set there, and its long work."""

    present: bool = False
    """Whether present mode is on."""

    told: int = 0
    """The position that the stage is told to begin at; from there it moves by itself."""

    sent: dict[str, Any] = field(default_factory=dict)
    """The data that the stage was last given."""

    sent_json: str = ""
    """The same as JSON (benchmarks/stage.py)."""

    opened_link: str | None = None
    """The text of the link that was opened last; it is opened once."""

    wanted_page: str = ""
    """The page that a link or file asks for, until it is on screen."""

    uploads: dict[str, str] = field(default_factory=dict)
    """Streamlit's name for the last file of each upload, by the upload's key."""

    tokenizers: dict[tuple[str, int], BPETokenizer] = field(default_factory=dict)
    """The last tokenizer made, by film and merges."""

    drawings: dict[tuple[str, int, int, int], Drawing] = field(default_factory=dict)
    """The last window drawn, by film, first and last position, and merges known."""

    def __post_init__(self) -> None:
        self._film_at_start = self.training.film

    @property
    def is_changed(self) -> bool:
        """Whether anything else is on screen than at the start of a visit."""
        return self.training.film != self._film_at_start or self.training.stepper.position > 0

    @property
    def predicting(self) -> bool:
        """Whether predict mode is on."""
        return self.predictions.on

    def set_predict(self, on: bool) -> None:
        """Switch predict mode."""
        self.predictions.turn(on)

    def take_example(self, name: str) -> None:
        """Start again with a worked example and its author's rules."""
        example = EXAMPLES[name]
        notice = f"Started again at 0 with the example {example.title} and its rules."
        self.start(Source.from_example(name), example.config, "example", notice)

    def take_corpus(self, source: Source, place: str) -> None:
        """Start again with a corpus of the person's own, under the present rules."""
        config = self.training.config
        dropped = ""
        if _has_limits_of_its_example(self.training):
            config = replace(config, max_merges=None, vocab_size=None)
            dropped = ", without the example's limit"
        self.start(source, config, place, f"Started again at 0 with {source.title.lower()}{dropped}.")

    def take_rules(self, config: BPEConfig, place: str, what: str) -> None:
        """Start again with other rules on the same corpus."""
        if config == self.training.config:
            self.errors.pop(place, None)
            return
        self.start(self.training.source, config, place, f"Started again at 0, because {what} changed.")

    def take_draft(self, place: str, what: str) -> None:
        """Start again with the rules of the draft, if they are valid together."""
        try:
            config = config_of(self.draft)
        except BPEError as error:
            self.errors[place] = str(error)
            return
        self.take_rules(config, place, what)

    def take_profile(self, name: str) -> None:
        """Start again with a library's rules; the limits stay as they are."""
        limits = {limit: self.draft[limit] for limit in ("max_merges", "vocab_size")}
        self.draft = {**draft_of(PROFILES[name].config), **limits}
        self.take_draft("rules", "the rules")

    def start(self, source: Source, config: BPEConfig, place: str, notice: str) -> None:
        """Begin a training now, or leave it to the page's end where counting takes long."""
        self.errors.pop(place, None)
        job = CountJob(source, config, place, notice)
        if source.corpus.characters > QUICK_CHARACTERS:
            self.job = job
            return
        try:
            self.adopt(start_training(source, config), notice)
        except BPEError as error:
            self.errors[place] = str(error)

    def adopt(self, training: Training, notice: str) -> None:
        """Put a training on screen."""
        pattern = self.draft["pattern"]
        if training.source.corpus is not self.training.source.corpus:
            self.compare.leave_corpus()
        self.training = training
        self.draft = draft_of(training.config)
        if training.config.pattern is None:
            self.draft["pattern"] = pattern
        self.errors.clear()
        self.job = None
        self.found_pairs = None
        self.words.begin_again()
        self.predictions.begin_again()
        self.notice = notice

    def move(self, position: int) -> None:
        """Go to a position of the film; the stage follows."""
        self.training.go_to(position)
        self._moved()

    def step_to(self, position: int) -> None:
        """Go where the stage already stands."""
        if position != self.training.stepper.position:
            self.training.step_to(position)
            self._moved()

    def merge_instead(self, pair: Pair) -> None:
        """Merge a pair in place of the rule's choice; raises a `BPEError` where it does not occur."""
        position, film = self.training.stepper.position, self.training.film
        self.training.merge_instead(pair)
        self.predictions.film_changed(film, self.training.film, position)
        self._moved()

    def predict(self, pair: Pair) -> None:
        """Judge a prediction; raises a `BPEError` where training is over."""
        self.notice = self._follow_the_rule()
        self.predictions.commit(self.training, pair)

    def reveal(self) -> None:
        """Open the answer of predict mode."""
        self.notice = self._follow_the_rule()
        self.predictions.reveal(self.training)

    def skip(self) -> None:
        """Leave the question of predict mode, and make the merge, which must be there."""
        forgotten = self._follow_the_rule()
        self.predictions.skip(self.training)
        self.move(self.training.stepper.position + 1)
        merge = self.training.stepper.merge(self.training.stepper.position - 1)
        skipped = "Skipped: ", *the_pair(merge.pair), " became ", Token(merge.token), "."
        self.notice = f"{plain_text(skipped)} {forgotten}".strip()

    def find_pairs(self, text: str) -> None:
        """Look for pairs at the position; an empty text ends the search."""
        self.found_pairs = None
        if text:
            training = self.training
            found = training.stepper.find_pairs(text, PAIRS_FOUND)
            rows = tuple(training.stepper.pair_facts(row.pair) for row in found[:ROWS_SHOWN])
            here = training.film, training.stepper.position
            self.found_pairs = FoundPairs(*here, text, rows, len(found))

    def stage(self) -> dict[str, Any]:
        """The data that the stage draws; where only its position changed, mostly the same as before."""
        training, busy = self.training, self.job is not None
        if self.found_pairs is not None and not busy and not self.found_pairs.is_here(training):
            self.find_pairs(self.found_pairs.text)
        window = training.window(alone=busy)
        key = training.film, window.first, window.last, training.stepper.film_length
        if key not in self.drawings:
            self.drawings = {key: message.draw(training, window)}
        view = View(self.words, self.predictions, self.found_pairs, self.notice, self.present, busy)
        return {**message.message(training, self.drawings[key], view), "position": self.told}

    def stage_json(self) -> dict[str, str]:
        """The same as one text, made anew only where it differs: Streamlit would look through every list."""
        data = self.stage()
        if data != self.sent:
            self.sent = data
            self.sent_json = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        return {"json": self.sent_json}

    def tokenizer(self, merges: int) -> BPETokenizer:
        """A tokenizer with so many of the film's merges; the position stays where it is."""
        key = self.training.film, merges
        if key not in self.tokenizers:
            self.tokenizers = {key: self.training.tokenizer(merges)}
        return self.tokenizers[key]

    def _follow_the_rule(self) -> str:
        """Predict mode asks what the rule merges, so the film must go on with it. Returns a notice."""
        film, position = self.training.film, self.training.stepper.position
        forgotten = self.training.follow_the_rule()
        if forgotten is None:
            return ""
        self.predictions.film_changed(film, self.training.film, position)
        pair = plain_text(the_pair(forgotten.pair))
        return f"Your choice {pair} is forgotten: while predicting, the rule chooses."

    def _moved(self) -> None:
        self.predictions.moved_to(self.training.stepper.position)
        self.notice = ""


def session() -> Session:
    """This visit's session, which begins with the first example. Waits for an earlier run to end."""
    if _KEY not in st.session_state:
        example = EXAMPLES[FIRST_EXAMPLE]
        training = start_training(Source.from_example(FIRST_EXAMPLE), example.config)
        st.session_state[_KEY] = Session(training, draft_of(training.config))
    found: Session = st.session_state[_KEY]
    with found.lock:
        return found


def stop_all_work() -> None:
    """Stop the long work of this visit; what it has done so far stays."""
    if _KEY in st.session_state:
        st.session_state[_KEY].job = None
        st.session_state[_KEY].compare.drop_work()


def begin_again() -> None:
    """Forget what stands on screen; the next call of `session` begins with the first example."""
    st.session_state.pop(_KEY, None)


@contextmanager
def the_only_run() -> Iterator[None]:
    """Hold this visit's session for one run of a page.

    After a click Streamlit may begin a new run while the old one is still at work, and ends the old one at
    its next `st` call. The new run waits for that, in its first call of `session`, so that no two runs ever
    move the same stepper.
    """
    with session().lock:
        yield


def widget(key: str, default: Any = None) -> Any:
    """The value of a widget, or `default` where it has none yet."""
    return st.session_state.get(key, default)


def set_widget(key: str, value: Any) -> None:
    """Give a widget a value; only before it is drawn in this run."""
    st.session_state[key] = value


def take_upload(key: str) -> UploadedFile | None:
    """The file that an upload holds now. Streamlit is told to forget the one before it.

    It would keep that one for as long as the visit lasts: an upload in a panel is gone with the panel.
    """
    uploaded: UploadedFile | None = widget(key)
    files, before = session().uploads, session().uploads.pop(key, None)
    if uploaded is not None:
        files[key] = uploaded.file_id
    context = get_script_run_ctx()
    if before not in (None, files.get(key)) and context is not None:
        context.uploaded_file_mgr.remove_file(context.session_id, before)  # type: ignore[attr-defined]
    return uploaded


def draft_of(config: BPEConfig) -> dict[str, Any]:
    """The fields of a config by their names."""
    return {entry.name: getattr(config, entry.name) for entry in fields(config)}


def config_of(draft: dict[str, Any]) -> BPEConfig:
    """The rules that a draft says, without what its other choices make idle; raises `ConfigError`."""
    idle: dict[str, Any] = {}
    if draft["pre_tokenizer"] != "pattern":
        idle["pattern"] = None
    if draft["unknown"] != "unk":
        idle |= {"unk_token": None, "fuse_unk": False}
    return BPEConfig(**{**draft, **idle})


def profile_of(config: BPEConfig) -> str | None:
    """The profile with these rules, whatever the limits and special tokens are; None for a mixture."""
    rules = replace(config, max_merges=None, vocab_size=None)
    for name, profile in PROFILES.items():
        if replace(rules, special_tokens=profile.config.special_tokens) == profile.config:
            return name
    return None


def _has_limits_of_its_example(training: Training) -> bool:
    if training.source.kind != "example":
        return False
    example = EXAMPLES[training.source.name].config
    limits = (training.config.max_merges, training.config.vocab_size)
    return limits != (None, None) and limits == (example.max_merges, example.vocab_size)
