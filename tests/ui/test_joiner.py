"""Modules are joined in the order in which they need each other, and what cannot be joined is refused."""

import re

import pytest

from bpe_ui.stage import component
from bpe_ui.stage.component.joiner import joined

COMPONENTS = {"stage": component.STAGE_JS, "columns": component.COLUMNS_JS}


def write(folder, **modules):
    (folder / "parts").mkdir()
    for name, text in modules.items():
        (folder / f"{name.replace('_', '/')}.js").write_text(text, encoding="utf-8")
    return folder / "entry.js"


def test_each_module_comes_once_and_after_what_it_imports(tmp_path):
    entry = write(
        tmp_path,
        entry='import { b } from "./parts/b.js";\nimport {\n  a,\n} from "./a.js";\nexport default a + b;\n',
        a="export const a = 1;\n",
        parts_b='import { a } from "../a.js";\nexport const b = a;\n',
    )

    lines = [line for line in joined(entry).splitlines() if line]
    assert lines == ["const a = 1;", "const b = a;", "export default a + b;"]


@pytest.mark.parametrize("name", COMPONENTS)
def test_a_component_is_one_module_with_one_export(name):
    assert re.findall(r"^(?:import|export)\b.*", COMPONENTS[name], re.MULTILINE) == [
        f"export default mounted((parent) => new View(parent, {name.title()}));"
    ]


def test_no_two_modules_declare_a_class_of_one_name():
    declared = re.compile(r"^(?:export )?class (\w+)", re.MULTILINE)
    modules = component.FOLDER.rglob("*.js")
    classes = [name for path in modules for name in declared.findall(path.read_text("utf-8"))]

    assert len(classes) == len(set(classes))
