"""Imports only point down: app.py, pages -> bpe_ui -> bpe_core -> numpy, regex and the standard library."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
OUR_LAYERS = {"app", "pages", "bpe_ui", "bpe_core"}
CORE_NEEDS = {"ahocorasick_rs", "numpy", "regex"}
CORE_MAY_LOAD_LATE = {"tokenizers"}
"""Imported inside functions only, so that the core also loads where there is no wheel for it."""


class Import(NamedTuple):
    """One imported top-level module."""

    module: str
    line: int
    at_load: bool
    """Whether importing the file imports it too: True outside of functions and of `if TYPE_CHECKING`."""


def imports_in(source: str, package: str) -> Iterator[Import]:
    """Every import of a file; a relative one belongs to the file's own top-level `package`."""
    yield from _imports_below(ast.parse(source), package, at_load=True)


def _imports_below(node: ast.AST, package: str, *, at_load: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            for alias in child.names:
                yield Import(alias.name.partition(".")[0], child.lineno, at_load)
        elif isinstance(child, ast.ImportFrom):
            module = package if child.level else (child.module or "").partition(".")[0]
            yield Import(module, child.lineno, at_load)
        else:
            loads = at_load and not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from _imports_below(child, package, at_load=loads and not _is_for_types_only(child))


def _is_for_types_only(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) in {"TYPE_CHECKING", "typing.TYPE_CHECKING"}


def layer_violations(root: Path) -> list[str]:
    """One line for every import that points up, or out of what a layer may use."""
    found = []
    for layer, is_allowed in (("bpe_core", _core_may_import), ("bpe_ui", _ui_may_import)):
        for path in sorted((root / layer).rglob("*.py")):
            file = path.relative_to(root).as_posix()
            imports = imports_in(path.read_text(encoding="utf-8"), layer)
            found += [f"{file}:{each.line} {each.module}" for each in imports if not is_allowed(each)]
    return found


def _core_may_import(imported: Import) -> bool:
    if imported.module in CORE_MAY_LOAD_LATE:
        return not imported.at_load
    return imported.module in sys.stdlib_module_names | CORE_NEEDS | {"bpe_core"}


def _ui_may_import(imported: Import) -> bool:
    return imported.module not in OUR_LAYERS - {"bpe_ui", "bpe_core"}


def test_imports_only_point_down():
    assert (ROOT / "bpe_core").is_dir()
    assert layer_violations(ROOT) == []


@pytest.mark.parametrize(
    ("file", "source", "module"),
    [
        ("bpe_core/queries/pair_table.py", "import streamlit as st", "streamlit"),
        ("bpe_core/queries/pair_table.py", "import pandas", "pandas"),
        ("bpe_core/queries/pair_table.py", "from altair.vegalite import Chart", "altair"),
        ("bpe_core/queries/pair_table.py", "from bpe_ui.session import setup", "bpe_ui"),
        ("bpe_core/queries/pair_table.py", "import app", "app"),
        ("bpe_core/queries/pair_table.py", "import pages.tokenize", "pages"),
        ("bpe_core/queries/pair_table.py", "import requests", "requests"),
        ("bpe_core/queries/pair_table.py", "import tokenizers", "tokenizers"),
        (
            "bpe_core/queries/pair_table.py",
            "class Reader:\n    from tokenizers import Tokenizer",
            "tokenizers",
        ),
        (
            "bpe_core/queries/pair_table.py",
            "try:\n    import tokenizers\nexcept ImportError: ...",
            "tokenizers",
        ),
        ("bpe_core/queries/pair_table.py", "def late():\n    import streamlit", "streamlit"),
        ("bpe_core/files/deep.py", "import streamlit", "streamlit"),
        ("bpe_ui/shell.py", "import app", "app"),
        ("bpe_ui/shell.py", "def late():\n    from pages import tokenize", "pages"),
    ],
)
def test_a_planted_violation_is_found(tmp_path, file, source, module):
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(source, encoding="utf-8")

    [violation] = layer_violations(tmp_path)

    assert violation.startswith(f"{file}:")
    assert violation.endswith(f" {module}")


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("bpe_core/queries/pair_table.py", "import collections.abc\nimport numpy as np\nimport regex"),
        (
            "bpe_core/queries/pair_table.py",
            "from bpe_core.errors import BPEError\nfrom . import symbols\nfrom .config import X",
        ),
        ("bpe_core/queries/pair_table.py", "def read():\n    from tokenizers import Tokenizer"),
        ("bpe_core/queries/pair_table.py", "if TYPE_CHECKING:\n    from tokenizers import Tokenizer"),
        ("bpe_ui/charts/frames.py", "import pandas\nimport streamlit\nfrom bpe_core import Corpus"),
        ("pages/tokenize.py", "import bpe_core, bpe_ui, streamlit"),
    ],
)
def test_an_allowed_import_is_no_violation(tmp_path, file, source):
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(source, encoding="utf-8")

    assert layer_violations(tmp_path) == []


def test_importing_bpe_core_loads_neither_streamlit_nor_pandas_nor_tokenizers():
    program = "import sys, bpe_core; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )

    loaded = set(done.stdout.split())

    assert "bpe_core" in loaded
    assert loaded.isdisjoint({"streamlit", "pandas", "altair", "tokenizers"})


# ---- the rooms inside the core

MAY_NOT_KNOW = {
    "pre_tokenizers": {"corpus", "engine", "queries", "stepper", "encoding", "tokenizer", "studies"},
    "corpus": {"engine", "queries", "stepper", "encoding", "tokenizer", "studies"},
    "engine": {"corpus", "queries", "stepper", "encoding", "tokenizer", "tokenizer_files", "studies"},
    "encoding": {"corpus", "engine", "queries", "stepper", "tokenizer", "tokenizer_files", "studies"},
    "queries": {"corpus", "stepper", "tokenizer", "tokenizer_files", "studies"},
    "stepper": {"tokenizer_files", "studies"},
    "tokenizer": {"corpus", "engine", "queries", "stepper", "studies"},
    "tokenizer_files": {"corpus", "engine", "queries", "stepper", "studies"},
}
"""What stands behind each room of the core, or above it."""


def modules_imported(path: Path) -> Iterator[str]:
    """The dotted name of every module of the core that a file imports from."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] == "bpe_core":
            yield from (
                [node.module]
                if node.module != "bpe_core"
                else [f"bpe_core.{alias.name}" for alias in node.names]
            )


def files_of(room: str) -> list[Path]:
    folder = ROOT / "bpe_core" / room
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]


@pytest.mark.parametrize("room", MAY_NOT_KNOW)
def test_no_room_of_the_core_knows_what_stands_above_it(room):
    known = {module.split(".")[1] for path in files_of(room) for module in modules_imported(path)}
    assert known
    assert known & MAY_NOT_KNOW[room] == set()


def test_pages_go_through_the_front_doors_of_the_core():
    rooms = {path.name for path in (ROOT / "bpe_core").iterdir() if path.is_dir()} - {
        "studies",
        "__pycache__",
    }
    inside = {
        f"{path.relative_to(ROOT)}: {module}"
        for path in (ROOT / "bpe_ui").rglob("*.py")
        for module in modules_imported(path)
        if module.count(".") > (1 if module.split(".")[1] in rooms else 2)
    }
    assert {"corpus", "engine", "queries"} <= rooms
    assert inside == set()


def test_the_listing_of_the_core_reads_as_a_table_of_contents():
    entries = {path.stem for path in (ROOT / "bpe_core").iterdir()} - {"__init__", "__pycache__", "py"}
    assert len(entries) <= 24
