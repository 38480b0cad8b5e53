"""Links and small files as text and bytes; docs/formats.md has every field.

In: a `Link`; or the text of `?s=`, or the bytes of a file, which may come from anybody. Out: that text or
those bytes; or a `Link`, or a `LinkError` that says in half a sentence what was wrong ("is broken: ...").
Whoever catches it puts "The address" or "The file" before it.

>>> link = Link(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config, position=4)
>>> read_link(link_text(link)) == link
True
>>> read_link("e30")
Traceback (most recent call last):
    ...
bpe_ui.share.links.LinkError: is broken: it was cut short or changed on its way.
"""

from collections.abc import Callable
from typing import Any

from bpe_core import EXAMPLES, BPEConfig, BPEError, Corpus
from bpe_core.studies.rule_lists import MAX_WORD
from bpe_ui.charts.settings import CHARTS, SECOND_TRAININGS, ChartSettings
from bpe_ui.compare.link_settings import MEMBERS as COMPARE
from bpe_ui.compare.link_settings import SETTINGS
from bpe_ui.hood.state import MAX_STEP, HoodSettings
from bpe_ui.hood.state import MAX_WORD as MAX_HOOD_WORD
from bpe_ui.hood.state import VIEWS as HOOD_VIEWS
from bpe_ui.learn.state import MAX_ANSWER, MAX_ANSWERS, MAX_NAME, MAX_PART, MAX_TYPED, LearnSettings
from bpe_ui.quiz.link_settings import QUIZ
from bpe_ui.share.link_forms import (
    FLAG,
    RULES,
    Form,
    Member,
    a_list,
    an_object,
    integer,
    one_of,
    read_members,
    settings_form,
    text,
    written_members,
)
from bpe_ui.share.links import (
    MAX_BYTES,
    MAX_FORCED_MERGES,
    MAX_ITEMS,
    PAGE_SETTINGS,
    ForcedMerge,
    Link,
    LinkError,
)
from bpe_ui.share.packing import as_text, check_fits, from_text, pack, unpack
from bpe_ui.shell.pages import PAGES
from bpe_ui.tokenize.link_file import FILE as TOKENIZER_FILE
from bpe_ui.tokenize.link_file import KEPT_TEXTS
from bpe_ui.tokenize.state import (
    ALGORITHMS,
    LISTED,
    MAX_ID,
    MAX_IDS_TEXT,
    MAX_RULES_TEXT,
    MAX_SEARCH,
    MAX_SEED,
    MAX_TEXT,
    MERGES,
    ORDERS,
    SECONDS,
    VIEWS,
    WHAT_IFS,
    TokenizeSettings,
)
from bpe_ui.training.training import Source

MAX_POSITION = 10_000_000

_CORPUS_MAKERS: dict[str, Callable[[Any], Corpus]] = {
    "text": Corpus.from_text,
    "documents": Corpus.from_documents,
    "word_counts": Corpus.from_word_counts,
}


# ---- each member


def source_of(value: Any, name: str, most: int = MAX_ITEMS) -> Source:
    """The source in JSON from anybody, of up to `most` entries; raises a `LinkError` or `BPEError`."""
    corpus = an_object(value, name)
    if "example" in corpus:
        example = an_object(value, name, ("example",))["example"]
        return Source.from_example(one_of(EXAMPLES).read(example, "example"))
    an_object(value, name, ("from", *_CORPUS_MAKERS))
    held = [kind for kind in _CORPUS_MAKERS if kind in corpus]
    if len(held) != 1:
        raise LinkError("is broken: it needs one example, text, list of documents or of word counts.")
    [kind] = held
    given = corpus[kind] if kind == "text" else a_list(corpus[kind], kind, most)
    source_kind = corpus.get("from", "text" if kind == "documents" else kind)
    one_of(("text", "word_counts", "table", "file")).read(source_kind, "from")
    return Source(source_kind, _CORPUS_MAKERS[kind](given))


def source_json(source: Source) -> dict[str, Any]:
    """The source as JSON, however large it is."""
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
    if source.kind != "example":  # which says its name alone
        check_fits(max(len(corpus.documents), len(corpus.entries)), MAX_ITEMS, "words or documents")
        characters = sum(map(len, corpus.documents)) + sum(len(word) for word, _ in corpus.entries)
        if characters > MAX_BYTES:  # before it is all written
            raise LinkError(f"has a corpus of more than {MAX_BYTES >> 20} MB.")
    return source_json(source)


def _read_forced_merges(value: Any, name: str) -> tuple[ForcedMerge, ...]:
    forced: list[ForcedMerge] = []
    for entry in a_list(value, name, MAX_FORCED_MERGES):
        rank, left, right = a_list(entry, "a pick", 3, least=3)
        integer(forced[-1].rank + 1 if forced else 0, MAX_POSITION).read(rank, "a pick's number")
        symbols = (text().read(symbol, "a pick's symbol") for symbol in (left, right))
        forced.append(ForcedMerge(rank, *symbols))
    return tuple(forced)


def _write_forced_merges(forced: tuple[ForcedMerge, ...]) -> list[list[Any]]:
    check_fits(len(forced), MAX_FORCED_MERGES, "merges chosen by hand")
    return [[merge.rank, merge.left, merge.right] for merge in forced]


def _read_answers(value: Any, name: str) -> dict[str, str]:
    answers = an_object(value, name)
    check_fits(len(answers), MAX_ANSWERS, "answers")
    return {
        text(MAX_NAME).read(part, "a part's name"): text(MAX_ANSWER).read(answer, "an answer")
        for part, answer in answers.items()
    }


_TOKENIZE = {
    "text": Member("text", text(MAX_TEXT)),
    "algorithm": Member("algorithm", one_of(ALGORITHMS)),
    "add_special_tokens": Member("add_special_tokens", FLAG),
    "merges": Member("merges", one_of(MERGES)),
    "file": Member("file", TOKENIZER_FILE),
    "view": Member("view", one_of(VIEWS)),
    "place": Member("place", integer(0, MAX_TEXT)),
    "step": Member("step", integer(0, MAX_TEXT)),
    "what_if": Member("what_if", one_of(WHAT_IFS)),
    "what_if_word": Member("what_if_word", text(MAX_TEXT)),
    "rules_by_hand": Member("rules_by_hand", text(MAX_RULES_TEXT)),
    "word_by_hand": Member("word_by_hand", text(MAX_WORD)),
    "dropout": Member("dropout", integer(0, 100)),
    "seed": Member("seed", integer(0, MAX_SEED)),
    "search": Member("search", text(MAX_SEARCH)),
    "listed": Member("listed", one_of(LISTED)),
    "order": Member("order", one_of(ORDERS)),
    "list_page": Member("list_page", integer(1, MAX_ID)),
    "token": Member("token", integer(0, MAX_ID)),
    "ids": Member("ids", text(MAX_IDS_TEXT)),
    "second": Member("second", one_of(SECONDS, "here, all, file, tie: or profile: with a name")),
    "second_file": Member("second_file", TOKENIZER_FILE),
    "difference": Member("difference", integer(1, MAX_TEXT)),
    "second_text": Member("second_text", text(MAX_TEXT)),
    "kept": Member("kept", KEPT_TEXTS),
}
_OF_TOKENIZE = settings_form(TokenizeSettings, _TOKENIZE)
_PANES_OF_TWO = ("differences", "kept")
"""What the view "two" once showed, in its member `two`; "kept" is a view of its own by now."""


def _read_tokenize(value: Any, name: str) -> TokenizeSettings:
    given = dict(an_object(value, name))
    pane = one_of(_PANES_OF_TWO).read(given.pop("two", "differences"), "two")
    settings: TokenizeSettings = _OF_TOKENIZE.read(given, name)
    if (settings.view, pane) == ("two", "kept"):
        settings.view = "texts"
    return settings


_CHARTS = {
    "chart": Member("chart", one_of(CHARTS)),
    "second": Member(
        "second", one_of(("", *SECOND_TRAININGS), "an empty text, example:, tie: or profile: with a name")
    ),
    "distinct": Member("distinct", FLAG),
}
_LEARN = {
    "lesson": Member("lesson", text(MAX_NAME)),
    "part": Member("part", integer(0, MAX_PART)),
    "answers": Member("answers", Form(_read_answers)),
    "at": Member("at", integer(0, MAX_POSITION)),
    "text": Member("text", text(MAX_TYPED)),
    "place": Member("place", integer(0, MAX_TYPED)),
}
_HOOD = {
    "view": Member("view", one_of(HOOD_VIEWS)),
    "step": Member("step", integer(0, MAX_STEP)),
    "word": Member("word", text(MAX_HOOD_WORD)),
}
_OF_PAGES = {"tokenize": _TOKENIZE, "compare": COMPARE, "charts": _CHARTS, "learn": _LEARN, "hood": _HOOD}
CORPUS = Form(source_of, _write_corpus)
_MEMBERS = {
    "rules": Member("config", RULES),
    "picks": Member("forced_merges", Form(_read_forced_merges, _write_forced_merges)),
    "position": Member("position", integer(0, MAX_POSITION)),
    "page": Member("page", one_of(PAGES)),
    "predict": Member("predict", FLAG),
    "present": Member("present", FLAG),
    "typed": Member("tokenize", Form(_read_tokenize, _OF_TOKENIZE.write)),
    "compare": Member("compare", SETTINGS),
    "charts": Member("charts", settings_form(ChartSettings, _CHARTS)),
    "learn": Member("learn", settings_form(LearnSettings, _LEARN)),
    "hood": Member("hood", settings_form(HoodSettings, _HOOD)),
    "quiz": Member("quiz", QUIZ),
}
"""What a link holds beside its version and its corpus."""


def link_form(corpus: Form) -> Form:
    """The form of links whose corpus has this form."""
    members = {"corpus": Member("source", corpus), **_MEMBERS}

    def read(value: Any, name: str) -> Link:
        given = {"corpus": None, "rules": {}, **an_object(value, name)}
        if "stops" in given:
            raise LinkError("is a tour; open it under Tour.")
        return Link(**read_members(given, name, members))

    def write(link: Link) -> dict[str, Any]:
        usual = Link(Source("", Corpus.from_text("")), BPEConfig())
        return written_members(link, members, usual)

    return Form(read, write)


LINK = link_form(CORPUS)


# ---- the whole


def fits_in_link(page: str, setting: str, value: Any) -> bool:
    """Whether a setting of a page, by its name there, can have this value: whether a link with it opens.

    >>> fits_in_link("tokenize", "listed", "dead"), fits_in_link("tokenize", "listed", "Dead tokens (3)")
    (True, False)
    """
    if value == getattr(PAGE_SETTINGS[page](), setting):
        return True
    form = next(member.form for member in _OF_PAGES[page].values() if member.attribute == setting)
    try:
        form.read(form.write(value), setting)
    except (LinkError, BPEError):
        return False
    return True


def link_text(link: Link) -> str:
    """The text of `?s=`; raises `LinkError` where not even a file can hold the link."""
    return as_text(file_bytes(link))


def file_bytes(link: Link) -> bytes:
    """The content of a file: compressed JSON. Raises `LinkError` where it is too large to be read again."""
    return pack(link, LINK)


def read_link(sent: str) -> Link:
    """The link in the text of `?s=`; raises `LinkError`."""
    return read_file(from_text(sent))


def read_position(sent: str) -> int:
    """The position in the text of `?at=`; raises `LinkError`."""
    is_number = sent.isascii() and sent.isdigit() and len(sent) <= len(str(MAX_POSITION))
    return integer(0, MAX_POSITION).read(int(sent) if is_number else sent, "at")


def read_file(data: bytes) -> Link:
    """The link in the content of a file; raises `LinkError`."""
    link: Link = unpack(data, LINK)
    return link
