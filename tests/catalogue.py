"""All texts that the app says, in English: what a translation has to cover.

`python -m tests.catalogue` prints them as the table to fill in, and on standard error how many there are.
"""

import ast
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, get_args

from bpe_core import EXAMPLES, PROFILES, TIE_BREAKS
from bpe_core.config import RULES
from bpe_core.config.rules import Choice, RuleTab, Several, Text
from bpe_core.studies.diagnosis import DEVIATION_KINDS
from bpe_core.studies.diagnosis.mistakes.known_mistakes import MISTAKES
from bpe_ui.panels.corpus_panel import _CORPUS_WAYS
from bpe_ui.registry.pages import pages
from bpe_ui.text.glossary import GROUPS, MEANINGS
from bpe_ui.text.sentences import TRANSLATIONS

ROOT = Path(__file__).parents[1]
SOURCES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for package in ("bpe_core", "bpe_ui")
    for path in sorted((ROOT / package).rglob("*.py"))
}
JAVASCRIPT = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "bpe_ui" / "component").rglob("*.js"))
}
SAYING = ("say", "say_plainly", "show_note", "Told")
"""The functions whose first argument is a template ..."""
GIVEN_THEIRS = ("say_plainly", "show_note", "retold", "together")
"""... and those that are given it by others."""
_SAID = re.compile(r"\bsay(?:With)?\(\s*(\"(?:[^\"\\]|\\.)*\")")
_SAID_AT_ONCE = re.compile(r"\bsayAll\((\[.*?\])\)", re.DOTALL)
_LITERAL = re.compile(r"\"(?:[^\"\\]|\\.)*\"")

Scopes = tuple[ast.AST, ...]


# ---- templates in Python


def calls(module: ast.Module) -> Iterator[tuple[ast.Call, Scopes]]:
    """Every call that fills a template, outside doctests, with its functions and module."""
    functions = [each for each in ast.walk(module) if isinstance(each, ast.FunctionDef)]
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and called(node) in SAYING:
            around = [each for each in functions if each.lineno <= node.lineno <= (each.end_lineno or 0)]
            if not any(each.name in GIVEN_THEIRS for each in around):
                yield node, (*reversed(around), module)


def called(node: ast.AST) -> str | None:
    """The name of the function that is called, if one is."""
    if not isinstance(node, ast.Call):
        return None
    function = ast.unparse(node.func)
    return function.removeprefix("sentences.")


def templates(node: ast.expr, scopes: Scopes) -> list[str]:
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
            if values := _assigned(node.id, scope):
                return [text for value in values for text in templates(value, scopes)]
    raise ValueError(f"line {node.lineno}: {ast.unparse(node)} is no template")


def _assigned(name: str, scope: ast.AST) -> list[ast.expr]:
    """What is assigned to a name in a function, or in the module outside functions."""
    statements = ast.walk(scope) if isinstance(scope, ast.FunctionDef) else scope.body  # type: ignore[attr-defined]
    assignments = [each for each in statements if isinstance(each, ast.Assign)]
    return [each.value for each in assignments if ast.unparse(each.targets[0]) == name]


def fields(template: str) -> list[str]:
    """The values that a template needs."""
    names = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    return [re.split(r"[.\[]", name)[0] for name in names]


def has_words(text: str) -> bool:
    """Whether there is anything to translate, beside the fields."""
    return re.search("[A-Za-z]", re.sub(r"\{[^}|]*\}", "", text)) is not None


def of_python() -> set[str]:
    """The templates of both packages, and the words that join what they list."""
    texts: set[str] = set()
    for source in SOURCES.values():
        module = ast.parse(source)
        for call, scopes in calls(module):
            texts |= {*templates(call.args[0], scopes)}
        for node in ast.walk(module):
            if called(node) == "joined":
                words = [each.value for each in node.keywords if isinstance(each.value, ast.Constant)]  # type: ignore[attr-defined]
                texts |= {each.value for each in words}
            if called(node) == "Tab":
                texts.add(node.args[0].value)  # type: ignore[attr-defined]
            if called(node) == "Progress" and isinstance(node.args[2], ast.Constant):  # type: ignore[attr-defined]
                texts.add(node.args[2].value)  # type: ignore[attr-defined]
    return {*filter(has_words, texts)}


# ---- templates in JavaScript, and the texts of the library


def of_javascript() -> set[str]:
    """What the browser says by itself."""
    texts: set[str] = set()
    for source in JAVASCRIPT.values():
        texts |= {json.loads(text) for text in _SAID.findall(source)}
        for several in _SAID_AT_ONCE.findall(source):
            texts |= {json.loads(text) for text in _LITERAL.findall(several)}
    return {*filter(has_words, texts)}


def of_records() -> set[str]:
    """Titles and explanations of rules, profiles and examples, mistakes, the glossary, and the names of
    pages."""
    records: list[Any] = [*TIE_BREAKS.values(), *PROFILES.values(), *EXAMPLES.values(), *RULES.values()]
    records += DEVIATION_KINDS.values()
    for rule in RULES.values():
        if isinstance(rule, Choice | Several):
            records += rule.options.values()
    names = ("title", "explanation", "description", "differences", "label", "note", "what", "meaning")
    texts = {getattr(record, name, "") for record in records for name in names}
    texts |= {rule.usual for rule in RULES.values() if isinstance(rule, Text) and isinstance(rule.usual, str)}
    texts |= {mistake.sentence for mistake in MISTAKES.values()}
    texts |= {meaning for group in GROUPS.values() for meaning in group.values()}
    texts |= {*MEANINGS, *MEANINGS.values(), *get_args(RuleTab), *_CORPUS_WAYS}
    return {text for text in texts | {page.title for page in pages().values()} if re.search("[A-Za-z]", text)}


@cache
def all_texts() -> frozenset[str]:
    """Everything that a translation of the app holds."""
    return frozenset(of_python() | of_javascript() | of_records())


@contextmanager
def pseudo_language() -> Iterator[dict[str, str]]:
    """For a while the app speaks a language that marks every text that a translation has to cover."""
    TRANSLATIONS.update({text: f"⟦{text}⟧" for text in all_texts()})
    try:
        yield TRANSLATIONS
    finally:
        TRANSLATIONS.clear()


if __name__ == "__main__":
    parts = {"Python": of_python(), "JavaScript": of_javascript(), "records": of_records()}
    print(json.dumps(dict.fromkeys(sorted(all_texts()), ""), ensure_ascii=False, indent=1))
    print({name: len(texts) for name, texts in parts.items()}, len(all_texts()), file=sys.stderr)
