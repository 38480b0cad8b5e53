"""Reads HTML as a browser would, so that tests can say what a person sees."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

EMPTY_TAGS = {"col", "meta"}


@dataclass
class Markup:
    """What a piece of HTML holds."""

    tags: list[str] = field(default_factory=list)
    attributes: list[tuple[str, str, str]] = field(default_factory=list)
    """(tag, attribute, value)."""
    text: str = ""
    open_tags: list[str] = field(default_factory=list)

    def classes(self) -> list[str]:
        """Every class, one by one."""
        return [name for _, key, value in self.attributes if key == "class" for name in value.split()]

    def titles(self) -> list[str]:
        """Every title."""
        return [value for _, key, value in self.attributes if key == "title"]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.markup = Markup()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.markup.tags.append(tag)
        self.markup.attributes += [(tag, key, value or "") for key, value in attrs]
        if tag not in EMPTY_TAGS:
            self.markup.open_tags.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.markup.open_tags.pop() == tag, f"</{tag}> closes another tag"

    def handle_data(self, data: str) -> None:
        self.markup.text += data


def read_markup(html: str) -> Markup:
    """The tags, attributes and text of `html`; fails where tags do not match."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert not reader.markup.open_tags, f"{reader.markup.open_tags} are never closed"
    return reader.markup
