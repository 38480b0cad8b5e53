"""The rooms of `bpe_ui`, its folders, are on floors: a room imports only from lower ones."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "bpe_ui"
FLOORS = (
    # Rooms that need no visit: records, texts, markup, the entries of pages and the schema of settings
    {"component", "limits", "plots", "registry", "text"},
    {"html", "worker_pool"},
    {"training"},
    {"links", "drafts", "stage"},
    # One person's visit, and the parts of all pages
    {"lesson_plan", "visit"},
    {"ancestry", "widgets"},
    {"address", "compare.settings", "long_work", "server"},
    # What pages offer to each other, and their views
    {"compare.ties", "panels", "tokenize.settings", "voting"},
    {"share", "tokenize.compare", "tokenize.rules", "tokenize.vocabulary"},
    {"compare.columns", "tokenize.what_if"},
    {"compare.columns.panes", "compare.diagnosis"},
    # The pages, and what surrounds them: it knows their list and none of them
    {"compare", "glossary", "hood", "quiz", "tokenize", "train"},
    {"learn", "results", "shell"},
    # The process that does heavy work knows what it may be asked; the command may use anything
    {"command", "worker"},
)
"""From the lowest floor up. No room imports from its own floor or one above."""
WITHOUT_STREAMLIT = {"component", "plots", "registry", "text", "html", "training", "links", "drafts", "stage"}
"""Rooms that would stay under another front end."""
FLOOR_OF = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE)


def room_of(path):
    return ".".join(path.parent.relative_to(PACKAGE).parts)


def imported_rooms(source):
    """The rooms that are imported anywhere in a source, also inside a function."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "bpe_ui":
            for name in node.names:
                yield _room(f"{node.module}.{name.name}")
        elif isinstance(node, ast.Import):
            yield from (_room(name.name) for name in node.names if name.name.startswith("bpe_ui."))


def _room(module):
    """The room of a module or of a name in it."""
    parts = module.split(".")[1:]
    while parts and not PACKAGE.joinpath(*parts).is_dir():
        parts = parts[:-1]
    return ".".join(parts)


def test_every_room_has_one_floor():
    assert {room_of(path) for path in SOURCES} == FLOOR_OF.keys()
    assert sum(map(len, FLOORS)) == len(FLOOR_OF)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_room_imports_from_lower_floors_alone(path):
    here = room_of(path)

    rooms = {room for room in imported_rooms(path.read_text(encoding="utf-8")) if room not in ("", here)}

    assert {room for room in {here, *rooms} if room not in FLOOR_OF} == set()  # each has its place in FLOORS
    assert {room for room in rooms if FLOOR_OF[room] >= FLOOR_OF[here]} == set()


def test_an_import_inside_a_function_and_a_module_as_a_name_are_seen():
    source = "from bpe_ui.visit import session\ndef late():\n    from bpe_ui.shell.shell import show_page\n"

    assert set(imported_rooms(source)) == {"visit", "shell"}


def test_rooms_that_would_stay_under_another_front_end_have_no_streamlit():
    found = {room_of(path) for path in SOURCES if "streamlit" in path.read_text(encoding="utf-8")}

    assert found & WITHOUT_STREAMLIT == set()
