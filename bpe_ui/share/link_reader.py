"""Reads links and small files; the way back from `links`.

In: the text of `?s=` or the bytes of a file, which may come from anybody. Out: a `Link`, or a `LinkError`
that says in half a sentence what was wrong ("is broken: ..."); whoever catches it puts "The link" before it.

>>> read_link("e30")
Traceback (most recent call last):
    ...
bpe_ui.share.links.LinkError: is broken: it was cut short or changed on its way.
"""

import base64
import binascii
import json
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from bpe_core import EXAMPLES, BPEError, Corpus
from bpe_ui.compare.link_settings import read_settings
from bpe_ui.share.link_values import a_list, a_text, an_object, flag, one_of, only, read_rules, whole_number
from bpe_ui.share.links import (
    MAX_BYTES,
    MAX_ITEMS,
    MAX_LINK,
    MAX_PICKS,
    MAX_TYPED,
    PAGES,
    VERSION,
    Link,
    LinkError,
    Pick,
    Typed,
)
from bpe_ui.training.training import Source

MAX_REASON = 300
"""The longest reason of the core's that is told, in characters."""
MAX_POSITION = 10_000_000

_MEMBERS = (
    *("v", "corpus", "rules", "picks", "position"),
    *("page", "predict", "present", "typed", "compare"),
)
_CORPUS_KINDS = ("text", "documents", "word_counts")
_SOURCE_KINDS = ("text", "word_counts", "table", "file")
_ALGORITHMS = ("lowest_rank", "in_order")
_MERGES = ("here", "all")
_CHANGED_ON_ITS_WAY = "is broken: it was cut short or changed on its way."


def read_link(text: str) -> Link:
    """The picture in the text of `?s=`; raises `LinkError`."""
    text = text.strip()
    if len(text) > MAX_LINK:
        raise LinkError(f"is too large: it has {len(text):,} characters, and {MAX_LINK:,} are allowed.")
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError) as error:
        raise LinkError(_CHANGED_ON_ITS_WAY) from error
    return read_file(data)


def read_file(data: bytes) -> Link:
    """The picture in the content of a file; raises `LinkError`."""
    return _picture(_json_value(_decompressed(data)))


def _decompressed(data: bytes) -> bytes:
    # A few bytes can stand for gigabytes; only so much of it is ever unpacked.
    if len(data) > MAX_BYTES:
        raise LinkError(f"is too large: it has {len(data):,} bytes, and {MAX_BYTES:,} are allowed.")
    unpacking = zlib.decompressobj()
    try:
        unpacked = unpacking.decompress(data, MAX_BYTES + 1)
    except zlib.error as error:
        raise LinkError(_CHANGED_ON_ITS_WAY) from error
    if len(unpacked) > MAX_BYTES:
        raise LinkError(f"is too large: it unpacks to more than the {MAX_BYTES:,} bytes that are allowed.")
    if not unpacking.eof or unpacking.unused_data:
        raise LinkError(_CHANGED_ON_ITS_WAY)
    return unpacked


def _json_value(data: bytes) -> Any:
    try:
        return json.loads(data.decode(), parse_constant=_no_such_number)
    except (ValueError, RecursionError) as error:
        raise LinkError("is broken: what it holds is not JSON.") from error


def _no_such_number(name: str) -> None:
    raise ValueError(name)


def _picture(value: Any) -> Link:
    members = an_object(value, "the whole")
    version = whole_number(members.get("v"), "v", least=1, most=10**9)
    if version > VERSION:
        raise LinkError(
            f"was made by a newer version of this app: its format is {version:,}, and {VERSION} is read here."
        )
    only(members, _MEMBERS, "it")
    try:
        return Link(
            source=_source(an_object(members.get("corpus"), "corpus")),
            config=read_rules(members.get("rules", {})),
            picks=_picks(members.get("picks", [])),
            position=whole_number(members.get("position", 0), "position", least=0, most=MAX_POSITION),
            page=one_of(members.get("page", "train"), "page", PAGES),
            predict=flag(members.get("predict", False), "predict"),
            present=flag(members.get("present", False), "present"),
            typed=_typed(members["typed"]) if "typed" in members else None,
            compare=read_settings(members["compare"]) if "compare" in members else None,
        )
    except BPEError as error:
        raise LinkError(broken(error)) from error


def broken(error: BPEError) -> str:
    """The end of the sentence where the core refuses what was sent; it may quote some of that."""
    text, half = str(error), MAX_REASON // 2
    return f"is broken: {text if len(text) <= MAX_REASON else f'{text[:half]}…{text[-half:]}'}"


def _source(corpus: Mapping[str, Any]) -> Source:
    if "example" in corpus:
        only(corpus, ("example",), "corpus")
        return Source.from_example(one_of(corpus["example"], "example", EXAMPLES))
    only(corpus, ("from", *_CORPUS_KINDS), "corpus")
    held = [kind for kind in _CORPUS_KINDS if kind in corpus]
    if len(held) != 1:
        raise LinkError("is broken: it needs one example, text, list of documents or of word counts.")
    kind = held[0]
    given = corpus[kind] if kind == "text" else a_list(corpus[kind], kind, MAX_ITEMS)
    source_kind = corpus.get("from", "text" if kind == "documents" else kind)
    return Source(one_of(source_kind, "from", _SOURCE_KINDS), _MAKERS[kind](given))


_MAKERS: dict[str, Callable[[Any], Corpus]] = {
    "text": Corpus.from_text,
    "documents": Corpus.from_documents,
    "word_counts": Corpus.from_word_counts,
}


def _picks(value: Any) -> tuple[Pick, ...]:
    picks: list[Pick] = []
    for entry in a_list(value, "picks", MAX_PICKS):
        rank, left, right = a_list(entry, "a pick", 3, least=3)
        after = picks[-1].rank + 1 if picks else 0
        rank = whole_number(rank, "a pick's number", least=after, most=MAX_POSITION)
        picks.append(Pick(rank, a_text(left, "a pick's symbol"), a_text(right, "a pick's symbol")))
    return tuple(picks)


def _typed(value: Any) -> Typed:
    members = an_object(value, "typed")
    only(members, ("text", "algorithm", "merges"), "typed")
    return Typed(
        text=a_text(members.get("text", ""), "the typed text", MAX_TYPED),
        algorithm=one_of(members.get("algorithm", "lowest_rank"), "algorithm", _ALGORITHMS),
        merges=one_of(members.get("merges", "here"), "merges", _MERGES),
    )
