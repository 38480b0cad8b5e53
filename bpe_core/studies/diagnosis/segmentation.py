"""Segmentations: all that decides how words are split and pairs counted; what is left are the rules for ties.

A segmentation is a config with everything else left out; a `TieRule` is the rest. With the same merges made,
two configs of one segmentation have the same splits and counts.

>>> from bpe_core.profiles import PROFILES
>>> configs = PROFILES["hf_byte_level"].config, PROFILES["gpt2_course"].config
>>> segmentation_of(configs[0]) == segmentation_of(configs[1])
True
>>> tie_rule_of(configs[0])
TieRule(name='smallest_ids', id_order='code_point')
>>> CorpusWords(Corpus.from_text("Hug hug")).of(BPEConfig(normalizers=("lowercase",)))
{'hug': 2}
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from bpe_core.config import ID_ORDERS, WORD_BOUNDARIES, BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.encoding.spelling import printed_word
from bpe_core.merges import Pair
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.symbol_texts import BYTE_CHARACTERS, BYTE_OF_CHARACTER
from bpe_core.tie_breaks import TIE_BREAKS

Segmentation = BPEConfig
"""A config that has what decides splits and counts, and the defaults everywhere else."""

_IN_BYTES = BPEConfig(alphabet="bytes")

_SPACE = BYTE_CHARACTERS[0x20]

_MOST_CUTS = 6
"""For how many ways to cut the corpus the words are kept; others are counted again when needed."""

END_MARKERS = ("</w>", "_")
"""The end-of-word markers that a merge list may show."""

START_MARKERS = ("▁", "Ġ", "_")
"""The start-of-word markers that a merge list may show."""


class TieRule(NamedTuple):
    """A rule for ties."""

    name: str
    """Its name in `TIE_BREAKS`."""

    id_order: str
    """The order of the base symbols' ids; "code_point" wherever the rule does not look at them."""


def segmentation_of(config: BPEConfig) -> Segmentation:
    """What decides splits and counts. Where ties are drawn the ids decide too, so those stay."""
    changes: dict[str, Any] = {"tie_break": "smallest_ids"}
    if config.marker == WORD_BOUNDARIES[config.word_boundary].marker:
        changes["boundary_marker"] = None
    if TIE_BREAKS[config.tie_break].is_drawn:
        changes |= {field: getattr(config, field) for field in ("tie_seed", "base_vocabulary", "id_order")}
    return config.only("words", "symbols", "counts", **changes)


def tie_rule_of(config: BPEConfig) -> TieRule:
    """A config's rule for ties."""
    by_ids = TIE_BREAKS[config.tie_break].is_by_ids
    return TieRule(config.tie_break, config.id_order if by_ids else "code_point")


def tie_rules() -> tuple[TieRule, ...]:
    """Every rule for ties, except those that draw."""
    return tuple(
        TieRule(rule.name, id_order)
        for rule in TIE_BREAKS.values()
        for id_order in (ID_ORDERS if rule.is_by_ids else ("code_point",))
        if not rule.is_drawn
    )


def with_tie_rule(segmentation: Segmentation, rule: TieRule) -> BPEConfig:
    """A segmentation with a rule for ties: the rules of one training run."""
    return replace(segmentation, tie_break=rule.name, id_order=rule.id_order)


# ---- the words of a corpus under them


class CorpusWords:
    """The words of one corpus, counted once for all segmentations that cut alike."""

    def __init__(self, corpus: Corpus) -> None:
        """Nothing is counted yet."""
        self.corpus = corpus
        """What is counted."""
        self.are_cut = corpus.kind == "word_counts"
        """Whether the corpus comes as words, which no pre-tokenizer cuts any more."""
        self._counted = lru_cache(_MOST_CUTS)(corpus.count_words)
        self._occurs = lru_cache(None)(self._is_there)

    def of(self, segmentation: Segmentation) -> dict[str, int]:
        """The words under a segmentation with their counts, in the order of first occurrence."""
        return self._counted(_cut_of(segmentation))

    def segmentation(self, config: BPEConfig) -> Segmentation:
        """A config's segmentation without what makes no difference to this corpus."""
        segmentation = segmentation_of(config)
        if self.are_cut:
            segmentation = replace(segmentation, pre_tokenizer="none", pattern=None)
        return replace(segmentation, special_tokens=tuple(filter(self._occurs, segmentation.special_tokens)))

    def _is_there(self, token: str) -> bool:
        """Whether a special token is in the corpus."""
        words = (word for word, _ in self.corpus.entries)
        texts = words if self.are_cut else map(str, self.corpus.documents)
        return any(token in text for text in texts)


@lru_cache(maxsize=256)  # one diagnosis asks 19,700 times for 31 of them
def _cut_of(segmentation: Segmentation) -> BPEConfig:
    """The part of a segmentation that decides which words a text has."""
    return segmentation.only("words")


# ---- which segmentations there are


def boundaries_shown_by(pairs: Sequence[Pair]) -> Iterator[tuple[str, str | None]]:
    """The word boundaries, with their markers, that a merge list may have been made with.

    A marker would soon have been merged; so it is only looked for where the list shows it. A prefix of all
    but the first symbols is not looked for.
    """
    is_marked = False
    for style in ("none", "end_symbol", "end_suffix", "start_prefix"):
        for marker in START_MARKERS if style == "start_prefix" else END_MARKERS:
            holds = str.startswith if style == "start_prefix" else str.endswith
            if style != "none" and any(holds(symbol, marker) for pair in pairs for symbol in pair):
                is_marked = True
                yield style, None if marker == WORD_BOUNDARIES[style].marker else marker
    has_own_marks = any(_SPACE in pair[1][:1] or pair[0][:1] in (_SPACE, "▁", " ") for pair in pairs)
    if not is_marked or has_own_marks:
        yield "none", None


def segmentations_shown_by(
    pairs: Sequence[Pair], *, cuts_text: bool, has_capitals: bool, special_tokens: tuple[str, ...]
) -> list[Segmentation]:
    """Every segmentation that may explain a merge list, the simplest first."""
    pre_tokenizers = [name for name in PRE_TOKENIZERS if name != "pattern"] if cuts_text else ["whitespace"]
    return [
        segmentation_of(
            BPEConfig(
                normalizers=normalizers,
                pre_tokenizer=pre_tokenizer,
                alphabet=alphabet,
                word_boundary=boundary,
                boundary_marker=marker,
                special_tokens=special_tokens,
            )
        )
        for normalizers in (((), ("lowercase",)) if has_capitals else ((),))
        for pre_tokenizer in pre_tokenizers
        for boundary, marker in boundaries_shown_by(pairs)
        for alphabet in ("characters", "bytes")
    ]


# ---- how symbols are written


def written_for(pairs: Sequence[Pair], alphabet: str) -> Sequence[Pair]:
    """Merges as an alphabet prints them: raw text becomes GPT-2's printable characters of its bytes.

    >>> written_for([(" ", "t"), (" t", "he")], "bytes")
    [('Ġ', 't'), ('Ġt', 'he')]
    """
    characters = {character for pair in pairs for symbol in pair for character in symbol}
    if alphabet != "bytes" or characters <= BYTE_OF_CHARACTER.keys() | set("▁"):
        return pairs
    return [(printed_word(left, _IN_BYTES), printed_word(right, _IN_BYTES)) for left, right in pairs]
