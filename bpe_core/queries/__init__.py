"""The queries room: what can be asked of a film at a position, in frozen records.

In: a film and a position. Out: the pair table, the choice and its reason, what a merge changed, figures.

`snapshots` answers for many positions at once, with `top_pairs`, `pair_facts`, `words_with_pair`, `tie_order`
and `rule_picks` behind it, and `pair_cache` to keep what was found. `pair_table`, `explain`, `changes`,
`statistics`, `word_history`, `merge_columns`, `pair_search` and `predictions` answer one question each.
"""

from bpe_core.queries.changes import PairChange
from bpe_core.queries.explain import Choice
from bpe_core.queries.pair_facts import PairFacts
from bpe_core.queries.pair_table import PairCount
from bpe_core.queries.predictions import Verdict
from bpe_core.queries.rule_picks import RulePick
from bpe_core.queries.snapshots import Scene
from bpe_core.queries.statistics import SeriesPoint, WordCount
from bpe_core.queries.word_history import WordFilm
from bpe_core.queries.words_with_pair import WordShare

__all__ = [
    "Choice",
    "PairChange",
    "PairCount",
    "PairFacts",
    "RulePick",
    "Scene",
    "SeriesPoint",
    "Verdict",
    "WordCount",
    "WordFilm",
    "WordShare",
]
