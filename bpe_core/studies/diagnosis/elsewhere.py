"""Elsewhere: which other rules would have a pair that these rules have nowhere.

In: a segmentation, a merge list and the ranks of merges that cannot be made. Out: for each rank a `Sighting`,
if with one change to the segmentation the same merges leave the pair in the words.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> search = RuleSearch(Corpus.from_text("the cat the cow the cat"), [("t", "h"), ("e", "Ġ")])
>>> rules = BPEConfig(pre_tokenizer="gpt2", alphabet="bytes")
>>> sightings(search, search.words.segmentation(rules), [1])[1].sentence
'It would occur 3 times if the whole text were one word, and no pair would occur more often.'
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from bpe_core.errors import EmptyCorpusError
from bpe_core.studies.diagnosis.deviation_kinds import times
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.rule_words import other_rules
from bpe_core.studies.diagnosis.search import RuleSearch
from bpe_core.studies.diagnosis.segmentation import Segmentation


@dataclass(frozen=True)
class Sighting:
    """A pair under other rules."""

    changes: dict[str, Any]  # the fields of `BPEConfig` that are different there
    count: int
    is_highest: bool  # whether no pair occurs more often
    condition: str  # what would have to be so, after "if"

    @property
    def sentence(self) -> str:
        """All of it in words."""
        first = ", and no pair would occur more often" if self.is_highest else ""
        return f"It would occur {times(self.count)} if {self.condition}{first}."


def sightings(search: RuleSearch, segmentation: Segmentation, ranks: Sequence[int]) -> dict[int, Sighting]:
    """The best sighting of the merge of each rank that has one; by the first change of several as good."""
    best: dict[int, Sighting] = {}
    changed = _single_changes(segmentation, cuts_text=not search.words.are_cut) if ranks else ()
    for changes, condition in changed:
        search.tick()
        other = replace(segmentation, **changes)
        try:
            forced = ForcedHistory(search.words.of(other).counts, other, search.merges)
        except EmptyCorpusError:
            continue
        while len(forced.symbols) <= max(ranks):
            forced.extend()
            if len(forced.symbols) % 64 == 0:
                search.tick()
        for rank in ranks:
            if forced.symbols[rank] is not None:
                history, position = forced.history, forced.positions[rank]
                count = history.counts[position]
                sighting = Sighting(changes, count, count == history.highest[position], condition)
                known = best.setdefault(rank, sighting)
                if (sighting.is_highest, count) > (known.is_highest, known.count):
                    best[rank] = sighting
    return best


def _single_changes(segmentation: Segmentation, *, cuts_text: bool) -> Iterator[tuple[dict[str, Any], str]]:
    """Changes of one thing, as fields of `BPEConfig`, each with what would have to be so."""
    for _, condition, changes in other_rules(segmentation, supposed=True):
        if cuts_text or "pre_tokenizer" not in changes:
            yield changes, condition
    if segmentation.normalizers:
        yield {"normalizers": ()}, "the text were not normalized"
    else:
        yield {"normalizers": ("lowercase",)}, "the text were put in lower case first"
    if segmentation.special_tokens:
        yield {"special_tokens": ()}, "special tokens were not cut out of the text"
