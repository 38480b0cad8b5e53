"""One person's visit, without a browser.

In: nothing. Out: a `Visit` that opens pages and panels, and reads what is on them.
"""

from dataclasses import dataclass
from pathlib import Path

from streamlit.testing.v1 import AppTest

from tests.ui.markup import Markup, read_markup

ROOT = Path(__file__).parents[2]
TOKENIZE = "pages/tokenize.py"


@dataclass
class Visit:
    """A page as it is now."""

    app: AppTest

    def run(self) -> "Visit":
        """Draw the page anew; no run may end in an exception."""
        self.app.run()
        assert not self.app.exception, self.app.exception
        return self

    def go_to_page(self, path: str) -> "Visit":
        """Switch to another page, as its link does."""
        self.app.switch_page(path)
        return self.run()

    def open_panel(self, key: str, group: str = "") -> "Visit":
        """Open one of the panels in the header, at one of its groups."""
        self.app.session_state[key] = True
        self.run()
        if group:
            groups = {"corpus_popover": "corpus_way", "rules_popover": "rule_group"}
            self.app.segmented_control(key=groups[key]).set_value(group)
            self.run()
        return self

    def close_panels(self) -> "Visit":
        """Close the panels, so that their widgets are no longer drawn."""
        for key in ("corpus_popover", "rules_popover", "instead_popover"):
            self.app.session_state[key] = False
        return self.run()

    def press(self, key: str) -> "Visit":
        """Press a button."""
        self.app.button(key=key).click()
        return self.run()

    def markups(self) -> list[Markup]:
        """Every piece of HTML on the page, except the style."""
        bodies = [element.proto.body for element in self.app.get("html")]
        return [read_markup(body) for body in bodies if not body.startswith("<style>")]

    def text(self) -> str:
        """All text that stands in HTML, one element a line."""
        return "\n".join(markup.text for markup in self.markups())

    def of_class(self, name: str) -> str:
        """The text of the first piece of HTML that begins with an element of this class."""
        for markup in self.markups():
            if name in markup.classes()[:1]:
                return markup.text
        return ""

    def headline(self) -> str:
        """The big and the small sentence."""
        found = [m.text for m in self.markups() if {"sentence", "aside"} <= set(m.classes())]
        return found[0] if found else ""

    def errors(self) -> list[str]:
        """What the page says went wrong."""
        return [markup.text for markup in self.markups() if "error" in markup.classes()]

    def settings(self) -> list[str]:
        """The names of the corpus and of the rules, as the header has them."""
        return [markup.text for markup in self.markups() if "setting" in markup.classes()]

    def position(self) -> str:
        """Where the training stands."""
        return self.of_class("position")


def open_app() -> Visit:
    """The Train page of a new visit."""
    return Visit(AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)).run()


def open_page_alone(path: str) -> Visit:
    """Another page, opened by its address before any other page of the visit."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.switch_page(path)
    return Visit(app).run()
