"""Texts that a person keeps in addition to the one on screen, with their lengths."""

from typing import Any, NamedTuple

from bpe_core.studies.text_counts import TextCounts
from bpe_ui.registry.schema import Form, a_list, integer, longest
from bpe_ui.tokenize.settings.loaded import MAX_NAME
from bpe_ui.tokenize.settings.request import MAX_TEXT

MAX_KEPT_TEXTS = 8
"""How many texts can be kept."""


class KeptText(NamedTuple):
    """A text that a person kept."""

    text: str
    """The text."""

    tokenizer: str
    """The name of the tokenizer with which it was counted."""

    counts: TextCounts
    """Its length in each unit."""


def _read_kept(value: Any, name: str) -> tuple[KeptText, ...]:
    kept = []
    for entry in a_list(value, name, MAX_KEPT_TEXTS):
        given, tokenizer, words, tokens = a_list(entry, "a kept text", 4, least=4)
        written = longest(MAX_TEXT).read(given, "a kept text")
        named = longest(2 * MAX_NAME).read(tokenizer, "a kept text's tokenizer")
        sizes = len(written), len(written.encode())
        counts = (integer(0, 10**9).read(each, "a kept text's count") for each in (words, tokens))
        kept.append(KeptText(written, named, TextCounts(*sizes, *counts)))
    return tuple(kept)


def _write_kept(kept: tuple[KeptText, ...]) -> list[list[Any]]:
    return [[each.text, each.tokenizer, each.counts.words, each.counts.tokens] for each in kept]


KEPT_TEXTS = Form(_read_kept, _write_kept)
"""The form of the texts that are kept."""
