"""Settings that hold for every test, and the line that says aloud when the browser tests were left out."""

import pytest
from hypothesis import settings

from tests.e2e.chromium import HOW_TO_GET_ONE, find_chromium

# An example may be slow because the machine is busy, which says nothing about the code. With CI set,
# hypothesis chooses its own profile, which repeats the same examples in every run.
settings.register_profile("patient", deadline=None)
# `make fuzz` looks at 20,000 examples of each claim instead of some hundred.
settings.register_profile("slow", deadline=None, max_examples=20_000)
if settings.get_current_profile_name() == "default":
    settings.load_profile("patient")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave what is marked "fuzz" to `make fuzz`, and to those who name it with `-m`."""
    if settings.get_current_profile_name() == "slow" or config.option.markexpr:
        return
    left = [item for item in items if item.get_closest_marker("fuzz")]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if not item.get_closest_marker("fuzz")]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report for report in terminalreporter.getreports("skipped") if "browser" in report.keywords]
    if skipped and find_chromium() is None:
        terminalreporter.write_line(
            f"SKIPPED ALL {len(skipped)} BROWSER TESTS. {HOW_TO_GET_ONE}", yellow=True, bold=True
        )
