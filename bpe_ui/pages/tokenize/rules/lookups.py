"""A word of a model without merges, as the stage shows it: what was looked up, and what was taken."""

from typing import Any

from bpe_core.encoding import Lookup, WordTrace
from bpe_ui.stage.text.sentences import Sentence, say
from bpe_ui.visit.messages.texts import Texts


def steps_of(trace: WordTrace) -> list[str]:
    """By WordPiece, the token that each step takes; an unknown word becomes one in the last step."""
    lookup = trace.lookup
    if lookup is None or not lookup.tried:
        return []
    taken = [tries[-1] for tries in lookup.tried]
    if not trace.unknown:
        return taken
    return [*taken[:-1], trace.tokens[0] if trace.tokens else trace.word]


def word_fields(trace: WordTrace, lookup: Lookup, texts: Texts) -> dict[str, Any]:
    """The word in characters, which a step of WordPiece joins; by Unigram, in pieces."""
    steps = steps_of(trace)
    symbols = [*trace.word] if steps else [*trace.tokens]
    merged_at = [-1] * (len(symbols) - 1)
    start = 0
    for number, token in enumerate(steps):
        is_unknown = bool(trace.unknown) and number == len(steps) - 1
        size = len(symbols) - start if is_unknown else len(token) - (len(lookup.prefix) if start else 0)
        for border in range(0 if is_unknown else start, start + size - 1):
            merged_at[border] = number if merged_at[border] < 0 else merged_at[border]
        if size == 1:
            symbols[start] = token
        start += size
    return {
        "lookup": lookup.model,
        "text": texts.index(trace.word),
        "symbols": [*map(texts.index, symbols)],
        "kinds": [""] * len(symbols),
        "merged_at": merged_at,
        "tail": [],
        "steps": [[None, *[texts.index(token)] * 3] for token in steps],
        "readings": {},
    }


def snapshots(trace: WordTrace, lookup: Lookup) -> list[tuple[Sentence, Sentence, list[tuple[str, str]]]]:
    """For each position the sentence, the line under it, and a table: what was looked up, and the result."""
    if lookup.model == "Unigram":
        return [_by_score(trace, lookup)]
    found = []
    for number, tries in enumerate(lookup.tried):
        is_missed = bool(trace.unknown) and number == len(lookup.tried) - 1
        facts = {"rest": tries[0], "taken": tries[-1], "n": len(tries) - 1, "unknown": trace.tokens[:1]}
        sentence = (
            "No beginning of {rest:token} is a token, so the whole word becomes {unknown:tokens}."
            if is_missed and trace.tokens
            else "No beginning of {rest:token} is a token, so the whole word is left out."
            if is_missed
            else "{taken:token} is taken next: it is a token."
            if len(tries) == 1
            else "{taken:token} is taken next: the longest beginning of {rest:token} that is a token."
        )
        beneath = (
            "WordPiece does not use merges. It looks for the longest token from the left."
            if is_missed or len(tries) == 1
            else "WordPiece does not use merges. It first looked up {n:,} longer"
            " {n:beginning, which is not a token|beginnings, which are not tokens}."
        )
        rows = [(text, "no token") for text in (tries if is_missed else tries[:-1])]
        found.append(
            (say(sentence, **facts), say(beneath, **facts), rows + [(tries[-1], "taken")] * (not is_missed))
        )
    return [*found, (_all_taken(trace, lookup), (), [])]


def _all_taken(trace: WordTrace, lookup: Lookup) -> Sentence:
    if trace.unknown and not lookup.tried:
        return say("The word is too long for WordPiece: it becomes {tokens:tokens}.", tokens=trace.tokens)
    count = len(trace.tokens)
    sentence = "{word:token} is {count} {count:token|tokens}: {tokens:tokens}"
    return say(sentence, word=trace.word, count=count, tokens=trace.tokens[:12])


def _by_score(trace: WordTrace, lookup: Lookup) -> tuple[Sentence, Sentence, list[tuple[str, str]]]:
    facts = {
        "word": trace.word,
        "count": len(trace.tokens),
        "tokens": trace.tokens[:12],
        "sum": sum(score for _, score in lookup.scored),
    }
    sentence = "{word:token} is {count} {count:piece|pieces}: {tokens:tokens}"
    why = (
        "Unigram has no merges: of all cuts of the word into pieces it takes the one with the highest sum of"
        " scores, here {sum:.2f}."
    )
    rows = [(piece, f"{score:.2f}") for piece, score in lookup.scored]
    return say(sentence, **facts), say(why, **facts), rows
