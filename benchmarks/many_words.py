"""Many distinct words: from a Parquet file of words and counts to 10,000 merges, in seconds and megabytes.

Prints a table in Markdown, with processor times. The arguments are millions of words:

    .venv/bin/python -m benchmarks.many_words 2 10
"""

import multiprocessing
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from bpe_core import BPEConfig, BPEStepper, Corpus

MERGES = 10_000
SYLLABLES = np.array([c + v + d for c in "bdfgklmnprstvz" for v in "aeiou" for d in ("", "n", "r", "s", "l")])


def write_words(path: Path, words: int) -> None:
    """So many distinct words of two to five syllables; the first is the most frequent, as in a language."""
    draw, distinct = np.random.default_rng(1), dict[str, None]()
    while len(distinct) < words:
        numbers = (draw.random((words, 5)) ** 2 * len(SYLLABLES)).astype(int)
        for length, row in zip(draw.integers(2, 6, words).tolist(), SYLLABLES[numbers].tolist(), strict=True):
            distinct["".join(row[:length])] = None
    counts = np.maximum(1, 3 * words / np.arange(1, words + 1)).astype(int)
    parquet.write_table(pa.table({"word": list(distinct)[:words], "count": counts}), path)


def train(path: Path) -> list[float]:
    """Seconds of reading, of spelling the words and counting pairs, of merging; and the peak in MB."""
    times = [time.process_time()]
    corpus = Corpus.from_file(path)
    times.append(time.process_time())
    stepper = BPEStepper(corpus, BPEConfig())
    times.append(time.process_time())
    stepper.run(MERGES)
    times.append(time.process_time())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1_000
    return [*np.diff(times).tolist(), peak]


def main() -> None:
    """Measure, each number of words in a process of its own, and print the table."""
    print("| distinct words | read | spell and count pairs | 10,000 merges | in all | peak |")
    print("|---|---|---|---|---|---|")
    for millions in sys.argv[1:] or ["2"]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "words.parquet"
            with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as writer:
                writer.apply(write_words, (path, int(float(millions) * 1_000_000)))
            with multiprocessing.get_context("spawn").Pool(1) as process:
                *seconds, peak = process.apply(train, (path,))
        times = " | ".join(f"{each:.1f} s" for each in (*seconds, sum(seconds)))
        print(f"| {millions} million | {times} | {peak:,.0f} MB |", flush=True)


if __name__ == "__main__":
    main()
