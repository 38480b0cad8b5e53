"""The verdict: whether the tie rule matters on a corpus, in one sentence with the numbers.

In: a study of random ties. Out: the sentence.

>>> from bpe_core import EXAMPLES, BPEConfig
>>> from bpe_core.studies.random_ties import RandomTies
>>> ties = RandomTies(EXAMPLES["hug_pug_pun"].corpus, BPEConfig(), seeds=100)
>>> ties.advance(60)
True
>>> for part in verdict_on(ties.result()).split(", "):
...     part
'Only for the order: 100 runs learned the same 7 merges in 2 different orders'
'and compression is 3.14× in each.'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bpe_core.studies.random_ties import TieStudy

HARDLY = 0.01
"""Compressions closer together than this part of the middle one are said to be hardly different."""


def verdict_on(study: TieStudy) -> str:
    """The sentence; it speaks of the runs that the study has, be they all or the first ones."""
    runs, always = f"{study.runs:,} runs", _counted(study.always)
    if study.runs == 1:
        return "One run alone cannot say whether the tie rule matters."
    if not study.merges:
        return f"No: in {runs} there was nothing to merge."
    if not study.tied_steps_high:
        return f"No: in {runs} no step was a tie, so every tie rule learns the same {always}."
    if study.merge_lists == 1:
        ties = _counted(study.tied_steps_high, "tie")
        return f"Not in these {runs}: with {ties}, all learned the same {always} in the same order."
    if study.vocabularies > 1:
        learned = f"{study.vocabularies:,} different vocabularies"
        how = f"({always} in every run, {study.sometimes:,} only in some)"
    elif study.sometimes:
        learned = f"the same {_counted(study.merges_high, 'token')}"
        how = f"by {study.merge_lists:,} different merge lists"
    else:
        learned, how = f"the same {always}", f"in {study.merge_lists:,} different orders"
    return f"{_answer(study)}: {runs} learned {learned} {how}, and {_compression(study)}."


def _answer(study: TieStudy) -> str:
    """What the sentence begins with, where runs learned different merge lists."""
    if study.vocabularies == 1:
        return "Only for the way there" if study.sometimes else "Only for the order"
    if study.splittings == 1:
        return "Yes for the tokens, but every word ends cut alike"
    if study.compression_low == study.compression_high:
        return "Yes for the tokens, not for the compression"
    spread = study.compression_high - study.compression_low
    if spread < HARDLY * study.compression_median:
        return "Yes for the tokens, hardly for the compression"
    return "Yes"


def _compression(study: TieStudy) -> str:
    low, _, high = study.compressions
    return f"compression is {low}× in each" if low == high else f"compression is between {low}× and {high}×"


def _counted(number: int, noun: str = "merge") -> str:
    return f"{number:,} {noun if number == 1 else noun + 's'}"
