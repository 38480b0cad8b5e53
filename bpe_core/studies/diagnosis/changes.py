"""Changes: what somebody's code does otherwise than some rules, each with its sentence and its lines."""

from dataclasses import dataclass

from bpe_core.config import BPEConfig
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.studies.diagnosis.forced_history import tie_rule_of
from bpe_core.studies.diagnosis.rule_sentences import boundary_said
from bpe_core.studies.diagnosis.tie_ways import TieWay, way_of
from bpe_core.studies.diagnosis.trainer_mistakes import TrainerMistake, code_of_trainer, sentence_of
from bpe_core.studies.diagnosis.words import Reading

_SPELLING = "spelling"


@dataclass(frozen=True)
class Change:
    """One thing that is done otherwise."""

    name: str
    """What identifies it."""

    sentence: str
    """What is done, as it follows "in your trainer"."""

    code: str
    """The lines of it after a minus, the right ones after a plus; empty where it is only spelled so."""

    cost: int = 1
    """0 for what a list shows by itself: capitals, and another spelling of a sign."""


@dataclass(frozen=True)
class Cause:
    """What explains a whole list: some rules, and what is done otherwise."""

    rules: BPEConfig
    """The rules that were meant."""

    profile: str | None
    """The key in `PROFILES` of a profile that has them."""

    changes: tuple[Change, ...]
    """What is done otherwise."""

    reading: Reading
    """How words are made."""

    mistake: str
    """What is wrong in a step: a name for `mistake_of`, or empty."""

    way: TieWay
    """What settles ties."""

    counts: tuple[int, ...]
    """How often the pair of each merge occurs to that trainer."""

    @property
    def cost(self) -> int:
        """How much is done otherwise."""
        return sum(each.cost for each in self.changes)

    @property
    def changes_words(self) -> bool:
        """Whether words are other ones, or spelled otherwise."""
        return len(self.changes) > bool(self.mistake) + (self.way != meant_way(self.rules))

    @property
    def is_spelling(self) -> bool:
        """Whether all that differs is how a sign is written."""
        return all(each.name == _SPELLING for each in self.changes)

    @property
    def key(self) -> frozenset[str]:
        """What identifies it, whatever the rules are called."""
        return frozenset(each.name for each in self.changes)


def meant_way(config: BPEConfig) -> TieWay:
    """The tie rule of some rules; where they draw, the usual one."""
    rule = tie_rule_of(config)
    name = "smallest_ids_by_value" if rule.id_order == "byte_value" else rule.name
    return way_of(name)


def changes_of(reading: Reading, usual: BPEConfig) -> list[Change]:
    """What a reading does otherwise than the segmentation of some rules."""
    changes, config = [], reading.config

    def change(name: str, said: str, field: str, cost: int = 1) -> None:
        wrong, right = getattr(config, field), getattr(usual, field)
        changes.append(Change(name, said, f"- {field} = {wrong!r}\n+ {field} = {right!r}", cost))

    if config.normalizers != usual.normalizers:
        lower = "lowercase" in config.normalizers
        said = "the text is put in lower case" if lower else "capitals stay in the text"
        change("case", said, "normalizers", cost=0)
    cuts = [each for each in reading.mistakes if each.method == "cut"]
    if not cuts and config.pre_tokenizer != usual.pre_tokenizer:
        said = f"words are cut by “{PRE_TOKENIZERS[config.pre_tokenizer].title}”"
        if config.pre_tokenizer == "none":
            said = "the whole text is one word"
        change(f"cut_{config.pre_tokenizer}", said, "pre_tokenizer")
    spelled = [each for each in reading.mistakes if each.name == "sign_behind"]
    has_mark = bool(spelled) and usual.word_boundary.startswith("end")
    for each in reading.mistakes:
        cost = 2 if each.only and usual.pre_tokenizer not in each.only else 1
        if each in spelled and has_mark and len(each.sign) == 1 and usual.word_boundary == "end_symbol":
            changes.append(_spelled(each.sign, usual.marker))
        else:
            changes.append(Change(each.name, each.says, each.code, cost))
    if config.word_boundary != usual.word_boundary and not has_mark:
        change(f"boundary_{config.word_boundary}", boundary_said(config), "word_boundary")
    elif config.marker != usual.marker and not has_mark:
        changes.append(_spelled(config.marker, usual.marker))
    if config.alphabet != usual.alphabet:
        change(config.alphabet, f"words are spelled in {config.alphabet}", "alphabet")
    if config.count_overlaps != usual.count_overlaps:
        times = "twice" if config.count_overlaps else "once"
        change("overlaps", f"aaa counts a + a {times}", "count_overlaps")
    return changes


def _spelled(sign: str, usual: str) -> Change:
    return Change(_SPELLING, f"{sign} is written where others write {usual}", "", cost=0)


def changes_in_steps(base: BPEConfig, mistake: TrainerMistake | None, way: TieWay) -> list[Change]:
    """What is done otherwise while merges are learned."""
    changes, meant = [], meant_way(base)
    if mistake is not None:
        changes.append(Change(mistake.__name__, sentence_of(mistake), code_of_trainer(mistake)))  # type: ignore[arg-type]
    if way.name != meant.name:
        code = f"- pair = {way.code}\n+ pair = {meant.code}"
        changes.append(Change(way.name, f"ties go to {way.sentence}", code))
    return changes
