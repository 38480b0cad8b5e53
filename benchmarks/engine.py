"""Compares the engine with the real libraries in one run: learning, looking back, memory.

The corpora are made of the docstrings and comments of this machine's Python sources (standard library and
installed packages), in several sizes. Prints a table in Markdown of medians and ratios with their targets.

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
import statistics
import time
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from operator import sub

os.environ["RAYON_NUM_THREADS"] = "1"  # tokenizers and rustbpe on one thread, like the others
os.environ["TOKENIZERS_PARALLELISM"] = "false"

import rustbpe
from subword_nmt.learn_bpe import learn_bpe
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from benchmarks.measuring import beside_target, documentation, print_head, print_line
from bpe_core import PROFILES, BPEConfig, BPEStepper, Corpus

MERGES = 10_000
SIZES = {"0.1 MB": 100_000, "1 MB": 1_000_000, "5 MB": 5_000_000, "24 MB": 24_000_000}
QUICK = ("0.1 MB", "1 MB")
TARGETS: dict[str, tuple[float | None, float | None]] = {
    "1 MB": (1.4, 2.5),
    "5 MB": (0.9, None),
    "24 MB": (0.7, 1.0),
}
"""Our time divided by tokenizers' at most, end to end and learning alone."""
STEP_TARGETS = {"24 MB": (0.2, 2.5, 30.0, 10.0, 120.0)}
"""At most: a new merge in ms at p95, and beside tokenizers' mean; the longest; a jump in ms; memory in MB."""

HUGGING_FACE = replace(PROFILES["hf_tokenizers"].config, special_tokens=(), unknown="drop", unk_token=None)
SUBWORD_NMT = PROFILES["subword_nmt"].config
RUSTBPE = PROFILES["rustbpe"].config


# ---- the trainers


def ours(text: str, config: BPEConfig, merges: int, *, lines: bool = False) -> BPEStepper:
    """A stepper trained on a text."""
    corpus = Corpus.from_documents(text.split("\n")) if lines else Corpus.from_text(text)
    stepper = BPEStepper(corpus, config)
    stepper.run(merges)
    return stepper


def hugging_face(text: str, merges: int) -> Tokenizer:
    """A tokenizer of tokenizers trained on whitespace words."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    alphabet = len(set("".join(text.split())))
    trainer = trainers.BpeTrainer(vocab_size=alphabet + merges, min_frequency=0, show_progress=False)
    tokenizer.train_from_iterator([text], trainer)
    return tokenizer


def subword_nmt(text: str, merges: int) -> list[tuple[str, ...]]:
    """The merges that subword-nmt learns."""
    codes = io.StringIO()
    with contextlib.redirect_stderr(io.StringIO()):
        learn_bpe(io.StringIO(text), codes, merges, 2)
    return [tuple(line.split(" ")) for line in codes.getvalue().splitlines()[1:]]


def rust(text: str, merges: int) -> rustbpe.Tokenizer:
    """A tokenizer trained by rustbpe."""
    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator([text], 256 + merges)
    return tokenizer


def pairs_of(stepper: BPEStepper) -> list[tuple[str, str]]:
    """The merged pairs, printed."""
    return [merge.pair for merge in stepper.merges]


def demand_equal(who: str, corpus: str, one: Sequence[object], other: Sequence[object]) -> None:
    """End the run if two trainers with the same rules learned different merges."""
    if one != other:
        raise SystemExit(f"{who}, {corpus}: the merges differ.")


# ---- times


def seconds(action: Callable[[], object]) -> float:
    """How long something takes."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def in_turns(rounds: int, *actions: Callable[[], object]) -> list[tuple[float, ...]]:
    """The times of each action, one for each round."""
    return [*zip(*([*map(seconds, actions)] for _ in range(rounds)), strict=True)]


def print_beside(
    what: str,
    corpus: str,
    mine: Sequence[float],
    theirs: Sequence[float],
    target: float | None = None,
    *,
    faster: bool = False,
) -> None:
    """Print the medians of our times and theirs, and how they compare."""
    one, other = statistics.median(mine), statistics.median(theirs)
    ratio = other / one if faster else one / other
    cells = beside_target(ratio, target, "x", at_most=not faster)
    print_line(what, corpus, f"{one:.3g} s", f"{other:.3g} s", *cells)


def learning(name: str, rounds: int) -> None:
    """Ours beside Hugging Face's tokenizers: end to end, and learning alone."""
    text, merges = documentation(SIZES[name]), 5_000 if name == "0.1 MB" else MERGES
    learned = json.loads(hugging_face(text, merges).to_str())["model"]["merges"][:merges]
    demand_equal("tokenizers", name, pairs_of(ours(text, HUGGING_FACE, merges)), [*map(tuple, learned)])
    corpus = Corpus.from_text(text)
    times: list[tuple[float, float, float, float]] = []
    for _ in range(3 * rounds if name in QUICK else rounds):  # a round of these takes a second or two
        start = time.perf_counter()
        stepper = BPEStepper(corpus, HUGGING_FACE)
        counted = time.perf_counter()
        stepper.run(merges)
        del stepper  # a function of tokenizers frees its results too
        end = time.perf_counter()
        whole = seconds(lambda: hugging_face(text, merges))
        counting = seconds(lambda: hugging_face(text, 0))
        times.append((end - start, end - counted, whole, whole - counting))
    total, alone, theirs, theirs_alone = zip(*times, strict=True)
    target_total, target_alone = TARGETS.get(name, (None, None))
    print_beside("end to end / tokenizers", name, total, theirs, target_total)
    print_beside("learning / tokenizers", name, alone, theirs_alone, target_alone)


def other_libraries(name: str, rounds: int) -> None:
    """Ours beside rustbpe and subword-nmt, each with its own rules."""
    text = documentation(SIZES[name])
    stepper, ranks = ours(text, RUSTBPE, MERGES), rust(text, MERGES).get_mergeable_ranks()
    table = stepper._history.table
    learned = [table.sort_key(table.base_size + rank) for rank in range(stepper.position)]
    tokens = [bytes(token).decode("latin-1") for token, _ in sorted(ranks, key=lambda entry: entry[1])]
    demand_equal("rustbpe", name, learned, tokens[256:])
    mine, theirs = in_turns(rounds, lambda: ours(text, RUSTBPE, MERGES), lambda: rust(text, MERGES))
    print_beside("end to end / rustbpe", name, mine, theirs)

    def mine_of_lines() -> BPEStepper:
        return ours(text, SUBWORD_NMT, MERGES, lines=True)

    demand_equal("subword-nmt", name, pairs_of(mine_of_lines()), subword_nmt(text, MERGES))
    is_quick = name in QUICK
    mine, theirs = in_turns(rounds if is_quick else 1, mine_of_lines, lambda: subword_nmt(text, MERGES))
    print_beside("faster than subword-nmt", name, mine, theirs, 30 if is_quick else 10, faster=True)


def stepping(name: str, rounds: int) -> None:
    """New merges one at a time, looking back (single times in milliseconds), and the memory of learning."""
    text = documentation(SIZES[name])
    corpus = Corpus.from_text(text)
    taken: list[list[float]] = []

    def step_by_step() -> None:
        stepper = BPEStepper(corpus, HUGGING_FACE)
        stepper.step()
        gc.collect()
        gc.freeze()  # so that the libraries' objects are not searched during a merge
        taken.append(sorted(1_000 * seconds(stepper.step) for _ in range(MERGES - 1)))
        gc.unfreeze()

    _, whole, counting = in_turns(
        rounds, step_by_step, lambda: hugging_face(text, MERGES), lambda: hugging_face(text, 0)
    )
    for_new, for_mean, for_longest, for_jump, for_memory = STEP_TARGETS.get(name, (None,) * 5)
    median, new = (
        statistics.median(times[int(share * len(times))] for times in taken) for share in (0.5, 0.95)
    )
    mean = 1_000 * statistics.median(map(sub, whole, counting)) / MERGES
    print_line("new merge, p95", name, f"median {median:.3f} ms", "", *beside_target(new, for_new, "ms"))
    beside = beside_target(new / mean, for_mean, "x")
    print_line("new merge, p95, to tokenizers' mean", name, f"{new:.2f} ms", f"{mean:.3f} ms", *beside)
    longest = max(times[-1] for times in taken)
    print_line("new merge, longest", name, "", "", *beside_target(longest, for_longest, "ms"))

    stepper = BPEStepper(corpus, HUGGING_FACE)
    stepper.run(MERGES)
    stepper.view.statistics()  # makes the count log
    words, draw = [word.word for word in stepper.words[:100]], random.Random(1)

    def look() -> None:
        stepper.goto(draw.randrange(MERGES))
        stepper.pair_counts(50)
        stepper.splits(words)

    looks = sorted(1_000 * seconds(look) for _ in range(500))
    jump = beside_target(looks[475], for_jump, "ms")
    print_line("jump, 50 pairs and 100 words, p95", name, f"median {looks[250]:.1f} ms", "", *jump)

    counted = Corpus.from_word_counts(corpus.count_words(HUGGING_FACE))
    tracemalloc.start()
    stepper = BPEStepper(counted, HUGGING_FACE)
    stepper.run(MERGES)
    added = beside_target(tracemalloc.get_traced_memory()[1] / 2**20, for_memory, "MB")
    tracemalloc.stop()
    print_line("memory added, peak", name, f"{len(stepper.words):,} words", "", *added)


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="leave out the corpora of 5 and 24 MB")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5; more or fewer in places)")
    options = parser.parse_args()
    libraries = (f"{name} {version(name)}" for name in ("numpy", "tokenizers", "rustbpe", "subword-nmt"))
    print(f"{os.cpu_count()} CPUs, Python {platform.python_version()}, {', '.join(libraries)}\n")
    print_head("what", "corpus", "ours", "theirs", "figure", "target", "met")
    for name in QUICK if options.quick else SIZES:
        learning(name, options.rounds)
    for name in QUICK[-1:] if options.quick else ("1 MB", "24 MB"):
        other_libraries(name, options.rounds)
        stepping(name, options.rounds)


if __name__ == "__main__":
    main()
