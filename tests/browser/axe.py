"""The serious and critical violations that axe-core finds on a page, in both themes."""

from collections.abc import Iterable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

EVERYTHING = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")
OF_COLOURS = ("color-contrast", "link-in-text-block")
OF_SIZES = ("target-size", "scrollable-region-focusable")
"""The rules whose result may depend on the size of the window."""
PAPER = {"dark": "rgb(20, 22, 26)", "light": "rgb(251, 250, 247)"}


def violations(
    page: Page,
    themes: Iterable[str] = ("dark", "light"),
    rules: tuple[str, ...] = EVERYTHING,
    within: str | None = None,
) -> list[tuple[str, str, object, str]]:
    """Serious and critical ones, `within` a part or on all of the page: the theme, the rule, and where."""
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    found = []
    for theme in sorted(themes, key=lambda theme: (theme == "dark") != is_dark):  # the current theme first
        page.emulate_media(color_scheme=theme)
        # The themes differ only in their colours.
        found += _violations_in(page, theme, rules if theme == "light" else OF_COLOURS, within)
    return found


def _violations_in(
    page: Page, theme: str, rules: tuple[str, ...], within: str | None
) -> list[tuple[str, str, object, str]]:
    expect(page.locator(".stApp")).to_have_css("background-color", PAPER[theme])
    # In the middle of a transition there is too little contrast, so wait for the end; a scroll has none.
    page.wait_for_function(
        "() => document.getAnimations().every(animation => animation.playState !== 'running'"
        " || animation.effect.getComputedTiming().endTime === Infinity"
        " || animation.timeline !== document.timeline)"
    )
    run_only = {"type": "tag" if rules == EVERYTHING else "rule", "values": rules}
    options = {"runOnly": run_only, "resultTypes": ["violations"], "preload": False}
    found = Axe().run(page, within, options).response
    return [
        (theme, each["id"], node["target"], node["failureSummary"])
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
