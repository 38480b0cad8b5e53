"""A page without a browser: opens pages and panels, and reads what is on them."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from bpe_ui.pages.tokenize.settings import typing
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.train.component import LISTENER
from bpe_ui.visit.visit import Visit
from tests.ui.markup import Markup, read_markup
from tests.ui.stage import ids_of, named, plain_texts, said

ROOT = Path(__file__).parents[2]
TOKENIZE = "pages/tokenize.py"
COMPARE = "pages/compare.py"
HOOD = "pages/under_the_hood.py"
LEARN = "pages/learn.py"
QUIZ = "pages/quiz.py"

AROUND_EVERY_PAGE = "address", "token_panel"
"""The components that are on every page."""


@dataclass
class PageRun:
    """A page as it is now."""

    app: AppTest

    def run(self) -> "PageRun":
        """Draw the page again; no run may end with an exception."""
        self.app.run()
        assert not self.app.exception, self.app.exception
        return self

    def go_to_page(self, path: str) -> "PageRun":
        """Switch to another page, as its link does."""
        self.app.switch_page(path)
        return self.run()

    def open_panel(self, key: str, group: str = "") -> "PageRun":
        """Open one of the panels in the header, at one of its groups."""
        self.app.session_state[key] = True
        self.run()
        if group:
            groups = {"corpus_popover": "corpus_way", "rules_popover": "rule_group"}
            self.app.segmented_control(key=groups.get(key, "share_way")).set_value(group)
            self.run()
        return self

    def close_panels(self) -> "PageRun":
        """Close the panels, so that their widgets are no longer drawn."""
        for key in ("corpus_popover", "rules_popover", "share_popover"):
            self.app.session_state[key] = False
        return self.run()

    def box(self, place: str) -> Any:
        """The box for files, however often it was emptied."""
        emptied = self.session.run.emptied.get(place)
        return self.app.file_uploader(key=f"{place}_{emptied}" if emptied else place)

    def press(self, key: str) -> "PageRun":
        """Press a button."""
        self.app.button(key=key).click()
        return self.run()

    @property
    def session(self) -> Visit:
        """The visit that its pages share."""
        found: Visit = self.app.session_state["bpe_stepper"]
        return found

    def stage(self) -> Any:
        """The data that the stage was last given."""
        [stage] = self.views()
        return json.loads(json.loads(stage.proto.json)["json"])

    def views(self) -> list[Any]:
        """The stage or the columns, if they are on the page."""
        found = self.app.get("bidi_component")
        return [each for each in found if not each.proto.component_name.endswith(AROUND_EVERY_PAGE)]

    def address(self) -> dict[str, str]:
        """The parameters that the browser is told to put into the address."""
        [found] = [each for each in self.app.get("bidi_component") if "address" in each.proto.component_name]
        said: dict[str, str] = json.loads(found.proto.json)["query"]
        return said

    def act(self, do: str, **fields: object) -> "PageRun":
        """Send what the stage's front end, which is not run here, would send for an action."""
        here = {"history_id": self.stage()["history_id"], "position": self.session.training.stepper.position}
        LISTENER.hear_action(self.session, {"name": do, **here, **fields})
        return self.run()

    def step_to(self, position: int) -> "PageRun":
        """Step on the stage to a position of its window."""
        data = self.stage()
        assert data["first"] <= position <= data["last"]
        place = {"history_id": data["history_id"], "position": position, "jump": data["jump"]}
        LISTENER.hear_place(self.session, place)
        return self.run()

    def type_text(self, text: str) -> "PageRun":
        """Type a text on Tokenize, as its box would send it."""
        typed = {"text": text, "number": self.session.state(Tokenize).text_number + 1, "place": len(text)}
        typing.hear_typed(self.session, typed)
        return self.run()

    def tokens(self) -> str:
        """The tokens on Tokenize with their ids: `b 0, ug 7`."""
        data = self.stage()
        plain = plain_texts(data)
        return ", ".join(f"{plain[text]} {token_id}" for text, token_id, *_ in data["tokens"]["items"])

    def merge(self) -> "PageRun":
        """Make the next merge on the stage."""
        return self.step_to(self.stage()["position"] + 1)

    def pair_ids(self, left: str, right: str) -> dict[str, int]:
        """A pair as the stage sends it: the ids of its two symbols."""
        ids = ids_of(self.session.training)
        return {"left": ids[left], "right": ids[right]}

    def snapshot(self) -> Any:
        """What the stage shows at the position."""
        data = self.stage()
        return data["snapshots"][data["position"] - data["first"]]

    def markups(self) -> list[Markup]:
        """Every piece of HTML on the page, except the style."""
        bodies = [element.proto.body for element in self.app.get("html")]
        return [read_markup(body) for body in bodies if not body.startswith("<style>")]

    def text(self) -> str:
        """All text in HTML except our script, one line per element."""
        return "\n".join(markup.text for markup in self.markups() if markup.tags != ["script"])

    def of_class(self, name: str) -> str:
        """The text of the first piece of HTML that begins with an element of this class."""
        for markup in self.markups():
            if name in markup.classes()[:1]:
                return markup.text
        return ""

    def headline(self) -> str:
        """The big sentence, what was done, and the small sentence."""
        snapshot, data = self.snapshot(), self.stage()
        return f"{said(data, snapshot['sentence'])} {data['notice']} {said(data, snapshot['subtitle'])}"

    def history(self) -> list[tuple[str, str, str, int, int, bool]]:
        """The merges up to the position: left, right, token, count, how many tied, whether by the person."""
        data = self.stage()
        plain = plain_texts(data)
        return [
            (*(plain[text] for text in each["texts"]), each["times"], each["tied_with"], each["by_user"])
            for each in (named(data, "merge", row) for row in data["merges"])
            if each["rank"] < data["position"]
        ]

    def errors(self) -> list[str]:
        """The errors that the page shows."""
        return [markup.text for markup in self.markups() if "error" in markup.classes()]

    def settings(self) -> list[str]:
        """The names of the corpus and of the rules, as the header has them."""
        return [markup.text for markup in self.markups() if "setting" in markup.classes()]

    def position(self) -> str:
        """The training's position."""
        data = self.stage()
        return f"merge {data['position']:,} of {data['known']:,}" + ("" if data["whole"] else " known")


def open_app() -> PageRun:
    """The Train page of a new visit."""
    return open_page_alone()


def open_page_alone(path: str = "", link: str = "", **parameters: str) -> PageRun:
    """A page ("": Train) opened by its address, perhaps with a link and more, before any other page of the
    visit."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    if path:
        app.switch_page(path)
    if link:
        app.query_params["s"] = link
    for name, text in parameters.items():
        app.query_params[name] = text
    return PageRun(app).run()
