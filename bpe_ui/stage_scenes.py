"""The scenes of a window as the stage reads them.

In: scenes of the core. Out: lists and dicts of plain values, with indexes in place of texts and pairs.
"""

from collections.abc import Sequence
from typing import Any

from bpe_core import BPEConfig
from bpe_core.merges import Merge
from bpe_core.scenes import PairChange, PairFacts, Scene
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_ui import sentences
from bpe_ui.sentences import Sentence
from bpe_ui.stage_texts import Texts


class PairList:
    """Every pair at every count, once."""

    def __init__(self, texts: Texts) -> None:
        """Begin without any; their texts go to `texts`."""
        self.rows: list[list[Any]] = []
        """As the stage reads them."""
        self._texts = texts
        self._index: dict[tuple[int, int, int], int] = {}

    def copy(self, texts: Texts) -> "PairList":
        """The same pairs, to which others can be added."""
        copied = PairList(texts)
        copied.rows, copied._index = self.rows.copy(), self._index.copy()
        return copied

    def index(self, facts: PairFacts) -> int:
        """The index of a pair with its count."""
        key = *facts.ids, facts.count
        known = self._index.get(key)
        if known is None:
            known = self._index[key] = len(self.rows)
            self.rows.append(self._row(facts))
        return known

    def _row(self, facts: PairFacts) -> list[Any]:
        index = self._texts.index
        shares = [
            [index(share.word), share.word_count, share.times, share.contribution] for share in facts.shares
        ]
        names = index(facts.pair[0]), index(facts.pair[1]), index(facts.token)
        return [*facts.ids, *names, facts.count, facts.words, facts.merged, shares]


def drawn_scene(
    scene: Scene, film: Sequence[Merge], config: BPEConfig, texts: Texts, pairs: PairList
) -> dict[str, Any]:
    """All that the stage shows at one position of a film."""
    last = film[scene.position - 1] if scene.position else None
    following = film[scene.position] if scene.position < len(film) else None
    return {
        "rows": [pairs.index(facts) for facts in scene.rows],
        "tied": scene.tied,
        "sentence": texts.parts(headline(scene, following, config)),
        "aside": texts.parts(sentences.aside(scene.choice, last)),
        "reason": texts.prose(scene.choice.reason if scene.choice else ""),
        "picks": _picks(scene, texts),
        "changes": [_change(change, texts) for change in scene.changes],
        "overlap": texts.parts(sentences.overlap(scene.rows[0]) if scene.choice else ()),
        "figures": figures(scene),
        "said": sentences.plain_text(sentences.said(last)),
        "next": sentences.plain_text(sentences.coming(scene.choice, _end(scene, config))),
        "stop": scene.stop_reason,
    }


def headline(scene: Scene, following: Merge | None, config: BPEConfig) -> Sentence:
    """The big sentence of a scene; `following` is the film's next merge, where it is known."""
    if following is not None and following.chosen_by == "user":
        return sentences.your_merge(following, scene.choice)
    if scene.choice is None:
        return _end(scene, config)
    tied = [facts.pair for facts in scene.rows[1 : scene.tied]]
    return sentences.next_merge(scene.choice, scene.rows[0], config.tie_break, tied)


def figures(scene: Scene) -> list[list[str]]:
    """The state of the training as label, value and rest."""
    now = scene.figures
    of_start = f"of {now.symbols_at_start:,}, {now.symbols_saved:,} fewer"
    return [
        ["Vocabulary", f"{now.vocabulary_size:,}", ""],
        ["Symbols in the corpus", f"{now.symbols:,}", of_start],
        ["Compression", f"{now.compression:.2f}×", ""],
        ["Distinct pairs", f"{now.distinct_pairs:,}", ""],
        ["Ties decided", f"{now.ties:,}", ""],
    ]


def _end(scene: Scene, config: BPEConfig) -> Sentence:
    size, minimum = scene.figures.vocabulary_size, config.min_frequency
    return sentences.the_end(scene.stop_reason or "", scene.position, size, minimum)


def _picks(scene: Scene, texts: Texts) -> list[list[Any]]:
    return [
        [TIE_BREAKS[pick.rule].title, texts.index(pick.pair[0]), texts.index(pick.pair[1]), *pick.ids]
        for pick in scene.rule_picks
    ]


def _change(change: PairChange, texts: Texts) -> list[Any]:
    names = texts.index(change.pair[0]), texts.index(change.pair[1]), texts.index(change.token)
    words = [[texts.index(each.word), each.delta] for each in change.words]
    return [*change.ids, *names, change.before, change.after, change.kind, words, change.words_total]
