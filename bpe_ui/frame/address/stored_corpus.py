"""Corpora that are too large for a link, as bytes that the person's own browser keeps.

>>> from bpe_core import Corpus
>>> kept = Kept.of(Source("file", Corpus.from_text("hug pug " * 3)))
>>> read(kept.key, kept.content) == kept.source
True
>>> read("another key", kept.content) is None
True
"""

import base64
import hashlib
import json
import zlib
from typing import NamedTuple

from bpe_core import BPEError
from bpe_core.errors import CorpusError
from bpe_core.validation import has_too_many_signs, load_json
from bpe_ui.visit.links.link import MAX_KEPT, source_json, source_of
from bpe_ui.visit.links.packing import decompressed
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.training.training import Source

_MAX_BYTES = 8 * MAX_KEPT


class Kept(NamedTuple):
    """A corpus for the browser to keep."""

    source: Source
    """Where it came from; a file's name is not kept."""

    key: str
    """Identifies the content, whoever made it."""

    content: str = ""
    """What the browser must store: compressed JSON in base64. Empty if it has it, or if it is too large."""

    is_stored: bool = False
    """Whether the browser has it."""

    @classmethod
    def of(cls, source: Source) -> "Kept":
        """The corpus, not yet stored."""
        corpus, content = source.corpus, ""
        if corpus.characters_to_read <= MAX_KEPT:
            written = json.dumps(source_json(source), ensure_ascii=False)
            if not has_too_many_signs(written):
                content = base64.b64encode(zlib.compress(written.encode(), 1)).decode()
        if len(content) > MAX_KEPT:
            content = ""
        return cls(Source(source.kind, corpus), _key(content), content)


def read(key: str, content: object) -> Source | None:
    """The source in what the browser returned for a key; None if it is anything else."""
    if not isinstance(content, str) or len(content) > MAX_KEPT or _key(content) != key:
        return None
    try:
        written = load_json(decompressed(base64.b64decode(content), _MAX_BYTES).decode(), "it", CorpusError)
        return source_of(written, "corpus", most=MAX_KEPT)
    except (LinkError, BPEError, ValueError):
        return None


def _key(content: str) -> str:
    return hashlib.sha256(content.encode(errors="replace")).hexdigest()[:24]
