"""Joins the JavaScript modules of a component into one module for Streamlit.

    roving.js    export class Roving {...}                             class Roving {...}
    pairs.js     import { Roving } from "../roving.js";          ->    new Roving()
                 new Roving()

All modules share one scope, so a name that two of them declare is refused, and so is a circle of imports.
Modules import by name, on one line or several, and at most one has a default export; the linter checks the
names (.oxlintrc.json).
"""

import re
from pathlib import Path

_IMPORT = re.compile(r'^import \{[^}]*\} from "(\.[^"]+)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=const|function|class)", re.MULTILINE)
_DECLARED = re.compile(r"^(?:const|let|function|class) (\w+)", re.MULTILINE)


class JoinError(ValueError):
    """The modules cannot be joined; the message says why."""


def joined(entry: Path) -> str:
    """One module made of `entry` and all that it imports; raises `JoinError` if they cannot be joined."""
    modules: dict[Path, str] = {}
    _add(entry.resolve(), modules, ())
    owners: dict[str, Path] = {}
    for path, text in modules.items():
        for name in _DECLARED.findall(text):
            if name in owners:
                raise JoinError(f"{owners[name].name} and {path.name} both declare {name}.")
            owners[name] = path
    return "\n".join(modules.values())


def _add(path: Path, modules: dict[Path, str], importing: tuple[Path, ...]) -> None:
    """Add a module after its imports; `importing` are the modules that wait for it."""
    if path in modules:
        return
    if path in importing:
        raise JoinError(" -> ".join(each.name for each in (*importing, path)) + ": a circle of imports.")
    text = path.read_text(encoding="utf-8")
    for relative in _IMPORT.findall(text):
        _add((path.parent / relative).resolve(), modules, (*importing, path))
    text = _EXPORT.sub("", _IMPORT.sub("", text))
    if left := re.search(r"^(?:import\b|export (?!default )).*", text, re.MULTILINE):
        raise JoinError(f"{path.name} has a line that cannot be joined: {left[0]}")
    modules[path] = text
