"""Films the app: docs/tour.webp moves, docs/tour.png is still. `make docs` runs it; it needs a Chromium."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from PIL import Image
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.chromium import find_chromium, launch
from tests.browser.view_page import pair_row, part, step
from tests.e2e.app_page import wait_until_idle
from tests.e2e.streamlit_server import streamlit_server
from tests.e2e.train_page import open_tokenize, open_train

HERE = Path(__file__).parent
SIZE = {"width": 1280, "height": 720}
SHOWN = (1024, 576)
WORDS = "how many r in strawberry"


class Film:
    """Pictures of a page, each with the milliseconds that it is shown."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pictures: list[Image.Image] = []
        self.times: list[int] = []

    def take(self, time: int) -> None:
        """Add the page as it is now."""
        with Image.open(io.BytesIO(self.page.screenshot(animations="disabled"))) as picture:
            self.pictures.append(picture.convert("RGB").resize(SHOWN, Image.Resampling.LANCZOS))
        self.times.append(time)

    def save(self) -> None:
        """Write the moving picture, and the one with the tie as the still one."""
        first, *others = self.pictures
        first.save(
            HERE / "tour.webp",
            save_all=True,
            append_images=others,
            duration=self.times,
            loop=0,
            quality=80,
            method=6,
        )
        self.pictures[4].save(HERE / "tour.png", optimize=True)


def play(film: Film, url: str) -> None:
    """Train to the first tie, one prediction, and Tokenize with GPT-4o."""
    page = film.page
    open_train(page, url)
    film.take(1_200)
    for time in (600, 600, 600, 2_000):
        step(page, 1)
        wait_until_idle(page)
        film.take(time)
    page.keyboard.press("p")
    expect(part(page, "reveal")).to_be_visible()
    wait_until_idle(page)
    film.take(1_300)
    pair_row(page, "hug + s").get_by_role("button").first.click()
    film.take(900)
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(600)
    wait_until_idle(page)
    film.take(2_000)
    open_tokenize(page, url)
    page.get_by_role("button", name="Use GPT-4o").click()
    wait_until_idle(page)
    box = page.get_by_role("textbox").first
    box.fill("")
    for end in range(3, len(WORDS) + 1, 3):
        box.press_sequentially(WORDS[len(box.input_value()) : end])
        page.wait_for_timeout(250)
        wait_until_idle(page)
        film.take(180)
    box.press_sequentially(WORDS[len(box.input_value()) :])
    page.wait_for_timeout(500)
    wait_until_idle(page)
    film.take(1_200)
    for action, time in (("forward", 600), ("forward", 600), ("end", 1_800)):
        page.locator(f"[data-action={action}]").click()
        page.wait_for_timeout(300)
        wait_until_idle(page)
        film.take(time)


@contextmanager
def page_of_the_app() -> Iterator[tuple[Page, str]]:
    """A page, and the address of the app, which runs meanwhile."""
    chromium = find_chromium()
    if chromium is None:
        raise FileNotFoundError("No Chromium was found.")
    with (
        TemporaryDirectory() as folder,
        streamlit_server(HERE.parent / "app.py", Path(folder) / "log") as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright, chromium)
        yield browser.new_page(viewport=SIZE), server.url
        browser.close()


if __name__ == "__main__":
    with page_of_the_app() as (page, url):
        film = Film(page)
        play(film, url)
        film.save()
        print(f"{len(film.times)} pictures, {sum(film.times) / 1_000:.1f} seconds")
