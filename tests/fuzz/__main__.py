"""Run many seeds of each kind of file; exits with 1 if there is a finding.

    python -m tests.fuzz                                        100,000 files of each kind: hours
    python -m tests.fuzz tiktoken_ranks --files 2000 --from 7   seeds 7 to 2,006 of one kind

In the end it prints a table in Markdown of what happened.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context

from tests.fuzz import KINDS, Outcome, outcomes

CHUNK = 100
"""How many seeds a process runs before it reports their outcomes."""
MOST_SHOWN = 20
"""How many findings of a kind are printed."""


def chunks(first: int, files: int) -> Iterator[range]:
    """The seeds in chunks."""
    for start in range(first, first + files, CHUNK):
        yield range(start, min(start + CHUNK, first + files))


def run(kind: str, first: int, files: int, jobs: int) -> tuple[Counter[str], int]:
    """Run the seeds of a kind, print its findings; what was seen how often, and how many findings."""
    seen: Counter[str] = Counter()
    findings = 0
    for seed, outcome in in_processes(kind, list(chunks(first, files)), jobs):
        seen[outcome.seen] += 1
        if outcome.finding:
            findings += 1
            if findings <= MOST_SHOWN:
                print(f"{kind}, seed {seed}: {outcome.finding}", flush=True)
    return seen, findings


def in_processes(kind: str, waiting: list[range], jobs: int) -> Iterator[tuple[int, Outcome]]:
    """The outcome of each seed. If a process dies, its seeds are reported, and others go on."""
    while waiting:
        failed = []
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            futures = {pool.submit(outcomes, kind, seeds): seeds for seeds in waiting}
            for future in as_completed(futures):
                try:
                    yield from future.result()
                except BrokenProcessPool:
                    failed.append(futures[future])
        failed.sort(key=lambda seeds: seeds[0])
        under_way, waiting = failed[:jobs], failed[jobs:]
        for seeds in under_way:
            yield seeds[0], Outcome("the process died", f"one of the seeds {seeds}, or beside them")


def main() -> int:
    """Run what the command line asks for; 1 if there is a finding."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("kinds", nargs="*", metavar="kind", help=", ".join(KINDS))
    parser.add_argument("--files", type=int, default=100_000, help="of each kind")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    given = parser.parse_args()
    if unknown := set(given.kinds) - set(KINDS):
        parser.error(f"there are no files of the kind {', '.join(sorted(unknown))}")
    rows, findings = [], 0
    for kind in given.kinds or KINDS:
        began = time.monotonic()
        seen, found = run(kind, given.first, given.files, given.jobs)
        findings += found
        what = ", ".join(f"{what} {number:,}" for what, number in seen.most_common())
        cells = KINDS[kind], f"{sum(seen.values()):,}", f"{found:,}", what, f"{time.monotonic() - began:,.0f}"
        rows.append(f"| {' | '.join(cells)} |")
        print(rows[-1], flush=True)
    print("\n| files | tried | findings | what was seen | seconds |\n|---|---|---|---|---|")
    print("\n".join(rows))
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
