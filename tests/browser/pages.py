"""Browser pages for tests, each in a context of its own, and the errors that they report."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Dialog, Page, Request

PATIENCE_MS = 15_000
"""How long an action or an expectation may take on a busy machine."""

FAILED = pytest.StashKey[bool]()
"""Whether the body of a test failed: its page may then be doing anything."""


HERE = (None, "127.0.0.1", "component.test")
"""The hosts that a page may ask: none for `data:`, the servers of the tests, and `tests/component`."""


def open_new_page(browser: Browser, **options: Any) -> Page:
    """A page in a context of its own; its errors are collected."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    collect_errors(page)
    return page


FORGET = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) indexedDB.deleteDatabase(name);
}"""


def leave_nothing_behind(page: Page) -> None:
    """Forget what the page has stored and may do, and leave it empty with the pointer in its corner."""
    if page.url.startswith("http"):
        page.evaluate(FORGET)
    page.goto("about:blank")
    page.context.clear_cookies()
    page.context.clear_permissions()
    page.mouse.move(0, 0)
    page.console_errors.clear()


def errors_of(page: Page) -> list[str]:
    """What the page has reported as errors so far."""
    if not page.is_closed():
        page.evaluate("0")  # whatever the page reported before this answer has then arrived
    errors: list[str] = list(page.console_errors)
    return errors


def fail_on_errors(errors: list[str]) -> None:
    if errors:
        pytest.fail("The browser reported errors:\n" + "\n".join(errors), pytrace=False)


def collect_errors(page: Page) -> None:
    """Gather in the list `page.console_errors` what the page's console and its scripts report as errors, and
    every dialog and every request to another host: hostile text would bring them about."""
    page.console_errors = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and not is_streamlit_looking_for_its_server(message):
            page.console_errors.append(f"{message.text} ({message.location['url']})")

    def note_dialog(dialog: Dialog) -> None:
        page.console_errors.append(f"A dialog: {dialog.message}")
        dialog.dismiss()

    def note_request(request: Request) -> None:
        if urlsplit(request.url).hostname not in HERE:
            page.console_errors.append(f"Another host is asked: {request.url}")

    page.on("console", note)
    page.on("dialog", note_dialog)
    page.on("request", note_request)
    page.on("pageerror", lambda error: page.console_errors.append(str(error)))


def is_streamlit_looking_for_its_server(message: ConsoleMessage) -> bool:
    """On a page's own address Streamlit first asks for its server below that page, gets a 404, and asks again
    at the top."""
    path = urlsplit(message.location["url"]).path
    return "404" in message.text and re.fullmatch(r"/[^/]+/_stcore/(health|host-config)", path) is not None
