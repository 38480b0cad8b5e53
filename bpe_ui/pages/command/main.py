"""The command `bpe-stepper`; without a subcommand it serves the app.

Only serving loads Streamlit, so that everything else starts in less than half a second.
"""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from io import TextIOWrapper

from bpe_core import BPEError
from bpe_ui.pages.command import check, serve


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line, or the given arguments, and return the exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show a character shows its number
            stream.reconfigure(errors="backslashreplace")
    parser = ArgumentParser("bpe-stepper", description=serve.DESCRIPTION, epilog=serve.LIMITS)
    serve.add_options(parser)
    subparsers = parser.add_subparsers(title="or, without the app", dest="subcommand", metavar="")
    check.add_options(subparsers.add_parser("check", help=check.DESCRIPTION, description=check.DESCRIPTION))
    options = parser.parse_args(given)
    try:
        status = serve.run(options) if options.subcommand is None else check.run(options)
        sys.stdout.flush()
        return status
    except BPEError as error:
        print(f"bpe-stepper: {error}", file=sys.stderr)
    except BrokenPipeError:  # whoever read it has read enough; nothing is left for Python to flush at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        what = f"{error.filename!r} cannot be opened" if error.filename else "its output cannot be written"
        print(f"bpe-stepper: {what}: {error.strerror}.", file=sys.stderr)
    except KeyboardInterrupt:
        print("bpe-stepper: stopped.", file=sys.stderr)
    return 2
