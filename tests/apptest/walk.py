"""A random walk through all pages without a browser, to compare its page with another visit's.

A seed decides what is done at each step; there is a log of it, and the page as lines.
"""

import json
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from google.protobuf.json_format import MessageToDict
from streamlit.testing.v1.element_tree import Block, Widget

from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.classroom.voting.rooms import readable
from bpe_ui.pages.compare.columns.component import LISTENER as COLUMNS
from bpe_ui.pages.compare.columns.message import ColumnsOnScreen
from bpe_ui.pages.hood.page import LISTENER as HOOD
from bpe_ui.pages.hood.state import Hood
from bpe_ui.pages.learn.state import Learn
from bpe_ui.pages.tokenize.rules.component import LISTENER as RULES
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings import typing
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.train.component import LISTENER as TRAIN
from bpe_ui.visit.registry.pages import pages
from tests.apptest.page_run import PageRun, open_app, open_page_alone

Act = Callable[[], object]

PANELS = (
    "corpus",
    "rules",
    "share",
    "teach",
    "tokenizer",
    "save",
    "columns",
    "quiz_questions",
    "quiz_homework",
)
TEXTS = (
    *(
        "hug",
        "hugs bug pug thug",
        "low lower lowest newer newest",
        "aaaa aaa aa abab",
        "  two  spaces\n\nhere",
    ),
    *(
        "The café, naïve: 1,234!",
        "日本語のテキスト",
        "👩‍🚀 👍🏽",
        "שלום עולם",
        "<b>&amp;</b> $x$ :red[y] *z*",
    ),
    *("x" * 150, "", "low 5\nlower 2\nnewest 6", "hug x10, pug x5, pun x12", '{"ab": 3, "abc": 2}', "a b"),
    *("u g\nu n\nh ug", '[["h", "u"], ["hu", "g"]]', "1 2 3", "[0, 5, 7]", "99999", "7", "[CLS] $A [SEP]"),
)
FILES = {
    "merges.txt": b"#version: 0.2\nu g\nh ug\np ug\n",
    "codes": b"#version: 0.2\nu g</w>\nh ug</w>\n",
    "words.csv": b"word,count\nhug,10\npug,5\n",
    "text.txt": "One two three, two three, three.\nÜber alles.".encode(),
}


class Walk:
    """A person who does random things."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.page = open_app()
        self.done: list[str] = []
        """What was done so far."""

    def step(self) -> None:
        """Do one random thing. All kinds of things are equally likely."""
        kinds = {name: found for name, found in self._kinds().items() if found}
        kind = self.draw.choice([each for each in kinds for _ in range(1 if each == "page" else 3)])
        said, act = self.draw.choice(kinds[kind])
        self.done.append(f"{kind}: {said}")
        act()
        self.page.run()

    def _kinds(self) -> dict[str, list[tuple[str, Act]]]:
        return {
            "page": [
                (name, lambda path=page.path: self.page.app.switch_page(path))
                for name, page in pages().items()
            ],
            "panel": [*self._panels()],
            "button": [
                (each.key, each.click)
                for each in self.page.app.button
                if not each.disabled and each.key not in LEFT_ALONE
            ],
            "one of": [*self._options("selectbox", "radio", "button_group", "menu_button")],
            "several of": [*self._several()],
            "switch": [*self._switches()],
            "text": [*self._texts()],
            "number": [*self._numbers()],
            "file": [*self._files()],
            "view": [*self._views()],
        }

    # Widgets

    def _panels(self) -> Iterator[tuple[str, Act]]:
        for each in self.page.app.get("popover"):
            key = key_of(each.proto.id)
            is_open = bool(self._held(key))
            yield (
                f"{'close' if is_open else 'open'} {key}",
                lambda key=key, on=not is_open: self._hold(key, on),
            )

    def _options(self, *kinds: str) -> Iterator[tuple[str, Act]]:
        for kind in kinds:
            for each in self.page.app.get(kind):
                option = self.draw.choice(each.options)
                yield f"{each.key} {option!r}", lambda each=each, option=option: each.set_value(option)

    def _several(self) -> Iterator[tuple[str, Act]]:
        for each in self.page.app.multiselect:
            most = min(len(each.options), each.max_selections or 4)
            some = self.draw.sample(each.options, self.draw.randint(0, most))
            yield f"{each.key} {some}", lambda each=each, some=some: each.set_value(some)

    def _switches(self) -> Iterator[tuple[str, Act]]:
        for each in (*self.page.app.checkbox, *self.page.app.toggle):
            if not each.disabled:
                yield f"{each.key} {not each.value}", lambda each=each: each.set_value(not each.value)

    def _texts(self) -> Iterator[tuple[str, Act]]:
        for each in (*self.page.app.text_input, *self.page.app.text_area):
            text = self.draw.choice(TEXTS)[: each.max_chars or None]
            yield f"{each.key} {text!r}", lambda each=each, text=text: each.set_value(text)

    def _numbers(self) -> Iterator[tuple[str, Act]]:
        for each in self.page.app.number_input:
            if not each.disabled:
                least = int(each.min or 0)
                most = int(each.max or least + 30)
                number = self.draw.randint(least, min(most, least + 30))
                yield f"{each.key} {number}", lambda each=each, number=number: each.set_value(number)

    def _files(self) -> Iterator[tuple[str, Act]]:
        for each in self.page.app.file_uploader:
            name = self.draw.choice(list(FILES))
            file = name, FILES[name], "application/octet-stream"
            value = [file] if each.proto.multiple_files else file
            yield f"{each.key} {name}", lambda each=each, value=value: each.set_value(value)

    # What a person does on a stage: its front end is not run here

    def _views(self) -> Iterator[tuple[str, Act]]:
        visit, name, number = self.page.session, self.here, self.draw.randint(0, 8)
        text, on = self.draw.choice(TEXTS), self.draw.random() < 0.5
        if name == "train":
            yield from self._on_train(visit, number, text, on)
        if name == "tokenize":
            typed = {
                "text": text,
                "number": visit.state(Tokenize).text_number + 1,
                "place": min(number, len(text)),
            }
            yield f"type {text!r}", lambda: typing.hear_typed(visit, typed)
            told = {"history_id": visit.state(RulesStage).history_id, "position": number}
            action = {"name": "show_word", "place": number, **told}
            yield f"show the word at {number}", lambda: RULES.hear_action(visit, action)
        if name == "hood":
            told = {"history_id": visit.state(Hood).stage.history_id, "position": number}
            yield f"step to {number}", lambda: HOOD.hear_place(visit, told)
        columns = visit.state(ColumnsOnScreen).columns
        if name == "compare" and columns is not None:
            here = {"history_id": columns.history_id, "position": columns.position}
            for action in (
                {"name": "go_to", "to": number},
                {"name": "train", "column": number},
            ):
                told = {**here, **action}
                yield (
                    f"in the columns {action}",
                    lambda told=told: COLUMNS.hear_action(visit, told),
                )
        if name == "learn" and visit.state(Learn).lesson:
            yield f"answer {number}", lambda: visit.state(Learn).answer(str(number))
            yield f"answer {text[:100]!r}", lambda: visit.state(Learn).answer(text[:100])
            for part in visit.state(Learn).parts.values():
                yield from self._on_train(part, number, text, on)

    def _on_train(self, visit: Any, number: int, text: str, on: bool) -> Iterator[tuple[str, Act]]:
        training = visit.training
        here = {"history_id": training.history_id, "position": training.stepper.position}
        ids = training.stepper.position % 7, number
        for action in (
            {"name": "go_to", "to": number},
            {"name": "to_end"},
            {"name": "next_tie"},
            {"name": "merge_instead", "left": ids[0], "right": ids[1]},
            {"name": "merge_instead", "left": number, "right": ids[0]},
            {"name": "predict", "on": on},
            {"name": "reveal"},
            {"name": "skip"},
            {"name": "find_pair", "text": text},
            {"name": "chart", "chart": self.draw.choice(["", "vocabulary", "symbols", "pairs"])},
            {"name": "take_back_rules"},
        ):
            yield (
                f"on the stage {action}",
                lambda action=action: TRAIN.hear_action(visit, {**here, **action}),
            )

    # Where the person is

    @property
    def here(self) -> str:
        """The page on screen, by its name."""
        return str(told_to_address(self.page)["moved"]).partition("/")[0]

    def _held(self, key: str) -> Any:
        return self.page.app.session_state.get(key, None)

    def _hold(self, key: str, value: object) -> None:
        self.page.app.session_state[key] = value

    def close_panels(self) -> None:
        """Close all panels and the way into the class: as when an address is opened."""
        self.page.session.state(ClassVote).shows_how_to_join = False
        for panel in PANELS:
            self._hold(f"{panel}_popover", False)
        for way in ("Words", "Files"):  # each kind of corpus begins with its own way
            if self._held(f"corpus_way_beside_{way}"):
                self._hold(f"corpus_way_beside_{way}", way)
        self.page.run()

    def opened_anew(self) -> PageRun:
        """The page in a new visit, opened by the present address; it holds a class if this visit does."""
        said = told_to_address(self.page)["query"]
        path = pages()[self.here].path
        again = open_page_alone("" if path == "app.py" else path, **said)
        if self.page.session.state(ClassVote).room is not None:
            again.session.state(ClassVote).open()
            again.session.state(ClassVote).shows_how_to_join = False
            again.session.state(ClassVote).has_followed = True  # else it would begin with a question
            again.run()
        return again


def key_of(element_id: str) -> str:
    """The key in an element's id: `$$ID-<hash>-<key>`."""
    return element_id.split("-", 2)[-1]


def told_to_address(page: PageRun) -> Any:
    """The data of the component that keeps the address."""
    [found] = [each for each in page.app.get("bidi_component") if "address" in each.proto.component_name]
    return json.loads(found.proto.json)


def shown(page: PageRun) -> list[str]:
    """All elements of the page, one a line, without what may differ between two visits to one address."""
    if any(each.key.startswith(SWITCHES) for each in page.app.toggle):
        return []
    room = page.session.state(ClassVote).room
    code = "no code" if room is None else readable(room.code)
    return [line.replace(code, "CODE") for line in map(_line, page.app.main) if line]


OF_ONE_VISIT = {"id", "elementId", "formId", "default", "value", "rawValue", "rawValues", "setValue"}
"""What differs between two visits: ids, and which of them has set a widget."""
TOLD_ONCE = {
    *("history_id", "jump", "notice", "version", "number", "known", "rules_before"),  # the way to the picture
    *("found_pairs", "predict"),  # a search, and a game with its score
    "is_new",  # whether the visit has taken its first step
}
"""What a component is told and no address holds."""
LEFT_ALONE = {"class_send"}
"""The keys of buttons that are not clicked: what a class works on is in no address."""
SAID_OF_ONE_VISIT = (
    "message error",
    *(
        "come from the file",
        "The corpus is still",
        "the pre-tokenizer is not applied",
    ),  # given, and not yet taken
    "questions are answered",  # in whose place stands what keeps a quiz from being handed in
    *("Vote on your phone", "Nobody voted"),  # of this visit's class
)
"""What is said of things that no address holds."""
NOT_IN_LINKS = {
    *("text", "corpus_as_text"),  # typed, and not yet taken
    *("quiz_links", "quiz_files"),  # the answers of others
    *("compare_diagnosis_text", "diagnosis_file", "diagnosis_no_file"),  # a file comes back as text
}
"""The keys of what no address holds."""
OFFER_WHAT_IS_PINNED = {"compare_first", "compare_second"}
"""The keys of lists with columns that are pinned, and in the address where they are on screen."""
SWITCHES = "lesson_switch_"
"""How the keys of the stages begin that a lesson can switch off: no address holds which are off."""


def _line(element: Any) -> str:
    """An element as a line, without what differs between visits; empty if it is not compared."""
    key = key_of(getattr(element.proto, "id", "")) if not isinstance(element, Block) else ""
    is_left_out = re.sub(r"_\d+$", "", f"{key}") in NOT_IN_LINKS  # whichever of its boxes it is
    if isinstance(element, Block) or is_left_out or element.type == "empty":
        return ""
    if element.type == "html":
        body = element.proto.body
        is_of_visit = any(said in body for said in SAID_OF_ONE_VISIT)
        return "" if is_of_visit or body.startswith(("<style>", "<script>")) else body
    said = {name: each for name, each in MessageToDict(element.proto).items() if name not in OF_ONE_VISIT}
    if element.type == "bidi_component":
        if "address" in element.proto.component_name:
            return ""
        said = {"json": _without(TOLD_ONCE, json.loads(element.proto.json))}
    if isinstance(element, Widget):
        said["value"] = repr(element.value)
    if key in OFFER_WHAT_IS_PINNED:
        del said["options"]
    return f"{element.type} {key} {json.dumps(said, ensure_ascii=False)}"


def _without(names: set[str], told: Any) -> Any:
    if isinstance(told, dict):
        inner = json.loads(told["json"]) if told.keys() == {"json"} else told
        return {name: _without(names, value) for name, value in inner.items() if name not in names}
    return told
