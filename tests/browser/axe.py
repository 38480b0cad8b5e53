"""What axe-core finds wrong on a page.

In: a page at rest. Out: its serious and critical violations in both themes.
"""

from collections.abc import Iterable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

TAGS = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
OF_COLOURS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
PAPER = {"dark": "rgb(20, 22, 26)", "light": "rgb(251, 250, 247)"}


def violations(page: Page, themes: Iterable[str] = ("dark", "light")) -> list[tuple[str, str, object, str]]:
    """Serious and critical ones: the theme, the rule, and where."""
    found = []
    for theme in themes:
        page.emulate_media(color_scheme=theme)
        # The themes differ in their colours alone.
        found += _violations_in(page, theme, list(TAGS) if theme == "light" else OF_COLOURS)
    return found


def _violations_in(page: Page, theme: str, rules: object) -> list[tuple[str, str, object, str]]:
    expect(page.locator(".stApp")).to_have_css("background-color", PAPER[theme])
    # Half a transition has no contrast: they end first.
    page.wait_for_function(
        "() => document.getAnimations().every(animation => animation.playState !== 'running'"
        " || animation.effect.getComputedTiming().endTime === Infinity)"
    )
    found = (
        Axe().run(page, options={"runOnly": rules, "resultTypes": ["violations"], "preload": False}).response
    )
    return [
        (theme, each["id"], node["target"], node["failureSummary"])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
