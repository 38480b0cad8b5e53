"""Mounts a component on a static page in Chromium, with the real Python behind it but without Streamlit.

What the component says goes to the same functions as in the app, and the next message goes back to it.
"""

import mimetypes
from pathlib import Path
from typing import Any

import streamlit
from playwright.sync_api import Page, Route

from bpe_ui.frame.ancestry.panel import answer
from bpe_ui.pages.compare.columns.component import LISTENER as COLUMNS
from bpe_ui.pages.compare.columns.message import ColumnsOnScreen
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.pages.hood.page import LISTENER as HOOD
from bpe_ui.pages.hood.state import Hood
from bpe_ui.pages.tokenize.rules import component as rules
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings import typing
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.train.component import LISTENER as STAGE
from bpe_ui.pages.train.state import stage_json, stage_of
from bpe_ui.visit.visit import Visit

ROOT = Path(__file__).parents[2]
ADDRESS = "http://component.test"
"""No server has this name: the files are answered by `Bench`."""
[FONT] = Path(streamlit.__file__).parent.glob("static/static/media/SourceSansVF-Upright.*.woff2")
LISTENERS = {"stage": STAGE, "columns": COLUMNS, "rules": rules.LISTENER, "hood": HOOD}
SHEETS = {
    "token_picture": [
        f"/component/{name}.css" for name in ("stage/stage", "ancestry", "token_picture/token_picture")
    ],
    "stage": ["/component/stage/stage.css"],
    "ballot": ["/component/stage/stage.css", "/component/ballot/ballot.css"],
    "columns": ["/component/stage/stage.css", "/component/columns/columns.css"],
    "hood": ["/component/stage/stage.css", "/component/hood/hood.css"],
    "rules": [
        f"/component/{name}.css" for name in ("stage/stage", "ancestry", "typing/typing", "rules/rules")
    ],
}


class Bench:
    """One page, on which one component after the other is mounted."""

    def __init__(self, page: Page) -> None:
        """Load the page and the modules."""
        self.page = page
        self.visit: Visit | None = None
        self.is_answering = True
        page.route(f"{ADDRESS}/**", self._serve)
        page.expose_function("tellPython", self._hear)
        page.expose_function("askPython", lambda asked: answer(self.visit, asked) if self.visit else "")
        page.goto(f"{ADDRESS}/")
        page.wait_for_function("window.isReady && document.fonts.status === 'loaded'")

    def mount(self, name: str, visit: Visit) -> None:
        """Mount the stage or the columns with a visit behind it."""
        self.page.evaluate("window.unmount()")
        self.visit, self.name, self.is_answering = visit, name, True
        self.page.evaluate("given => window.mount(...given)", [name, SHEETS[name], self.message()])

    def mount_message(self, name: str, message: str) -> None:
        """Mount a component that shows one message, without a Python side that answers."""
        self.page.evaluate("window.unmount()")
        self.visit = None
        self.page.evaluate("given => window.mount(...given)", [name, SHEETS[name], message])

    def open_tokens(self) -> None:
        """Let the mounted component's tokens open their panel."""
        sheets = [f"/component/{name}.css" for name in ("stage/stage", "ancestry", "token_panel/token_panel")]
        self.page.evaluate("sheets => window.openTokens(sheets)", sheets)

    def send(self) -> None:
        """Draw the whole page again, which tells the component its present position."""
        self.page.evaluate("json => window.update(json)", self.message())

    def told(self) -> list[list[Any]]:
        """All that the component has sent so far: "state" or "trigger", its name, its value."""
        told: list[list[Any]] = self.page.evaluate("window.told")
        return told

    def wait_until_told(self, condition: str, arg: object = None) -> None:
        """Wait until what the component has sent fulfils a condition and Python has received it all."""
        self.page.wait_for_function(condition, arg=arg)
        self.page.evaluate("window.settled()")

    def message(self, is_whole: bool = True) -> str:
        """The next data for the component; after a mere step Streamlit does not draw the whole page."""
        visit = self.visit
        assert visit is not None
        if self.name == "stage":
            if is_whole:
                stage_of(visit).begin()
            stage = stage_of(visit)
            return (stage.told if stage.is_at_rest else stage_json(visit))["json"]
        if self.name == "hood":
            return visit.state(Hood).stage.message(present=visit.present)["json"]
        if self.name == "rules":
            if is_whole:
                visit.state(RulesStage).begin()
            return rules.data_of(visit, visit.state(Tokenize).request(visit.training))["json"]
        columns = visit.state(ColumnsOnScreen).columns
        assert columns is not None
        if is_whole:
            columns.stand_at(visit.state(Compare).position)
            columns.begin()
        return columns.message()["json"]

    def _hear(self, kind: str, name: str, value: Any) -> str | None:
        if self.visit is None or not self.is_answering:
            return None
        listener = LISTENERS[self.name]
        hear = {"place": listener.hear_place, "action": listener.hear_action, "typed": typing.hear_typed}
        if name in hear:
            hear[name](self.visit, value)
        return self.message(is_whole=kind == "trigger")

    @staticmethod
    def _serve(route: Route) -> None:
        path = route.request.url.removeprefix(ADDRESS)
        own = {"/": Path(__file__).with_name("page.html"), "/font.woff2": FONT}
        file = own.get(path, ROOT / f"bpe_ui/stage{path}")
        if not file.is_file():
            route.fulfill(status=204 if path == "/favicon.ico" else 404)
            return
        route.fulfill(body=file.read_bytes(), content_type=mimetypes.guess_type(file.name)[0])
