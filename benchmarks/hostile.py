"""What hostile or unlucky input does to the server and to everybody else on it.

Each case gets a server of its own. One visit does what the case says, while a second visit steps through
hug / pug / pun every 100 ms. Prints a table in Markdown.

    make bench-hostile                                        up to a quarter of an hour
    .venv/bin/python -m benchmarks.hostile --tree ../before   the same of another checkout
    .venv/bin/python -m benchmarks.hostile --only marks --only long-word

    answered          seconds until the page of the case's visit was at rest, for each thing that it did
    second visit      the longest time that the second visit waited for a step, and the longest of the two
                      seconds before, on the idle server
    memory            the most memory of the server's processes together, minus what they had before
    afterwards        the same, five seconds after the last answer
    largest message   to the browser of the case's visit

No answer is awaited for more than a minute. The server may use 12 GB of addresses, to protect this machine.
It runs only on Linux, because it reads the memory from /proc. All texts are drawn from a fixed seed.
"""

import argparse
import asyncio
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from websockets.exceptions import ConnectionClosed

from benchmarks.processes import memory
from tests.e2e import hostile_input as hostile
from tests.e2e.second_visit import SecondVisit
from tests.e2e.streamlit_server import ROOT, ServerError, streamlit_server
from tests.e2e.train_visitor import TrainVisitor
from tests.http_client import put_file
from tests.visitor import VisitError

PATIENCE = 60.0
IDLE_SECONDS = 2.0
REST_SECONDS = 5.0
MEMORY_LIMIT = 12 * 2**30
MB = 1_000_000
LONGEST_SAID = 240

HEADINGS = (
    "case",
    "answered (s)",
    "second visit (s)",
    "memory (MB)",
    "afterwards (MB)",
    "largest message (MB)",
    "what was seen",
)


class Act(NamedTuple):
    """Something that the case's visit does, and then waits for."""

    what: str
    """Its text in the table, before the seconds."""

    do: Callable[[TrainVisitor], Awaitable[Any]]
    """Does it."""


@dataclass(frozen=True)
class Case:
    """A case of the table."""

    name: str
    """Its name for --only."""

    title: str
    """Its text in the table."""

    make: Callable[[], Sequence[Act]]
    """Makes what it needs, before its server is started; returns the actions."""


@dataclass
class Row:
    """The result of a case."""

    case: Case
    answered: list[str] = field(default_factory=list)
    waited: float = 0.0
    """The second visit's longest wait, in seconds ..."""
    waited_before: float = 0.0
    """... and its longest on the idle server."""
    memory: int = 0
    """The most bytes beyond those of the idle server ..."""
    afterwards: int = 0
    """... and those that were left."""
    largest: int = 0
    """Bytes of the largest message."""
    seen: str = ""
    """What the case's visit shows at the end."""

    def cells(self) -> tuple[str, ...]:
        """Its line of the table."""
        waits = f"{_seconds(self.waited)} (idle {self.waited_before:.2f})"
        sizes = f"{self.memory / MB:,.0f}", f"{self.afterwards / MB:,.0f}", f"{self.largest / MB:.2f}"
        return self.case.title, ", ".join(self.answered), waits, *sizes, self.seen.replace("|", r"\|")


# ---- what a visit does


def opens(**parameters: str) -> Act:
    """Open the first page with a link."""
    return Act("opened", lambda visitor: visitor.open(**parameters))


def brings(name: str, data: bytes) -> Act:
    """Bring a file as the corpus; its way to the server counts."""
    return Act("brought", lambda visitor: visitor.bring_corpus(name, data))


def steps(number: int) -> Act:
    """Step on this many times."""
    return Act(f"{number} steps", lambda visitor: visitor.step_to(*range(1, number + 1)))


def jumps(to: int) -> Act:
    """Go to a position at once."""
    return Act(f"to merge {to:,}", lambda visitor: visitor.go_to(to))


def piles_up(files: int, data: bytes) -> Act:
    """Upload files to the visit's address, without an uploader."""

    async def put(visitor: TrainVisitor) -> None:
        for number in range(files):
            address = f"/_stcore/upload_file/{visitor.session}/{number}"
            answer = await put_file(visitor.url, address, f"{number}.txt", data)
            if answer.status != 204:
                raise VisitError(f"File {number + 1} was answered with {answer.status}.")

    return Act(f"{files} files put", put)


def ends() -> Act:
    """Train to the end."""
    return Act("to the end", lambda visitor: visitor.to_end())


def unbroken(text: Callable[[], str]) -> Callable[[], Sequence[Act]]:
    """A text without whitespace that is one word."""
    first = opens(s=hostile.rules(pre_tokenizer="none"))
    return lambda: [first, brings("page.txt", text().encode()), steps(20), jumps(1_000), ends()]


def under_pattern(pattern: str, make: Callable[[], bytes]) -> Callable[[], Sequence[Act]]:
    """A corpus under a custom pattern."""
    first = opens(s=hostile.rules(pre_tokenizer="pattern", pattern=pattern))
    return lambda: [first, brings("lines.txt", make())]


def tokenizes(name: str, title: str, make: Callable[[], str]) -> Case:
    """A link to Tokenize."""
    return Case(name, f"{title}, link", lambda: [opens(s=make())])


NESTED_PATTERN = "(" * 19 + "." + ")" * 19 + "*"
CASES = (
    Case("marks", "200,000 combining marks under NFD, link", lambda: [opens(s=hostile.combining_marks())]),
    Case(
        "special-tokens",
        "100 special tokens of 200 characters against 500,000 `a`, link",
        lambda: [opens(s=hostile.special_tokens())],
    ),
    Case("long-word", "one word of 1.8 million characters, link", lambda: [opens(s=hostile.long_word())]),
    Case("unbroken-33k", "33 kB without whitespace", unbroken(lambda: hostile.english(33_000, ""))),
    Case("unbroken-100k", "100 kB without whitespace", unbroken(lambda: hostile.english(100_000, ""))),
    Case("unbroken-1m", "1 MB without whitespace", unbroken(lambda: hostile.english(1_000_000, ""))),
    Case("chinese", "100,000 Chinese characters in a line", unbroken(lambda: hostile.chinese(100_000))),
    Case(
        "nested-json",
        "98 MB of `[[],[],...]` as .json",
        lambda: [opens(), brings("nested.json", hostile.nested_json(98 * MB))],
    ),
    Case(
        "pattern-lines",
        r"pattern `(?:.\|\n)+` on 9.6 MB of lines",
        under_pattern(r"(?:.|\n)+", lambda: hostile.lines(9_600_000)),
    ),
    Case(
        "pattern-groups",
        "pattern of 19 nested groups on a million `a`",
        under_pattern(NESTED_PATTERN, lambda: b"a" * MB),
    ),
    Case(
        "given-merges",
        r"merges with `\UFFFFFFFF`, link",
        lambda: [opens(s=hostile.numbers_out_of_range())],
    ),
    Case(
        "random-words",
        "99 MB of random words",
        lambda: [opens(), brings("words.txt", hostile.random_words(99 * MB))],
    ),
    Case(
        "columns",
        "eight columns on 18 MB of random words",
        lambda: [
            opens(s=hostile.eight_columns()),
            brings("words.txt", hostile.random_words(4_990_000, hostile.BEYOND_16_BITS)),
        ],
    ),
    Case(
        "uploads",
        "50 files of 20 MB put to one visit's address",
        lambda: [opens(), piles_up(50, b"a" * 20 * MB)],
    ),
    *(
        tokenizes(
            f"slow-{name}-{letters}", f"{what} of 36 ms a letter, {letters:,} `a`", partial(make, letters)
        )
        for name, what, make in (
            ("split", "pre-tokenizer", hostile.slow_split),
            ("replace", "normalizer", hostile.slow_replacement),
            ("rules", "pattern in Rules", hostile.slow_rules),
        )
        for letters in (400, 100_000)
    ),
    tokenizes("alternatives", "700 alternatives of 200 `a`, 20,000 `a`", hostile.many_alternatives),
    *(
        tokenizes(
            f"prefix-{prefix}",
            f"subword prefix of {prefix:,} characters in bytes, {letters:,} letters",
            partial(hostile.long_prefix, prefix, letters),
        )
        for prefix, letters in ((10_000, 300), (3_000, 3_000))
    ),
    tokenizes(
        "suffix", "suffix of 5,000 characters in bytes, 500 words", partial(hostile.long_suffix, 5_000, 500)
    ),
    tokenizes(
        "unknown",
        "unknown token of 100,000 characters, 5,000 letters",
        partial(hostile.long_unknown, 100_000, 5_000),
    ),
    tokenizes(
        "unknown-decoded",
        "the same, decoded 5,000 times",
        partial(hostile.long_unknown, 100_000, 1, decoded=5_000),
    ),
    tokenizes("template", "template of 99 parts of 3,000 ids", partial(hostile.wide_template, 99, 3_000)),
    tokenizes("ligatures", "100,000 `ﷺ` with NFKC and ByteLevel", partial(hostile.ligatures, 100_000)),
)


# ---- measuring


class Memory:
    """The most memory that a server's processes have had, read five times a second."""

    def __init__(self, process: int) -> None:
        self.process = process
        self.before = self._now("VmRSS")
        self.most = self.before
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> tuple[int, int]:
        """Bytes beyond those at the beginning: the most, and those that are left."""
        self._is_over.set()
        self._thread.join()
        return self.most - self.before, self._now("VmRSS") - self.before

    def _watch(self) -> None:
        is_over = False
        while not is_over:
            is_over = self._is_over.wait(0.2)
            self.most = max(self.most, self._now("VmHWM"))

    def _now(self, name: str) -> int:
        return sum(memory(process, name) for process in _family(self.process))


def _family(process: int) -> Iterable[int]:
    """A process and its children's children."""
    yield process
    with suppress(OSError):
        for children in Path(f"/proc/{process}/task").glob("*/children"):
            for child in children.read_text().split():
                yield from _family(int(child))


def measure(case: Case, tree: Path, folder: Path) -> Row:
    """Run a case on a fresh server of a checkout."""
    row, acts = Row(case), case.make()
    log = folder / f"{case.name}.log"
    with (
        streamlit_server(tree / "app.py", log, folder=tree, memory=MEMORY_LIMIT) as server,
        SecondVisit(server.url) as second,
    ):
        second.begin_again()
        time.sleep(IDLE_SECONDS)
        row.waited_before = second.longest()
        second.begin_again()
        watched = Memory(server.process)
        asyncio.run(_do_all(acts, server.url, row))
        row.waited = second.longest()
        time.sleep(REST_SECONDS)
        row.memory, row.afterwards = watched.stop()
        if second.is_lost:
            row.seen += " The second visit lost its connection."
    return row


async def _do_all(acts: Sequence[Act], url: str, row: Row) -> None:
    async with TrainVisitor(url) as visitor:
        for act in acts:
            begin = time.monotonic()
            try:
                async with asyncio.timeout(PATIENCE):
                    await act.do(visitor)
            except TimeoutError:
                row.answered.append(f"{act.what} {_seconds(PATIENCE)}")
                row.seen = "Nothing but its beginning. "
                break
            except (VisitError, ConnectionClosed, OSError) as error:
                row.seen = f"{error} "
                break
            row.answered.append(f"{act.what} {_seconds(time.monotonic() - begin)}")
        row.largest = visitor.largest
        row.seen += seen(visitor)


def seen(visitor: TrainVisitor) -> str:
    """What the page says, and where its stage stands."""
    lines = visitor.said()
    with suppress(VisitError):
        lines.append(f"Shown at merge {visitor.stage['position']:,}.")
    text = " ".join(" ".join(lines).split())
    return text if len(text) <= LONGEST_SAID else f"{text[: LONGEST_SAID // 2]}…{text[-LONGEST_SAID // 2 :]}"


def _seconds(seconds: float) -> str:
    return f"> {PATIENCE:.0f}" if seconds >= PATIENCE else f"{seconds:.2f}"


def main() -> int:
    """Measure, print, and return the exit status."""
    parser = argparse.ArgumentParser(description="What hostile input does to everybody on the server.")
    parser.add_argument("--tree", type=Path, default=ROOT, help="the checkout to serve")
    parser.add_argument("--only", action="append", choices=[case.name for case in CASES], help="these cases")
    arguments = parser.parse_args()
    print(_line(HEADINGS), _line(["---"] * len(HEADINGS)), sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if arguments.only and case.name not in arguments.only:
                continue
            try:
                row = measure(case, arguments.tree.resolve(), Path(folder))
            except (ServerError, VisitError) as error:
                print(f"{case.name}: {error}", file=sys.stderr, flush=True)
                continue
            print(_line(row.cells()), flush=True)
    return 0


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    sys.exit(main())
