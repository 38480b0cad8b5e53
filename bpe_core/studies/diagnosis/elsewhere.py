"""Elsewhere: which other rules would have a pair that these rules have nowhere.

In: a segmentation, a merge list and the ranks of merges that cannot be made. Out: for each rank a `Sighting`
if there is a segmentation with one thing changed under which the same merges leave the pair in the words.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> search = RuleSearch(Corpus.from_text("the cat the cow the cat"), [("t", "h"), ("e", "Ġ")])
>>> rules = BPEConfig(pre_tokenizer="gpt2", alphabet="bytes")
>>> work = look_elsewhere(search, search.words.segmentation(rules), [1])
>>> try:
...     while True:
...         next(work)
... except StopIteration as end:
...     found = end.value
>>> found[1].sentence
'It would be there, 3 times, if the whole text were one word; no pair would occur more often.'
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace

from bpe_core.config import WORD_BOUNDARIES
from bpe_core.errors import EmptyCorpusError
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.studies.diagnosis.deviation_words import times
from bpe_core.studies.diagnosis.forced_history import ForcedHistory
from bpe_core.studies.diagnosis.rule_words import boundary_words
from bpe_core.studies.diagnosis.search import RuleSearch
from bpe_core.studies.diagnosis.segmentation import Segmentation


@dataclass(frozen=True)
class Sighting:
    """A pair under other rules."""

    segmentation: Segmentation
    """What splits and counts the words by these."""

    count: int
    """How often the pair occurs there."""

    is_highest: bool
    """Whether none occurs more often."""

    condition: str
    """What would have to be so, after "if"."""

    @property
    def sentence(self) -> str:
        """All of it in words."""
        first = "; no pair would occur more often" if self.is_highest else ""
        return f"It would be there, {times(self.count)}, if {self.condition}{first}."


def look_elsewhere(
    search: RuleSearch, segmentation: Segmentation, ranks: Sequence[int]
) -> Generator[None, None, dict[int, Sighting]]:
    """The best sighting for each rank that has one; pauses after each part."""
    best: dict[int, Sighting] = {}
    for other, condition in _with_one_change(segmentation, cuts_text=not search.words.are_cut):
        try:
            words = search.words.of(other).counts
            yield
            forced = ForcedHistory(words, other, search.merges)
        except EmptyCorpusError:
            continue
        while len(forced.symbols) <= max(ranks):
            forced.extend()
            if len(forced.symbols) % 64 == 0:
                yield
        for rank in ranks:
            sighting = _sighting(forced, rank, other, condition)
            known = best.get(rank)
            if sighting and (known is None or _weight(sighting) > _weight(known)):
                best[rank] = sighting
        yield
    return best


def _weight(sighting: Sighting) -> tuple[bool, int]:
    return sighting.is_highest, sighting.count


def _sighting(
    forced: ForcedHistory, rank: int, segmentation: Segmentation, condition: str
) -> Sighting | None:
    if forced.symbols[rank] is None:
        return None
    film, position = forced.film, forced.positions[rank]
    count = film.counts[position]
    return Sighting(segmentation, count, count == film.highest[position], condition)


def _with_one_change(segmentation: Segmentation, *, cuts_text: bool) -> Iterator[tuple[Segmentation, str]]:
    """Segmentations with one thing changed, each with what would have to be so."""
    for style in WORD_BOUNDARIES:
        if style != segmentation.word_boundary:
            changed = replace(segmentation, word_boundary=style, boundary_marker=None)
            yield changed, boundary_words(changed, supposed=True)
    for name, pre_tokenizer in PRE_TOKENIZERS.items():
        if cuts_text and name not in ("pattern", segmentation.pre_tokenizer):
            cut = f'words were cut by "{pre_tokenizer.title}"'
            yield (
                replace(segmentation, pre_tokenizer=name, pattern=None),
                "the whole text were one word" if name == "none" else cut,
            )
    if segmentation.normalizers:
        yield replace(segmentation, normalizers=()), "the text were not normalized"
    else:
        yield replace(segmentation, normalizers=("lowercase",)), "the text were put in lower case first"
    if segmentation.special_tokens:
        yield replace(segmentation, special_tokens=()), "special tokens were not cut out of the text"
    alphabet = "characters" if segmentation.alphabet == "bytes" else "bytes"
    yield (
        replace(segmentation, alphabet=alphabet, base_vocabulary="seen", id_order="code_point"),
        f"words were spelled in {alphabet}",
    )
