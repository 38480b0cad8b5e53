"""Every sentence is one template, and its fields are the values that it is given."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

PACKAGE = Path(__file__).parents[2] / "bpe_ui"


def templates(node, scopes):
    """The texts that an expression may be; raises `ValueError` if it is built from others."""
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
    """Every call of `say` outside doctests, with its function and module."""
    for function in [each for each in ast.walk(module) if isinstance(each, ast.FunctionDef)]:
        for node in ast.walk(function):
            if named(node) in ("say", "say_plainly") and function.name != "say_plainly":
                yield node, (function, module)


def named(node):
    """The name of the function that is called, if one is."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else None


def wrong_fields(call, scopes):
    """Fields without a value, and values that no template has; of `**values` only the first can be told."""
    given, used = {keyword.arg for keyword in call.keywords}, set()
    for template in templates(call.args[0], scopes):
        fields = [field for _, field, _, _ in Formatter().parse(template) if field is not None]
        used |= {field.split(".")[0].split("[")[0] for field in fields}
    return given - {None} - used if None in given else given ^ used


def is_glued(node):
    """Whether a tuple puts pieces of a sentence beside tokens, numbers or other pieces."""
    if not isinstance(node, ast.Tuple):
        return False
    has_part = any(isinstance(e, ast.Starred) or named(e) in ("Token", "Number") for e in node.elts)
    return has_part and any(map(is_piece, node.elts))


def is_piece(node):
    """Whether a text is a part of a sentence: it begins or ends with a space, or begins with punctuation."""
    words = node.values if isinstance(node, ast.JoinedStr) else [node]
    first, last = (getattr(words[at], "value", None) for at in (0, -1)) if words else (None, None)
    begins = isinstance(first, str) and first[:1] in (" ", ".", ",", ";", ":", ")")
    return begins or (isinstance(last, str) and last[-1:] == " ")


SOURCES = {
    str(path.relative_to(PACKAGE)): path.read_text(encoding="utf-8") for path in sorted(PACKAGE.rglob("*.py"))
}
SAYING = [name for name, source in SOURCES.items() if re.search(r"\bsay(_plainly)?\(", source)]


@pytest.mark.parametrize("name", SAYING)
def test_a_template_has_the_fields_that_it_is_given(name):
    module = ast.parse(SOURCES[name])
    for call, scopes in calls(module):
        assert not wrong_fields(call, scopes), f"line {call.lineno}"


def test_no_sentence_is_put_together_by_hand():
    glued = [
        f"{name}:{node.lineno}"
        for name, source in SOURCES.items()
        if name != "text/sentences.py"  # which makes them
        for node in ast.walk(ast.parse(source))
        if is_glued(node)
    ]
    assert not glued
