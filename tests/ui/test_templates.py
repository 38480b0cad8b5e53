"""Every sentence is one template, and its fields are the values that it is given."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

ROOT = Path(__file__).parents[2]
SOURCES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for package in ("bpe_core", "bpe_ui")
    for path in sorted((ROOT / package).rglob("*.py"))
}
JAVASCRIPT = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in sorted((ROOT / "bpe_ui" / "stage" / "component").rglob("*.js"))
}
SAYING = ("say", "say_plainly", "show_note", "Phrase")
"""The functions whose first argument is a template ..."""
GIVEN_THEIRS = ("say_plainly", "show_note", "retold", "together", "in_words")
"""... and those that are given it by others."""

Scopes = tuple[ast.AST, ...]


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


def wrong_fields(call, scopes):
    """Fields without a value, and values that no template has; of `**values` only the first can be told."""
    given, used = {keyword.arg for keyword in call.keywords}, set()
    for template in templates(call.args[0], scopes):
        used |= {*fields(template)}
    return given - {None} - used if None in given else given ^ used


def is_glued(node):
    """Whether a tuple puts pieces of a sentence beside tokens, numbers or other pieces."""
    if not isinstance(node, ast.Tuple):
        return False
    has_part = any(isinstance(e, ast.Starred) or called(e) in ("Token", "Number") for e in node.elts)
    return has_part and any(map(is_piece, node.elts))


def is_piece(node):
    """Whether a text is a part of a sentence: it begins or ends with a space, or begins with punctuation."""
    words = node.values if isinstance(node, ast.JoinedStr) else [node]
    first, last = (getattr(words[at], "value", None) for at in (0, -1)) if words else (None, None)
    begins = isinstance(first, str) and first[:1] in (" ", ".", ",", ";", ":", ")")
    return begins or (isinstance(last, str) and last[-1:] == " ")


def test_a_template_has_the_fields_that_it_is_given():
    wrong = [
        f"{name}:{call.lineno}"
        for name, source in SOURCES.items()
        for call, scopes in calls(ast.parse(source))
        if wrong_fields(call, scopes)
    ]
    assert not wrong


def test_no_sentence_is_put_together_by_hand():
    glued = [
        f"{name}:{node.lineno}"
        for name, source in SOURCES.items()
        if name.startswith("bpe_ui") and name != "bpe_ui/stage/text/sentences.py"  # which makes them
        for node in ast.walk(ast.parse(source))
        if is_glued(node)
    ]
    assert not glued


NOT_ON_A_PAGE = re.compile(
    r"/(command|html|limits|lesson_plan)/|/(html_file|phone_page|report)|registry/schema|worker_pool/library_"
)
"""What prints in a terminal, makes markup, words an error that others raise, or writes lesson plans."""


def test_a_sentence_with_values_is_a_template():
    glued = [
        f"{name}:{node.lineno}"
        for name, source in SOURCES.items()
        if name.startswith("bpe_ui") and not NOT_ON_A_PAGE.search(name)
        for node in values_in_words(ast.parse(source))
    ]
    assert not glued


def values_in_words(module):
    """The f-strings of four words or more, but those of errors that are raised."""
    raised = {id(part) for node in ast.walk(module) if isinstance(node, ast.Raise) for part in ast.walk(node)}
    texts = [node for node in ast.walk(module) if isinstance(node, ast.JoinedStr) and id(node) not in raised]
    return [node for node in texts if words_in(node) >= 4]


def words_in(node):
    """How many words an f-string has beside its values."""
    texts = [part.value for part in node.values if isinstance(part, ast.Constant)]
    return len(re.findall("[A-Za-z]{2,}", " ".join(texts)))


def test_what_the_browser_says_stands_in_its_sources_as_whole_templates():
    others = {
        f"{name}: {said}"
        for name, source in JAVASCRIPT.items()
        if name != "bpe_ui/stage/component/say.js"
        for said in re.findall(r"(?<![.\w])say(?:With|All)?\((?!\s*[\"\[]|text\) {).{0,40}", source)
    }
    assert not others


IN_WORDS = re.compile(r"[a-z]{2,} [a-z]{2,}|^ [a-z]{3,}|[a-z]{3,} $")


def built_of_pieces(module):
    """The texts of a module that are built of pieces and values, outside errors and markup."""
    inside = {}
    for node in ast.walk(module):
        is_other = isinstance(node, ast.Raise) or getattr(node, "name", "") in ("__repr__", "__str__")
        if isinstance(node, ast.Call):
            name = (called(node) or "").rpartition(".")[2]
            is_other = name == "Html" or name.endswith("Error")
        for child in ast.iter_child_nodes(node):
            inside[child] = inside.get(node, False) or is_other
        if isinstance(node, ast.JoinedStr) and not inside.get(node, False):
            pieces = (each.value for each in node.values if isinstance(each, ast.Constant))
            if any(map(IN_WORDS.search, pieces)):
                yield node


def test_what_stands_in_the_way_of_another_language_is_listed():
    text = (ROOT / "docs" / "translation.md").read_text(encoding="utf-8")
    listed = re.findall(r"^- `(.+)`$", text, re.MULTILINE)

    found = {
        name
        for name, source in SOURCES.items()
        if not name.startswith("bpe_ui/stage/html/") and any(built_of_pieces(ast.parse(source)))
    }
    assert found == set(listed)
