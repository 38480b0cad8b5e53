"""What the benchmarks share: a text, the app on a server, a Chromium, what a process uses, and tables."""

import multiprocessing
import os
import re
import statistics
import sysconfig
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import HOW_TO_GET_ONE, find_chromium, launch
from tests.e2e.streamlit_server import ROOT, Server, streamlit_server

MB = 1_000_000
_DOCSTRING_OR_COMMENT = re.compile(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'|#([^\n]*)', re.DOTALL)


@cache
def documentation(size: int) -> str:
    """The first `size` bytes of the docstrings and comments in this machine's Python sources."""
    read, parts = 0, []
    for folder in (sysconfig.get_path("stdlib"), sysconfig.get_path("purelib")):
        for path in sorted(Path(folder).rglob("*.py")):
            if read >= size:
                break
            with suppress(UnicodeDecodeError):
                found = _DOCSTRING_OR_COMMENT.finditer(path.read_bytes().decode())
                parts.append("".join(f"{match[1] or match[2] or match[3] or ''}\n" for match in found))
                read += len(parts[-1].encode())
    if read < size:
        raise SystemExit(f"This machine's Python sources hold {read:,} bytes of text; {size:,} are needed.")
    return "".join(parts).encode()[:size].decode(errors="ignore")


@contextmanager
def served(app: Path = ROOT / "app.py") -> Iterator[Server]:
    """An app on a server of its own; the end is an error if an exception reached Streamlit."""
    with (
        tempfile.TemporaryDirectory() as folder,
        streamlit_server(app, Path(folder) / "server.log") as server,
    ):
        yield server
        server.fail_on_exceptions()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A Chromium without a window."""
    path = find_chromium()
    if path is None:
        raise SystemExit(HOW_TO_GET_ONE)
    with sync_playwright() as playwright, launch(playwright, path) as browser:
        yield browser


def another_process() -> ProcessPoolExecutor:
    """A process for the other side, so that it does not wait for this one."""
    return ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))


# ---- what a process uses, from Linux


def memory(process: int, field: str = "VmRSS") -> int:
    """Bytes from one field of its status: "VmRSS" now, "VmHWM" at most; 0 if it has ended."""
    with suppress(OSError):
        status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
        if found := re.search(rf"^{field}:\s+(\d+) kB", status, re.MULTILINE):
            return int(found[1]) * 1024
    return 0


def processor_seconds(process: int) -> float:
    """Seconds of all processors used so far; raises `OSError` if it has ended."""
    after_name = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


# ---- statistics and tables


def p95(values: Sequence[float]) -> float:
    """The 95th percentile."""
    return sorted(values)[int(0.95 * (len(values) - 1))]


def in_ms(seconds: Sequence[float]) -> str:
    """Median, 95th percentile and worst, in milliseconds; empty for none."""
    if not seconds:
        return ""
    numbers = statistics.median(seconds), p95(seconds), max(seconds)
    return " / ".join(f"{1000 * value:,.0f}" for value in numbers)


def print_head(*names: str) -> None:
    """Print the head of a table in Markdown."""
    print_line(*names)
    print_line(*["---"] * len(names))


def print_line(*cells: object) -> None:
    """Print a line of it."""
    print(f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in cells)} |", flush=True)


def beside_target(figure: float, target: float | None, unit: str, *, at_most: bool = True) -> tuple[str, ...]:
    """Three cells: a figure, its target, and whether it is met; None is no target."""
    if target is None:
        return f"{figure:.2f} {unit}", "", ""
    is_met = figure <= target if at_most else figure >= target
    return f"{figure:.2f} {unit}", f"{'<=' if at_most else '>='} {target:g} {unit}", "yes" if is_met else "no"
