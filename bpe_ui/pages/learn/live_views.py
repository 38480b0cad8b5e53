"""What a lesson's stage can show, besides the stages of Train and Tokenize.

Views of a text to type are fragments, because typing changes nothing around them.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

import streamlit as st

from bpe_core import BPEConfig, BPEError
from bpe_core.encoding import LONGEST_MATCH, WordTrace
from bpe_core.merges import Merge
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.studies.pipeline import Pipeline, pipeline
from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_core.studies.three_cuts import TextCut, three_cuts
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_ui.frame.widgets.choosing import choose_from_list
from bpe_ui.frame.widgets.display import show
from bpe_ui.pages.learn.lesson import PartStage
from bpe_ui.pages.learn.part_stage import choice
from bpe_ui.pages.learn.state import Learn
from bpe_ui.pages.tokenize.settings import typing
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.stage.html import chips, cuts, lessons, markup, tables
from bpe_ui.stage.html.chips import Html, join
from bpe_ui.stage.text.byte_parts import in_hex
from bpe_ui.stage.text.sentences import say_plainly, tokens_counted
from bpe_ui.visit.session import session, visit_lock
from bpe_ui.visit.training.training import new_stepper, start_training
from bpe_ui.visit.visit import Visit

BOX = "lesson_text"
MOST_TYPED = 300
"""How many characters of a typed text are used at most."""
CHARACTERS_SHOWN = 12
"""For how many characters the bytes are listed at most."""
CUTS_BY = ("whitespace", "words_and_punctuation", "none")
"""The pre-tokenizers that a pipeline can use."""


def _merges(visit: Visit, stage: PartStage) -> None:
    """The first merges of several sets of rules, side by side."""
    columns = columns_of(stage)
    rows = [
        [cuts.label(f"merge {number}"), *(_merge(merges[number - 1 : number]) for merges in columns.values())]
        for number in range(1, stage.position + 1)
    ]
    show(tables.table("First merges", ["", *columns], rows))


def columns_of(stage: PartStage) -> dict[str, tuple[Merge, ...]]:
    """The merges of each column, by its title."""
    made = {}
    for name in stage.columns:
        stepper = new_stepper(stage.source.corpus, choice(name).rules(stage.config))
        stepper.run(stage.position)
        made[choice(name).title] = stepper.merges
    return made


def _merge(made: tuple[Merge, ...]) -> Html:
    """A merge with its count, and whether it was a tie; empty if training had ended."""
    if not made:
        return cuts.label("none left")
    [merge] = made
    count = f" {merge.count:,}, tie" if merge.tied else f" {merge.count:,}"
    return join([markup.pair_chip(merge.pair, is_tied=bool(merge.tied)), cuts.label(count)])


# ---- views of a text to type


def _cuts(visit: Visit, text: str) -> None:
    """The text in characters, in words and in subwords."""
    training = visit.training
    tokenizer = training.tokenizer(training.stepper.position)
    words = {row.word for row in training.stepper.words[:]}
    show(markup.cards([_cut(cut) for cut in three_cuts(tokenizer, words, text)]))
    if not session().present:  # the wall has no room for it
        [story] = training.source.corpus.documents
        show(markup.card("What the tokenizer learned from", markup.line((f"{story}",))))


def _cut(cut: TextCut) -> Html:
    note = "{n:,} {n:token|tokens}, {cut.unknown:,} unknown; a vocabulary of {cut.vocabulary:,}"
    return markup.card(cut.unit.title(), cuts.cut(cut.tokens), say_plainly(note, n=len(cut.tokens), cut=cut))


def _pipeline(visit: Visit, text: str) -> None:
    """The text after each stage; stages can be switched on and off."""
    with st.container(key="lesson_switches", horizontal=True, vertical_alignment="center"):
        config = _switched(visit.training.config)
        has_merges = _switch("Merges", "merges", is_on=True)
        template = "[CLS] $A [SEP]" if _switch("Special tokens", "around", is_on=False) else None
    training = start_training(visit.training.source, replace(config, template=template))
    merges = training.stepper.known_merges if has_merges else 0
    way = pipeline(training.tokenizer(merges), text)
    show(tables.table("The stages of the pipeline", ["Stage", "What comes out"], _rows(way)))


def _switched(config: BPEConfig) -> BPEConfig:
    names = [name for name in _NORMALIZERS if _switch(_NORMALIZERS[name], name, is_on=True)]
    cut_by = choose_from_list(
        "Cut into words by",
        {name: PRE_TOKENIZERS[name].title for name in CUTS_BY},
        label_visibility="collapsed",
        width=230,
        key=f"lesson_pre_tokenizer_{session().state(Learn).part}",
    )
    return _stages(config, names, cut_by or CUTS_BY[0])


def usual_stages(config: BPEConfig) -> BPEConfig:
    """The stages of a pipeline before anybody switches any of them on or off."""
    return _stages(config, _NORMALIZERS, CUTS_BY[0])


def _stages(config: BPEConfig, normalizers: Iterable[str], cut_by: str) -> BPEConfig:
    cut = replace(config, pre_tokenizer=cut_by)
    return replace(cut, normalizers=tuple(normalizers), special_tokens=("[CLS]", "[SEP]"))


_NORMALIZERS = {"lowercase": "Lower case", "strip_accents": "Without accents"}


def _switch(label: str, name: str, *, is_on: bool) -> bool:
    # The part is in the key: each part begins with the stages that its text describes.
    return st.toggle(label, is_on, key=f"lesson_switch_{name}_{session().state(Learn).part}")


def _rows(way: Pipeline) -> list[list[Html]]:
    ids = " ".join("none" if token_id is None else str(token_id) for token_id in way.ids)
    all_tokens = zip(way.with_special_tokens, way.ids, strict=True)
    unknown = {token for token, token_id in all_tokens if token_id is None}
    stages = {
        "normalize": chips.token(way.normalized, longest=MOST_TYPED),
        "pre-tokenize": cuts.cut(way.words, longest=MOST_TYPED),
        "model": cuts.words(way.tokens, [True] * len(way.tokens), unknown=unknown, longest=MOST_TYPED),
        "post-process": join(
            [cuts.cut(way.with_special_tokens, unknown=unknown, longest=MOST_TYPED), cuts.label(f"ids {ids}")]
        ),
        "decode": chips.token(way.decoded, longest=MOST_TYPED),
    }
    return [[cuts.label(name), shown] for name, shown in stages.items()]


def _bytes(visit: Visit, text: str) -> None:
    """The bytes of the text."""
    rows = [[chips.token(character), cuts.label(in_hex(_utf8(character)))] for character in _first(text)]
    show(tables.table("Characters and their bytes", ["Character", "Bytes"], rows))


def _signs(visit: Visit, text: str) -> None:
    """The bytes of the text, how GPT-2 writes them, and the table of all bytes."""
    rows = [
        [chips.token(character), cuts.label(in_hex(data)), cuts.cut([BYTE_CHARACTERS[byte] for byte in data])]
        for character, data in ((character, _utf8(character)) for character in _first(text))
    ]
    with st.container(key="lesson_bytes", horizontal=True):
        show(tables.table("Characters and their bytes", ["Character", "Bytes", "Written as"], rows))
        show(lessons.byte_table(BYTE_CHARACTERS, {*_utf8(text)}), width="content")


def _first(text: str) -> str:
    return text[:CHARACTERS_SHOWN]


def _uses(visit: Visit, text: str) -> None:
    """How often each learned token occurs in the corpus and in another text."""
    training = visit.training
    tokenizer = training.tokenizer(training.stepper.position)
    in_corpus = training.token_uses(training.stepper.position)[len(training.base_symbols) :]
    in_text = Counter(tokenizer.encode(text).tokens)
    rows = [
        [
            cuts.cut([token]),
            cuts.label(f"{uses:,}"),
            cuts.label(f"{in_text[token]:,}"),
            cuts.label("" if in_text[token] else "glitch" if uses else "dead"),
        ]
        for token, uses in zip(map("".join, tokenizer.merges), in_corpus, strict=True)
    ]
    heads = ["Learned token", "As a token of the corpus", "As a token of the text", ""]
    show(tables.table("How often each token is used", heads, rows))


def _rules(visit: Visit, text: str) -> None:
    """Merges written by hand, and what each token becomes where it is the text."""
    tokenizer = tokenizer_of_rules(text, "")
    rows = [
        [
            cuts.label(f"merge {number}"),
            chips.pair_and_token((left, right), left + right),
            cuts.cut(tokenizer.encode_word(left + right)),
        ]
        for number, (left, right) in enumerate(tokenizer.merges, 1)
    ]
    show(tables.table("The merges", ["", "What it makes", "What a text of it becomes"], rows))


def _ways(visit: Visit, text: str) -> None:
    """The first word of the text, by its merges and by longest match, and the vocabulary below."""
    training = visit.training
    tokenizer = training.tokenizer(training.stepper.position)
    by_merges, longest = (
        tokenizer.trace(text, algorithm=name)[:1] for name in ("lowest_rank", LONGEST_MATCH)
    )
    ways = [("By merges", cuts.steps, by_merges), ("Longest match", _taken, longest)]
    show(cuts.columns(_way(title, draw, trace) for title, draw, traces in ways for trace in traces))
    vocabulary = list(tokenizer.vocab)
    show(markup.card("Vocabulary", cuts.cut(vocabulary), tokens_counted(len(vocabulary))))


def _way(title: str, draw: Callable[[WordTrace], Html], trace: WordTrace) -> Html:
    return markup.card(title, draw(trace), tokens_counted(len(trace.tokens)))


def _taken(trace: WordTrace) -> Html:
    return cuts.taken(trace.tokens)


def _utf8(text: str) -> bytes:
    return text.encode(errors="replace")  # a lone surrogate, which no keyboard gives


def _of_text(draw: Callable[[Visit, str], None]) -> Callable[[Visit, PartStage], None]:
    """A view with a box for a text above it."""

    @st.fragment
    def draw_view(visit: Visit, stage: PartStage) -> None:
        with visit_lock():
            with st.container(key="lesson_box"):
                typing.draw_text_box(visit, BOX)
            try:
                draw(visit, visit.state(Tokenize).text_of(visit.training)[:MOST_TYPED])
            except BPEError as error:
                show(chips.message(str(error), "error"))

    return draw_view


_DRAWN = {
    **{"cuts": _cuts, "pipeline": _pipeline, "bytes": _bytes, "signs": _signs},
    **{"uses": _uses, "rules": _rules, "ways": _ways},
}
OF_A_TEXT = {name: _of_text(draw) for name, draw in _DRAWN.items()}
"""The functions that draw a view of a text to type, by the view's name."""
VIEWS: dict[str, Callable[[Visit, PartStage], None]] = {"merges": _merges, **OF_A_TEXT}
"""The functions that draw any view, by its name."""
