"""Known mistakes: all that are looked for, and the other rules that may have been followed.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.studies.diagnosis.mistakes.mistake import FIRST_SEEN
>>> print(MISTAKES["last_pair_not_merged"].code(FIRST_SEEN, BPEConfig()))
- if index < len(symbols) - 2 and symbols[index : index + 2] == [left, right]:
+ if symbols[index : index + 2] == [left, right]:
>>> tie_rule_mistakes()[TieRule("last_seen", "code_point")].sentence
'ties go to the pair that is met after all others when the words are read in order'
>>> [mistake.sentence for mistake in rule_mistakes(BPEConfig())][-2:]
['words are spelled in bytes', 'aaa counts a + a once']
"""

from collections.abc import Iterator

from bpe_core.studies.diagnosis import rule_words
from bpe_core.studies.diagnosis.mistakes.cutting_mistakes import CUTTING_MISTAKES
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake, taking_line
from bpe_core.studies.diagnosis.mistakes.trainer_mistakes import TRAINER_MISTAKES
from bpe_core.studies.diagnosis.segmentation import Segmentation, TieRule, tie_rules
from bpe_core.tie_breaks import TIE_BREAKS

MISTAKES = {mistake.name: mistake for mistake in (*TRAINER_MISTAKES, *CUTTING_MISTAKES)}
"""Every known mistake by its name, the commonest of each kind first."""


def tie_rule_mistakes() -> dict[TieRule, Mistake]:
    """The tie rules as mistakes, where others were meant."""
    return {rule: _tie_rule(rule) for rule in tie_rules()}


def _tie_rule(rule: TieRule) -> Mistake:
    is_by_value = rule.id_order == "byte_value"
    by_value = ", with base symbols numbered by their values" if is_by_value else ""
    explained = TIE_BREAKS[rule.name].explanation.partition(":")[0].rstrip(".")
    return Mistake(
        name=f"{rule.name}_by_value" if is_by_value else rule.name,
        sentence=f"ties go to {explained.removeprefix('Takes ')}{by_value}",
        module="ties",
        takes=taking_line(rule),
        only=("bytes",) if is_by_value else (),
        is_rule=True,
    )


def rule_mistakes(rules: Segmentation) -> Iterator[Mistake]:
    """Every rule for words and counts that these rules do not have, as a mistake where these were meant."""
    once = rules.count_overlaps
    times = "once" if once else "twice"
    counted = f"overlaps_counted_{times}", f"aaa counts a + a {times}", {"count_overlaps": not once}
    for name, sentence, changes in (*rule_words.other_rules(rules), counted):
        yield Mistake(name=name, sentence=sentence, module="rules", changes=changes, is_rule=True)
