"""Homework: sheets that lie in a folder of the server until a day, for the one person who has the key.

    folder/3f9a...-2026-12-10/         the name is made from the key, and does not lead back to it
           82340917                    a sheet, as the file of a link

Off, unless the server was told of a folder. A link to the homework has the name, which lets somebody hand in
and nothing else; the key lists the sheets.

>>> import tempfile
>>> os.environ[SETTING] = tempfile.mkdtemp()
>>> key = begin(date.today())
>>> hand_in(name_of(key), 7, b"a sheet")
>>> sheets(key), last_day(name_of(key)) == date.today()
([b'a sheet'], True)
>>> del os.environ[SETTING]
>>> sheets(key)
[]
"""

import asyncio
import hashlib
import os
import re
import secrets
import shutil
from contextlib import suppress
from datetime import date
from pathlib import Path

from bpe_ui.stage.text.sentences import say_plainly

SETTING = "BPE_STEPPER_HOMEWORK"
"""The environment variable with the folder."""
MOST_HOMEWORKS = 1_000
"""How many are collected at a time."""
MOST_SHEETS = 100
"""How many sheets one has."""
MAX_BYTES = 10_000
"""How large a sheet may be."""
MOST_DAYS = 90
"""How long sheets are kept at most."""
LOOK_SECONDS = 600.0

_NAME = re.compile("[0-9a-f]{32}")


class HomeworkError(ValueError):
    """Why nothing could be stored; the sentence is for the person."""


def folder() -> Path | None:
    """The server's folder; None if it collects no homework. Raises `ValueError` if there is none."""
    given = os.environ.get(SETTING)
    if not given:
        return None
    if not Path(given).is_dir():
        raise ValueError(f"{SETTING} must be a folder that exists, got {given!r}.")
    return Path(given)


def begin(until: date) -> str:
    """Collect sheets up to and including a day; returns the key. Raises `HomeworkError`."""
    forget_old()
    place = folder()
    if place is None:
        raise HomeworkError("This server collects no homework.")
    if len(list(place.iterdir())) >= MOST_HOMEWORKS:
        raise HomeworkError("This server collects no more homework at the moment.")
    key = secrets.token_hex(16)
    try:
        (place / f"{name_of(key)}-{until.isoformat()}").mkdir(mode=0o700)
    except OSError as error:
        raise HomeworkError("This server cannot write into its folder for homework.") from error
    return key


def name_of(key: str) -> str:
    """The name of the homework with a key."""
    return hashlib.sha256(key.encode()).hexdigest()[:32]


def last_day(name: str) -> date | None:
    """The last day on which it is collected and kept; None if that is over, or if there is none."""
    place = _place(name)
    return None if place is None else _day(place)


def number_of(name: str, *whose: str) -> int:
    """The number of a person's sheet; who hands in again replaces it.

    >>> number_of("a homework", "a browser", "Ada") == number_of("a homework", "a browser", "Alan")
    False
    """
    return int.from_bytes(hashlib.sha256(repr((name, whose)).encode()).digest()[:4])


def hand_in(name: str, number: int, sheet: bytes) -> None:
    """Keep a sheet; with the number of another one it takes its place. Raises `HomeworkError`."""
    place = _place(name)
    if place is None:
        raise HomeworkError("This homework is not collected any more.")
    if len(sheet) > MAX_BYTES:
        raise HomeworkError("The sheet is too large to be kept.")
    is_new = not (place / f"{number:d}").exists()
    if is_new and len(list(place.iterdir())) >= MOST_SHEETS:
        raise HomeworkError(say_plainly("{most} sheets are here already, and no more fit.", most=MOST_SHEETS))
    try:
        part = place / f"{number:d}.{secrets.token_hex(4)}"
        part.write_bytes(sheet)
        part.replace(place / f"{number:d}")
    except OSError as error:
        raise HomeworkError("This server could not keep the sheet.") from error


def has_arrived(name: str, number: int) -> bool:
    """Whether the sheet with a number lies there."""
    place = _place(name)
    return place is not None and (place / f"{number:d}").is_file()


def sheets(key: str) -> list[bytes]:
    """What was handed in, in the order of its arrival."""
    place = _place(name_of(key))
    if place is None:
        return []
    files = sorted(place.glob("*"), key=lambda file: file.stat().st_mtime_ns)
    return [file.read_bytes() for file in files if file.name.isdecimal()][:MOST_SHEETS]


def forget(key: str) -> None:
    """Delete a homework with its sheets."""
    place = _place(name_of(key))
    if place is not None:
        shutil.rmtree(place, ignore_errors=True)


def forget_old() -> None:
    """Delete what is kept no longer."""
    place = folder()
    for each in [] if place is None else list(place.iterdir()):
        if (_day(each) or date.max) < date.today():
            shutil.rmtree(each, ignore_errors=True)


async def forget_old_again_and_again() -> None:
    """The same, from time to time."""
    while True:
        with suppress(OSError):
            await asyncio.to_thread(forget_old)
        await asyncio.sleep(LOOK_SECONDS)


def _place(name: str) -> Path | None:
    where = folder()
    if where is None or not _NAME.fullmatch(name):
        return None
    places = (place for place in where.glob(f"{name}-*") if (_day(place) or date.min) >= date.today())
    return next(places, None)


def _day(place: Path) -> date | None:
    """The day in the name of a homework's folder; None for any other folder."""
    name, _, day = place.name.partition("-")
    try:
        return date.fromisoformat(day) if _NAME.fullmatch(name) else None
    except ValueError:
        return None
