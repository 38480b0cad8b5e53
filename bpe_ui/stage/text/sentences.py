"""The sentences on screen: one template for each, filled with words, numbers and tokens.

A filled sentence is a tuple of parts. A token is its own kind of part, so that whoever shows the sentence
escapes it and writes it in the token font; no corpus text ever hides inside a string of words.

>>> plain_text(say("{pair:pair} occurs {count} {count:time|times}.", pair=("h", "ug"), count=1))
'h + ug occurs 1 time.'
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

from bpe_core.merges import Merge, Pair
from bpe_core.phrases import Phrase, parts_of, worded
from bpe_core.queries import Decision, MeasuredPair, PairFacts, score_text, sum_terms
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui.stage.text.visible import beginning

TOKENS_NAMED = 3
"""The most tied pairs that are named; the others are counted."""
LEVEL_SEARCHED = 1_000
"""Among the first of so many level pairs, the most frequent one is looked for."""


@dataclass(frozen=True)
class Token:
    """Corpus text: a symbol, a token or a word."""

    text: str


@dataclass(frozen=True)
class Number:
    """A number that the eye should find."""

    value: int


class Stressed(str):
    """Words with stress, where the view shows it."""


Part = str | Token | Number
Sentence = tuple[Part, ...]


def say(template: str, **values: object) -> Sentence:
    """A template of `bpe_core.phrases` with its fields filled, and more kinds of them.

    `{count}` is a number that the eye should find, `{count:,}` is one among the words. `{row:tokens}` are
    tokens side by side; `{word:token or nothing}` has words of our own where there is none. A field may name
    a part of a value, as `{merge.count}` does. A value that is a sentence gives all its parts, and a string
    is words of our own. Raises `KeyError` for a field without a value.

    >>> say("{left:,} {left:word|words} such as {word:token}, {merges} merges.", left=1, word="ug", merges=2)
    ('1', ' ', 'word', ' such as ', Token(text='ug'), ', ', Number(value=2), ' merges.')
    """
    filled = (_filled(value, kind) for value, kind in parts_of(template, values) if value != "" or kind)
    return tuple(chain.from_iterable(filled))


def _filled(value: Any, kind: str | None) -> Sentence:
    """The parts that stand in place of a field, or of words."""
    if kind is None:
        return (value,)
    kind, _, instead = kind.partition(" or ")
    if instead and not value and value != 0:
        return (instead,)
    if kind == "pair":
        return the_pair(value)
    if kind == "token":
        return (Token(value),)
    if kind == "tokens":
        return joined([(Token(token),) for token in value], between=" ", last=" ")
    if kind:
        return (worded(value, kind),)
    if isinstance(value, Phrase):
        return retold(value)
    if isinstance(value, tuple):
        return value
    return (value if isinstance(value, str) else Number(value),)


def retold(sentence: str) -> Sentence:
    """A sentence of the library in parts."""
    return say(sentence.template, **sentence.values) if isinstance(sentence, Phrase) else (sentence,)


def plain_text(sentence: Sentence) -> str:
    """The sentence without markup, for a screen reader or a test."""
    return "".join(map(_plain, sentence))


def say_plainly(template: str, **values: object) -> str:
    """What `say` makes of it, in plain text."""
    return plain_text(say(template, **values))


def the_pair(pair: Pair) -> Sentence:
    """`h + ug`."""
    return Token(pair[0]), " + ", Token(pair[1])


def place_in_text(start: int, end: int) -> str:
    """Which characters lie between two borders, counted from 1 as people do; nothing where there are none.

    >>> place_in_text(0, 3), place_in_text(4, 5), place_in_text(5, 5)
    ('characters 1 to 3', 'character 5', '')
    """
    if end <= start:
        return ""
    place = "character {end:,}" if end - start == 1 else "characters {start:rank} to {end:,}"
    return say_plainly(place, start=start, end=end)


def tokens_counted(count: int) -> str:
    """`1 token`, `1,200 tokens`."""
    return say_plainly("{count:,} {count:token|tokens}", count=count)


def next_merge(
    decision: Decision, facts: PairFacts, tie_break: str, tied: Sequence[Pair] | None = None
) -> Sentence:
    """The big sentence while training goes on: which pair is next, and the numbers that say why.

    `tied` are the first pairs tied with it, where they are at hand; asking the choice for them takes a while.
    """
    if decision.tied and facts.parts is None:
        total = len(decision.tied) + 1
        named = total if total == TOKENS_NAMED + 1 else TOKENS_NAMED  # "1 more" would take as much room
        pairs = [decision.pair, *(decision.tied[:TOKENS_NAMED] if tied is None else tied)[: named - 1]]
        others = total - len(pairs)
        if others:
            tie = "A tie: {pairs} and {others:,} more all occur {count} {count:time|times}."
        elif len(decision.tied) == 1:
            tie = "A tie: {pairs} both occur {count} {count:time|times}."
        else:
            tie = "A tie: {pairs} all occur {count} {count:time|times}."
        listed = joined([the_pair(pair) for pair in pairs], last=", " if others else " and ")
        title = TIE_BREAKS[tie_break].title.lower()
        return say(tie, pairs=listed, others=others, count=decision.count) + say(
            " The tie rule “{title}” takes {pair:pair}.", title=title, pair=decision.pair
        )
    if facts.parts is not None:
        return _next_by_score(decision, facts, tie_break)
    is_in_one = facts.words == 1 and facts.shares[0].times == 1
    return say(
        "{next.pair:pair} is next: it occurs {next.count} {next.count:time|times}, all in {word:token}."
        if is_in_one and decision.count > 1
        else "{next.pair:pair} is next: it occurs {next.count} {next.count:time|times}, {sum}.",
        next=decision,
        sum=sum_of(facts),
        word=facts.shares[0].word,
    )


def _next_by_score(decision: Decision, facts: PairFacts, tie_break: str) -> Sentence:
    """The big sentence where scores decide; it names the pair that BPE would merge, if there is another."""
    other = decision.most_frequent or (None if decision.tied else decision.runner_up)
    own = scored(facts.count, facts.parts)
    taken = say("{next.pair:pair} is next: {own}", next=facts, own=own)
    if decision.tied:
        level = ", level with {tied:,} {tied:other|others}; the tie rule “{title}” takes it"
        title = TIE_BREAKS[tie_break].title.lower()
        taken += say(level, tied=len(decision.tied), title=title)
    if other is None or other.pair in decision.tied[:LEVEL_SEARCHED]:
        return (*taken, ".")
    return taken + say(
        "; {other.pair:pair} occurs more often, but comes later: {score}."
        if other.count > facts.count
        else "; {other.pair:pair} comes later: {score}.",
        other=other,
        score=scored(other.count, other.parts),
    )


def scored(count: int, parts: tuple[int, int] | None) -> Sentence:
    """A pair's score as it is computed; nothing where counts decide.

    >>> plain_text(scored(5, (20, 5))), plain_text(scored(20, (36, 20)))
    ('5 / (20 × 5) = 0.05', '20 / (36 × 20) ≈ 0.0278')
    """
    if parts is None:
        return ()
    score = Fraction(count, parts[0] * parts[1])
    return say(
        "{count} / ({parts[0]:,} × {parts[1]:,}) = {score}"
        if Fraction(score_text(score)) == score
        else "{count} / ({parts[0]:,} × {parts[1]:,}) ≈ {score}",
        count=count,
        parts=parts,
        score=score_text(score),
    )


def your_merge(merge: Merge, decision: Decision | None, origin: str = "") -> Sentence:
    """The big sentence where the history goes on with a person's own merge: picked here, or from `origin`,
    such as "Your file"."""
    yours = (
        "{origin} takes {merge.pair:pair}, which occurs {merge.count} {merge.count:time|times}."
        if origin
        else "Your choice {merge.pair:pair} is next; it occurs {merge.count} {merge.count:time|times}."
    )
    if decision is None:
        return say(yours, origin=origin, merge=merge)
    rules = " The rules take {rule.pair:pair}, {rule.count}."
    return say(yours, origin=origin, merge=merge) + say(rules, rule=decision)


def the_end(stop_reason: str, merges: int, vocabulary_size: int, minimum: int) -> Sentence:
    """The big sentence when training is over."""
    template = _ENDS.get(stop_reason, "The end: {reason}.")
    return say(template, reason=stop_reason, merges=merges, size=vocabulary_size, minimum=minimum)


_ENDS = {
    "no pairs left": "The end: every word is one symbol, so no pairs are left.",
    "vocabulary size reached": "The end: the vocabulary has the {size} tokens that the rules allow.",
    "merge limit reached": "The end: the rules allow {merges} {merges:merge|merges}, and all are made.",
    "every pair left makes a longer token": "The end: every pair that is left makes a longer token than the"
    " rules allow.",
    "below the minimum frequency": "The end: no pair is left that occurs at least"
    " {minimum} {minimum:time|times}, the minimum frequency of the rules.",
}


def subtitle(
    decision: Decision | None, merge: Merge | None, following: Merge | None = None, *, in_app: bool = True
) -> Sentence:
    """The small line under the big sentence: the runner-up, and the last merge. At the start it says what
    happens; where `following`, the history's next merge, is a person's own, how to go on without it. Outside
    the app no other pair can be merged."""
    parts: list[Sentence] = []
    if following is not None and following.chosen_by == "user":
        follow = "Merge goes on with it."
        if decision is not None and in_app:
            follow = "Merge goes on with it; pick {rule.pair:pair} to follow the rules instead."
        parts.append(say(follow, rule=decision))
    elif decision is not None:
        if merge is None:
            parts.append(
                say(
                    "Each step merges the pair that occurs most often into one symbol, everywhere."
                    if decision.runner_up is None or decision.runner_up.parts is None
                    else "Each step merges the pair whose count, divided by those of both parts, is highest."
                )
            )
        parts.append(runner_up(decision))
    if merge is not None:
        parts.append(say("Last merge: {became}", became=_became(merge)))
    if decision is None and in_app:
        parts.append(say("Next: your own words, on Tokenize."))
    return joined([part for part in parts if part], between=" ", last=" ")


def too_long(facts: PairFacts, longest: int | None) -> Sentence:
    """What is not merged though it occurs at least as often as what is."""
    template = "{facts.pair:pair} ({facts.count:,}) is not merged: longer than {longest:,}."
    return say(template, facts=facts, longest=longest)


def runner_up(decision: Decision) -> Sentence:
    """The pair that would be next but for the first; nothing where there is none."""
    if decision.tied:
        return ()
    if decision.runner_up is None:
        return say("No other pair is left.")
    if decision.runner_up.parts is not None:
        return say(
            "Runner-up: {other.pair:pair} and {more:,} {more:other|others}, {score}."
            if decision.runner_ups > 1
            else "Runner-up: {other.pair:pair}, {score}.",
            other=decision.runner_up,
            score=scored(decision.runner_up.count, decision.runner_up.parts),
            more=decision.runner_ups - 1,
        )
    return say(
        "Runner-up: {other.pair:pair} and {more:,} {more:other|others} with {other.count}, {lead:,} fewer."
        if decision.runner_ups > 1
        else "Runner-up: {other.pair:pair} with {other.count}, {lead:,} fewer.",
        other=decision.runner_up,
        more=decision.runner_ups - 1,
        lead=decision.lead,
    )


def overlap(facts: PairFacts) -> Sentence:
    """Says so where the next pair counts more often than it can be merged; nothing elsewhere."""
    if facts.merged == facts.count:
        return ()
    return say(
        "{pair.pair:pair} is counted {pair.count} {pair.count:time|times}"
        " but merged only {pair.merged} {pair.merged:time|times}.",
        pair=facts,
    ) + say(
        " In {word:token} two of them overlap: they share a symbol, which can be merged only once."
        if facts.shares
        else " Two of them overlap: they share a symbol, which can be merged only once.",
        word=facts.shares[0].word if facts.shares else "",
    )


def cost(saved: int, saved_by_rule: int, merges_fewer: int = 0) -> Sentence:
    """What a person's own choices cost so far, in symbols saved, and how many merges fewer the rule makes
    where its own training ends sooner."""
    more = saved_by_rule - saved
    if more > 0:
        would_have = "the rules would have saved {by_rule}, {more:,} more{sooner}."
    elif more < 0:
        would_have = "the rules would have saved {by_rule}, {fewer:,} fewer{sooner}."
    else:
        would_have = "the rules would have saved as many{sooner}."
    sooner = say(", in {merges:,} {merges:merge|merges} fewer", merges=merges_fewer) if merges_fewer else ()
    return say("{saved} {saved:symbol|symbols} saved so far; ", saved=saved) + say(
        would_have, by_rule=saved_by_rule, more=more, fewer=-more, sooner=sooner
    )


def announcement(merge: Merge | None) -> Sentence:
    """What a screen reader says of the merge before a position."""
    if merge is None:
        return say("The start: no merge has been made.")
    return say("Merge {number:,}: {became}", number=merge.rank + 1, became=_became(merge))


def next_announcement(decision: Decision | None, end: Sentence, following: Merge | None = None) -> Sentence:
    """What a screen reader says of the merge after a position: of the person's choice, else
    of the rule's; `end` where there is none."""
    if following is not None and following.chosen_by == "given":
        return say("Next: {next.pair:pair}, which is given.", next=following)
    if following is not None and following.chosen_by == "user":
        return say(
            "Next: {next.pair:pair}, your choice, {next.count:,} {next.count:time|times}.", next=following
        )
    if decision is None:
        return end
    return say(
        "Next: {next.pair:pair}, {next.count:,} {next.count:time|times},"
        " tied with {tied:,} {tied:other|others}."
        if decision.tied
        else "Next: {next.pair:pair}, {next.count:,} {next.count:time|times}.",
        next=decision,
        tied=len(decision.tied),
    )


def _became(merge: Merge) -> Sentence:
    """`h + ug became hug; it occurred 15 times.`"""
    became = say(
        "{last.pair:pair} became {last.token:token}; found {last.count:,} {last.count:time|times},"
        " merged {last.merged:,} {last.merged:time|times}, because the occurrences overlap."
        if merge.merged < merge.count
        else "{last.pair:pair} became {last.token:token};"
        " it occurred {last.count:,} {last.count:time|times}.",
        last=merge,
    )
    added = {"rule": (), "given": say(" It was given."), "user": say(" The choice was yours.")}
    return became + added[merge.chosen_by]


def sum_of(pair: PairFacts | MeasuredPair) -> Sentence:
    """`hug 10 + pug 5 + 7 in 2 more words`: where the count of a pair comes from."""
    terms = [
        say("{it.word:token} {it.times}" if term.word else "{it.times}", it=term)
        for term in sum_terms(pair.count, pair.shares, pair.words)
    ]
    return joined(terms, between=" + ", last=" + ")


def joined(terms: Sequence[Sentence], *, between: str = ", ", last: str = ", ") -> Sentence:
    """All terms in one sentence, `last` before the last of them and `between` before the others."""
    parts: list[Part] = []
    for index, term in enumerate(terms):
        if index:
            parts.append(last if index == len(terms) - 1 else between)
        parts += term
    return tuple(parts)


def named(tokens: Sequence[str], most: int, total: int | None = None) -> Sentence:
    """`hugs, pun and 3 more`: the first tokens, and how many others there are, of the `total` if given."""
    terms: list[Sentence] = [(Token(token),) for token in tokens[:most]]
    if more := (len(tokens) if total is None else total) - len(terms):
        terms.append(say("{more:,} more", more=more))
    return joined(terms, last=" and ")


def words_listed(words: Sequence[str]) -> str:
    """Words of our own in one string.

    >>> words_listed(["alphabet", "word boundary", "tie rule"])
    'alphabet, word boundary and tie rule'
    """
    return plain_text(joined([(word,) for word in words], last=" and "))


def _plain(part: Part) -> str:
    if isinstance(part, Token):
        return beginning(part.text)
    return f"{part.value:,}" if isinstance(part, Number) else part
