"""The two trainers side by side, while they run on the same words.

>>> words = {("h", "u", "g"): 10, ("p", "u", "g"): 5}
>>> recording = two_trainers(words, max_merges=1, min_frequency=1)
>>> [sub_step.name for sub_step in recording.panes[0].sub_steps]
['words', 'count', 'choose', 'merge', 'record', 'result']
>>> [sub_step.name for sub_step in recording.panes[1].sub_steps][3:]
['pop', 'check', 'record', 'merge', 'update', 'push', 'result']
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from bpe_core import queue_trainer, reference
from bpe_core.merges import Pair
from bpe_core.studies.watching import FAST, SLOW, Marks, Moment, source_of, symbols_looked_at, watch
from bpe_ui.pages.hood import fast_trainer, slow_trainer
from bpe_ui.pages.hood.panes import Pane, Recording, StateTable, SubStep, with_changes
from bpe_ui.stage.text.sentences import Sentence, say

_UNTIL_RECORDED = {"count", "choose", "pop", "check", "push back", "result"}
"""What a trainer does before the merge that it works on is among its merges."""

Describe = Callable[[Moment], tuple[Sentence, tuple[StateTable, ...]]]


def two_trainers(
    words: Mapping[tuple[str, ...], int],
    max_merges: int,
    min_frequency: int,
    max_token_length: int | None = None,
) -> Recording:
    """Watch both trainers; of tied pairs both merge the one with the smallest ids."""
    limits: dict[str, Any] = {
        "max_merges": max_merges,
        "min_frequency": min_frequency,
        "max_token_length": max_token_length,
    }
    merges, _ = queue_trainer.learn(words, **limits)
    choose = _by_ids(words)
    slow, slow_work = _watched(
        slow_trainer.TITLE,
        lambda: reference.learn(words, **limits, choose=choose),
        SLOW,
        slow_trainer.describe,
    )
    fast, fast_work = _watched(
        fast_trainer.TITLE, lambda: queue_trainer.learn(words, **limits), FAST, fast_trainer.describe
    )
    work = [*zip(slow_work, fast_work, strict=True)]
    begin = (
        say("Both trainers first cut the words into symbols."),
        say("One counts all pairs before each merge. The other counts them once, then only what changes."),
    )
    end = say("The end: both learned the same {merges} {merges:merge|merges}.", merges=len(merges))
    total = sum(slow_work, Counter()), sum(fast_work, Counter())
    occurs = "Merge {n:,}: {pair:pair} occurs {count} {count:time|times} and becomes {made:token}."
    made = [
        (say(occurs, n=n, pair=pair, count=count, made="".join(pair)), _cost(*work[n]))
        for n, (pair, count) in enumerate(merges, start=1)
    ]
    return Recording(
        (slow, fast._replace(phases=fast_trainer.PHASES)),
        (begin, *made, (end, say("In all. {cost}", cost=_cost(*total)))),
        listed_ids(words, merges),
        tuple(merges),
    )


def listed_ids(words: Iterable[tuple[str, ...]], merges: Sequence[tuple[Pair, int]]) -> dict[str, int]:
    """The ids that the trainers use: for the symbols in alphabetical order, then for each merge's token."""
    symbols = sorted({symbol for word in words for symbol in word})
    texts = [*symbols, *(left + right for (left, right), _ in merges)]
    return {text: token_id for token_id, text in enumerate(texts)}


def _by_ids(words: Mapping[tuple[str, ...], int]) -> Callable[[list[reference.Pair]], reference.Pair]:
    """The queue's tie rule, for the slow trainer."""
    ids = {symbol: number for number, symbol in enumerate(sorted({each for word in words for each in word}))}

    def choose(tied: list[reference.Pair]) -> reference.Pair:
        left, right = min(tied, key=lambda pair: (ids[pair[0]], ids[pair[1]]))
        ids[left + right] = len(ids)
        return left, right

    return choose


def _watched(
    title: str, call: Callable[[], object], marks: Marks, describe: Describe
) -> tuple[Pane, list[Counter[str]]]:
    """Let a trainer run, and show its code.

    For each part, it is also counted how often each line ran.
    """
    is_slow = marks is SLOW
    work: list[Counter[str]] = []

    def look(moment: Moment) -> SubStep:
        # 0 before the first merge, then the number of the merge, and one more after the last.
        merges = len(moment.values.get("merges", ()))
        is_ahead = moment.name in _UNTIL_RECORDED or (is_slow and moment.name == "merge")
        is_begin = moment.name in ("words", "queue") or (moment.name == "count" and not is_slow)
        part = 0 if is_begin else merges + is_ahead
        work.extend(Counter() for _ in range(part + 1 - len(work)))
        work[part].update(moment.ran)
        sentence, tables = describe(moment)
        phase = 0 if is_slow else fast_trainer.phase(moment.name)
        return SubStep(moment.name, moment.line, sentence, tables, part, phase)

    sub_steps = with_changes(watch(call, marks, look))
    return Pane(title, tuple(source_of(marks.code)), sub_steps), work


def _cost(slow: Counter[str], fast: Counter[str]) -> Sentence:
    """What each trainer counted and looked at."""
    return say(
        "{slow}: {recounted} {recounted:pair|pairs} counted, {read} {read:symbol|symbols} looked at."
        " {fast}: {updated} {updated:count|counts} changed, {visited} {visited:symbol|symbols} looked at"
        " and {popped:,} {popped:entry|entries} popped.",
        slow=slow_trainer.TITLE,
        recounted=slow["pair"],
        read=symbols_looked_at(slow),
        fast=fast_trainer.TITLE,
        updated=fast["pair"] + fast["update"],
        visited=symbols_looked_at(fast),
        popped=fast["pop"],
    )
