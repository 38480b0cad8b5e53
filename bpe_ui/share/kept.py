"""Corpora that are too large for a link, as bytes that the person's own browser keeps.

In: where a corpus came from; or what the browser gives back. Out: the content and its key, which stands in
the address; or the source.

>>> from bpe_core import Corpus
>>> kept = keep(Source("file", Corpus.from_text("hug pug " * 3)))
>>> read(kept.key, kept.content) == kept.source
True
>>> read("another key", kept.content) is None
True
"""

import base64
import binascii
import hashlib
import json
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from bpe_core import BPEError, Corpus
from bpe_ui.training.training import Source

MAX_KEPT = 20_000_000
"""The largest corpus that is kept, in characters, and the longest content: Streamlit takes 25 MB at once."""

_MAKERS: dict[str, Callable[[Any], Corpus]] = {
    "text": lambda texts: Corpus.from_text(*texts),
    "documents": Corpus.from_documents,
    "word_counts": Corpus.from_word_counts,
}
_KINDS = {kind: kind for kind in ("text", "word_counts", "table", "file")}
_MAX_BYTES = 8 * MAX_KEPT


class Kept(NamedTuple):
    """A corpus as the browser keeps it."""

    source: Source
    """Where it came from; a file's name is not kept."""

    key: str
    """Names the content, whoever made it."""

    content: str
    """Compressed JSON in base64; empty where it is too large."""


def keep(source: Source) -> Kept:
    """The corpus for the browser."""
    corpus, content = source.corpus, ""
    if corpus.characters_to_read <= MAX_KEPT:
        texts = [*map(str, corpus.documents), *corpus.entries]
        written = json.dumps([source.kind, corpus.kind, texts], ensure_ascii=False).encode()
        content = base64.b64encode(zlib.compress(written, 1)).decode()
    if len(content) > MAX_KEPT:
        content = ""
    return Kept(Source(source.kind, corpus), _key(content), content)


def read(key: str, content: object) -> Source | None:
    """The source in what the browser gave back under a key; None where it is anything else."""
    if not isinstance(content, str) or len(content) > MAX_KEPT or _key(content) != key:
        return None
    try:
        written = zlib.decompressobj().decompress(base64.b64decode(content), _MAX_BYTES)
        source_kind, kind, texts = json.loads(written)
        return Source(_KINDS[source_kind], _MAKERS[kind](texts))
    except (binascii.Error, zlib.error, ValueError, KeyError, TypeError, RecursionError, BPEError):
        return None


def _key(content: str) -> str:
    return hashlib.sha256(content.encode(errors="replace")).hexdigest()[:24]
