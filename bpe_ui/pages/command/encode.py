"""`bpe-stepper encode`: prints the ids of a text, from a tokenizer's files.

A symbol without an id is printed as "?".
"""

import json
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from bpe_core import BPETokenizer
from bpe_core.errors import TextError
from bpe_core.progress import Progress
from bpe_ui.pages.command.progress import on_terminal

DESCRIPTION = "Print the ids of a text by a tokenizer's files."


def add_options(parser: ArgumentParser) -> None:
    """Add the options of this subcommand."""
    parser.add_argument("text", nargs="?", metavar="FILE", help="a text in UTF-8 (default: standard input)")
    parser.add_argument(
        "--tokenizer", type=Path, required=True, metavar="FILE", help="such as tokenizer.json"
    )
    parser.add_argument("--tokens", action="store_true", help="print the tokens, as JSON")


def run(options: Namespace) -> int:
    """Encode and print."""
    data = sys.stdin.buffer.read() if options.text is None else Path(options.text).read_bytes()
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        raise TextError(f"Byte {error.start + 1:,} of the text is not UTF-8.") from error
    with on_terminal() as tell:
        tokenizer = BPETokenizer.from_file(options.tokenizer)
        tell(Progress(0, len(text), "characters"))
        encoding = tokenizer.encode(text)
    if options.tokens:
        print(json.dumps(encoding.tokens, ensure_ascii=False))
    else:
        print(*("?" if id_ is None else id_ for id_ in encoding.ids))
    return 0
