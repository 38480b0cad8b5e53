"""`bpe-stepper train`: learns merges by the rules of a profile, and prints them or saves a tokenizer."""

import json
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bpe_core import BPEStepper, Corpus
from bpe_core.files import WRITERS
from bpe_ui.pages.command import rules
from bpe_ui.pages.command.progress import on_terminal

DESCRIPTION = "Learn merges as a library does; print them, or save a tokenizer."


def add_options(parser: ArgumentParser) -> None:
    """Add the options of this subcommand."""
    rules.add_options(parser, like="one of", needs_limit=True)
    parser.add_argument("--save", choices=WRITERS, help="write the files of a tokenizer in this format")
    parser.add_argument(
        "--to", type=Path, default=Path(), metavar="FOLDER", help="where they are written (default: here)"
    )


def run(options: Namespace) -> int:
    """Train, and print or write the result."""
    with on_terminal() as tell:
        stepper = BPEStepper(
            Corpus.from_file(options.corpus, options.column), rules.rules(options), tell=tell
        )
        stepper.run(tell=tell)
    if options.save is None:
        pairs = (json.dumps(pair, ensure_ascii=False) for pair in stepper.history.pairs(0, stepper.position))
        print("[" + ",\n ".join(pairs) + "]")
        return 0
    for name, data in stepper.tokenizer().to_files(options.save).items():
        (options.to / name).write_bytes(data)
        print(options.to / name)
    return 0
