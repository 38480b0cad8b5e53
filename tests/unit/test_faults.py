"""Faults: the trainer made of parts is right, and each mistake planted in another trainer is named."""

import pickle
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from bpe_core import PROFILES, BPEConfig, BPEStepper, Corpus
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis import Diagnosis, FaultFit, Findings, SmallestCorpus
from bpe_core.studies.diagnosis.faults import possible_rules
from bpe_core.studies.diagnosis.faults.faults import FAULTS
from bpe_core.studies.diagnosis.faults.parts import TIE_RULES, right_parts
from bpe_core.studies.diagnosis.faults.trainer import SpelledWords, Trainer, finish
from bpe_core.studies.diagnosis.segmentation import TieRule, segmentation_of, tie_rule_of, tie_rules
from tests.golden.corpora import TEXTS
from tests.unit import planted_faults as planted

MERGES = 243
HF_COURSE = PROFILES["hf_course"].config


def diagnosed(corpus: Corpus, merges: Sequence[Pair], expected: BPEConfig | None = None) -> Findings:
    diagnosis = Diagnosis(corpus, merges, expected=expected)
    while not diagnosis.advance(10):
        pass
    return diagnosis.findings()


@cache
def learned(text: str, profile: str, *mistakes: str) -> list[Pair]:
    return planted.learn(TEXTS[text], profile, mistakes, MERGES)


@pytest.mark.parametrize("text", ["fox", "overlaps", "hindi", "ties_abcd"])
@pytest.mark.parametrize(
    "profile", [name for name in PROFILES if name not in ("minbpe_basic", "sentencepiece")]
)
def test_with_no_part_wrong_the_trainer_learns_what_the_stepper_learns(text: str, profile: str) -> None:
    config, corpus = PROFILES[profile].config, Corpus.from_text(TEXTS[text])
    stepper = BPEStepper(corpus, config)
    stepper.run(60)
    words = SpelledWords(corpus.count_words(config), config)
    finish(words.run())
    trainer = Trainer(words, right_parts(config))
    finish(trainer.count())
    choose = TIE_RULES[tie_rule_of(config)]
    for merge in stepper.merges:
        assert trainer.highest == merge.count
        finish(trainer.look_up_pairs())
        pair = choose(trainer.in_order(trainer.tied()), trainer.symbols)
        assert pair == merge.pair
        finish(trainer.merge(pair))


def test_every_rule_for_ties_that_draws_nothing_is_there() -> None:
    assert set(TIE_RULES) == set(tie_rules())


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_shows_the_wrong_lines_and_the_ones_that_mend_them(name: str) -> None:
    fault = FAULTS[name]
    meant = TIE_RULES[TieRule(fault.instead_of or "first_seen", "code_point")]
    lines = fault.code(meant, BPEConfig()).splitlines()
    assert fault.name == name
    assert {line[0] for line in lines} == {"-", "+"}
    assert len(lines) <= 14
    assert all(line.count('"') % 2 == 0 for line in lines if "'" not in line)  # no string is torn apart


PROFILE_OF = {
    "Latin-1": "textbook",
    "ties by other base ids": "hf_byte_level",
    "ties by greatest ids": "rustbpe",
    "words sorted": "textbook",
    "a set's order": "textbook",
    "counted in place": "gpt2_course",
    "lines": "hf_byte_level",
    "special token left": "cs336",
    "no apostrophes": "minbpe_regex",
    "capitals lost": "hf_tokenizers",
    "split": "cs336",
    "marker spelled out": "subword_nmt",
    "special token unescaped": "cs336",
}
"""The others are planted in several profiles in turn; `make bench-diagnosis` plants all in all of them."""

IN_TURN = ["cs336", "hf_byte_level", "gpt2_course"]
TEXT_OF = {
    "special token left": "ends",
    "overlaps merged twice": "overlaps",
    "re for regex": "hindi",
    "normalized": "accents_composed",
    "lines": "english",
    "no apostrophes": "english",
    "spaces stripped": "english",
    "special token unescaped": "ends",
    "Latin-1": "hindi",
    "ASCII alone": "japanese",
    "accents removed": "accents_composed",
    "a space in front": "course_sentences",
    "index of words not renewed": "english",
    "lines stripped": "english",
}


@pytest.mark.parametrize(("number", "mistake"), list(enumerate(planted.FAULT_OF)))
def test_a_mistake_planted_in_another_trainer_is_named(number: int, mistake: str) -> None:
    profile = PROFILE_OF.get(mistake, IN_TURN[number % len(IN_TURN)])
    text = TEXT_OF.get(mistake, "program")
    merges = learned(text, profile, mistake)
    assert merges != learned(text, profile)
    fault = diagnosed(Corpus.from_text(TEXTS[text]), merges).fault
    assert fault is not None
    assert fault.is_whole
    names = [fit.faults[0].name for fit in fault.fits if len(fit.faults) == 1]
    assert any(planted.FAULT_OF[mistake] in name for name in names)
    if profile == fault.rules.profile:
        right = learned(text, profile)
        assert fault.rules.prefix == next(rank for rank, pair in enumerate(merges) if pair != right[rank])


SMALL = [
    "greatest_as_printed",
    "only_first_occurrence",
    "all_pairs_but_the_last",
    "neighbors_not_lowered",
    "without_apostrophes",
    "cut_at_whitespace",
]


@pytest.mark.parametrize("name", SMALL)
def test_the_smallest_corpus_is_small_and_its_test_fails_with_the_mistake_alone(name: str) -> None:
    config = PROFILES["cs336"].config
    rules = segmentation_of(config), tie_rule_of(config)
    fit = FaultFit((FAULTS[name],), *rules, "cs336", prefix=0)
    looking = SmallestCorpus(Corpus.from_text(TEXTS["english"]), fit)
    while not looking.advance(10):
        pass
    small = looking.found
    assert small is not None
    assert small.corpus.characters <= 30
    stepper = BPEStepper(small.corpus, config)
    stepper.run(len(small.right))
    right = [merge.pair for merge in stepper.merges]
    assert list(small.right) == right
    assert small.wrong != small.right

    def passes(merges: Sequence[Pair]) -> bool:
        names: dict[str, Any] = {"train": lambda given, number: list(merges)}
        exec(small.test().removeprefix("from my_bpe import train"), names)
        try:
            names["test_my_trainer"]()
        except AssertionError:
            return False
        return True

    assert passes(right)
    assert not passes(small.wrong)


def test_mistakes_that_make_the_same_merges_are_all_named() -> None:
    merges = learned("japanese", "cs336", "re for regex")  # without spaces, str.split() leaves long words too
    fault = diagnosed(Corpus.from_text(TEXTS["japanese"]), merges).fault
    assert fault is not None
    assert "ascii_pattern" in {fit.faults[0].name for fit in fault.fits}


@pytest.mark.parametrize("mistakes", [("first occurrence only",), ("last pair not counted", "lines"), ()])
def test_a_diagnosis_goes_on_in_another_process_wherever_it_was_paused(mistakes: tuple[str, ...]) -> None:
    corpus, merges = Corpus.from_text(TEXTS["fox"]), learned("fox", "minbpe_regex", *mistakes)
    if not mistakes:  # what nothing explains
        merges = [*merges[:20], *merges[60:20:-1]]
    moved, steps, last_move = Diagnosis(corpus, merges), 0, 0
    while not moved.advance(0.0):
        steps += 1
        if steps > 1.2 * last_move:
            moved, last_move = pickle.loads(pickle.dumps(moved)), steps
    assert steps > 50
    assert pickle.loads(pickle.dumps(moved)).findings() == diagnosed(corpus, merges)


def test_the_smallest_corpus_is_found_too_where_the_search_is_moved_meanwhile() -> None:
    config = PROFILES["cs336"].config
    rules = segmentation_of(config), tie_rule_of(config)
    fit = FaultFit((FAULTS["stripped"],), *rules, "cs336", prefix=0)
    moved = SmallestCorpus(Corpus.from_text(TEXTS["english"]), fit)
    while not moved.advance(0.02):
        moved = pickle.loads(pickle.dumps(moved))
    assert moved.found is not None
    assert moved.found.corpus.characters <= 12


def test_ties_by_a_rule_that_is_not_known_have_no_order_for_certain() -> None:
    text, learned_so_far = TEXTS["english"], BPEStepper(Corpus.from_text(TEXTS["english"]), HF_COURSE)
    for _ in range(MERGES):
        tied = learned_so_far.tied_pairs()
        learned_so_far.step(max(tied, key=lambda pair: (pair[0] + pair[1])[::-1]))
    fault = diagnosed(Corpus.from_text(text), [merge.pair for merge in learned_so_far.merges]).fault
    assert fault is not None
    assert (fault.fits[0].is_without_order, fault.is_whole, fault.is_certain) == (True, True, False)


def test_a_marker_put_otherwise_is_a_rule_and_no_mistake_of_another_profile() -> None:
    findings = diagnosed(Corpus.from_text(TEXTS["program"]), learned("program", "textbook", "marker glued"))
    assert (findings.closest.description, findings.fault) == ("Textbook + </w> on last symbols", None)


def test_one_pair_that_a_wrong_loop_makes_again_and_again_shows_too_little_to_be_certain() -> None:
    corpus = Corpus.from_text(TEXTS["english"])
    fault = diagnosed(corpus, learned("english", "textbook", "last pair not merged")).fault
    assert fault is not None
    assert {"not_kept", "last_pair_not_merged"} <= {fit.faults[0].name for fit in fault.fits}
    assert fault.is_whole
    assert (fault.shown_by, fault.is_certain) == (1, False)


def test_a_word_cut_wrongly_is_seen_in_a_text_of_which_only_stretches_are_looked_at_first() -> None:
    draw = random.Random(1)
    words = ["".join(draw.choices("etaoinshr", k=draw.randint(2, 8))) for _ in range(300)]
    drawn = draw.choices(words, [1 / rank for rank in range(1, 301)], k=40_000)
    text = "".join(word + draw.choice([" ", " ", ", ", "\n"]) for word in drawn)
    merges = planted.learn(text, "gpt2_course", ["newlines as spaces"], 60)
    fault = diagnosed(Corpus.from_text(text), merges).fault
    assert len(text) > 200_000
    assert fault is not None
    assert fault.fits[0].faults[0].name == planted.FAULT_OF["newlines as spaces"]


def test_what_is_too_large_to_try_mistakes_on_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(possible_rules, "MOST_SYMBOLS", 100)
    corpus, merges = Corpus.from_text(TEXTS["fox"]), learned("fox", "textbook", "first occurrence only")
    findings = diagnosed(corpus, [*merges[:20], *merges[60:20:-1]])
    assert (findings.fault, findings.mistakes_tried) == (None, 0)
    assert findings.too_large is not None
    assert findings.too_large.characters == sum(map(len, corpus.count_words(PROFILES["textbook"].config)))


def test_two_mistakes_at_once_are_named_with_less_certainty() -> None:
    mistakes = "last pair not counted", "first occurrence only"
    fault = diagnosed(Corpus.from_text(TEXTS["english"]), learned("english", "cs336", *mistakes)).fault
    assert fault is not None
    assert [each.name for each in fault.fits[0].faults] == ["all_pairs_but_the_last", "only_first_occurrence"]
    assert (fault.is_whole, fault.is_certain) == (True, False)


@pytest.mark.parametrize("profile", ["cs336", "textbook", "subword_nmt"])
def test_merges_drawn_from_a_hat_are_no_known_mistake(profile: str) -> None:
    stepper = BPEStepper(Corpus.from_text(TEXTS["english"]), PROFILES[profile].config)
    for rank in range(120):
        pairs = stepper.pair_counts(7)
        stepper.step(pairs[rank * 5 % 7].pair)
    assert diagnosed(stepper.corpus, [merge.pair for merge in stepper.merges]).fault is None


def test_a_mistake_that_one_missing_merge_would_explain_as_well_is_not_certain() -> None:
    merges = learned("fox", "textbook", "str.replace")[:60]
    findings = diagnosed(Corpus.from_text(TEXTS["fox"]), merges)
    assert findings.skipped_merge is not None
    assert (findings.skipped_merge.pair, findings.skipped_merge.wrong) == (("e", "s</w>"), 0)
    assert findings.fault is not None
    assert findings.fault.fits[0].faults[0].name == "replaced_in_spaced_text"
    assert not findings.fault.is_certain


@pytest.mark.parametrize("profile", ["textbook", "hf_byte_level"])
def test_where_rules_explain_all_no_mistake_is_named(profile: str) -> None:
    findings = diagnosed(Corpus.from_text(TEXTS["program"]), learned("program", profile))
    assert (findings.closest.profile, findings.fault) == (profile, None)


def test_a_mixture_below_its_minimum_frequency_is_no_mistake_in_ties() -> None:
    config = replace(PROFILES["subword_nmt"].config, tie_break="smallest_pair", min_frequency=0)
    stepper = BPEStepper(Corpus.from_text(TEXTS["fox"]), config)
    stepper.run()
    findings = diagnosed(stepper.corpus, [merge.pair for merge in stepper.merges])
    assert (findings.closest.config.tie_break, findings.closest.config.min_frequency) == ("smallest_pair", 0)
    assert findings.fault is None


def test_an_expected_rule_is_what_the_mistake_is_looked_for_in() -> None:
    merges = learned("program", "cs336", "first occurrence only")
    corpus, expected = Corpus.from_text(TEXTS["program"]), PROFILES["cs336"].config
    fault = diagnosed(corpus, merges, expected=expected).fault
    assert fault is not None
    assert [each.name for each in fault.fits[0].faults] == ["only_first_occurrence"]
    assert fault.rules.config == expected


@pytest.mark.parametrize(
    ("profile", "followed", "names"),
    [
        ("textbook", {"tie_break": "greatest_pair"}, ["greatest_pair"]),
        ("cs336", {"tie_break": "first_seen"}, ["first_seen"]),
        ("rustbpe", {"pre_tokenizer": "gpt2"}, ["cut_by_gpt2"]),
        ("subword_nmt", {"word_boundary": "none"}, ["none"]),
        ("hf_tokenizers", {"alphabet": "bytes"}, ["bytes"]),
        ("minbpe_regex", {"count_overlaps": False}, ["overlaps_counted_once"]),
        (
            "minbpe_regex",
            {"pre_tokenizer": "gpt2", "tie_break": "greatest_pair"},
            ["cut_by_gpt2", "greatest_pair"],
        ),
    ],
)
def test_where_rules_were_expected_the_other_rule_is_named(
    profile: str, followed: dict[str, Any], names: list[str]
) -> None:
    expected = PROFILES[profile].config
    text = TEXTS["hindi" if "alphabet" in followed else "program"]
    stepper = BPEStepper(Corpus.from_text(text), replace(expected, **followed))
    stepper.run(MERGES)
    fault = diagnosed(stepper.corpus, [merge.pair for merge in stepper.merges], expected=expected).fault
    assert fault is not None
    assert [each.name for each in fault.fits[0].faults] == names
    assert (fault.is_whole, fault.is_certain, fault.rules.profile) == (True, len(names) == 1, profile)


def test_rules_that_leave_a_profiles_special_token_in_the_text_are_not_that_profile() -> None:
    findings = diagnosed(Corpus.from_text(TEXTS["ends"]), learned("ends", "cs336", "special token left"))
    assert findings.closest.profile is None
    assert findings.closest.description == "Stanford CS336; <|endoftext|> left in the text"
