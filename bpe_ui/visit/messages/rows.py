"""The rows that the stage shows of pairs, changes, merges and the longest tokens."""

from copy import copy
from typing import Any, NamedTuple

from bpe_core import BPEConfig
from bpe_core.queries import Column, PairChange, PairFacts, RulePick, Snapshot, pair_columns
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui.stage.text import headline, sentences
from bpe_ui.visit.messages.texts import Texts
from bpe_ui.visit.training.training import Training
from bpe_ui.visit.training.window import Window


def stage_columns(config: BPEConfig) -> list[Column]:
    """The columns of the pair table beside the pair, its bar, and what the last merge changed."""
    return [column for column in pair_columns(config) if column.is_on_stage]


class PairRow(NamedTuple):
    """A pair with one of its counts. The message has rows as lists, and their members' names once."""

    ids: tuple[int, int]
    texts: list[int]
    """Of the two symbols and of the token that they would become, as in the others."""

    times: int
    bar: float
    """How long its bar is, in any unit: the count or the score."""

    words: int
    merged: int
    shares: list[list[Any]]
    cells: list[Any]
    """The values of `stage_columns`."""


class MergeRow(NamedTuple):
    """A merge."""

    rank: int
    ids: tuple[int, int]
    texts: list[int]
    times: int
    tied_with: int
    by_user: bool


class ChangeRow(NamedTuple):
    """What a merge changed of one pair."""

    ids: tuple[int, int]
    texts: list[int]
    before: int
    after: int
    kind: str
    words: list[list[int]]
    words_total: int


MEMBERS = {"pair": PairRow._fields, "merge": MergeRow._fields, "change": ChangeRow._fields}
"""The names of the members of each row, in their order."""


class PairList:
    """Every pair with each of its counts, once."""

    def __init__(self, texts: Texts, config: BPEConfig) -> None:
        """Begin without pairs; their texts go to `texts`."""
        self.rows: list[PairRow] = []
        """As the stage reads them."""
        self._texts = texts
        self._config = config
        self._columns = stage_columns(config)
        self._index: dict[tuple[object, ...], int] = {}

    def copy(self, texts: Texts) -> "PairList":
        """A copy, to which other pairs can be added."""
        copied = copy(self)
        copied.rows, copied._texts, copied._index = self.rows.copy(), texts, self._index.copy()
        return copied

    def index(self, facts: PairFacts) -> int:
        """The index of a pair with its count."""
        key = *facts.ids, facts.count, facts.parts
        known = self._index.get(key)
        if known is None:
            known = self._index[key] = len(self.rows)
            index = self._texts.index
            shares = [
                [index(share.word), share.word_count, share.times, share.contribution]
                for share in headline.with_printed_words(facts, self._config).shares
            ]
            names = [*map(index, (*facts.pair, facts.token))]
            cells = [column.value(facts) for column in self._columns]
            bar = facts.count if facts.score is None else float(facts.score)
            counted = facts.count, bar, facts.words, facts.merged
            self.rows.append(PairRow(facts.ids, names, *counted, shares, cells))
        return known


def drawn_snapshot(
    snapshot: Snapshot, training: Training, texts: Texts, pairs: PairList, *, in_app: bool
) -> dict[str, Any]:
    """All that the stage shows at one position of a history; outside the app, nothing that needs it."""
    config = training.config
    last, following = training.merge(snapshot.position - 1), training.merge(snapshot.position)
    end = headline.the_end(snapshot, config)
    overlap: sentences.Sentence = ()
    if snapshot.decision is not None:
        overlap = sentences.overlap(headline.with_printed_words(snapshot.rows[0], config))
    return {
        "rows": [pairs.index(facts) for facts in snapshot.rows],
        "wholes": [each.whole and each.whole(snapshot.statistics) for each in stage_columns(config)],
        "tied": snapshot.tied,
        "sentence": texts.parts(headline.headline(snapshot, following, config, training.origin)),
        "subtitle": texts.parts(headline.subtitle(snapshot, last, following, config, in_app=in_app)),
        "reason": texts.parts(sentences.retold(snapshot.decision.reason if snapshot.decision else "")),
        "picks": [
            [_rule_name(pick, config), texts.index(pick.pair[0]), texts.index(pick.pair[1]), *pick.ids]
            for pick in snapshot.rule_picks
        ],
        "changes": [_change(change, config, texts) for change in snapshot.changes],
        "overlap": texts.parts(overlap),
        "statistics": headline.statistics(snapshot),
        "announcement": sentences.plain_text(sentences.announcement(last)),
        "next": sentences.plain_text(sentences.next_announcement(snapshot.decision, end, following)),
        "stop": snapshot.stop_reason,
    }


def _rule_name(pick: RulePick, config: BPEConfig) -> str:
    rule = TIE_BREAKS[pick.rule]
    if not rule.is_drawn:
        return rule.title
    return sentences.say_plainly("{rule.title} (seed {seed})", rule=rule, seed=config.tie_seed)


def _change(change: PairChange, config: BPEConfig, texts: Texts) -> ChangeRow:
    names = [*map(texts.index, (*change.pair, change.token))]
    words = [[texts.index(headline.shown_word(each.word, config)), each.delta] for each in change.words]
    return ChangeRow(change.ids, names, change.before, change.after, change.kind, words, change.words_total)


ROWS_BEFORE_WINDOW = 100
"""How many rows the history has before those of the window ..."""
ROWS_OF_SMALL_HISTORY = 200
"""... unless it has no more than these in total: then it has all."""
LONGEST_KNOWN = 20_000
"""Up to this many merges, the vocabulary names its longest token."""


def history_rows(training: Training, window: Window, texts: Texts) -> list[MergeRow]:
    """The rows of the merge history that the stage can show: the merges in order."""
    columns = training.stepper.history
    is_small = len(columns) <= ROWS_OF_SMALL_HISTORY
    first = 0 if is_small else max(0, window.first - ROWS_BEFORE_WINDOW)
    last = len(columns) if is_small else window.last
    names = zip(
        columns.pair_ids(first, last), columns.pairs(first, last), columns.tokens(first, last), strict=True
    )
    counted = zip(columns.counts(last)[first:], columns.tied(last)[first:], strict=True)
    by_user = {*columns.by_user(last)}
    return [
        MergeRow(rank, ids, [*map(texts.index, (*pair, token))], count, tied, rank in by_user)
        for rank, (ids, pair, token), (count, tied) in zip(range(first, last), names, counted, strict=True)
    ]


def longest_tokens(training: Training, window: Window, texts: Texts) -> list[list[int]]:
    """The longest learned token at every position of a window: the first such position, id and text.

    Of several with the same number of base symbols it is the one learned first.
    """
    if window.last > LONGEST_KNOWN:
        return []
    base = training.first_learned_id - training.first_base_id
    longest: list[int] = []  # ranks at which a token longer than all before was learned
    most = 1
    for rank, length in enumerate(training.stepper.at(window.last).token_lengths()[base:]):
        if length > most:
            longest, most = [*(longest if rank >= window.first else ()), rank], length
    columns = training.stepper.history
    return [
        [rank + 1, training.first_learned_id + rank, texts.index(columns.tokens(rank, rank + 1)[0])]
        for rank in longest
    ]
