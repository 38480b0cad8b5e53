"""The sentences on screen, as parts: words, numbers and tokens.

In: facts from the core. Out: a tuple of parts. A token is its own kind of part, so that whoever shows the
sentence escapes it and writes it in the token font; no corpus text ever hides inside a string of words.

>>> plain_text(the_pair(("h", "ug")))
'h + ug'
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bpe_core.merges import Merge, Pair
from bpe_core.queries import Decision, PairFacts, WordShare
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui.text.visible import beginning

TOKENS_NAMED = 3
"""The most tied pairs that are named; the others are counted."""
SHARES_NAMED = 3
"""The most words that are named with what they add to a pair."""


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


def plain_text(sentence: Sentence) -> str:
    """The sentence without markup, for a screen reader or a test."""
    return "".join(map(_plain, sentence))


def the_pair(pair: Pair) -> Sentence:
    """`h + ug`."""
    return Token(pair[0]), " + ", Token(pair[1])


def counted(count: int) -> Sentence:
    """`17 times`, with the number for the eye to find."""
    return Number(count), f" {times(count)}"


def plural(noun: str, count: int) -> str:
    """The noun as it stands after a number.

    >>> plural("merge", 1), plural("merge", 2)
    ('merge', 'merges')
    """
    return noun if count == 1 else f"{noun}s"


def place_in_text(start: int, end: int) -> str:
    """Which characters lie between two borders, counted from 1 as people do; nothing where there are none.

    >>> place_in_text(0, 3), place_in_text(4, 5), place_in_text(5, 5)
    ('characters 1 to 3', 'character 5', '')
    """
    if end <= start:
        return ""
    return f"character {end:,}" if end - start == 1 else f"characters {start + 1:,} to {end:,}"


def after_merges(position: int) -> str:
    """Where a position is.

    >>> after_merges(12), after_merges(0)
    ('After 12 merges', 'Before the first merge')
    """
    return f"After {position:,} {plural('merge', position)}" if position else "Before the first merge"


def next_merge(
    decision: Decision, facts: PairFacts, tie_break: str, tied: Sequence[Pair] | None = None
) -> Sentence:
    """The big sentence while training goes on: which pair is next, and the numbers that say why.

    `tied` are the first pairs tied with it, where they are at hand; asking the choice for them takes a while.
    """
    if decision.tied:
        return _tie(decision, decision.tied[:TOKENS_NAMED] if tied is None else tied, tie_break)
    shares = sum_of(facts.shares, facts.words)
    return *the_pair(decision.pair), " is next: it occurs ", *counted(decision.count), ", ", *shares, "."


def your_merge(merge: Merge, decision: Decision | None, origin: str = "") -> Sentence:
    """The big sentence where the history goes on with a person's own merge: picked here, or from `origin`,
    such as "Your file"."""
    instead: Sentence = ()
    if decision is not None:
        instead = " The rule takes ", *the_pair(decision.pair), ", ", Number(decision.count), "."
    takes, occurs = (
        (f"{origin} takes ", ", which occurs ") if origin else ("Your choice ", " is next; it occurs ")
    )
    return takes, *the_pair(merge.pair), occurs, *counted(merge.count), ".", *instead


def the_end(stop_reason: str, merges: int, vocabulary_size: int, minimum: int) -> Sentence:
    """The big sentence when training is over."""
    if stop_reason == "no pairs left":
        return ("The end: every word is one token, so no pairs are left.",)
    if stop_reason == "vocabulary size reached":
        return "The end: the vocabulary has the ", Number(vocabulary_size), " tokens that the rules allow."
    if stop_reason == "merge limit reached":
        return "The end: the rules allow ", Number(merges), f" {plural('merge', merges)}, and all are made."
    if stop_reason == "below the minimum frequency":
        return "The end: no pair occurs ", Number(minimum), " times, the minimum frequency of the rules."
    return (f"The end: {stop_reason}.",)


def subtitle(
    decision: Decision | None, merge: Merge | None, following: Merge | None = None, *, in_app: bool = True
) -> Sentence:
    """The small line under the big sentence: the runner-up, and the last merge. At the start it says what
    happens; where `following`, the history's next merge, is a person's own, how to go on without it. Outside
    the app no other pair can be merged."""
    parts: list[Sentence] = []
    if following is not None and following.chosen_by == "user":
        parts.append(_your_way(decision if in_app else None))
    elif decision is not None:
        if merge is None:
            parts.append(("Each step merges the pair that occurs most often into one token, everywhere.",))
        parts.append(runner_up(decision))
    if merge is not None:
        parts.append(("Last merge: ", *_became(merge)))
    elif following is None or following.chosen_by == "rule":
        parts.append(("Press Merge.",) if decision else ())
    if decision is None and in_app:
        parts.append(("Now tokenize other words with these merges, on the Tokenize page.",))
    return joined([part for part in parts if part], between=" ", last=" ")


def _your_way(decision: Decision | None) -> Sentence:
    instead: Sentence = (
        () if decision is None else ("; pick ", *the_pair(decision.pair), " to follow the rule instead")
    )
    return "Merge goes on with it", *instead, "."


def runner_up(decision: Decision) -> Sentence:
    """The pair that would be next but for the first; nothing where there is none."""
    if decision.tied:
        return ()
    if decision.runner_up is None:
        return ("No other pair is left.",)
    others = decision.runner_ups - 1
    return (
        "Runner-up: ",
        *the_pair(decision.runner_up.pair),
        f" and {others:,} {plural('other', others)} with " if others else " with ",
        Number(decision.runner_up.count),
        f", {decision.lead:,} fewer.",
    )


def overlap(facts: PairFacts) -> Sentence:
    """Says so where the next pair counts more often than it can be merged; nothing elsewhere."""
    if facts.merged == facts.count:
        return ()
    inside: Sentence = (
        (" In ", Token(facts.shares[0].word), " two of them") if facts.shares else (" Two of them",)
    )
    return (
        *the_pair(facts.pair),
        " is counted ",
        *counted(facts.count),
        " but merged only ",
        *counted(facts.merged),
        ".",
        *inside,
        " overlap: they share a symbol, which can go into only one token.",
    )


def cost(saved: int, saved_by_rule: int, merges_fewer: int = 0) -> Sentence:
    """What a person's own choices cost so far, in symbols saved, and how many merges fewer the rule makes
    where its own training ends sooner."""
    sooner = f", in {merges_fewer:,} {plural('merge', merges_fewer)} fewer" if merges_fewer else ""
    by_rule = f" {plural('symbol', saved)} saved so far; the rule's own choices would have saved "
    so_far: Sentence = (Number(saved), by_rule)
    difference = saved_by_rule - saved
    if not difference:
        return *so_far, f"as many{sooner}."
    more = "more" if difference > 0 else "fewer"
    return *so_far, Number(saved_by_rule), f", {abs(difference):,} {more}{sooner}."


def announcement(merge: Merge | None) -> Sentence:
    """What a screen reader says of the merge before a position."""
    if merge is None:
        return ("The start: no merge has been made.",)
    return f"Merge {merge.rank + 1:,}: ", *_became(merge)


def next_announcement(decision: Decision | None, end: Sentence, following: Merge | None = None) -> Sentence:
    """What a screen reader says of the merge after a position: of the person's choice, else
    of the rule's; `end` where there is none."""
    if following is not None and following.chosen_by == "user":
        numbers = f"{following.count:,} {times(following.count)}"
        return "Next: ", *the_pair(following.pair), f", your choice, {numbers}."
    if decision is None:
        return end
    tied = (
        f", tied with {len(decision.tied):,} {plural('other', len(decision.tied))}" if decision.tied else ""
    )
    return "Next: ", *the_pair(decision.pair), f", {decision.count:,} {times(decision.count)}{tied}."


def _became(merge: Merge) -> Sentence:
    """`h + ug became hug; it occurred 15 times.`"""
    occurred = f"; it occurred {merge.count:,} {times(merge.count)}."
    if merge.merged < merge.count:
        numbers = f"found {merge.count:,} {times(merge.count)}, merged {merge.merged:,} {times(merge.merged)}"
        occurred = f"; {numbers}, because the occurrences overlap."
    chosen = "" if merge.chosen_by == "rule" else " The choice was yours."
    return *the_pair(merge.pair), " became ", Token(merge.token), f"{occurred}{chosen}"


def _tie(decision: Decision, tied: Sequence[Pair], tie_break: str) -> Sentence:
    total = len(decision.tied) + 1
    named = total if total == TOKENS_NAMED + 1 else TOKENS_NAMED  # "1 more" would take as much room
    pairs = [decision.pair, *tied[: named - 1]]
    others = total - len(pairs)
    listed = joined([the_pair(pair) for pair in pairs], last=" and " if not others else ", ")
    more = (f" and {others:,} more",) if others else ()
    all_of_them = "both" if len(decision.tied) == 1 else "all"
    return (
        "A tie: ",
        *listed,
        *more,
        f" {all_of_them} occur ",
        *counted(decision.count),
        f". The rule “{TIE_BREAKS[tie_break].title.lower()}” takes ",
        *the_pair(decision.pair),
        ".",
    )


def sum_of(shares: Sequence[WordShare], words: int) -> Sentence:
    """`hug 10 + pug 5 + 2 more words`: where the count of a pair comes from that is in this many words."""
    named = shares[:SHARES_NAMED]
    terms: list[Sentence] = []
    for share in named:
        times = f" × {share.times:,}" if share.times > 1 else ""
        terms.append((Token(share.word), f" {share.word_count:,}{times}"))
    others = words - len(named)
    more = (f" + {others:,} more {plural('word', others)}",) if others else ()
    return *joined(terms, between=" + ", last=" + "), *more


def joined(terms: Sequence[Sentence], *, between: str = ", ", last: str = ", ") -> Sentence:
    """All terms in one sentence, `last` before the last of them and `between` before the others."""
    parts: list[Part] = []
    for index, term in enumerate(terms):
        if index:
            parts.append(last if index == len(terms) - 1 else between)
        parts += term
    return tuple(parts)


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


def times(count: int) -> str:
    """`time` or `times`, as it stands after a number."""
    return "time" if count == 1 else "times"
