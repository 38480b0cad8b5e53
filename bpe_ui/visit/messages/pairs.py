"""The pair table as the stage reads it, and all else that it shows at one position."""

from copy import copy
from dataclasses import replace
from typing import Any, NamedTuple

from bpe_core import BPEConfig
from bpe_core.queries import Column, PairChange, PairFacts, RulePick, Snapshot, pair_columns, sum_terms
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui.stage.text import headline, sentences
from bpe_ui.visit.messages.texts import Texts
from bpe_ui.visit.training.training import Training


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

    merged: int
    sum: list[tuple[int | None, str]]
    """The terms of the sum that is its count: the word's text, if the term is of one, and what it adds."""

    cells: list[Any]
    """The values of `stage_columns`."""


class ChangeRow(NamedTuple):
    """What a merge changed of one pair."""

    ids: tuple[int, int]
    texts: list[int]
    before: int
    after: int
    kind: str
    words: list[list[int]]
    words_total: int


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
            shares = headline.with_printed_words(facts, self._config).shares
            terms = sum_terms(facts.count, shares, facts.words, named=len(shares))
            added = [(index(term.word) if term.word else None, str(term.times)) for term in terms]
            names = [*map(index, (*facts.pair, facts.token))]
            cells = [column.value(facts) for column in self._columns]
            bar = facts.count if facts.score is None else float(facts.score)
            counted = facts.count, bar, facts.merged
            self.rows.append(PairRow(facts.ids, names, *counted, added, cells))
        return known


def drawn_snapshot(
    snapshot: Snapshot, training: Training, texts: Texts, pairs: PairList, *, in_app: bool, shows_ties: bool
) -> dict[str, Any]:
    """All that the stage shows at one position of a history; outside the app, nothing that needs it."""
    config = training.config
    last, following = training.merge(snapshot.position - 1), training.merge(snapshot.position)
    subtitle = headline.subtitle(snapshot, last, following, config, in_app=in_app)
    is_given = following is not None and following.chosen_by == "given"
    if is_given or not shows_ties:
        snapshot = _without_ties(snapshot)
    end = headline.the_end(snapshot, config)
    sentence = headline.headline(snapshot, following, config, training.origin)
    stepper = training.stepper
    if stepper.base_merges and snapshot.position == stepper.given_merges:
        sentence, subtitle = headline.begins(stepper.base_merges, stepper.given_merges), sentence
    elif is_given:
        subtitle = ()
    overlap: sentences.Sentence = ()
    if snapshot.decision is not None:
        overlap = sentences.overlap(headline.with_printed_words(snapshot.rows[0], config))
    return {
        "rows": [pairs.index(facts) for facts in snapshot.rows],
        "wholes": [each.whole and each.whole(snapshot.statistics) for each in stage_columns(config)],
        "tied": snapshot.tied,
        "sentence": texts.parts(sentence),
        "subtitle": texts.parts(subtitle),
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


def _without_ties(snapshot: Snapshot) -> Snapshot:
    """The same position for people who have not heard of ties: one pair is next."""
    decision = snapshot.decision and replace(snapshot.decision, tied=(), reason="")
    return replace(snapshot, tied=min(snapshot.tied, 1), decision=decision, rule_picks=())


def _rule_name(pick: RulePick, config: BPEConfig) -> str:
    rule = TIE_BREAKS[pick.rule]
    if not rule.is_drawn:
        return rule.title
    return sentences.say_plainly("{rule.title} (seed {seed})", rule=rule, seed=config.tie_seed)


def _change(change: PairChange, config: BPEConfig, texts: Texts) -> ChangeRow:
    names = [*map(texts.index, (*change.pair, change.token))]
    words = [[texts.index(headline.shown_word(each.word, config)), each.delta] for each in change.words]
    return ChangeRow(change.ids, names, change.before, change.after, change.kind, words, change.words_total)
