"""The command `bpe-stepper`; without a subcommand it serves the app.

Only serving loads Streamlit, so that everything else starts in less than half a second.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from bpe_core import BPEError
from bpe_ui.pages.command import check, serve


def main(given: Sequence[str] | None = None) -> int:
    """Run the command line, or the given arguments, and return the exit status."""
    parser = ArgumentParser("bpe-stepper", description=serve.DESCRIPTION, epilog=serve.LIMITS)
    serve.add_options(parser)
    subparsers = parser.add_subparsers(title="or, without the app", dest="subcommand", metavar="")
    check.add_options(subparsers.add_parser("check", help=check.DESCRIPTION, description=check.DESCRIPTION))
    options = parser.parse_args(given)
    try:
        return serve.run(options) if options.subcommand is None else check.run(options)
    except BPEError as error:
        print(f"bpe-stepper: {error}", file=sys.stderr)
    except OSError as error:
        print(f"bpe-stepper: {error.filename!r} cannot be opened: {error.strerror}.", file=sys.stderr)
    except KeyboardInterrupt:
        print("bpe-stepper: stopped.", file=sys.stderr)
    return 2
