"""The files of a tokenizer in a link: their name, their content where it is small; and kept texts.

In: a `TokenizerFile`, or `KeptText`s; or JSON from anybody. Out: JSON; or these again, or a `LinkError`.
"""

import base64
import binascii
from typing import Any

from bpe_core.config import MAX_PATTERN_LENGTH
from bpe_core.studies.text_counts import TextCounts
from bpe_ui.share.link_forms import Form, Member, a_list, integer, read_members, text, written_members, wrong
from bpe_ui.tokenize.loaded import MAX_FILES, MAX_IN_LINK, MAX_NAME, TokenizerFile
from bpe_ui.tokenize.state import MAX_KEPT_TEXTS, MAX_TEXT, KeptText

_USUAL = TokenizerFile("", 0, "")


def _read_content(value: Any, name: str) -> tuple[tuple[str, bytes], ...]:
    content = []
    for entry in a_list(value, name, MAX_FILES):
        file_name, data = a_list(entry, "a file", 2, least=2)
        text(MAX_NAME).read(file_name, "a file's name")
        text(2 * MAX_IN_LINK).read(data, "a file's content")
        try:
            content.append((file_name, base64.b64decode(data, validate=True)))
        except (binascii.Error, ValueError) as error:
            raise wrong("a file's content", "base64", data) from error
    return tuple(content)


def _write_content(content: tuple[tuple[str, bytes], ...]) -> list[list[str]]:
    return [[name, base64.b64encode(data).decode()] for name, data in content]


_MEMBERS = {
    "name": Member("name", text(MAX_NAME)),
    "size": Member("size", integer(0, 10**9)),
    "digest": Member("digest", text(64)),
    "pattern": Member("pattern", text(MAX_PATTERN_LENGTH)),
    "content": Member("content", Form(_read_content, _write_content)),
}
FILE = Form(
    lambda value, name: _USUAL._replace(**read_members(value, name, _MEMBERS)),
    lambda file: written_members(file, _MEMBERS, _USUAL),
)
"""The form of a `TokenizerFile`."""


def _read_kept(value: Any, name: str) -> tuple[KeptText, ...]:
    kept = []
    for entry in a_list(value, name, MAX_KEPT_TEXTS):
        given, tokenizer, words, tokens = a_list(entry, "a kept text", 4, least=4)
        written = text(MAX_TEXT).read(given, "a kept text")
        named = text(2 * MAX_NAME).read(tokenizer, "a kept text's tokenizer")
        sizes = len(written), len(written.encode())
        counts = (integer(0, 10**9).read(each, "a kept text's count") for each in (words, tokens))
        kept.append(KeptText(written, named, TextCounts(*sizes, *counts)))
    return tuple(kept)


def _write_kept(kept: tuple[KeptText, ...]) -> list[list[Any]]:
    return [[each.text, each.tokenizer, each.counts.words, each.counts.tokens] for each in kept]


KEPT_TEXTS = Form(_read_kept, _write_kept)
"""The form of the texts that are kept."""
