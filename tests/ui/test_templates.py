"""Every sentence is one template, whose fields are those that it is given."""

import ast
from pathlib import Path
from string import Formatter

import pytest

PACKAGE = Path(__file__).parents[2] / "bpe_ui"


def templates(node, scopes):
    """The texts that an expression may be; raises `ValueError` where it is built from others."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return templates(node.body, scopes) + templates(node.orelse, scopes)
    if isinstance(node, ast.Dict):
        return [text for value in node.values for text in templates(value, scopes)]
    if isinstance(node, ast.Subscript):
        return templates(node.value, scopes)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        return templates(node.func.value, scopes) + templates(node.args[1], scopes)
    if isinstance(node, ast.Name):
        for scope in scopes:
            if values := assigned(node.id, scope):
                return [text for value in values for text in templates(value, scopes)]
    raise ValueError(f"line {node.lineno}: {ast.unparse(node)} is no template")


def assigned(name, scope):
    """What is assigned to a name in a function, or in the module outside functions."""
    statements = ast.walk(scope) if isinstance(scope, ast.FunctionDef) else scope.body
    assignments = [each for each in statements if isinstance(each, ast.Assign)]
    return [each.value for each in assignments if ast.unparse(each.targets[0]) == name]


def calls(module):
    """Every call of `say` outside doctests, with the function and the module that it stands in."""
    for function in [each for each in ast.walk(module) if isinstance(each, ast.FunctionDef)]:
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                yield node, (function, module)


def wrong_fields(call, scopes):
    """Fields without a value, and values that no template has; of `**values` only the first can be told."""
    given, used = {keyword.arg for keyword in call.keywords}, set()
    for template in templates(call.args[0], scopes):
        fields = [field for _, field, _, _ in Formatter().parse(template) if field is not None]
        used |= {field.split(".")[0].split("[")[0] for field in fields}
    return given - {None} - used if None in given else given ^ used


SOURCES = [path for path in sorted(PACKAGE.rglob("*.py")) if " say(" in path.read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_template_has_the_fields_that_it_is_given(path):
    module = ast.parse(path.read_text(encoding="utf-8"))
    for call, scopes in calls(module):
        assert not wrong_fields(call, scopes), f"line {call.lineno}"
