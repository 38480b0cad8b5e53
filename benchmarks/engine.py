"""Compares the engine with the real libraries in one run: learning, looking back, memory.

The corpora are made of the docstrings and comments of this machine's Python sources (standard library and
installed packages), in several sizes. Prints a table in Markdown of medians and ratios with their targets,
and draws a chart as SVG.

    make bench                                  everything, about a quarter of an hour
    .venv/bin/python -m benchmarks.engine --quick      the small corpora alone

All contestants are timed in turn, round by round, so that a change in the machine's speed affects them all.
If two follow the same rules, their merges must be equal, or the run ends with an error. Nothing fails because
a machine is slow: the targets are only for a person to compare.
"""

import argparse
import contextlib
import gc
import io
import json
import os
import platform
import random
import re
import statistics
import sys
import sysconfig
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from importlib.metadata import version
from operator import sub
from pathlib import Path

os.environ["RAYON_NUM_THREADS"] = "1"  # tokenizers and rustbpe on one thread, like the others
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import altair as alt
import pandas as pd
import rustbpe
from subword_nmt.learn_bpe import learn_bpe
from tiktoken._educational import bpe_train
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe_core import PROFILES, BPEConfig, BPEStepper, Corpus
from bpe_core.reference import learn

MERGES = 10_000
NONE = float("inf")
"""No target was set."""

SIZES = {"0.1 MB": 100_000, "1 MB": 1_000_000, "5 MB": 5_000_000, "24 MB": 24_000_000}

TARGETS = {"1 MB": (1.4, 2.5), "5 MB": (0.9, NONE), "24 MB": (0.7, 1.0)}
"""Our time divided by tokenizers' at most, end to end and learning alone."""

HUGGING_FACE = replace(PROFILES["hf_tokenizers"].config, special_tokens=(), unknown="drop", unk_token=None)
SUBWORD_NMT = PROFILES["subword_nmt"].config
RUSTBPE = PROFILES["rustbpe"].config
TIKTOKEN = PROFILES["tiktoken_educational"].config
_DOCSTRING_OR_COMMENT = re.compile(r'"""(.*?)"""|\'\'\'(.*?)\'\'\'|#([^\n]*)', re.DOTALL)
PATTERN_GPT2 = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"


def _is_small(name: str) -> bool:
    return SIZES[name] <= 1_000_000


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    what: str
    corpus: str
    ours: str
    theirs: str
    figure: float
    """What is compared with the target: a ratio, milliseconds or megabytes."""
    unit: str
    target: float
    at_most: bool = True

    @property
    def met(self) -> bool:
        """Whether the figure is on the target's right side."""
        return self.figure <= self.target if self.at_most else self.figure >= self.target


@cache
def documentation(size: int) -> str:
    """The first `size` bytes of the docstrings and comments in this machine's Python sources."""
    read, parts = 0, []
    for folder in (sysconfig.get_path("stdlib"), sysconfig.get_path("purelib")):
        for path in sorted(Path(folder).rglob("*.py")):
            if read >= size:
                break
            with contextlib.suppress(UnicodeDecodeError):
                written = _written(path.read_bytes().decode())
                parts.append(written)
                read += len(written.encode())
    if read < size:
        raise SystemExit(f"This machine's Python sources hold {read:,} bytes of text; {size:,} are needed.")
    return "".join(parts).encode()[:size].decode(errors="ignore")


def _written(source: str) -> str:
    return "".join(
        f"{match[1] or match[2] or match[3] or ''}\n" for match in _DOCSTRING_OR_COMMENT.finditer(source)
    )


def ours(text: str, config: BPEConfig, merges: int, *, lines: bool = False) -> BPEStepper:
    """A stepper trained on a text."""
    corpus = Corpus.from_documents(text.split("\n")) if lines else Corpus.from_text(text)
    stepper = BPEStepper(corpus, config)
    stepper.run(merges)
    return stepper


def merges_of(stepper: BPEStepper) -> list[tuple[str, str]]:
    """The merged pairs, printed."""
    return [merge.pair for merge in stepper.merges]


def hugging_face(text: str, alphabet: int, merges: int) -> Tokenizer:
    """A tokenizer of tokenizers trained on whitespace words, which have `alphabet` different characters."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=alphabet + merges, min_frequency=0, show_progress=False)
    tokenizer.train_from_iterator([text], trainer)
    return tokenizer


def hugging_faces_merges(tokenizer: Tokenizer) -> list[tuple[str, str]]:
    """The merges that tokenizers learned."""
    return [(left, right) for left, right in json.loads(tokenizer.to_str())["model"]["merges"]]


def letters(text: str) -> int:
    """How many different characters the whitespace words of a text have."""
    return len(set("".join(text.split())))


def subword_nmt(text: str, merges: int) -> list[tuple[str, str]]:
    """The merges that subword-nmt learns."""
    codes = io.StringIO()
    with contextlib.redirect_stderr(io.StringIO()):
        learn_bpe(io.StringIO(text), codes, merges, 2)
    return [(left, right) for left, right in (line.split(" ") for line in codes.getvalue().splitlines()[1:])]


def rust(text: str, merges: int) -> rustbpe.Tokenizer:
    """A tokenizer trained by rustbpe."""
    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator([text], 256 + merges)
    return tokenizer


def rusts_tokens(tokenizer: rustbpe.Tokenizer) -> list[str]:
    """The tokens that rustbpe learned, each byte as the character of its value, in the order learned."""
    ranks = sorted(tokenizer.get_mergeable_ranks(), key=lambda entry: entry[1])
    return [bytes(token).decode("latin-1") for token, _ in ranks[256:]]


def tiktoken(text: str, merges: int) -> None:
    """Training by tiktoken's educational module, which prints what it does."""
    bpe_train(text, 256 + merges, PATTERN_GPT2, visualise=None)


def seconds(action: Callable[[], object], often: int = 1) -> float:
    """How long something takes, averaged over `often` runs."""
    start = time.perf_counter()
    for _ in range(often):
        action()
    return (time.perf_counter() - start) / often


def in_turns(
    rounds: int, mine: Callable[[], object], *theirs: Callable[[], object], often: int = 1
) -> list[list[float]]:
    """The times of each action, one for each round. Ours may be so short beside a library's that it has to be
    done more `often` to meet the same changes of the machine's speed."""
    times = [[seconds(mine, often), *map(seconds, theirs)] for _ in range(rounds)]
    return [list(column) for column in zip(*times, strict=True)]


def beside(
    what: str,
    corpus: str,
    mine: list[float],
    theirs: list[float],
    target: float = NONE,
    *,
    faster: bool = False,
) -> Row:
    """A row of the medians of our times and theirs, and how they compare."""
    one, other = statistics.median(mine), statistics.median(theirs)
    ratio = other / one if faster else one / other
    return Row(what, corpus, f"{one:.3g} s", f"{other:.3g} s", ratio, "x", target, at_most=not faster)


def demand_equal(who: str, corpus: str, one: list[object], other: list[object]) -> None:
    """End the run if two trainers with the same rules learned different merges."""
    if one != other:
        first = next(
            (rank for rank, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), -1
        )
        raise SystemExit(f"{who}, {corpus}: merge {first} differs.")


def learning(name: str, rounds: int) -> Iterator[Row]:
    """Ours beside Hugging Face's tokenizers: end to end, and learning alone."""
    text, merges = documentation(SIZES[name]), 5_000 if name == "0.1 MB" else MERGES
    alphabet = letters(text)
    demand_equal(
        "tokenizers",
        name,
        merges_of(ours(text, HUGGING_FACE, merges)),
        hugging_faces_merges(hugging_face(text, alphabet, merges))[:merges],
    )
    corpus = Corpus.from_text(text)
    times: list[tuple[float, float, float, float]] = []
    for _ in range(3 * rounds if _is_small(name) else rounds):  # a round of these takes a second or two
        start = time.perf_counter()
        stepper = BPEStepper(corpus, HUGGING_FACE)
        counted = time.perf_counter()
        stepper.run(merges)
        del stepper  # a function of tokenizers frees its results too
        end = time.perf_counter()
        whole = seconds(lambda: hugging_face(text, alphabet, merges))
        counting = seconds(lambda: hugging_face(text, alphabet, 0))
        times.append((end - start, end - counted, whole, whole - counting))
    total, alone, theirs, theirs_alone = (list(column) for column in zip(*times, strict=True))
    target_total, target_learning = TARGETS.get(name, (NONE, NONE))
    yield beside("end to end / tokenizers", name, total, theirs, target_total)
    yield beside("learning / tokenizers", name, alone, theirs_alone, target_learning)


def other_libraries(name: str, rounds: int) -> Iterator[Row]:
    """Ours beside rustbpe and subword-nmt, each with its own rules."""
    text = documentation(SIZES[name])
    byte_tokens = ours(text, RUSTBPE, MERGES)
    table = byte_tokens._history.table
    learned = [table.sort_key(table.base_size + rank) for rank in range(byte_tokens.position)]
    demand_equal("rustbpe", name, learned, rusts_tokens(rust(text, MERGES)))
    mine, theirs = in_turns(rounds, lambda: ours(text, RUSTBPE, MERGES), lambda: rust(text, MERGES))
    yield beside("end to end / rustbpe", name, mine, theirs)

    merges = 500 if name == "0.1 MB" else MERGES
    demand_equal(
        "subword-nmt", name, merges_of(ours(text, SUBWORD_NMT, merges, lines=True)), subword_nmt(text, merges)
    )
    mine, theirs = in_turns(
        rounds if _is_small(name) else 1,
        lambda: ours(text, SUBWORD_NMT, merges, lines=True),
        lambda: subword_nmt(text, merges),
    )
    yield beside("faster than subword-nmt", name, mine, theirs, 30 if _is_small(name) else 10, faster=True)


def slow_trainers(rounds: int) -> Iterator[Row]:
    """Ours beside trainers that count everything again before every merge: 0.1 MB, 500 merges."""
    name, merges = "0.1 MB", 500
    text = documentation(SIZES[name])
    words = Corpus.from_text(text).count_words(BPEConfig())
    recounted, _ = learn(words, merges)
    demand_equal("recount", name, merges_of(ours(text, BPEConfig(), merges)), [pair for pair, _ in recounted])
    mine, theirs = in_turns(
        rounds, lambda: ours(text, BPEConfig(), merges), lambda: learn(words, merges), often=20
    )
    yield beside("faster than recounting", name, mine, theirs, 150, faster=True)
    mine, theirs = in_turns(1, lambda: ours(text, TIKTOKEN, merges), lambda: tiktoken(text, merges), often=20)
    yield beside("faster than tiktoken's educational", name, mine, theirs, faster=True)


def stepping(name: str, rounds: int) -> Iterator[Row]:
    """New merges one at a time, and looking back: single times in milliseconds."""
    text = documentation(SIZES[name])
    corpus, alphabet = Corpus.from_text(text), letters(text)
    taken: list[list[float]] = []

    def step_by_step() -> None:
        stepper = BPEStepper(corpus, HUGGING_FACE)
        stepper.step()
        gc.collect()
        gc.freeze()  # so that the libraries' objects are not searched during a merge
        taken.append(sorted(1_000 * seconds(stepper.step) for _ in range(MERGES - 1)))
        gc.unfreeze()

    _, whole, counting = in_turns(
        rounds,
        step_by_step,
        lambda: hugging_face(text, alphabet, MERGES),
        lambda: hugging_face(text, alphabet, 0),
    )
    at_24_mb = name == "24 MB"  # for which the targets were set
    median = statistics.median(times[len(times) // 2] for times in taken)
    p95 = statistics.median(times[len(times) * 95 // 100] for times in taken)
    mean = 1_000 * statistics.median(map(sub, whole, counting)) / MERGES
    yield Row("new merge, p95", name, f"median {median:.3f} ms", "", p95, "ms", 0.2 if at_24_mb else NONE)
    yield Row(
        "new merge, p95, to tokenizers' mean",
        name,
        f"{p95:.2f} ms",
        f"{mean:.3f} ms",
        p95 / mean,
        "x",
        2.5 if at_24_mb else NONE,
    )
    longest = max(times[-1] for times in taken)
    yield Row("new merge, longest", name, "", "", longest, "ms", 30 if at_24_mb else NONE)

    stepper = BPEStepper(corpus, HUGGING_FACE)
    stepper.run(MERGES)
    stepper.view.statistics()  # makes the count log
    words = [word.word for word in stepper.words[:100]]
    draw = random.Random(1)

    def look_at(position: int) -> None:
        stepper.goto(position)
        stepper.pair_counts(50)
        stepper.splits(words)

    looks = sorted(1_000 * seconds(lambda: look_at(draw.randrange(MERGES))) for _ in range(500))
    yield Row(
        "jump, 50 pairs and 100 words, p95",
        name,
        f"median {looks[250]:.1f} ms",
        "",
        looks[475],
        "ms",
        10 if at_24_mb else NONE,
    )


def memory(name: str) -> Iterator[Row]:
    """The memory that the engine adds to the counted words while it learns."""
    corpus = Corpus.from_text(documentation(SIZES[name]))
    words = Corpus.from_word_counts(corpus.count_words(HUGGING_FACE))
    tracemalloc.start()
    stepper = BPEStepper(words, HUGGING_FACE)
    stepper.run(MERGES)
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    target = 120 if name == "24 MB" else NONE
    yield Row("memory added, peak", name, f"{len(stepper.words):,} words", "", peak, "MB", target)


def chart(rows: list[Row]) -> alt.Chart:
    """The ratios to the libraries, on a logarithmic axis: left of 1 is faster than the library."""
    ratios = pd.DataFrame(
        [
            {
                "what": f"{row.what.split(' / ')[0]}, {row.corpus}",
                "library": row.what.split(" / ")[1],
                "ratio": row.figure,
            }
            for row in rows
            if " / " in row.what
        ]
    )
    bars = (
        alt.Chart(ratios, title="Our time divided by the library's: below 1 we are faster")
        .mark_point(filled=True, size=90)
        .encode(
            x=alt.X("ratio:Q", scale=alt.Scale(type="log"), title="our time / theirs"),
            y=alt.Y("what:N", sort=None, title=None),
            shape=alt.Shape("library:N", title=None),
            color=alt.Color("library:N", title=None),
        )
    )
    one = alt.Chart(pd.DataFrame({"ratio": [1.0]})).mark_rule(strokeDash=[4, 4]).encode(x="ratio:Q")
    return (one + bars).properties(width=480)


def table(rows: list[Row]) -> str:
    """The rows in Markdown."""
    lines = ["| what | corpus | ours | theirs | figure | target | met |", "|---|---|---|---|---|---|---|"]
    for row in rows:
        has_target = row.target != NONE
        target = f"{'<=' if row.at_most else '>='} {row.target:g} {row.unit}" if has_target else ""
        met = ("yes" if row.met else "no") if has_target else ""
        figure = f"{row.figure:.2f} {row.unit}"
        cells = (row.what, row.corpus, row.ours, row.theirs, figure, target, met)
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def surroundings(names: list[str]) -> str:
    """The corpora and the machine."""
    words = (f"{name}: {len(set(documentation(SIZES[name]).split())):,}" for name in names)
    libraries = (
        f"{name} {version(name)}" for name in ("numpy", "tokenizers", "rustbpe", "subword-nmt", "tiktoken")
    )
    return (
        f"Distinct words in the corpora: {', '.join(words)}. {os.cpu_count()} CPUs ({_processor()}),"
        f" Python {platform.python_version()}, {', '.join(libraries)}; every library on one thread."
    )


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.machine()


def main() -> None:
    """Measure, print the table, save the chart."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave out the corpora of 5 and 24 MB")
    parser.add_argument(
        "--rounds",
        type=int,
        default=5,
        help="rounds (default 5; more where one takes a second, one where it takes minutes)",
    )
    parser.add_argument("--chart", type=Path, default=Path("docs/engine.svg"), help="where the chart goes")
    options = parser.parse_args()
    names = [name for name in SIZES if not options.quick or _is_small(name)]
    rows: list[Row] = []
    for name in names:
        print(f"{name} ...", file=sys.stderr)
        rows += learning(name, options.rounds)
    for name in (names[-1],) if options.quick else ("1 MB", "24 MB"):
        rows += other_libraries(name, options.rounds)
        rows += stepping(name, options.rounds)
        rows += memory(name)
    rows += slow_trainers(options.rounds)
    print(f"{surroundings(names)}\n\n{table(rows)}")
    options.chart.parent.mkdir(exist_ok=True)
    chart(rows).save(options.chart)


if __name__ == "__main__":
    main()
