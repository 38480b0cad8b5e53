"""The header of Train and its panels speak another language: in a pseudo-language every text is marked."""

import re
from collections.abc import Iterator
from typing import get_args

import pytest
from google.protobuf.message import Message

from bpe_core.config.rules import RuleTab
from bpe_ui.panels.corpus_panel import _CORPUS_WAYS
from bpe_ui.text.glossary import meanings
from tests.apptest.page_run import open_app
from tests.catalogue import pseudo_language
from tests.ui.markup import read_markup

SHOWN = {"label", "help", "options", "content", "captions", "placeholder", "body"}
"""The fields of Streamlit's elements with text that a person reads."""
OF_NO_LANGUAGE = {"BPE Stepper"}


@pytest.fixture(scope="module")
def page():
    with pseudo_language():
        yield open_app()


def texts(message: Message) -> Iterator[str]:
    """What an element shows."""
    for field, value in message.ListFields():
        for each in value if field.is_repeated else [value]:
            if isinstance(each, Message):
                yield from texts(each)
            elif field.name == "body":
                markup = read_markup(each)
                yield from [] if markup.tags[:1] in (["style"], ["script"]) else [markup.text]
                yield from (text for _, name, text in markup.attributes if name in ("title", "aria-label"))
            elif field.name in SHOWN:
                yield re.sub(r"^\*\*.*?\*\*", "", each)  # the beginning of an example's corpus


def unmarked(page):
    """What is on the page in English."""
    shown = {text for node in page.app._tree if getattr(node, "proto", None) for text in texts(node.proto)}
    assert len(shown) > 10
    nested = re.compile("⟦[^⟦⟧]*⟧")
    left = {text: text for text in shown - OF_NO_LANGUAGE}
    for text in left:
        while nested.search(left[text]):
            left[text] = nested.sub("", left[text])
    return {text for text, outside in left.items() if re.search("[A-Za-z]", outside)}


@pytest.mark.parametrize("way", _CORPUS_WAYS)
def test_every_text_of_the_header_and_of_the_panel_for_the_corpus_is_translated(page, way):
    page.open_panel("corpus_popover", f"⟦{way}⟧")

    assert unmarked(page) == set()


def test_every_term_and_its_meaning_is_translated(page):
    told = [text for both in meanings().values() for text in both]

    assert len(told) > 100
    assert all(text.startswith("⟦") for text in told)


@pytest.mark.parametrize("tab", get_args(RuleTab))
def test_every_text_of_the_panel_for_the_rules_is_translated(page, tab):
    page.open_panel("rules_popover", f"⟦{tab}⟧")

    assert unmarked(page) == set()
