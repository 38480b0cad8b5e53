"""Known mistakes: all that are looked for, and the other rules that may have been followed.

In: nothing, or the rules that were meant. Out: `MISTAKES`; and each other rule as a `Mistake`.

>>> from bpe_core.studies.diagnosis.mistakes.mistake import FIRST_SEEN
>>> print(MISTAKES["last_pair_not_merged"].code(FIRST_SEEN, BPEConfig()))
- if index < len(symbols) - 2 and symbols[index : index + 2] == [left, right]:
+ if symbols[index : index + 2] == [left, right]:
>>> other_tie_rules()[TieRule("last_seen", "code_point")].sentence
'ties go to the pair whose first meeting comes last when the words are read in order'
>>> [mistake.sentence for mistake in other_rules(BPEConfig())][-2:]
['words are spelled in bytes', 'aaa counts a + a once']
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from bpe_core.config import WORD_BOUNDARIES, BPEConfig
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.studies.diagnosis.mistakes.mistake import Mistake, taking_line
from bpe_core.studies.diagnosis.mistakes.trainer_mistakes import TRAINER_MISTAKES
from bpe_core.studies.diagnosis.mistakes.word_mistakes import WORD_MISTAKES
from bpe_core.studies.diagnosis.rule_words import boundary_words
from bpe_core.studies.diagnosis.segmentation import Segmentation, TieRule, tie_rules
from bpe_core.tie_breaks import TIE_BREAKS

MISTAKES = {mistake.name: mistake for mistake in (*TRAINER_MISTAKES, *WORD_MISTAKES)}
"""Every known mistake by its name, the commonest of each kind first."""


def other_tie_rules() -> dict[TieRule, Mistake]:
    """The tie rules as mistakes, where others were meant."""
    return {rule: _tie_rule(rule) for rule in tie_rules()}


@lru_cache(maxsize=64)
def _tie_rule(rule: TieRule) -> Mistake:
    is_by_value = rule.id_order == "byte_value"
    by_value = ", with base symbols numbered by their values" if is_by_value else ""
    explained = TIE_BREAKS[rule.name].explanation.partition(":")[0].rstrip(".")
    return Mistake(
        name=f"{rule.name}_by_value" if is_by_value else rule.name,
        sentence=f"ties go to {explained.removeprefix('Takes ')}{by_value}",
        page="ties",
        takes=taking_line(rule),
        only=("bytes",) if is_by_value else (),
        is_rule=True,
    )


def other_rules(rules: Segmentation) -> Iterator[Mistake]:
    """Every rule for words and counts that these rules do not have."""
    for name, pre_tokenizer in PRE_TOKENIZERS.items():
        if name not in ("pattern", rules.pre_tokenizer):
            cut = f"words are cut by “{pre_tokenizer.title}”"
            said = "the whole text is one word" if name == "none" else cut
            yield _rule(f"cut_by_{name}", said, {"pre_tokenizer": name, "pattern": None})
    for style in WORD_BOUNDARIES:
        if style != rules.word_boundary:
            said = boundary_words(BPEConfig(word_boundary=style))
            yield _rule(style, said, {"word_boundary": style, "boundary_marker": None})
    alphabet = "characters" if rules.alphabet == "bytes" else "bytes"
    yield _rule(alphabet, f"words are spelled in {alphabet}", {"alphabet": alphabet})
    once = rules.count_overlaps
    name = "overlaps_counted_once" if once else "overlaps_counted_twice"
    yield _rule(name, f"aaa counts a + a {'once' if once else 'twice'}", {"count_overlaps": not once})


def _rule(name: str, sentence: str, changes: Mapping[str, Any]) -> Mistake:
    return Mistake(name=name, sentence=sentence, page="rules", changes=changes, is_rule=True)
