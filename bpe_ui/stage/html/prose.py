"""The prose of a lesson: the parts of Markdown that it needs, with live values.

>>> from bpe_ui.stage.text.sentences import Number
>>> value = {"count u+g": (Number(20),), "merge 1": (Token("u"), " + ", Token("g"))}.__getitem__
>>> html("**`u`** occurs {{count u+g}} times.", value)
'<p><b><bdi class="token" data-text="u">u</bdi></b> occurs <b>20</b> times.</p>'
>>> sentence("It is *merge* {{merge 1}}.", value)
('It is ', 'merge', ' ', Token(text='u'), ' + ', Token(text='g'), '.')
"""

import re
from collections.abc import Callable, Iterator
from html import escape
from typing import NamedTuple

from bpe_ui.stage.html import chips, markup
from bpe_ui.stage.html.chips import Html, join
from bpe_ui.stage.text.glossary import MEANINGS
from bpe_ui.stage.text.sentences import Part, Sentence, Stressed, Token

Value = Callable[[str], Sentence]
"""Returns the value for the text in double braces."""

_MARKED = re.compile(
    r"\{\{(?P<value>.+?)\}\}|`(?P<token>[^`]+)`|\*\*(?P<b>.+?)\*\*|\*(?P<em>.+?)\*"
    r"|\[(?P<a>[^\]]+)\]\((?P<address>(?:https://|\./)[^)\s]+)\)"
)
_LIST = re.compile(r"^- ", re.MULTILINE)


def sentence(text: str, value: Value) -> Sentence:
    """A line as parts; raises what `value` raises."""
    parts: Sentence = ()
    for kind, inside, _ in _marked(text):
        is_marked = kind in ("b", "em", "a")
        inner = sentence(inside, value) if is_marked else _plain(kind, inside, value)
        parts += tuple(_stressed(part) for part in inner) if kind == "em" else inner
    return parts


class Block(NamedTuple):
    """A paragraph, or a list."""

    is_list: bool
    lines: tuple[Sentence, ...]
    """The one of a paragraph, or the items of a list."""


def blocks(text: str, value: Value) -> list[Block]:
    """The same as `html`, as sentences, without bold type and links; raises as `sentence` does."""
    found = (block.strip() for block in text.split("\n\n"))
    return [_as_sentences(block, value) for block in found if block]


def _as_sentences(block: str, value: Value) -> Block:
    is_list = _LIST.match(block) is not None
    lines = _LIST.split(block)[1:] if is_list else [block]
    return Block(is_list, tuple(sentence(" ".join(line.split()), value) for line in lines))


def _stressed(part: Part) -> Part:
    return Stressed(part) if isinstance(part, str) else part


def html(text: str, value: Value) -> Html:
    """Paragraphs and lists; raises as `sentence` does."""
    shown = join(_block(block.strip(), value) for block in text.split("\n\n") if block.strip())
    return Html(shown.replace("</bdi> + <bdi", "</bdi>\u00a0+\u00a0<bdi"))  # a pair stays on its line


def _block(block: str, value: Value) -> Html:
    if not _LIST.match(block):
        return Html(f"<p>{_line(block, value)}</p>")
    items = (Html(f"<li>{_line(item, value)}</li>") for item in _LIST.split(block)[1:])
    return Html(f"<ul>{join(items)}</ul>")


def _line(text: str, value: Value) -> Html:
    shown = []
    for kind, inside, address in _marked(" ".join(text.split())):
        if kind in ("b", "em"):
            term = inside.lower().removesuffix("s")
            terms = chips.explaining([term] if kind == "em" and term in MEANINGS else [])
            shown.append(Html(f"<{kind}{terms}>{_line(inside, value)}</{kind}>"))
        elif kind == "a":
            link = f'<a href="{escape(address)}" target="_blank" rel="noopener">'
            shown.append(Html(f"{link}{_line(inside, value)}</a>"))
        else:
            shown.append(markup.sentence(_plain(kind, inside, value)))
    return join(shown)


def _plain(kind: str, inside: str, value: Value) -> Sentence:
    if kind == "value":
        return value(inside)
    return (Token(inside),) if kind == "token" else (inside,)


def _marked(text: str) -> Iterator[tuple[str, str, str]]:
    """A text cut at its marks: the mark ("" for none), the text inside, and the target of a link."""
    end = 0
    for match in _MARKED.finditer(text):
        if match.start() > end:
            yield "", text[end : match.start()], ""
        groups = {kind: inside for kind, inside in match.groupdict().items() if inside is not None}
        address = groups.pop("address", "")
        [(kind, inside)] = groups.items()
        yield kind, inside, address
        end = match.end()
    if end < len(text):
        yield "", text[end:], ""
