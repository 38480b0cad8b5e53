"""Taps a page as a finger does, also on a machine that has a pointer."""

from playwright.sync_api import Locator, Page

NOTE_THE_CLICK = """() => {
    window.tapped = new Promise(done => addEventListener('click', done, {once: true, capture: true}));
}"""


def tap(page: Page, part: Locator) -> None:
    """Tap the middle of an element, and wait until the browser has turned the tap into a click."""
    part.evaluate("part => part.scrollIntoView({block: 'center'})")  # clear of what stays at an edge
    box = part.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    page.evaluate(NOTE_THE_CLICK)
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": True})
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.evaluate("() => window.tapped.then(() => {})")
    session.send("Emulation.setTouchEmulationEnabled", {"enabled": False})
    session.detach()
