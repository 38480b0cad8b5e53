"""The text in what is more than a text: pages of HTML and XML, subtitles, and notebooks.

>>> text_of_markup("<html><style>p {}</style><p>A <b>boa</b>t &amp; a&nbsp;sea</p><p>floats</p>")
'A boat & a sea\\nfloats\\n'
>>> text_of_subtitles("1\\n00:00:01,000 --> 00:00:02,000\\n<i>A boat</i>\\nfloats\\n")
'A boat\\nfloats\\n'
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any

MARKUP = re.compile(r"\ufeff?\s*<(?:\?xml\s|!doctype\s+html|html[\s>]|head[\s>]|body[\s>])", re.IGNORECASE)
"""How a page of HTML or XML begins."""
SUBTITLES = re.compile(r"\ufeff?(?:WEBVTT\s|\s*[0-9]+\s*\n[0-9:]+[,.][0-9]{3} --> )")
"""How subtitles begin."""
_WITHIN_WORDS = re.compile(
    "/?(?:a|abbr|b|bd[io]|cite|code|del|em|font|hi|i|img|ins|kbd|label|mark|q|s|samp|small|span|strong|su[bp]"
    "|time|tt|u|var|wbr)"
)
_NO_LINE = re.compile(r"WEBVTT.*|NOTE\b.*|(?:STYLE|REGION)\s*|.* --> .*")
_MARKS = re.compile(r"<[^<>\n]*>|\{\\[^{}\n]*\}")


class _Markup(HTMLParser):
    """Collects the texts between tags; a tag that is not within words ends a line."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self._is_hidden = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self._is_hidden = tag in ("script", "style")
        self.parts += [] if _WITHIN_WORDS.fullmatch(tag) else ["\n"]

    def handle_endtag(self, tag: str) -> None:
        self.handle_starttag(f"/{tag}" if tag in ("script", "style") else tag, ())

    def handle_data(self, data: str) -> None:
        if not self._is_hidden:
            self.parts.append(re.sub(r"\s+", " ", data))

    def unknown_decl(self, data: str) -> None:
        self.handle_data(data.removeprefix("CDATA["))


def text_of_markup(page: str) -> str:
    """The text of a page, a paragraph a line."""
    parser = _Markup()
    parser.feed(page)
    parser.close()
    lines = (" ".join(line.split()) for line in "".join(parser.parts).split("\n"))
    return "".join(f"{line}\n" for line in lines if line)


def text_of_subtitles(text: str) -> str:
    """What is said, without numbers, times and marks."""
    lines = [*text.removeprefix("\ufeff").splitlines(), ""]
    said = (line for line, after in pairwise(lines) if " --> " not in after and not _NO_LINE.fullmatch(line))
    return "".join(f"{line}\n" for each in said if (line := _MARKS.sub("", each).strip()))


def texts_of_notebook(root: dict[str, Any]) -> Iterator[str]:
    """The text of each cell."""
    for cell in root["cells"] if isinstance(root["cells"], list) else ():
        source = cell.get("source", "") if isinstance(cell, dict) else ""
        text = source if isinstance(source, str) else "".join(map(str, source))
        if text.strip():
            yield text
