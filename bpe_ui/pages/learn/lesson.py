"""A lesson: parts, each with prose, a live stage and perhaps a question.

A new lesson is a file in the folder `lessons/`, written as docs/lessons.md says; this module reads it.

>>> text = '''# A lesson
... What it is about.
...
... ## Its first part {#0}
... `u` and `g` stand next to each other {{count u+g}} times.
...
... ```stage
... example: hug_pug_pun
... ```
... '''
>>> lesson = read_lesson("a_lesson", text)
>>> lesson.title, lesson.summary, lesson.parts[0].title, lesson.parts[0].stage.source.title
('A lesson', 'What it is about.', 'Its first part', 'hug, pug, pun')
"""

import json
import re
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEError, BPEStepper, Corpus
from bpe_core.studies.quiz import Answer, Place, Question
from bpe_ui.pages.tokenize.settings.beside import training_beside
from bpe_ui.visit.training.training import Source

FOLDER = Path(__file__).with_name("lessons")
VIEWS = ("train", "tokenize", "merges", "cuts", "pipeline", "bytes", "signs", "uses", "rules", "ways")
"""The views of a stage; `live_views.VIEWS` and `page` draw them."""
FOR_TRAINERS = "For people who write a program that trains. You can skip this part."
"""What is said of a part that is only for some."""
WORDS_A_MINUTE = 120
MINUTES_OF_A_QUESTION = 0.9
"""Fitted to the minutes that a pupil took, who tried every option: 4 to 12 a lesson."""
TIES = "ties"
"""The name of the lesson that explains ties; the stages of those before it show none."""

_PART = re.compile(r"^## +(.+)$", re.MULTILINE)
_HEADING = re.compile(r"(.+?) +\{#(\d+)( \.for-trainers)?\}")
_LIVE = re.compile(r"\{\{.+?\}\}")
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_OPTION = re.compile(r"^- \[([ x])\] ", re.MULTILINE)
_ENTRY = re.compile(r"^(answer|right|wrong)(?: (.+?))?: ", re.MULTILINE)
_RULES = {entry.name for entry in fields(BPEConfig)}


class LessonError(ValueError):
    """What is wrong in a lesson's file."""


@dataclass(frozen=True, eq=False)
class PartStage:
    """The live stage next to the prose."""

    source: Source
    config: BPEConfig
    view: str = "train"
    """One of `VIEWS`."""

    position: int = 0
    """How many merges have been made."""

    predict: bool = False
    """Whether the next merge is to be predicted there; that is the part's question then."""

    text: str = ""
    """The text that is tokenized."""

    decodes: bool = True
    """Whether it is said what the tokens of the text decode to."""

    columns: tuple[str, ...] = ()
    """Tie rules and profiles, shown side by side."""


@dataclass(frozen=True)
class Part:
    """A part of a lesson, shown as a whole."""

    number: int
    """Identifies the part in its lesson, in links and answers; no other part ever gets this number."""

    title: str
    prose: str
    """Markup with places for live values, which `prose` reads."""

    stage: PartStage
    question: Question | None = None
    """Its question, with places for live values in all texts."""

    for_trainers: bool = False
    """Whether it is for those who write their own trainer; others skip it."""

    @property
    def asks(self) -> bool:
        """Whether the part has something to answer."""
        return self.question is not None or self.stage.predict


@dataclass(frozen=True)
class Lesson:
    """A lesson."""

    name: str
    """The lesson's name in links."""

    title: str
    summary: str
    """One or two sentences about it."""

    parts: tuple[Part, ...]

    is_aside: bool = False
    """Whether it is only for some, and may be skipped."""

    shows_ties: bool = True
    """Whether it explains ties, or comes after the lesson that does."""

    @property
    def minutes(self) -> int:
        """About how long it takes."""
        words = sum(len(_LIVE.sub("value", part.prose).split()) for part in self.parts)
        questions = sum(part.asks for part in self.parts)
        return round(words / WORDS_A_MINUTE + questions * MINUTES_OF_A_QUESTION)

    def part(self, number: int) -> Part:
        """The part with this number; the last one if there is none."""
        return next((part for part in self.parts if part.number == number), self.parts[-1])


def read_lessons() -> dict[str, Lesson]:
    """The lessons by name, in the order of their file numbers."""
    files = {path.stem.partition("_")[2]: path for path in sorted(FOLDER.glob("*.md"))}
    names = [*files]
    return {
        name: replace(
            read_lesson(name, path.read_text(encoding="utf-8")),
            shows_ties=TIES not in names[names.index(name) + 1 :],
        )
        for name, path in files.items()
    }


def read_lesson(name: str, text: str) -> Lesson:
    """The lesson in the text of a file; raises `LessonError`."""
    head, *parts = _PART.split(text)
    title, _, summary = head.strip().partition("\n")
    if not title.startswith("# ") or not parts:
        raise LessonError(f"{name}: a lesson begins with a line `# Title`, and each part with `## Title`.")
    read = tuple(_part(name, *part) for part in zip(parts[::2], parts[1::2], strict=True))
    if len({part.number for part in read}) < len(read):
        raise LessonError(f"{name}: two parts have the same number.")
    title, _, kind = title.removeprefix("# ").strip().partition(" {")
    return Lesson(name, title, summary.strip(), read, is_aside=kind == ".aside}")


def _part(name: str, heading: str, text: str) -> Part:
    match, blocks = _HEADING.fullmatch(heading.strip()), dict(_BLOCK.findall(text))
    title = match[1] if match else heading
    try:
        if match is None:
            raise LessonError("behind the title of a part stands its number, such as `{#0}`")
        if not {"stage"} <= blocks.keys() <= {"stage", "question"}:
            raise LessonError("a part has one block `stage`, and may have one block `question`")
        prose, stage = _BLOCK.sub("", text).strip(), _stage(blocks["stage"])
        question = _question(blocks["question"], title, stage) if "question" in blocks else None
        return Part(int(match[2]), title, prose, stage, question, for_trainers=bool(match[3]))
    except (LessonError, BPEError) as error:
        raise LessonError(f"{name}, {title}: {error}") from error


# ---- the blocks


def _stage(block: str) -> PartStage:
    given = {key: _value(value) for key, value in (_pair(line) for line in block.splitlines() if line)}
    profile = given.pop("profile", None)
    source, config = _corpus(given)
    if profile is not None:
        config = PROFILES[_known(profile, PROFILES)].config
    config = replace(config, **{key: given.pop(key) for key in sorted(given.keys() & _RULES)})
    if "base_merges" in given:
        source = _with_base(source, config, given)
        stepper = BPEStepper(source.corpus, config, base=source.base_tokenizer())
        given.setdefault("position", stepper.given_merges)
    _known(given.get("view", "train"), VIEWS)
    if "columns" in given:
        given["columns"] = tuple(str(given["columns"]).split())
    allowed = {entry.name for entry in fields(PartStage)} - {"source", "config"}
    for key in given:
        _known(key, allowed)
    return PartStage(source, config, **given)


def _corpus(given: dict[str, Any]) -> tuple[Source, BPEConfig]:
    if "example" in given:
        name = _known(given.pop("example"), EXAMPLES)
        return Source.from_example(name), EXAMPLES[name].config
    if "words" in given:
        return Source("word_counts", Corpus.from_word_count_text(given.pop("words"))), BPEConfig()
    if "corpus" in given:
        return Source("text", Corpus.from_text(given.pop("corpus"))), BPEConfig()
    raise LessonError("a stage has an `example`, or `words` with their counts, or a text as its `corpus`")


def _with_base(source: Source, config: BPEConfig, given: dict[str, Any]) -> Source:
    """The corpus, to go on with after some merges of it, or of words of its own, perhaps cut otherwise."""
    counts, cut = given.pop("base", None), given.pop("base_cut", config.pre_tokenizer)
    begun = source if counts is None else Source("word_counts", Corpus.from_word_count_text(counts))
    stepper = BPEStepper(begun.corpus, replace(config, pre_tokenizer=cut))
    stepper.run(given.pop("base_merges"))
    return replace(source, base=training_beside(begun, stepper.tokenizer()))


def _pair(line: str) -> tuple[str, str]:
    key, colon, value = line.partition(": ")
    if not colon:
        raise LessonError(f"`{line}` should be a name, a colon and a value")
    return key, value


def _value(text: str) -> Any:
    """A number, a list or `true`, written as JSON; anything else is text."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _known(name: Any, names: Any) -> str:
    if name not in names:
        raise LessonError(f"`{name}` is none of {', '.join(sorted(names))}")
    return str(name)


def _question(block: str, title: str, stage: PartStage) -> Question:
    place = Place(stage.source.corpus, stage.config, stage.position, stage.text)
    ask, *marked = _OPTION.split(block)
    if marked:
        options = [
            (mark == "x", *_option(text)) for mark, text in zip(marked[::2], marked[1::2], strict=True)
        ]
        rights = [said for is_right, _, said in options if is_right]
        if len(rights) != 1:
            raise LessonError("one option of a question is right: `- [x] ...`")
        answers = tuple(Answer(text, "" if is_right else said) for is_right, text, said in options)
        return Question(ask.strip(), "choose", answers, rights[0], place, topic=title)
    ask, *entries = _ENTRY.split(block)
    given = {
        (kind, which): _joined(text)
        for kind, which, text in zip(entries[::3], entries[1::3], entries[2::3], strict=True)
    }
    if not {("answer", None), ("right", None), ("wrong", None)} <= given.keys():
        raise LessonError("a question has options, or an `answer:`, `right:` and `wrong:`")
    wrong = (Answer(which, said) for (kind, which), said in given.items() if kind == "wrong" and which)
    answers = Answer(given["answer", None]), *wrong
    right, otherwise = given["right", None], given["wrong", None]
    return Question(ask.strip(), "tokens", answers, right, place, otherwise, title)


def _option(text: str) -> tuple[str, str]:
    """An option, and what is said to whoever chooses it: why it is right, or which mistake it is."""
    title, _, feedback = text.strip().partition("\n")
    if not feedback.strip():
        raise LessonError(f"below the option `{title}` stands, indented, what is said to it")
    return title, _joined(feedback)


def _joined(lines: str) -> str:
    return " ".join(lines.split())
