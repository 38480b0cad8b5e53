"""The data of the stage on Tokenize as one text: the tokens, and a word with the rules that apply in it."""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

from bpe_core import Tokenizer
from bpe_core.encoding import WordTrace
from bpe_core.studies.split_characters import bytes_of_tokens, characters_in, held_between, held_by
from bpe_ui.pages.tokenize.rules import lookups, sentences
from bpe_ui.pages.tokenize.rules.sentences import WordPair
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.text.byte_parts import in_text, readings
from bpe_ui.stage.text.sentences import Sentence, say, say_plainly
from bpe_ui.visit.messages.texts import Texts

MOST_TOKENS = 300
"""How many tokens are shown at a time at most."""
SMALL_IDS = 1_000
"""Up to this size of the vocabulary ids stand beside the tokens; larger ones are told where one points."""
MOST_CANDIDATES = 40
"""How many pairs are listed at a step at most."""


def message_json(stage: RulesStage, **more: Any) -> dict[str, str]:
    """The message to the browser, as one text; `more` is added by the page."""
    texts, checked = Texts(), stage.checked or ()
    if stage.encoding is not None and stage.checked is None and stage.checks:
        checked = say("Checked when you pause.")
    fields = {
        "first": 0,
        "last": stage.last,
        "error": stage.error,
        "counts": _counts(stage),
        "check": texts.parts(checked),
        "back": texts.parts(stage.comes_back),
        "tokens": _tokens(stage, texts),
        "word": _word(stage.request, stage.trace, stage.merged_at, texts),
        "beside": _beside(stage, texts),
        "snapshots": _snapshots(stage, texts),
        **more,
        "ids": texts.ids(stage.request.tokenizer.id_of) if stage.request else {},
        **texts.fields,
    }
    return stage.json(fields, holds_at=range(stage.last + 1))


# ---- the text


def _counts(stage: RulesStage) -> list[tuple[str, str, str]]:
    """The numbers of the text: label, number, and a remark."""
    if stage.request is None or stage.encoding is None:
        return []
    text, tokens = stage.request.text, len(stage.encoding)
    words = len(text.split())  # as people count them: what is cut apart can be more, or the whole text
    share = f"{len(stage.encoding.of_text) / words:.2f} a word" if words else ""
    return [
        (say_plainly("{n:token|tokens}", n=tokens), f"{tokens:,}", share),
        (say_plainly("{n:word|words}", n=words), f"{words:,}", ""),
        (say_plainly("{n:character|characters}", n=len(text)), f"{len(text):,}", ""),
        *([("bytes", f"{len(text.encode()):,}", "")] if stage.checks else []),
    ]


def _tokens(stage: RulesStage, texts: Texts) -> dict[str, Any]:
    """The tokens around the word, each with the facts about it."""
    encoding, request, here = stage.encoding, stage.request, stage.here
    if encoding is None or request is None:
        nothing: dict[str, Any] = {"first": 0, "total": 0, "is_placed": False, "hint": [], "items": []}
        return nothing | {"here": [0, 0], "of_text": [0, 0]}
    of_text, offsets = encoding.of_text, encoding.offsets
    first = max(0, here.start // 100 - 1) * 100
    shown = range(first, min(first + MOST_TOKENS, len(encoding)))
    starts, tokenizer = set(encoding.part_starts), request.tokenizer
    tokens = encoding.tokens[first : shown.stop]
    data = bytes_of_tokens(tokenizer, tokens)
    held = held_by(data)
    return {
        "first": first,
        "total": len(encoding),
        "here": [here.start, here.stop],
        "of_text": [of_text.start, of_text.stop],
        "is_placed": encoding.normalized == request.text and not request.ids,
        "hint": texts.parts(sentences.hint(held, has_ids=len(tokenizer.token_of) <= SMALL_IDS)),
        "has_ids": len(tokenizer.token_of) <= SMALL_IDS,
        "items": [
            [
                texts.index(encoding.tokens[index]),
                encoding.ids[index],
                -1 if (rank := tokenizer.rank_of(encoding.tokens[index])) is None else rank,
                *offsets[index],
                _kind(tokenizer, encoding.tokens[index]),
                index in starts,
                sentences.place_and_bytes(offsets[index], data[index - first], held[index - first]),
                texts.parts(in_text(encoding.tokens[index], held[index - first])),
            ]
            for index in shown
        ],
    }


def _kind(tokenizer: Tokenizer, token: str) -> str:
    """`unknown`, `added`, `piece` by a model without merges, or empty for any other token."""
    if token == tokenizer.unk_token or tokenizer.id_of(token) is None:
        return "unknown"
    if tokenizer.is_added(token):
        return "added"
    return "piece" if tokenizer.without_merges else ""


# ---- the word


def _word(
    request: TokenizeInput | None, trace: WordTrace | None, merged_at: list[int] | None, texts: Texts
) -> dict[str, Any] | None:
    """A word's symbols, and which rule removes the border after each (-1: none)."""
    if trace is None or request is None or merged_at is None:
        return None
    if trace.lookup is not None:
        return lookups.word_fields(trace, trace.lookup, texts)
    # What each symbol of the word stands for, by its base symbols: `0-2` has the first two.
    data = bytes_of_tokens(request.tokenizer, trace.symbols)
    first_byte = [*accumulate(map(len, data), initial=0)]
    characters, symbols = characters_in(b"".join(data)), _symbols_of(trace)
    held = [held_between(characters, first_byte[start], first_byte[end]) for start, end in symbols]
    in_short = zip(symbols, readings([*symbols.values()], held), strict=True)
    return {
        "text": texts.index(trace.word),
        "symbols": [texts.index(symbol) for symbol in trace.symbols],
        "kinds": [_kind(request.tokenizer, symbol) for symbol in trace.symbols],
        "merged_at": merged_at,
        "tail": [],
        "steps": [[step.rank, *map(texts.index, (*step.pair, step.token))] for step in trace.steps],
        "readings": {f"{start}-{end}": texts.parts(part) for (start, end), part in in_short if part},
    }


def _beside(stage: RulesStage, texts: Texts) -> dict[str, Any] | None:
    """The word that was shown before, and a sentence that compares it with this one."""
    if stage.beside is None or stage.trace is None or not stage.checks:
        return None
    before, merged_at = stage.beside
    fields = _word(stage.request, before, merged_at, texts)
    return fields and {**fields, "said": texts.parts(sentences.shown_before(before, stage.trace))}


def _symbols_of(trace: WordTrace) -> dict[tuple[int, int], str]:
    """Every symbol that the word has at some step, by the base symbols from which to which it reaches."""
    symbols = {(place, place + 1): symbol for place, symbol in enumerate(trace.symbols)}
    widths = [1] * len(trace.symbols)
    for step in trace.steps:
        for start in step.starts:
            widths[start] += widths[start + widths[start]]
            symbols[start, start + widths[start]] = step.token
    return symbols


def _snapshots(stage: RulesStage, texts: Texts) -> list[dict[str, Any]]:
    """The sentences at each position of the word."""
    trace, request = stage.trace, stage.request
    if stage.why_not_shown:
        return [_said(texts, (stage.why_not_shown,))]
    if stage.error:
        return [_said(texts, ())]
    if trace is None or request is None:
        return [_said(texts, say("Type a text: its words are cut into tokens here."))]
    if trace.lookup is not None:
        return [
            _said(texts, sentence, beneath, looked_up=[[texts.index(text), result] for text, result in rows])
            for sentence, beneath, rows in lookups.snapshots(trace, trace.lookup)
        ]
    symbols = [trace.symbols, *(step.symbols for step in trace.steps)]
    return [_snapshot(position, here, trace, request, texts) for position, here in enumerate(symbols)]


def _snapshot(
    position: int, symbols: Sequence[str], trace: WordTrace, request: TokenizeInput, texts: Texts
) -> dict[str, Any]:
    pairs = list(pairwise(symbols))
    rank_of = dict(zip(pairs, request.tokenizer.pair_ranks(symbols), strict=True))
    candidates = [WordPair(pair, rank_of[pair], times) for pair, times in Counter(pairs).items()]
    candidates.sort(key=lambda each: (each.rank is None, each.rank or 0))
    if position < len(trace.steps):
        sentence = sentences.next_rule(trace.steps[position], candidates)
    else:
        sentence = sentences.the_end(trace)
    return _said(
        texts,
        sentence,
        sentences.beneath(trace, position),
        sentences.announcement(trace, position),
        candidates=[
            [*map(texts.index, candidate.pair), candidate.rank, candidate.times]
            for candidate in candidates[:MOST_CANDIDATES]
        ],
        more=max(0, len(candidates) - MOST_CANDIDATES),
    )


def _said(
    texts: Texts, sentence: Sentence, subtitle: Sentence = (), announced: Sentence = (), **more: Any
) -> dict[str, Any]:
    sentences_of = {"sentence": sentence, "subtitle": subtitle, "announcement": announced or sentence}
    return (
        {name: texts.parts(parts) for name, parts in sentences_of.items()}
        | {"candidates": [], "more": 0}
        | more
    )
