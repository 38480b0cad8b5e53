"""`bpe-stepper` without a subcommand: serves the app, from a checkout or from an installed wheel."""

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from pathlib import Path

from bpe_core import BPEError
from bpe_core.corpus import MAX_UPLOAD_BYTES
from bpe_ui.machine.limits.memory import LEAST_MB, SETTING, SHARE_OF_MACHINE, SHARE_OF_VISIT, budget

DESCRIPTION = "Serve BPE Stepper, and print its address."
HERE = "http://127.0.0.1:8501"
"""The address of a server that was started without options."""
INSTALLED = Path(__file__).parents[2] / "served"
"""The folder of app.py, pages/ and the settings in a wheel."""
CHECKOUT = Path(__file__).parents[3]
"""The same folder in a checkout."""
LIMITS = (
    f"A file can have up to {MAX_UPLOAD_BYTES // 10**6} MB. The trainings of all visits together may use"
    f" {SHARE_OF_MACHINE:.0%} of the memory of this computer or container, or as much as --memory-mb or"
    f" the environment variable {SETTING} says; those of one visit {SHARE_OF_VISIT:.0%} of that. There is"
    " no login: whoever reaches the server can use it. Any setting of Streamlit can be given as an"
    " environment variable, such as STREAMLIT_SERVER_BASE_URL_PATH=bpe."
)


def run(options: Namespace) -> int:
    """Serve the app; returns only when it is stopped. Raises `BPEError` if it cannot be served so."""
    from streamlit.web.cli import main as streamlit

    if options.memory_mb is not None:
        os.environ[SETTING] = str(options.memory_mb)
    try:
        budget()
    except ValueError as error:
        raise BPEError(str(error)) from error
    folder = INSTALLED if INSTALLED.is_dir() else CHECKOUT
    where = [f"--server.address={options.address}", f"--server.port={options.port}"]
    try:
        streamlit(["run", str(folder / "app.py"), *where], prog_name="bpe-stepper")
    except OSError as error:
        place = f"{options.address}, port {options.port}"
        raise BPEError(f"The app cannot be served at {place}: {error.strerror}.") from error
    return 0


def add_options(parser: ArgumentParser) -> None:
    """Add the options of this subcommand."""
    port = whole_number(1, 65_535)
    parser.add_argument("--port", type=port, default=8501, help="the port (default: %(default)s)")
    parser.add_argument(
        "--address",
        default="127.0.0.1",
        help="whom to serve: 127.0.0.1 this computer only, 0.0.0.0 the network too (default: %(default)s)",
    )
    parser.add_argument(
        "--memory-mb",
        type=whole_number(LEAST_MB, 999_999_999),
        metavar="MB",
        help=f"how many megabytes the trainings of all visits may use together, at least {LEAST_MB}",
    )


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A reader of a whole number in a range, for argparse."""

    def read(text: str) -> int:
        if not text.isascii() or not text.isdecimal() or not least <= int(text) <= most:
            raise ArgumentTypeError(f"must be a whole number from {least:,} to {most:,}, got {text!r}.")
        return int(text)

    return read
