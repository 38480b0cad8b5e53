"""A screen as a link or small file, as text and as bytes; docs/formats.md has every field.

A new member is a field of `Screen` and its line in `_MEMBERS`. What may come from anybody is refused with a
`LinkError`. Its message is the second half of a sentence ("is broken: ..."); the caller adds the first ("The
address", "The file").

>>> screen = Screen(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config, position=4)
>>> read_link(link_text(screen)) == screen
True
>>> read_link("e30")
Traceback (most recent call last):
    ...
bpe_ui.visit.registry.schema.LinkError: is broken: it was cut short or changed on its way.
"""

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_ui.visit.links.packing import as_text, check_fits, from_text, pack, unpack
from bpe_ui.visit.links.screen import ForcedMerge, Part, Screen
from bpe_ui.visit.registry.pages import base_codec, pages, settings_codecs
from bpe_ui.visit.registry.schema import (
    FLAG,
    MAX_BYTES,
    MAX_POSITION,
    RULES,
    Codec,
    LinkError,
    Member,
    a_list,
    an_object,
    integer,
    longest,
    one_of,
    read_members,
    written_members,
)
from bpe_ui.visit.training.training import Source

PARAMETER = "s"
"""The parameter of the address that holds the text."""
FILE_SUFFIX = ".bpestep"
"""The ending of a file's name."""

MAX_ITEMS = 100_000
"""The most words or documents."""
MAX_FORCED_MERGES = 1_000
"""The most merges chosen by hand."""


# ---- each member

_CORPUS_MAKERS: dict[str, Callable[[Any], Corpus]] = {
    "text": Corpus.from_text,
    "documents": Corpus.from_documents,
    "word_counts": Corpus.from_word_counts,
}


def source_of(value: Any, name: str) -> Source:
    """The source in JSON from anybody; raises `LinkError` or `BPEError`."""
    corpus = dict(an_object(value, name, ("example", "from", "base", *_CORPUS_MAKERS)))
    base = base_codec().read(corpus.pop("base"), "base") if "base" in corpus else None
    if "example" in corpus:
        example = an_object(corpus, name, ("example",))["example"]
        return replace(Source.from_example(one_of(EXAMPLES).read(example, "example")), base=base)
    held = [kind for kind in _CORPUS_MAKERS if kind in corpus]
    if len(held) != 1:
        raise LinkError("is broken: it needs one example, text, list of documents or of word counts.")
    [kind] = held
    given = corpus[kind] if kind == "text" else a_list(corpus[kind], kind, MAX_ITEMS)
    source_kind = corpus.get("from", "text" if kind == "documents" else kind)
    one_of(("text", "word_counts", "file")).read(source_kind, "from")
    return Source(source_kind, _CORPUS_MAKERS[kind](given), base=base)


def source_json(source: Source) -> dict[str, Any]:
    """The source as JSON, whatever its size."""
    if source.base is not None:
        return {**source_json(replace(source, base=None)), "base": base_codec().write(source.base)}
    corpus = source.corpus
    if source.kind == "example":
        return {"example": source.name}
    if corpus.kind == "text":
        return {"from": source.kind, "text": str(corpus.documents[0])}
    if corpus.kind == "documents":
        return {"from": source.kind, "documents": list(map(str, corpus.documents))}
    return {"from": source.kind, "word_counts": [[word, count] for word, count in corpus.entries]}


def _write_corpus(source: Source) -> dict[str, Any]:
    corpus = source.corpus
    if source.kind != "example":  # an example is only a name
        check_fits(max(len(corpus.documents), len(corpus.entries)), MAX_ITEMS, "words or documents")
        characters = sum(map(len, corpus.documents)) + sum(len(word) for word, _ in corpus.entries)
        if characters > MAX_BYTES:  # known before all of it is written
            raise LinkError(f"has a corpus of more than {MAX_BYTES >> 20} MB.")
    return source_json(source)


def _read_forced_merges(value: Any, name: str) -> tuple[ForcedMerge, ...]:
    forced: list[ForcedMerge] = []
    for entry in a_list(value, name, MAX_FORCED_MERGES):
        rank, left, right = a_list(entry, "a pick", 3, least=3)
        integer(forced[-1].rank + 1 if forced else 0, MAX_POSITION).read(rank, "a pick's number")
        symbols = (longest().read(symbol, "a pick's symbol") for symbol in (left, right))
        forced.append(ForcedMerge(rank, *symbols))
    return tuple(forced)


def _write_forced_merges(forced: tuple[ForcedMerge, ...]) -> list[list[Any]]:
    check_fits(len(forced), MAX_FORCED_MERGES, "merges chosen by hand")
    return [[merge.rank, merge.left, merge.right] for merge in forced]


CORPUS = Codec(source_of, _write_corpus)
_MEMBERS = {
    "rules": Member("config", RULES),
    "picks": Member("forced_merges", Codec(_read_forced_merges, _write_forced_merges)),
    "position": Member("position", integer(0, MAX_POSITION)),
    "predict": Member("predict", FLAG),
    "present": Member("present", FLAG),
}
"""What a link holds besides its version, its corpus, and the settings of pages."""


def link_codec(corpus: Codec) -> Codec:
    """The form of links with this form of corpus."""

    def members() -> dict[str, Member]:
        return {"corpus": Member("source", corpus), "page": Member("page", one_of(pages())), **_MEMBERS}

    def read(value: Any, name: str) -> Screen:
        given = {"corpus": None, "rules": {}, **an_object(value, name)}
        if "stops" in given:
            raise LinkError("is a lesson plan; open it under Lesson plan.")
        settings = {
            page: form.read(given.pop(page), page)
            for page, form in settings_codecs().items()
            if page in given
        }
        return Screen(**read_members(given, name, members()), settings=settings)

    def write(link: Screen) -> dict[str, Any]:
        usual = Screen(Source("", Corpus.from_text("")), BPEConfig())
        settings = {
            page: form.write(link.settings[page])
            for page, form in settings_codecs().items()
            if page in link.settings
        }
        return written_members(link, members(), usual) | settings

    return Codec(read, write)


LINK = link_codec(CORPUS)


# ---- the whole


def encode(screen: Screen, left_out: Collection[Part] = ()) -> bytes:
    """The content of a file: compressed JSON. Raises `LinkError` if it would be too large to read again."""
    return pack(screen.without(left_out), LINK)


def link_text(screen: Screen, left_out: Collection[Part] = ()) -> str:
    """The text of `?s=`; raises `LinkError` if not even a file could hold the screen."""
    return as_text(encode(screen, left_out))


def read_link(sent: str) -> Screen:
    """The screen in the text of `?s=`; raises `LinkError`."""
    return decode(from_text(sent))


def read_position(sent: str) -> int:
    """The position in the text of `?at=`; raises `LinkError`."""
    is_number = sent.isascii() and sent.isdigit() and len(sent) <= len(str(MAX_POSITION))
    return integer(0, MAX_POSITION).read(int(sent) if is_number else sent, "at")


def decode(data: bytes) -> Screen:
    """The screen in the content of a file; raises `LinkError`."""
    screen: Screen = unpack(data, LINK)
    return screen
