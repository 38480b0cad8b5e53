"""The rooms of `bpe_ui`, its folders, stand on floors of seven wings: a room imports only from lower ones."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "bpe_ui"
WINGS = {
    "stage": (
        {"stage", "stage.component", "stage.text"},
        {"stage.html"},
    ),
    "charts": ({"charts"},),
    "machine": (
        {"machine", "machine.limits"},
        {"machine.worker_pool"},
        {"machine.server"},
    ),
    "visit": (
        {"visit.registry", "visit.training"},
        {"visit.drafts", "visit.links", "visit.messages"},
        {"visit", "visit.lesson_plan"},
    ),
    "frame": (
        {"frame.ancestry", "frame.widgets"},
        {"frame", "frame.address"},
        {"frame.panels", "frame.share"},
    ),
    "classroom": (
        {"classroom"},
        {"classroom.voting"},
    ),
    "pages": (
        {"pages", "pages.compare.settings", "pages.tokenize.settings"},
        {"pages.compare.ties", "pages.tokenize.compare", "pages.tokenize.rules", "pages.tokenize.vocabulary"},
        {"pages.compare.columns"},
        {"pages.compare.columns.panes", "pages.compare.diagnosis"},
        {"pages.compare", "pages.glossary", "pages.hood", "pages.quiz", "pages.tokenize", "pages.train"},
        # What surrounds the pages knows their list and none of them; the command may use anything
        {"pages.command", "pages.learn", "pages.results", "pages.shell"},
    ),
}
"""The wings and their floors, from the ground up: no room imports from its own floor or from one above."""
FLOORS = [floor for floors in WINGS.values() for floor in floors]
WITH_STREAMLIT = ("machine", "frame", "classroom", "pages")
"""The wings whose Python knows Streamlit, as `visit/session.py` does."""
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


def test_python_below_the_frame_knows_streamlit_in_few_places():
    found = (path for path in SOURCES if "streamlit" in path.read_text(encoding="utf-8"))
    paths = {path.relative_to(PACKAGE).as_posix() for path in found}

    assert {path for path in paths if not path.startswith(WITH_STREAMLIT)} == {"visit/session.py"}
