"""Links and small files that hold what is on screen: a picture of a training, as text.

In: a `Link`, the corpus, rules and place that make up a picture. Out: the text of `?s=` in an address, or the
bytes of a file. `link_reader` is the way back; docs/formats.md has every field.

>>> from bpe_core import EXAMPLES
>>> link = Link(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config, position=4)
>>> sorted(json.loads(zlib.decompress(file_bytes(link))))
['corpus', 'position', 'rules', 'v']
"""

import base64
import json
import zlib
from dataclasses import dataclass, fields
from typing import Any

from bpe_core import BPEConfig, Corpus
from bpe_core.studies.comparison import MAX_TEXT
from bpe_ui.compare.choices import ColumnChoice
from bpe_ui.compare.state import NAMES_IN_LINKS, VIEWS_IN_LINKS, Settings
from bpe_ui.training.training import Source, Training

VERSION = 1
"""The format that is written; older ones are read too, newer ones refused."""
PARAMETER = "s"
"""The parameter of the address that holds the text."""
PAGES = {"train": "app.py", "tokenize": "pages/tokenize.py", "compare": "pages/compare.py"}
"""The pages that a link can open, by their names in it."""
FILE_SUFFIX = ".bpestep"
"""How the name of a file ends."""

MAX_LINK = 4_000
"""The longest link, in characters, its address included; chat programs cut longer ones."""
MAX_BYTES = 2 * 2**20
"""The most that a link or file may hold, in bytes of JSON: 2 MiB."""
MAX_ITEMS = 100_000
"""The most words or documents."""
MAX_PICKS = 1_000
"""The most merges chosen by hand."""
MAX_TYPED = MAX_TEXT
"""The longest text to tokenize, in characters: as much of it as Compare takes."""


class LinkError(ValueError):
    """What is wrong with a link or file, as the end of a sentence; or why there can be none."""


@dataclass(frozen=True)
class Pick:
    """A merge that was chosen by hand."""

    rank: int
    """How many merges came before it."""

    left: str
    """The left symbol, as it is printed."""

    right: str
    """The right symbol."""


@dataclass(frozen=True)
class Typed:
    """What the Tokenize page shows."""

    text: str
    """The text to tokenize."""

    algorithm: str = "lowest_rank"
    """How the merges are applied: "lowest_rank" or "in_order"."""

    merges: str = "here"
    """With which merges: those up to the position ("here") or all that are known ("all")."""


@dataclass(frozen=True)
class Link:
    """Everything that makes up the picture on screen."""

    source: Source
    """The corpus, and where it came from. A file's name is not part of a link."""

    config: BPEConfig
    """The rules."""

    picks: tuple[Pick, ...] = ()
    """The merges chosen by hand, also undone ones after the position; ranks ascend."""

    position: int = 0
    """How many merges have been made."""

    page: str = "train"
    """One of `PAGES`."""

    predict: bool = False
    """Whether predict mode is on."""

    present: bool = False
    """Whether present mode is on."""

    typed: Typed | None = None
    """What stands on the Tokenize page, where that is the page."""

    compare: Settings | None = None
    """What is set on the Compare page, where that is the page."""

    @classmethod
    def of(cls, training: Training, **place: Any) -> "Link":
        """The picture of a training; `place` says page, modes and what is typed."""
        stepper, source, columns = training.stepper, training.source, training.stepper.columns()
        picks = (Pick(rank, *columns.pair(rank)) for rank in columns.by_user(len(columns)))
        nameless = Source(source.kind, source.corpus, source.name if source.kind == "example" else "")
        return cls(nameless, stepper.config, tuple(picks), stepper.position, **place)


def link_text(link: Link) -> str:
    """The text of `?s=`; raises `LinkError` for a picture that is too large for a file too."""
    return base64.urlsafe_b64encode(file_bytes(link)).decode().rstrip("=")


def file_bytes(link: Link) -> bytes:
    """The content of a file: the JSON, compressed.

    Raises `LinkError` for a picture that is too large to be read again.
    """
    _fit(len(link.picks), MAX_PICKS, "merges chosen by hand")
    corpus = link.source.corpus
    _fit(max(len(corpus.documents), len(corpus.entries)), MAX_ITEMS, "words or documents")
    if _characters(corpus) > MAX_BYTES:  # before it is all written
        raise LinkError(f"has a corpus of more than {MAX_BYTES >> 20} MB.")
    data = json.dumps(_as_json(link), ensure_ascii=False, separators=(",", ":")).encode()
    if len(data) > MAX_BYTES:
        raise LinkError(f"comes to {len(data):,} bytes; up to {MAX_BYTES:,} fit ({MAX_BYTES >> 20} MB).")
    return zlib.compress(data, 9)


def _fit(items: int, most: int, name: str) -> None:
    if items > most:
        raise LinkError(f"has {items:,} {name}; up to {most:,} fit.")


def _characters(corpus: Corpus) -> int:
    """How many characters have to be written, each word once."""
    return sum(map(len, corpus.documents)) + sum(len(word) for word, _ in corpus.entries)


def _as_json(link: Link) -> dict[str, Any]:
    written: dict[str, Any] = {"v": VERSION, "corpus": _corpus_as_json(link.source)}
    rules = rules_as_json(link.config)
    if rules:
        written["rules"] = rules
    if link.picks:
        written["picks"] = [[pick.rank, pick.left, pick.right] for pick in link.picks]
    for name in ("position", "page", "predict", "present"):
        if getattr(link, name) != getattr(Link, name):
            written[name] = getattr(link, name)
    if link.typed is not None:
        written["typed"] = {
            "text": link.typed.text,
            "algorithm": link.typed.algorithm,
            "merges": link.typed.merges,
        }
    if link.compare is not None:
        written["compare"] = _settings_as_json(link.compare)
    return written


def _settings_as_json(settings: Settings) -> dict[str, Any]:
    """What differs from a new page; the columns as objects."""
    values: dict[str, Any] = {entry.name: getattr(settings, entry.name) for entry in fields(Settings)}
    changed = {name: value for name, value in values.items() if value != getattr(Settings, name)}
    if "view" in changed:
        changed["view"] = VIEWS_IN_LINKS.get(settings.view, settings.view)
    if "choices" in changed:
        changed["choices"] = [_column_as_json(choice) for choice in changed.pop("choices")]
    return {
        NAMES_IN_LINKS.get(name, name): list(value) if isinstance(value, tuple) else value
        for name, value in changed.items()
    }


def _column_as_json(choice: ColumnChoice) -> dict[str, Any]:
    if choice.config is None:
        return {choice.kind: choice.name}
    return {"title": choice.name, "rules": rules_as_json(choice.config)}


def _corpus_as_json(source: Source) -> dict[str, Any]:
    if source.kind == "example":
        return {"example": source.name}
    corpus = source.corpus
    if corpus.kind == "text":
        return {"from": source.kind, "text": str(corpus.documents[0])}
    if corpus.kind == "documents":
        return {"from": source.kind, "documents": list(map(str, corpus.documents))}
    return {"from": source.kind, "word_counts": [[word, count] for word, count in corpus.entries]}


def rules_as_json(config: BPEConfig) -> dict[str, Any]:
    """The rules that differ from the usual ones, by field of `BPEConfig`; a tuple becomes a list."""
    usual = BPEConfig()
    changed = (
        entry.name for entry in fields(config) if getattr(config, entry.name) != getattr(usual, entry.name)
    )
    values = {name: getattr(config, name) for name in changed}
    return {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
