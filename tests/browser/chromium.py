"""Finds a Chromium on this machine (see the environment variable CHROMIUM) and starts it without a window."""

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Playwright

NAMES = (
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
    "microsoft-edge",
)
APPLICATIONS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
HOW_TO_GET_ONE = (
    "No Chromium was found. Install one (on Debian: apt-get install chromium) or name one in the "
    "environment variable CHROMIUM."
)
# No sandbox, because tests may run as root; and no connections to other hosts than the server.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)


def find_chromium() -> Path | None:
    """The path of the browser, or None; a path in CHROMIUM that cannot be run counts as none."""
    named = os.environ.get("CHROMIUM")
    for candidate in (named,) if named else NAMES + APPLICATIONS:
        found = shutil.which(candidate)
        if found:
            return Path(found)
    return None


def browser_is_required() -> bool:
    """Whether a missing browser is an error: if CI or REQUIRE_BROWSER is set, and neither empty nor 0."""
    return any(os.environ.get(name, "0") not in {"", "0", "false"} for name in ("CI", "REQUIRE_BROWSER"))


def launch(playwright: Playwright, chromium: Path) -> Browser:
    """Start the browser without a window."""
    return playwright.chromium.launch(executable_path=chromium, args=list(FLAGS))
