"""Other rules: what a trainer does that follows other rules than those that were expected.

In: the rules that were meant. Out: `Fault`s, each one rule that is another.

>>> OTHER_TIE_RULES[TieRule("last_seen", "code_point")].sentence
'ties go to the pair met last'
>>> [fault.sentence for fault in other_rules(BPEConfig())][-2:]
['words are spelled in bytes', 'aaa counts a + a once']
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from bpe_core.config import WORD_BOUNDARIES, BPEConfig
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.studies.diagnosis.faults import wrong_words
from bpe_core.studies.diagnosis.faults.fault import Fault, fault_of
from bpe_core.studies.diagnosis.faults.parts import (
    TIE_RULES,
    Choose,
    adjacent_pairs,
    pairs_without_overlaps,
)
from bpe_core.studies.diagnosis.rule_words import boundary_words
from bpe_core.studies.diagnosis.segmentation import Segmentation, TieRule


def _tie_rule(rule: TieRule, choose: Choose) -> Fault:
    only = ("bytes",) if rule.id_order == "byte_value" else ()
    fault = fault_of("choose", choose, only=only, is_rule=True)
    return replace(fault, sentence=f"ties go to {fault.sentence}")


OTHER_TIE_RULES = {rule: _tie_rule(rule, choose) for rule, choose in TIE_RULES.items()}
"""The tie rules as mistakes, where others were meant."""


def other_rules(rules: Segmentation) -> Iterator[Fault]:
    """Every rule for words and counts that these rules do not have."""
    for name, pre_tokenizer in PRE_TOKENIZERS.items():
        if name not in ("pattern", rules.pre_tokenizer):
            cut = f"words are cut by “{pre_tokenizer.title}”"
            said = "the whole text is one word" if name == "none" else cut
            yield _words(f"cut_by_{name}", said, {"pre_tokenizer": name, "pattern": None})
    for style in WORD_BOUNDARIES:
        if style != rules.word_boundary:
            said = boundary_words(BPEConfig(word_boundary=style))
            yield _words(style, said, {"word_boundary": style, "boundary_marker": None})
    alphabet = "characters" if rules.alphabet == "bytes" else "bytes"
    yield _words(alphabet, f"words are spelled in {alphabet}", {"alphabet": alphabet})
    once = rules.count_overlaps
    yield Fault(
        name="overlaps_counted_once" if once else "overlaps_counted_twice",
        sentence=f"aaa counts a + a {'once' if once else 'twice'}",
        part="pairs",
        wrong=pairs_without_overlaps if once else adjacent_pairs,
        lines=(f"count_overlaps = {not once}", f"count_overlaps = {once}"),
        is_rule=True,
    )


def _words(name: str, sentence: str, changes: Mapping[str, Any]) -> Fault:
    wrong = partial(wrong_words.by_other_rules, changes=changes)
    return Fault(name=name, sentence=sentence, part="words", wrong=wrong, changes=changes, is_rule=True)
