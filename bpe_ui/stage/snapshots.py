"""The snapshots of a window as the stage reads them."""

from typing import Any

from bpe_core import BPEConfig
from bpe_core.queries import PairChange, PairFacts, RulePick, Snapshot
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui.stage.texts import Texts
from bpe_ui.text import headline, sentences
from bpe_ui.training.training import Training


class PairList:
    """Every pair with each of its counts, once."""

    def __init__(self, texts: Texts, config: BPEConfig) -> None:
        """Begin without pairs; their texts go to `texts`."""
        self.rows: list[list[Any]] = []
        """As the stage reads them."""
        self._texts = texts
        self._config = config
        self._index: dict[tuple[int, int, int], int] = {}

    def copy(self, texts: Texts) -> "PairList":
        """A copy, to which other pairs can be added."""
        copied = PairList(texts, self._config)
        copied.rows, copied._index = self.rows.copy(), self._index.copy()
        return copied

    def index(self, facts: PairFacts) -> int:
        """The index of a pair with its count."""
        key = *facts.ids, facts.count
        known = self._index.get(key)
        if known is None:
            known = self._index[key] = len(self.rows)
            index = self._texts.index
            shares = [
                [index(share.word), share.word_count, share.times, share.contribution]
                for share in headline.with_printed_words(facts, self._config).shares
            ]
            names = index(facts.pair[0]), index(facts.pair[1]), index(facts.token)
            self.rows.append([*facts.ids, *names, facts.count, facts.words, facts.merged, shares])
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
        return sentences.translated(rule.title)
    return sentences.say_plainly("{rule.title} (seed {seed})", rule=rule, seed=config.tie_seed)


def _change(change: PairChange, config: BPEConfig, texts: Texts) -> list[Any]:
    names = texts.index(change.pair[0]), texts.index(change.pair[1]), texts.index(change.token)
    words = [[texts.index(headline.shown_word(each.word, config)), each.delta] for each in change.words]
    return [*change.ids, *names, change.before, change.after, change.kind, words, change.words_total]
