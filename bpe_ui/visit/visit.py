"""One person's visit: the training, the rules and texts on screen, and long work.

No Streamlit here; `session` keeps one `Visit` for each browser tab.

>>> example = EXAMPLES["hug_pug_pun"]
>>> visit = Visit(start_training(Source.from_example("hug_pug_pun"), example.config))
>>> visit.take_example("sennrich")
>>> visit.notice
"Started over with the example Sennrich's paper and its rules."
"""

import secrets
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, cast

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEError, BPEStepper
from bpe_core.merges import Pair
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.stage.component.actions import Action
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.drafts.rules import config_of, draft_of, new_draft, rules_title
from bpe_ui.visit.links.retrain import retrain
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.page_run import PageRun
from bpe_ui.visit.registry.page_state import PageSettings, PageState
from bpe_ui.visit.registry.pages import pages, pages_with_settings
from bpe_ui.visit.training.predicting import Predicting
from bpe_ui.visit.training.tasks import MERGES, QUICK_CHARACTERS, Task, merging, what_rules_changed
from bpe_ui.visit.training.training import Source, Training, new_stepper, start_training

State = TypeVar("State", bound=PageState)

FOLLOW_SECONDS = 1.0
"""How long training under other rules may take before the page is drawn; the rest is done later."""


@dataclass
class Visit:
    """One person's visit."""

    # What is on screen: with the settings of pages all that a `Screen` holds.

    training: Training
    """The training."""

    predictions: Predicting = field(default_factory=Predicting)
    """Predict mode, and the score of the visit."""

    present: bool = False
    """Whether present mode is on."""

    page_states: dict[type, PageState] = field(default_factory=dict)
    """What parts of the app keep, with the settings of pages, by class (see `state`)."""

    # What is about that, and is dropped when it changes (see `_drop`).

    draft: dict[str, Any] = field(init=False)
    """The rules in the widgets, by field of `BPEConfig`; they need not be valid together."""

    errors: dict[str, str] = field(default_factory=dict)
    """What was wrong with the last entry, by the place of the entry."""

    failed: str = ""
    """The place of the last long work that failed, until the person has closed its sentence."""

    notice: str = ""
    """One line about what was done; shown until the position changes."""

    rules_before: Screen | None = None
    """What was on screen under other rules, until the position changes."""

    task: Task | None = None
    """Long work on the training that is running."""

    works: dict[str, Work] = field(default_factory=dict)
    """The answers to views' questions about the corpus on screen, by name: done, or running."""

    # Whose it is.

    name: str = field(default_factory=lambda: secrets.token_hex(4))
    """The name of this visit in the address of its page."""

    browser: str = ""
    """A random name that only the person's browser knows; it votes under it in other people's rooms."""

    tabs: set[str] = field(default_factory=set)
    """Streamlit's names for the browser tabs that have shown it."""

    in_lesson: str = ""
    """If this is the visit of a lesson's part, its view: one of `learn.lesson.VIEWS`."""

    is_new: bool = True
    """Whether nothing was done yet: no step, no other training, no lesson."""

    run: PageRun = field(default_factory=PageRun)
    """The current run of the page."""

    def __post_init__(self) -> None:
        self.draft = draft_of(self.training.config)

    def state(self, kind: type[State]) -> State:
        """What a part of the app keeps of this visit; made when first needed."""
        if kind not in self.page_states:
            self.page_states[kind] = kind()
        return cast(State, self.page_states[kind])

    def held(self, kind: type[State]) -> State | None:
        """The same for another thread, which may make nothing; None before it is needed."""
        return cast(State | None, self.page_states.get(kind))

    def put(self, known: PageState) -> None:
        """Replace what `state` returns for this object's class."""
        self.page_states[type(known)] = known

    def screen(self, page: str) -> Screen:
        """What is on screen on a page, together with what is set on the others."""
        settings = {name: self.settings_of(name) for name in pages_with_settings()}
        modes = {"predict": self.predicting, "present": self.present}
        return Screen.of(self.training, page=page, settings=settings, **modes)

    @property
    def predicting(self) -> bool:
        """Whether predict mode is on."""
        return self.predictions.on

    @property
    def has_more_than_its_link(self) -> bool:
        """Whether a score or a class vote would be lost with it."""
        return bool(self.predictions.asked) or self.outlives_its_tab

    @property
    def outlives_its_tab(self) -> bool:
        """Whether other people take part in it, so that another tab may continue it at once."""
        return any(each.would_be_lost() for each in self.page_states.values())

    # The settings of the pages

    def on_page(self, page: str) -> Any:
        """What is kept of a page with settings."""
        return self.state(pages()[page].state_class)

    def settings_of(self, page: str) -> Any:
        """The settings of a page, as a link holds them."""
        return self.on_page(page).settings()

    def take_settings(self, page: str, settings: PageSettings) -> None:
        """Set everything on a page as in a link."""
        self.on_page(page).take(settings)

    @property
    def title_of_rules_before(self) -> str:
        """The name of the rules to which one click goes back; empty if there are none."""
        before = self.rules_before
        return "" if before is None else rules_title(before.config, beside=self.training.config)

    def _drop(self, *, for_training: Training | None = None) -> None:
        """Drop what was about the position or, before another training comes on screen, about the old one."""
        self.is_new = False
        self.notice, self.rules_before = "", None
        if for_training is None:
            if self.predictions.revealed is not None:
                self.predictions.moved_to(self.training.stepper.position)
            return
        is_other_corpus = for_training.source.corpus is not self.training.source.corpus
        if is_other_corpus:
            self.works.clear()
        for each in self.page_states.values():
            each.training_changed(is_other_corpus=is_other_corpus)
        self.draft = new_draft(for_training.config, self.draft)
        self.errors.clear()
        self.task = None
        self.predictions.begin_again()

    # Another training

    def take_example(self, name: str) -> None:
        """Start again with a worked example and its author's rules."""
        example = EXAMPLES[name]
        notice = say_plainly("Started over with the example {it.title} and its rules.", it=example)
        config, source = example.config, self._example(name)
        if source.base is not None:
            config = replace(config, pre_tokenizer="across_spaces")
        self.start(source, config, "example", notice)

    def _example(self, name: str) -> Source:
        """An example, with the merges within words that it begins with, if it goes on across spaces."""
        source, within_words = Source.from_example(name), EXAMPLES[name].within_words
        if within_words is None:
            return source
        training = start_training(source, EXAMPLES[name].config)
        training.go_to(within_words)
        return replace(source, base=self.on_page("tokenize").base("made", training))

    def take_corpus(self, source: Source, place: str, files: int = 1) -> None:
        """Start again with the person's corpus, perhaps from several files, under the current rules."""
        config, before = self.training.config, self.training.source
        began = "Started over with {corpus}."
        limits = config.max_merges, config.vocab_size
        example = EXAMPLES[before.name].config if before.kind == "example" else None
        if example and limits != (None, None) and limits == (example.max_merges, example.vocab_size):
            config = replace(config, max_merges=None, vocab_size=None)
            began = "Started over with {corpus}, without the example's limit."
        corpus = source.title.lower() if files == 1 else say_plainly("your {files:,} files", files=files)
        notice = say_plainly(began, corpus=corpus)
        base = before.base
        if example and base is not None and before == self._example(before.name):
            base, config = None, replace(config, pre_tokenizer=example.pre_tokenizer)
        self.start(replace(source, base=base), config, place, notice)

    def begin_with(self, base: Any, place: str, *, across_spaces: bool = False) -> None:
        """Start again after the merges of a `KeptTokenizer`, by its own rules; None: from nothing.

        With `across_spaces`, what is learned then may hold spaces, as in the second stage of SuperBPE.
        """
        config, source = self.training.config, replace(self.training.source, base=base)
        if base is None:
            self.start(source, config, place, "Started over, with nothing learned.")
            return
        try:
            config = replace(base.rules(config), max_merges=config.max_merges, vocab_size=None)
        except BPEError as error:  # its file must be opened again
            self.errors[place] = str(error)
            return
        if across_spaces:
            if source.corpus.kind == "word_counts":
                self.errors[place] = "The corpus has words with counts, which are cut already: bring a text."
                return
            config = replace(config, pre_tokenizer="across_spaces", pattern=None)
        self.start(source, config, place, say_plainly("Goes on from {title}.", title=base.title))

    def take_rules(self, config: BPEConfig, place: str, what: str) -> None:
        """Train with other rules on the same corpus, up to the same position."""
        if config == self.training.config:
            self.errors.pop(place, None)
            return
        notice = say_plainly("Started over, because {what} changed.", what=what)
        self.start(self.training.source, config, place, notice, self.training)

    def take_draft(self, place: str, what: str) -> None:
        """Start again with the rules in the widgets, if they are valid together."""
        try:
            config = config_of(self.draft)
        except BPEError as error:
            self.errors[place] = str(error)
            return
        self.take_rules(config, place, what)

    def take_profile(self, name: str) -> None:
        """Start again with a library's rules; the limits stay the same."""
        limits = {limit: self.draft[limit] for limit in ("max_merges", "vocab_size")}
        self.draft = {**draft_of(PROFILES[name].config), **limits}
        self.take_draft("rules", "the rules")

    def start(
        self, source: Source, config: BPEConfig, place: str, notice: str, follows: Training | None = None
    ) -> None:
        """Begin a training now, or at the end of the page's run if counting takes long."""
        self.errors.pop(place, None)
        if source.corpus.characters_to_read > QUICK_CHARACTERS:
            work = Work(new_stepper, source.corpus, config, base=source.base_tokenizer())
            self.task = Task(
                "counting", work, place, lambda counted: self._take_counted(source, counted, notice, follows)
            )
            return
        try:
            self.adopt(start_training(source, config), notice, follows)
        except BPEError as error:
            self.errors[place] = str(error)

    def _take_counted(
        self, source: Source, counted: BPEStepper, notice: str, follows: Training | None
    ) -> None:
        training = Training(source, counted)
        training.look_ahead()
        self.adopt(training, notice, follows)

    def adopt(self, training: Training, notice: str, follows: Training | None = None) -> None:
        """Put a training on screen; if it `follows` one under other rules, at that one's position."""
        self._drop(for_training=training)
        self.training, self.notice = training, notice
        if follows is not None and follows.stepper.position:
            pairs = follows.stepper.history.pairs(0, follows.stepper.position)
            if self.training.run_for(FOLLOW_SECONDS, len(pairs)):
                self.notice = what_rules_changed(pairs, self.training)
            else:
                self.notice = say_plainly(
                    "The rules changed; training up to merge {n:,} again.", n=len(pairs)
                )
                self.task = merging(self.training, len(pairs), pairs, self._note)
            self.rules_before = Screen.of(follows)

    def take_back_rules(self) -> None:
        """Go back to the rules before the last change, with their position and the merges chosen by hand."""
        if self.rules_before is None:
            return
        link = self.rules_before
        made = retrain(link, FOLLOW_SECONDS)
        self.adopt(made.training, "The rules are as they were before.")
        if made.position < link.position and not made.forced_left:
            self.train_to(link.position)

    # Moving

    def move(self, position: int) -> None:
        """Go to a position of the history; the stage follows."""
        self.training.go_to(position)
        self._drop()

    def step_to(self, position: int) -> None:
        """Go to the position where the stage already is."""
        if position != self.training.stepper.position:
            self.training.step_to(position)
            self._drop()

    def train_to(self, target: int | None) -> None:
        """At the end of the page's run, train to a position; None: to the end."""
        self.errors.pop(MERGES, None)
        self.task = merging(self.training, target, (), self._note)

    def _note(self, notice: str) -> None:
        self.notice = notice

    def merge_instead(self, pair: Pair) -> None:
        """Merge a pair instead of the rule's choice; raises a `BPEError` if it does not occur."""
        position, history_id = self.training.stepper.position, self.training.history_id
        self.training.merge_instead(pair)
        self.predictions.history_changed(history_id, self.training.history_id, position)
        self._drop()

    # Predict mode

    def predict(self, pair: Pair) -> None:
        """Judge a prediction; raises a `BPEError` if the training is over."""
        self.notice = self._follow_the_rule()
        self.predictions.commit(self.training, pair)

    def reveal(self) -> None:
        """Show the answer in predict mode."""
        self.notice = self._follow_the_rule()
        self.predictions.reveal(self.training)

    def skip(self) -> None:
        """Skip the question of predict mode, and make the merge, which must exist."""
        forgotten = self._follow_the_rule()
        self.predictions.skip(self.training)
        self.move(self.training.stepper.position + 1)
        merge = self.training.stepper.history[self.training.stepper.position - 1]
        skipped = say_plainly("Skipped: {it.pair:pair} became {it.token:token}.", it=merge)
        self.notice = f"{skipped} {forgotten}".strip()

    def _follow_the_rule(self) -> str:
        """Make the history continue with the rule's merge, which predict mode asks for. Returns a notice.

        Raises a `BPEError` where the next merge is given.
        """
        if self.training.next_is_given:
            asked = "The first {given:,} {given:merge is|merges are} given: predict what comes after."
            raise BPEError(say_plainly(asked, given=self.training.stepper.given_merges))
        history_id, position = self.training.history_id, self.training.stepper.position
        forgotten = self.training.follow_the_rule()
        if forgotten is None:
            return ""
        self.predictions.history_changed(history_id, self.training.history_id, position)
        undone = "Your choice {it.pair:pair} was undone: while you predict, the rules choose."
        return say_plainly(undone, it=forgotten)


def leave_present(visit: Visit, action: Action) -> None:
    """A person leaves present mode, on the stage of any page."""
    visit.present = False
