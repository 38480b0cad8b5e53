"""What a person finds and does on the stage or in the columns: parts as locators, and actions.

Each is a component in an open shadow root; a part is found by its `data-role`.
"""

from contextlib import suppress

from playwright.sync_api import Locator, Page, TimeoutError, expect

QUESTION = "Which pair is merged next?"
"""The sentence while the answer is hidden."""

# ---- parts


def view(page: Page) -> Locator:
    """The stage or the columns, whichever is there."""
    return page.locator(".stage")


def part(page: Page, role: str) -> Locator:
    """A part by its role."""
    return page.locator(f"[data-role={role}]")


def word(page: Page, number: int) -> Locator:
    """A word by its place in the corpus's order."""
    return page.locator(f"[data-role=words] li[data-word='{number}']")


def chips(page: Page, number: int) -> Locator:
    """The chips of a word."""
    return word(page, number).locator(".chip")


def pair_row(page: Page, pair: str) -> Locator:
    """The row of a pair, named as `h + ug`."""
    return page.locator("[data-role=pairs] tr").filter(has=page.locator(f'button[title="{pair}"]'))


def history_row(page: Page, rank: int) -> Locator:
    """The row of a merge by its rank, which counts from 0."""
    return page.locator(f"[data-role=history] tr[data-rank='{rank}']")


def words_on_screen(page: Page) -> list[str]:
    """The words as their tokens are shown, for example `h ug`."""
    split: list[str] = part(page, "words").evaluate(
        """list => [...list.children].map(word =>
            [...word.querySelectorAll('.chip .token')].map(token => token.textContent).join(' '))"""
    )
    return split


def merge_row(page: Page, number: int) -> Locator:
    """The row of a merge in the columns by its number, which counts from 1."""
    return page.locator(f"[data-role=merges] tr[data-rank='{number - 1}']")


# ---- moving


def expect_at(page: Page, number: int) -> None:
    """Wait until it is at a position."""
    expect(view(page)).to_have_attribute("data-position", str(number))


def expect_position(page: Page, number: int, of: str) -> None:
    """Wait until the field for the position and the text after it say this: `3`, `of 7`."""
    expect(part(page, "go-to")).to_have_value(f"{number:,}")
    expect(part(page, "known")).to_have_text(of)


def where(page: Page) -> int:
    """The position at which it is now."""
    return int(view(page).get_attribute("data-position") or -1)


def press(page: Page, key: str, then: int) -> None:
    """Press a key, and wait until it is at this position."""
    page.keyboard.press(key)
    expect_at(page, then)


def step(page: Page, times: int) -> None:
    """Merge so many times with the arrow key."""
    for number in range(where(page) + 1, where(page) + times + 1):
        press(page, "ArrowRight", number)


def watch_positions(page: Page) -> None:
    """Begin to note every position at which it is, for `positions_seen`."""
    view(page).evaluate(
        """view => {
            window.positionsSeen = [Number(view.dataset.position)];
            new MutationObserver(() => window.positionsSeen.push(Number(view.dataset.position)))
                .observe(view, {attributes: true, attributeFilter: ['data-position']});
        }"""
    )


def positions_seen(page: Page) -> list[int]:
    """The positions since `watch_positions`, without repetitions."""
    seen: list[int] = page.evaluate("window.positionsSeen")
    return [now for now, before in zip(seen, [None, *seen], strict=False) if now != before]


# ---- the window


def fits_the_window(page: Page) -> bool:
    """Whether all of the page is visible without scrolling, in either direction, once it is laid out."""
    with suppress(TimeoutError):
        page.wait_for_function(
            """() => {
                const main = document.querySelector('[data-testid=stMain]');
                return main.scrollHeight <= main.clientHeight && main.scrollWidth <= main.clientWidth;
            }""",
            timeout=3_000,
        )
        return True
    return False


def width_of_page(page: Page) -> int:
    """How wide the page is, what one would have to scroll to included."""
    width: int = page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollWidth")
    return width


def expect_no_wider(page: Page, most: int) -> None:
    """Wait until the page is at most so wide: a chart, for one, is drawn again where it has less room."""
    page.wait_for_function(
        "most => document.querySelector('[data-testid=stMain]').scrollWidth <= most", arg=most
    )


WIDER = "boxes => boxes.filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.className)"


def wider_than_their_box(page: Page) -> list[str]:
    """The panels of the stage in which something sticks out sideways."""
    boxes = view(page).locator(".panel, .headline, .controls, .statistics-line")
    return list(boxes.evaluate_all(WIDER))


def is_on_screen(page: Page, selector: str) -> bool:
    """Whether all of an element lies inside the window."""
    return bool(
        page.locator(selector).first.evaluate(
            """element => {
                const box = element.getBoundingClientRect();
                return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0
                    && box.right <= innerWidth;
            }"""
        )
    )
