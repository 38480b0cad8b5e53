"""Mistakes: one method of a class that people read, as somebody may have written it, and its lines shown.

A mistake is a row: the method, what is wrong, and the method as it is then, a function or a lambda. Mistakes
in different methods go together.

>>> from bpe_core.corpus.cutting import Cutter
>>> lower = Mistake("lower", "read", "the text is put in lower case", lambda self, text: text.lower())
>>> type_with(Cutter, [lower]).read(None, "HUG")
'hug'
>>> print(code_of(lower.method, lower.wrong, Cutter.read))
  def read(self, text):
-     return text.lower()
+     return text
"""

import ast
import inspect
import linecache
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from difflib import ndiff
from functools import cache, reduce
from textwrap import dedent
from typing import Any


@dataclass(frozen=True)
class Mistake:
    """A method that goes wrong."""

    name: str
    """What identifies it."""

    method: str
    """The name of the method."""

    says: str
    """What it does, as a clause that follows "in your code"."""

    wrong: Callable[..., Any]
    """The method as it is then."""


def type_with(right: type, mistakes: Iterable[Mistake]) -> Any:
    """A class with mistakes in it, each in another method; those in how a text is read follow each other."""
    methods: dict[str, Any] = {}
    for each in mistakes:
        before = methods.get(each.method)
        methods[each.method] = each.wrong if before is None else _one_after_the_other(before, each.wrong)
    return type(f"Wrong{right.__name__}", (right,), methods)


def _one_after_the_other(*changes: Callable[..., Any]) -> Callable[..., Any]:
    return lambda self, text: reduce(lambda read, change: change(self, read), changes, text)


def code_of(method: str, wrong: Callable[..., Any], right: Callable[..., Any]) -> str:
    """The lines of a method: those that are wrong after a minus, those that are right after a plus."""
    lines = ndiff(lines_of(wrong, method), lines_of(right, method))
    return "\n".join(line.rstrip("\n") for line in lines if line[0] != "?")


def lines_of(function: Callable[..., Any], name: str = "") -> Sequence[str]:
    """The lines of a function without its docstring and types; of a lambda, as a function would have them."""
    if function.__name__ == "<lambda>":
        arguments = ", ".join(inspect.signature(function).parameters)
        return [f"def {name}({arguments}):", f"    return {body_of(function)}"]
    lines = dedent(inspect.getsource(function)).rstrip("\n").split("\n")
    [tree] = ast.parse("\n".join(lines)).body
    assert isinstance(tree, ast.FunctionDef)
    body = tree.body[ast.get_docstring(tree) is not None :]
    arguments = ", ".join(each.arg for each in tree.args.args)
    return [f"def {name or function.__name__}({arguments}):", *lines[body[0].lineno - 1 :]]


@cache
def body_of(function: Callable[..., Any]) -> str:
    """The body of a lambda as it stands in its file: of the first one on its line that takes as much."""
    code = function.__code__
    source, found = _lambdas_of(code.co_filename)
    on_line = (each for each in found if each.lineno == code.co_firstlineno)
    same = next(each for each in on_line if len(each.args.args) == code.co_argcount)
    return ast.get_source_segment(source, same.body) or ""


@cache
def _lambdas_of(path: str) -> tuple[str, list[ast.Lambda]]:
    source = "".join(linecache.getlines(path))
    return source, [each for each in ast.walk(ast.parse(source)) if isinstance(each, ast.Lambda)]
