"""The HTML of lessons: a card of the path, the dots of progress, and prose.

In: texts, and which parts are done. Out: `Html` for `display.show`. Text enters through `escape` alone.
"""

from collections.abc import Collection, Iterable, Sequence
from html import escape

from bpe_ui.html import markup
from bpe_ui.html.chips import Html, join


def heading(title: str, summary: str, *, terms: Iterable[str] = ()) -> Html:
    """What the page is about; each of the terms is explained where it is first named."""
    said = markup.sentence((summary,), terms=terms)
    return Html(f'<h1 class="learn-title">{escape(title)}</h1><p class="learn-summary">{said}</p>')


def card(number: int, summary: str, minutes: int, done: Sequence[bool]) -> Html:
    """A lesson of the path; its title stands on the button beside it."""
    progress = dots(done) if any(done) else Html("")
    place = f"Lesson {number}, about {minutes} minutes"
    return Html(
        f'<p class="learn-summary">{escape(summary)}</p>'
        f'<p class="learn-progress"><span class="quiet">{place}</span>{progress}</p>'
    )


def dots(done: Sequence[bool], here: int | None = None) -> Html:
    """A dot for each part: full where it is done, with a ring where one is."""
    said = f"{sum(done)} of {len(done)} parts done"
    shown = (
        Html(f'<i class="{"done" * is_done} {"here" * (part == here)}"></i>')
        for part, is_done in enumerate(done)
    )
    return Html(
        f'<span class="learn-dots" role="img" aria-label="{said}" title="{said}">{join(shown)}</span>'
    )


def byte_table(characters: Sequence[str], used: Collection[int]) -> Html:
    """All 256 bytes, sixteen in a row, each as the character that stands for it; those `used` stand out."""
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


def part(title: str, prose: Html) -> Html:
    """The prose of a part under its title."""
    return Html(f'<div class="learn-prose"><h1>{escape(title)}</h1>{prose}</div>')
