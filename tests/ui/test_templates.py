"""Every sentence is one template, and its fields are the values that it is given."""

import ast
import re

import pytest

from tests.catalogue import JAVASCRIPT, SAYING, SOURCES, called, calls, fields, templates


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


@pytest.mark.parametrize(
    "name", [name for name, source in SOURCES.items() if re.search(rf"\b({'|'.join(SAYING)})\(", source)]
)
def test_a_template_has_the_fields_that_it_is_given(name):
    module = ast.parse(SOURCES[name])
    for call, scopes in calls(module):
        assert not wrong_fields(call, scopes), f"line {call.lineno}"


def test_no_sentence_is_put_together_by_hand():
    glued = [
        f"{name}:{node.lineno}"
        for name, source in SOURCES.items()
        if name.startswith("bpe_ui") and name != "bpe_ui/text/sentences.py"  # which makes them
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
        if name != "bpe_ui/component/say.js"
        for said in re.findall(r"(?<![.\w])say(?:With|All)?\((?!\s*[\"\[]|text\) {).{0,40}", source)
    }
    assert not others
