"""The HTML of lessons: a card of the path, the dots of progress, and prose.

Text enters only through `escape`.
"""

from collections.abc import Collection, Iterable, Sequence
from html import escape
from typing import Literal, NamedTuple

from bpe_ui.stage.html import chips, markup
from bpe_ui.stage.html.chips import Html, join
from bpe_ui.stage.text.sentences import say_plainly, words_listed

State = Literal["right", "late", "wrong", "skipped", "open"]
"""A person's progress with a part; `late` is right after a wrong answer."""
STATES: dict[State, str] = {
    "right": "right",
    "late": "right in the end",
    "wrong": "not right yet",
    "skipped": "skipped",
    "open": "to do",
}
"""What each is called."""


class Dot(NamedTuple):
    """A part of a lesson among the dots."""

    state: State

    is_aside: bool = False
    """Whether it is only for some people, and not counted."""


def heading(title: str, summary: str, *, terms: Iterable[str] = ()) -> Html:
    """What the page is about; each of the terms is explained where it is first named."""
    lead = markup.sentence((summary,), terms=terms)
    return Html(f'<h1 class="learn-title">{escape(title)}</h1><p class="learn-summary">{lead}</p>')


def card(number: int, summary: str, minutes: int, parts: Sequence[Dot], *, is_aside: bool = False) -> Html:
    """A lesson of the path, which may be only for some; its title is on the button next to it."""
    progress = dots(parts) if any(part.state != "open" for part in parts) else Html("")
    place = say_plainly(
        "Lesson {number}, about {minutes} minutes; you may skip it"
        if is_aside
        else "Lesson {number}, about {minutes} minutes",
        number=number,
        minutes=minutes,
    )
    return Html(
        f'<p class="learn-summary">{escape(summary)}</p>'
        f'<p class="learn-progress"><span class="quiet">{place}</span>{progress}</p>'
    )


def dots(parts: Sequence[Dot], here: int | None = None) -> Html:
    """A sign for each part, of its own shape and colour for each state, with a ring if it is on screen."""
    counted = [part.state for part in parts if not part.is_aside] or [part.state for part in parts]
    found = [f"{counted.count(state)} {name}" for state, name in STATES.items() if state in counted]
    told = say_plainly("{n} {n:part|parts}: {found}", n=len(counted), found=words_listed(found))
    shown = (
        Html(f'<i class="{part.state}{" aside" * part.is_aside}{" here" * (place == here)}"></i>')
        for place, part in enumerate(parts)
    )
    return Html(
        f'<span class="learn-dots" role="img" aria-label="{told}" title="{told}">{join(shown)}</span>'
    )


def plan_note(text: str, visit: str = "") -> Html:
    """The note of a lesson plan; what a line is for ("Ask:") stands out.

    With the name of a visit, the keys of the window with the note move the lesson of that visit.
    """
    lines = (line.partition(": ") for line in text.splitlines())
    shown = (
        f"<b>{chips.escaped(head)}:</b> {chips.escaped(rest)}" if rest else chips.escaped(head)
        for head, _, rest in lines
    )
    paragraphs = "".join(f"<p>{line}</p>" for line in shown)
    moves = f' data-lesson="{escape(visit)}"' if visit else ""
    return Html(f'<div class="plan-note"{moves}>{paragraphs}</div>')


def byte_table(characters: Sequence[str], used: Collection[int]) -> Html:
    """All 256 bytes, sixteen in a row, as the characters that print them; those `used` stand out."""
    heads = join(Html(f'<th scope="col">{digit:X}</th>') for digit in range(16))
    rows = join(_byte_row(characters, first, used) for first in range(0, 256, 16))
    label = "The 256 bytes, each as the character that stands for it"
    return Html(
        f'<div class="byte-table" tabindex="0" role="region" aria-label="{label}"><table>'
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _byte_row(characters: Sequence[str], first: int, used: Collection[int]) -> Html:
    cells = (
        Html(f'<td class="{"used" * (byte in used)}" title="byte {byte:02X}">{escape(characters[byte])}</td>')
        for byte in range(first, first + 16)
    )
    return Html(f'<tr><th scope="row">{first >> 4:X}_</th>{join(cells)}</tr>')


def part(title: str, prose: Html, aside: str = "") -> Html:
    """The prose of a part under its title; `aside` says whom it is for, if not for everybody."""
    note = f'<p class="learn-aside">{escape(aside)}</p>' if aside else ""
    return Html(f'<div class="learn-prose"><h1>{escape(title)}</h1>{note}{prose}</div>')
