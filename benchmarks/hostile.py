"""What hostile or unlucky input does to the server and to everybody else on it.

Each case gets a server of its own. One visit does what the case says, while a second visit steps through
hug / pug / pun every 100 ms. Prints a table in Markdown.

    make bench-hostile                                        up to a quarter of an hour
    .venv/bin/python -m benchmarks.hostile --only marks --only word

    answered          seconds until the page of the case's visit was at rest, for each thing that it did
    second visit      the longest time that the second visit waited for a step, and the longest of the two
                      seconds before, on the idle server
    memory            the most that the server's processes that are still there have had, minus what there was
                      before; and what is left five seconds after the last answer
    largest message   to the browser of the case's visit

No answer is awaited for more than a minute. The server may use 12 GB of addresses. It runs only on Linux.
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed

from benchmarks.measuring import MB, memory, print_head, print_line
from tests.e2e import hostile_input as hostile
from tests.e2e.second_visit import SecondVisit
from tests.e2e.streamlit_server import ROOT, ServerError, streamlit_server
from tests.e2e.train_visitor import TrainVisitor
from tests.visitor import VisitError

PATIENCE = 60.0
IDLE_SECONDS = 2.0
REST_SECONDS = 5.0
MEMORY_LIMIT = 12 * 2**30

Act = Callable[[TrainVisitor], Awaitable[Any]]
"""Something that the case's visit does, and then waits for."""


# ---- what a visit does


def opens(**parameters: str) -> Act:
    """Open the first page with a link."""
    return lambda visitor: visitor.open(**parameters)


def brings(name: str, data: bytes) -> Act:
    """Bring a file as the corpus; its way to the server counts."""
    return lambda visitor: visitor.bring_corpus(name, data)


def unbroken(text: str) -> list[Act]:
    """A text without whitespace that is one word: brought, stepped through, and trained to the end."""
    return [
        opens(s=hostile.rules(pre_tokenizer="none")),
        brings("page.txt", text.encode()),
        lambda visitor: visitor.step_to(*range(1, 21)),
        lambda visitor: visitor.go_to(1_000),
        lambda visitor: visitor.to_end(),
    ]


def linked(make: Callable[..., str], *arguments: Any, **given: Any) -> Callable[[], Sequence[Act]]:
    """A case that is a link."""
    return lambda: [opens(s=make(*arguments, **given))]


CASES: dict[str, Callable[[], Sequence[Act]]] = {
    "200,000 combining marks under NFD": linked(hostile.combining_marks),
    "100 special tokens of 200 characters": linked(hostile.special_tokens),
    "one word of 1.8 million characters": linked(hostile.long_word),
    "100 kB without whitespace": lambda: unbroken(hostile.english(100_000, "")),
    "1 MB without whitespace": lambda: unbroken(hostile.english(MB, "")),
    "98 MB of [[],[],...] as .json": lambda: [opens(), brings("a.json", hostile.nested_json(98 * MB))],
    "pattern of 19 nested groups on a million a": lambda: [
        opens(s=hostile.rules(pre_tokenizer="pattern", pattern="(" * 19 + "." + ")" * 19 + "*")),
        brings("lines.txt", b"a" * MB),
    ],
    "99 MB of random words": lambda: [opens(), brings("words.txt", hostile.random_words(99 * MB))],
    "eight columns on 18 MB of random words": lambda: [
        opens(s=hostile.eight_columns()),
        brings("words.txt", hostile.random_words(4_990_000, hostile.BEYOND_16_BITS)),
    ],
    "pattern in Rules of 36 ms a letter, 100,000 letters": linked(hostile.slow_rules, 100_000),
    "subword prefix of 10,000 characters in bytes": linked(hostile.long_prefix, 10_000, 300),
    "template of 99 parts of 3,000 ids": linked(hostile.wide_template, 99, 3_000),
    "100,000 ligatures with NFKC and ByteLevel": linked(hostile.ligatures, 100_000),
}


# ---- measuring


def used(process: int, field: str) -> int:
    """Bytes of a process and its children's children."""
    children = Path(f"/proc/{process}/task").glob("*/children")
    with suppress(OSError):
        return memory(process, field) + sum(
            used(int(each), field) for file in children for each in file.read_text().split()
        )
    return 0


def measure(name: str, acts: Sequence[Act], log: Path) -> None:
    """Run a case on a fresh server, and print its line."""
    with (
        streamlit_server(ROOT / "app.py", log, memory=MEMORY_LIMIT) as server,
        SecondVisit(server.url) as second,
    ):
        time.sleep(IDLE_SECONDS)
        second.begin_again()
        time.sleep(IDLE_SECONDS)
        idle = second.longest()
        second.begin_again()
        before = used(server.process, "VmRSS")
        answered, largest, seen = asyncio.run(do_all(acts, server.url))
        waited = second.longest()
        time.sleep(REST_SECONDS)
        most, left = (used(server.process, field) - before for field in ("VmHWM", "VmRSS"))
        lost = " The second visit lost its connection." if second.is_lost else ""
    sizes = f"{most / MB:,.0f}, then {left / MB:,.0f}", f"{largest / MB:.2f}"
    print_line(name, ", ".join(answered), f"{waited:.2f} (idle {idle:.2f})", *sizes, seen + lost)


async def do_all(acts: Sequence[Act], url: str) -> tuple[list[str], int, str]:
    """The seconds of each act, the bytes of the largest message, and what the page says in the end."""
    answered: list[str] = []
    async with TrainVisitor(url) as visitor:
        try:
            for act in acts:
                begin = time.monotonic()
                async with asyncio.timeout(PATIENCE):
                    await act(visitor)
                answered.append(f"{time.monotonic() - begin:.2f}")
        except TimeoutError:
            answered.append(f"> {PATIENCE:.0f}")
        except (VisitError, ConnectionClosed, OSError) as error:
            answered.append(str(error))
        text = " ".join(" ".join(visitor.said()).split())
        with suppress(VisitError):
            text += f" Shown at merge {visitor.stage['position']:,}."
        return answered, visitor.largest, text[-240:]


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", action="append", default=[], help="cases with this in their name")
    given = parser.parse_args()
    columns = "answered (s)", "second visit (s)", "memory (MB)", "largest message (MB)", "what was seen"
    print_head("case", *columns)
    with tempfile.TemporaryDirectory() as folder:
        for name, make in CASES.items():
            if not given.only or any(part in name for part in given.only):
                try:
                    measure(name, make(), Path(folder) / "server.log")
                except (ServerError, VisitError) as error:
                    print_line(name, error, *[""] * 4)


if __name__ == "__main__":
    main()
