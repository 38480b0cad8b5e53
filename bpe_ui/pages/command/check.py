"""`bpe-stepper check`: compares merges with a profile or a list, or tokens with a tokenizer's; prints text,
JSON or points, and in a terminal its progress."""

import json
import math
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError, Namespace, RawDescriptionHelpFormatter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bpe_core import PROFILES, BPEError, Corpus
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.studies.grading import Report, check_merges, check_tokens
from bpe_ui.pages.command.serve import HERE

DESCRIPTION = (
    "Say whether merges are right, and if not, at which step they differ and why; with --tokens, whether the"
    " tokens of a text are."
)
STATUSES = {"same": 0, "different": 1, "unreadable": 2}


def add_options(parser: ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.add_argument(
        "merges_file",
        type=_path,
        nargs="?",
        metavar="MERGES",
        help="merges.txt, tokenizer.json, a printed list ...",
    )
    parser.add_argument(
        "--corpus", type=_path, metavar="FILE", help="a text, a table or a folder of them, for MERGES"
    )
    parser.add_argument("--column", metavar="NAME", help="the column of a table that holds the texts")
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = "\n".join(
        ["NAME can be:", *(f"  {each.name:<21}{each.in_six_words}" for each in PROFILES.values())]
    )
    parser.add_argument(
        "--like",
        metavar="NAME",
        help="a file of the merges expected, or one of those below; for MERGES",
    )
    parser.add_argument(
        "--base",
        type=_path,
        metavar="FILE",
        help="a tokenizer whose merges MERGES begins with and goes on from",
    )
    parser.add_argument("--tokens", type=_path, metavar="FILE", help="your tokens of a text, or their ids")
    parser.add_argument("--text", type=_path, metavar="FILE", help="that text")
    parser.add_argument(
        "--tokenizer",
        type=_path,
        metavar="FILE",
        help="and the tokenizer meant: tokenizer.json, merges.txt ...",
    )
    parser.add_argument(
        "--merges", type=int, metavar="N", help="how many merges there are to be (after those of the base)"
    )
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--gradescope", type=_path, metavar="FILE", help="write a results.json of Gradescope")
    parser.add_argument(
        "--points", type=_points, default=10, help="the points of all merges in it (default: %(default)s)"
    )
    parser.add_argument(
        "--open",
        nargs="?",
        const=HERE,
        metavar="SERVER",
        help=f"also print the address of the same comparison in the app (default: {HERE})",
    )


def run(options: Namespace) -> int:
    """Check, print and perhaps write a file; returns the exit status."""
    with on_terminal() as tell:
        report = _checked_tokens(options, tell) if options.tokens else _checked_merges(options, tell)
    if options.gradescope is not None:
        test = report.graded("Tokens" if options.tokens else "Merges", options.points)
        results = json.dumps({"score": test["score"], "tests": [test]}, ensure_ascii=False, indent=2)
        options.gradescope.write_text(results, encoding="utf-8")
    if options.json:
        print(json.dumps(report.as_json(), indent=2))
    else:
        print(report, file=sys.stderr if report.status == "unreadable" else sys.stdout)
    if options.open is not None:
        print(_where(report, options.open), file=sys.stderr if options.json else sys.stdout)
    return STATUSES[report.status]


def _path(text: str) -> Path:
    if not text:
        raise ArgumentTypeError("must be the name of a file, got an empty text.")
    return Path(text)


def _points(text: str) -> float:
    try:
        points = float(text)
    except ValueError:
        points = math.nan
    if not 0 <= points < math.inf:
        raise ArgumentTypeError(f"must be a number from 0, such as 10, got {text!r}.")
    return points


def _checked_merges(options: Namespace, tell: OnProgress) -> Report:
    _need(options, "merges_file", "corpus", "like")
    is_file = options.like not in PROFILES and Path(options.like).is_file()
    like = Path(options.like) if is_file else options.like
    corpus = Corpus.from_file(options.corpus, options.column)
    return check_merges(
        options.merges_file, corpus, like, merges=options.merges, base=options.base, tell=tell
    )


def _checked_tokens(options: Namespace, tell: OnProgress) -> Report:
    _need(options, "text", "tokenizer")
    text = Corpus.from_file(options.text)
    if text.kind != "text":
        raise BPEError(f"{str(options.text)!r} must be one text, such as a .txt file.")
    return check_tokens(options.tokens, str(text.documents[0]), options.tokenizer, tell=tell)


def _need(options: Namespace, *names: str) -> None:
    missing = [f"--{name}" for name in names if getattr(options, name) is None]
    if missing:
        given = " and ".join(missing).replace("--merges_file", "MERGES or --tokens")
        raise BPEError(f"This needs {given}: see bpe-stepper check --help.")


def _where(report: Report, server: str) -> str:
    from bpe_ui.pages.command.address import address_of  # loads what links are made of

    address = address_of(report, server)
    if address:
        return f"\nThe same in the app: {address}"
    if report.comparison is None:
        return "\nThere is nothing to open in the app."
    return (
        "\nThis is too large for an address: open Compare, Why does mine differ?, under"
        f" {server}/compare and bring both files there."
    )


SECONDS = 0.1
"""How often the line is updated."""
_CLEAR = "\r\x1b[K"


@contextmanager
def on_terminal() -> Iterator[OnProgress]:
    """A `tell` that writes to the terminal; it does nothing if standard error is no terminal."""
    if not sys.stderr.isatty():
        yield tell_nobody
        return
    last = time.monotonic()

    def tell(progress: Progress) -> None:
        nonlocal last
        if time.monotonic() - last >= SECONDS:
            last = time.monotonic()
            of_all = "" if progress.total is None else f" of {progress.total:,}"
            print(f"{_CLEAR}{progress.done:,}{of_all} {progress.what}", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        print(_CLEAR, end="", file=sys.stderr, flush=True)
