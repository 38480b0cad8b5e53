"""Mistakes: each edit changes what a page learns; each mistake planted in another trainer is named."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import PROFILES, BPEConfig, BPEStepper, Corpus, reference
from bpe_core.merges import Pair
from bpe_core.progress import Progress, Stop
from bpe_core.studies.diagnosis import MistakeFit, diagnose, smallest_corpus
from bpe_core.studies.diagnosis.mistakes import wrong_words
from bpe_core.studies.diagnosis.mistakes.heap_trainer import learn as learn_with_a_heap
from bpe_core.studies.diagnosis.mistakes.known_mistakes import MISTAKES
from bpe_core.studies.diagnosis.mistakes.mistake import FIRST_SEEN, Mistake, module_with
from bpe_core.studies.diagnosis.mistakes.numbers import NUMBERS
from bpe_core.studies.diagnosis.mistakes.running import merges_of_heap
from bpe_core.studies.diagnosis.mistakes.smallest import learn
from bpe_core.studies.diagnosis.mistakes.trainer_words import TrainerWords
from bpe_core.studies.diagnosis.segmentation import (
    TieRule,
    segmentation_of,
    tie_rule_of,
    tie_rules,
    with_tie_rule,
)
from bpe_core.studies.grading import check_merges
from tests.golden.corpora import TEXTS
from tests.unit import planted_mistakes as planted

MERGES = 110
SIZES = {"english": 5_000, "program": 1_000}
"""How much of a text is read: the trials take longer with every word."""
HF_COURSE = PROFILES["hf_course"].config
ANY = MISTAKES["each_pair_once"]
SIGNS = "don't don't a a! x_1 x_1 x² x² x² ½ ½ ﬁ ﬁn e\u0301 e\u0301t"


@cache
def learned(text: str, profile: str, *mistakes: str) -> list[Pair]:
    return planted.learn(text_of(text), profile, mistakes, MERGES)


def text_of(name: str) -> str:
    return SIGNS if name == "signs" else TEXTS[name][: SIZES.get(name)]


@pytest.mark.parametrize("text", ["overlaps", "hindi"])
@pytest.mark.parametrize(
    "profile",
    [
        name
        for name, profile in PROFILES.items()
        if name not in ("minbpe_basic", "sentencepiece") and not profile.config.is_wordpiece  # by counts only
    ],
)
def test_without_a_mistake_the_pages_learn_what_the_stepper_learns(text: str, profile: str) -> None:
    stepper = BPEStepper(Corpus.from_text(TEXTS[text]), PROFILES[profile].config)
    stepper.run(60)
    right = [merge.pair for merge in stepper.merges]
    assert learn(stepper.corpus, fit_of(profile, ANY), wrongly=False, merges=len(right)) == right


@pytest.mark.parametrize("rule", tie_rules(), ids=str)
def test_the_line_of_a_tie_rule_takes_what_its_key_takes(rule: TieRule) -> None:
    config = with_tie_rule(segmentation_of(PROFILES["gpt2_course"].config), rule)
    stepper = BPEStepper(Corpus.from_text(TEXTS["ties_cyrillic"]), config)
    stepper.run(60)
    fit = MistakeFit(ANY, segmentation_of(config), rule, None, prefix=0)
    assert learn(stepper.corpus, fit, wrongly=False, merges=60) == [merge.pair for merge in stepper.merges]


def fit_of(profile: str, mistake: Mistake) -> MistakeFit:
    """A mistake in the rules of a profile."""
    config = PROFILES[profile].config
    return MistakeFit(mistake, segmentation_of(config), tie_rule_of(config), profile, prefix=0)


def learned_by_pages(corpus: Corpus, fit: MistakeFit, merges: int) -> list[Pair]:
    """What the pages learn with the edits made in them, without any memory."""
    rules, mistake = fit.segmentation, fit.mistake
    words = module_with("cutting", mistake)["count_words"](corpus, rules)
    spelled = TrainerWords({word: count for word, count in words.items() if word}, mistake.rules(rules)).words
    if mistake.module == "heap_trainer":
        return [pair for pair, _ in merges_of_heap(TrainerWords(words, rules), mistake, "tied[0]")][:merges]
    learned, _ = module_with("reference", mistake)["learn"](spelled, merges)
    return [pair for pair, count in learned]


SMALL = {
    "several_merges": 3,
    "several_merges_apart": 3,
    "longest_token": 4,
    "rare_words_left_out": 2,
    "only_the_beginning": 30,
    "cut_in_chunks": 20,
    "counts_of_chunks_overwritten": 200,
    "counts_of_parts_overwritten": 200,
}
"""For each mistake with a number, one that small texts show."""

SHOWN_BY = [
    ("program", "gpt2_course"),
    ("fox", "textbook"),
    ("ends", "cs336"),
    ("accents_composed", "gpt2_course"),
    ("hindi", "gpt2_course"),
    ("overlaps", "textbook"),
    ("course_sentences", "gpt2_course"),
    ("signs", "gpt2_course"),
    ("signs", "textbook"),
]
"""Small texts, each with the rules of a profile; every mistake shows with one of them."""


@pytest.mark.parametrize("name", MISTAKES)
def test_every_edit_applies_changes_what_is_learned_and_is_learned_alike_with_a_memory(name: str) -> None:
    mistake, is_shown = MISTAKES[name].with_number(SMALL.get(name, 0)), False
    assert mistake.name == name
    assert (name in NUMBERS) == (name in SMALL)
    for text, profile in SHOWN_BY:
        fit, corpus = fit_of(profile, mistake), Corpus.from_text(text_of(text))
        fit = replace(fit, rule=FIRST_SEEN)
        if not mistake.fits(fit.segmentation) or is_shown:
            continue
        if mistake.takes:  # a line alone: no page is edited
            instead_of = TieRule(mistake.instead_of or "first_seen", "code_point")
            fit = replace(fit, rule=instead_of)
        else:
            by_pages = learned_by_pages(corpus, fit, 60)
            assert learn(corpus, fit, wrongly=True, merges=60) == by_pages
        is_shown = learn(corpus, fit, wrongly=True) != learn(corpus, fit, wrongly=False)
    assert is_shown
    lines = mistake.code(TieRule(mistake.instead_of or "first_seen", "code_point"), BPEConfig()).splitlines()
    assert {line[0] for line in lines} == {"-", "+"}
    wrong = {line.strip() for edit in mistake.edits for line in edit.wrong.splitlines()}
    assert mistake.takes or {line[2:].strip() for line in lines if line[0] == "-"} <= wrong


@settings(max_examples=60)
@given(
    st.dictionaries(st.text("ab", min_size=1, max_size=8), st.integers(1, 4), min_size=1, max_size=6),
    st.sampled_from([name for name, mistake in MISTAKES.items() if mistake.module != "ties"]),
)
def test_a_page_with_a_memory_learns_what_it_learns_without(words: dict[str, int], name: str) -> None:
    mistake = MISTAKES[name].with_number(SMALL.get(name, 0))
    if mistake.is_of_text:  # such words do not show it
        return
    fit = MistakeFit(mistake, segmentation_of(BPEConfig()), FIRST_SEEN, None, prefix=0)
    corpus = Corpus.from_word_counts(words)
    assert learn(corpus, fit, wrongly=True, merges=12) == learned_by_pages(corpus, fit, 12)


PROFILE_OF = {
    "Latin-1": "textbook",
    "ties by other base ids": "hf_byte_level",
    "ties by greatest ids": "rustbpe",
    "words sorted": "textbook",
    "counted in place": "gpt2_course",
    "lines": "hf_byte_level",
    "special token left": "cs336",
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
    "merged from the right": "overlaps",
    "re for regex": "hindi",
    "normalized": "accents_composed",
    "no apostrophes": "signs",
    "special token unescaped": "ends",
    "Latin-1": "hindi",
    "a space in front": "course_sentences",
}
PLANTED = [
    pytest.param(mistake, number, tells_rules, marks=pytest.mark.fuzz if is_rare else ())
    for number, mistake in enumerate(planted.MISTAKE_OF)
    for tells_rules, is_rare in ((True, False), (False, number % 8))
]
"""Each mistake under rules that are told, and under rules to be found out, most of these by `make fuzz`."""


@pytest.mark.parametrize(("mistake", "number", "tells_rules"), PLANTED)
def test_a_mistake_planted_in_another_trainer_is_named(mistake: str, number: int, tells_rules: bool) -> None:
    profile = PROFILE_OF.get(mistake, IN_TURN[number % len(IN_TURN)])
    text = TEXT_OF.get(mistake, "program")
    merges, right = learned(text, profile, mistake), learned(text, profile)
    assert merges != right
    expected = PROFILES[profile].config if tells_rules else None
    found = diagnose(Corpus.from_text(text_of(text)), merges, expected).mistake
    assert found is not None
    assert found.is_whole
    assert any(planted.MISTAKE_OF[mistake] in fit.mistake.name for fit in found.fits)
    if tells_rules:
        assert found.rules.config == expected
    if profile == found.rules.profile:
        differing = (rank for rank, pair in enumerate(merges) if right[rank : rank + 1] != [pair])
        assert found.rules.prefix == next(differing)


@pytest.mark.parametrize("name", ["greatest_as_printed", "neighbors_not_lowered", "without_apostrophes"])
def test_the_smallest_corpus_is_small_and_shows_the_mistake(name: str) -> None:
    config, fit = PROFILES["cs336"].config, fit_of("cs336", MISTAKES[name])
    small = smallest_corpus(Corpus.from_text(TEXTS["english"]), [fit])
    assert small is not None
    assert small.corpus.characters <= 30
    stepper = BPEStepper(small.corpus, config)
    stepper.run(len(small.right))
    right = [merge.pair for merge in stepper.merges]
    assert list(small.right) == right
    assert small.right not in small.wrongs


def passes_test(test: str, train: Callable[[Any, int], Sequence[Pair]]) -> bool:
    names: dict[str, Any] = {"train": train}
    exec(test.removeprefix("from my_bpe import train"), names)
    try:
        names["test_my_trainer"]()
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize(
    "mistake",
    [
        pytest.param(mistake, marks=pytest.mark.fuzz if number % 8 else ())
        for number, mistake in enumerate(planted.MISTAKE_OF)
    ],
)
def test_a_test_that_is_offered_fails_with_every_cause_named_beside_it(mistake: str) -> None:
    profile, text = PROFILE_OF.get(mistake, "gpt2_course"), TEXTS["fox"]
    merges = planted.learn(text, profile, [mistake], 60)
    found = diagnose(Corpus.from_text(text), merges, PROFILES[profile].config).mistake
    test = check_merges(merges, text, profile).test
    if found is None or not test:
        return

    def corpus_of(given: Any) -> Corpus:
        return Corpus.from_text(given) if isinstance(given, str) else Corpus.from_word_counts(given)

    def right(given: Any, merges: int) -> list[Pair]:
        stepper = BPEStepper(corpus_of(given), PROFILES[profile].config)
        stepper.run(merges)
        return [merge.pair for merge in stepper.merges]

    assert passes_test(test, right)
    for fit in found.fits:
        assert not passes_test(
            test, lambda given, merges, fit=fit: learn(corpus_of(given), fit, wrongly=True, merges=merges)
        )
    if "corpus = {" not in test:  # the planted trainers read texts
        assert not passes_test(test, lambda given, merges: planted.learn(given, profile, [mistake], merges))


@cache
def words_of(text: str, chunk: int = 0) -> Counter[tuple[str, ...]]:
    parts = [text[start : start + chunk] for start in range(0, len(text), chunk)] if chunk else [text]
    return Counter(tuple(word) for part in parts for word in part.split())


def recounted(words: Counter[tuple[str, ...]], value: Callable[..., float], several: int = 1) -> list[Pair]:
    """What a trainer learns that takes the pairs with the greatest value, so many for each count."""
    merges: list[Pair] = []
    while len(merges) < MERGES:
        pairs, symbols = Counter[Pair](), Counter[str]()
        for word, count in words.items():
            for symbol in word:
                symbols[symbol] += count
            for pair in pairwise(word):
                pairs[pair] += count
        ordered = sorted(pairs, key=lambda pair: -value(pair, pairs, symbols))
        taken: list[Pair] = []
        for pair in ordered:
            if len(taken) < several and not {*pair} & {symbol for each in taken for symbol in each}:
                taken.append(pair)
        for left, right in taken:
            merges.append((left, right))
            merged = Counter[tuple[str, ...]]()
            for word, count in words.items():
                new: list[str] = []
                for symbol in word:
                    new = (
                        [*new[:-1], left + right] if [*new[-1:], symbol] == [left, right] else [*new, symbol]
                    )
                merged[tuple(new)] += count
            words = merged
    return merges[:MERGES]


WITH_A_NUMBER: dict[str, tuple[Callable[[str], list[Pair]], int]] = {
    "several_merges_apart": (lambda text: recounted(words_of(text), lambda p, n, s: n[p], several=3), 3),
    "longest_token": (
        lambda text: recounted(words_of(text), lambda p, n, s: (len("".join(p)) < 4) * n[p]),
        3,
    ),
    "cut_in_chunks": (lambda text: recounted(words_of(text, 500), lambda p, n, s: n[p]), 500),
    "rare_words_left_out": (
        lambda text: recounted(
            Counter({word: n for word, n in words_of(text).items() if n >= 3}), lambda p, n, s: n[p]
        ),
        3,
    ),
    "only_the_beginning": (lambda text: recounted(words_of(text[:4_500]), lambda p, n, s: n[p]), 4_500),
    "lowest_count": (lambda text: recounted(words_of(text), lambda p, n, s: -n[p]), 0),
    "count_of_both": (lambda text: recounted(words_of(text), lambda p, n, s: n[p] / (s[p[0]] * s[p[1]])), 0),
}


@pytest.mark.parametrize("name", WITH_A_NUMBER)
def test_the_number_in_a_mistake_is_found_and_all_merges_come_out_with_it(name: str) -> None:
    text, (train, number) = text_of("english"), WITH_A_NUMBER[name]
    mistake = diagnose(Corpus.from_text(text), train(text), HF_COURSE).mistake
    assert mistake is not None
    assert mistake.is_certain
    assert [(fit.mistake.name, fit.mistake.number) for fit in mistake.fits] == [(name, number)]


@settings(max_examples=60)
@given(st.dictionaries(st.text("abc", min_size=1, max_size=8), st.integers(1, 4), min_size=1, max_size=6))
def test_the_trainer_with_a_heap_learns_what_the_reference_learns(words: dict[str, int]) -> None:
    assert list(islice(learn_with_a_heap(words), 12)) == reference.learn(words, 12, choose=min)[0]


def test_the_search_for_the_smallest_corpus_returns_the_smallest_so_far_where_it_is_stopped() -> None:
    fit = fit_of("cs336", MISTAKES["stripped"])

    def tell(progress: Progress) -> None:
        if progress.done == 5:
            raise Stop

    corpus = Corpus.from_text(text_of("english"))
    stopped, whole = smallest_corpus(corpus, [fit], tell=tell), smallest_corpus(corpus, [fit])
    assert stopped is not None
    assert whole is not None
    assert stopped.right not in stopped.wrongs
    assert whole.corpus.characters <= 12 < stopped.corpus.characters


def test_ties_by_a_rule_that_is_not_known_are_shown_to_be_ties_alone() -> None:
    stepper = BPEStepper(Corpus.from_text(text_of("program")), HF_COURSE)
    for _ in range(MERGES):
        stepper.step(max(stepper.tied_pairs(), key=lambda pair: (pair[0] + pair[1])[::-1]))
    findings = diagnose(stepper.corpus, [merge.pair for merge in stepper.merges])
    assert findings.mistake is None
    assert findings.evidence[0].kind == "only_ties"


def test_one_pair_that_a_wrong_loop_makes_again_and_again_shows_too_little_to_be_certain() -> None:
    merges = learned("fox", "textbook", "last pair not merged")
    mistake = diagnose(Corpus.from_text(TEXTS["fox"]), merges).mistake
    assert mistake is not None
    assert {"not_kept", "last_pair_not_merged"} <= {fit.mistake.name for fit in mistake.fits}
    assert mistake.is_whole
    assert (mistake.shown_by, mistake.is_certain) == (1, False)


def test_what_is_too_large_to_try_mistakes_on_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wrong_words, "MOST_SYMBOLS", 100)
    corpus, merges = Corpus.from_text(TEXTS["fox"]), learned("fox", "textbook", "first occurrence only")
    findings = diagnose(corpus, [*merges[:20], *merges[60:20:-1]])
    assert (findings.mistake, findings.mistakes_tried) == (None, 0)
    assert findings.is_too_large


@pytest.mark.parametrize(
    "profile",
    ["cs336", *(pytest.param(each, marks=pytest.mark.fuzz) for each in ("textbook", "subword_nmt"))],
)
def test_merges_drawn_from_a_hat_are_no_known_mistake(profile: str) -> None:
    stepper = BPEStepper(Corpus.from_text(text_of("program")), PROFILES[profile].config)
    for rank in range(60):
        pairs = stepper.pair_counts(7)
        stepper.step(pairs[rank * 5 % 7].pair)
    assert diagnose(stepper.corpus, [merge.pair for merge in stepper.merges]).mistake is None


def test_a_mistake_that_one_missing_merge_would_explain_as_well_is_not_certain() -> None:
    merges = learned("fox", "textbook", "str.replace")[:60]
    findings = diagnose(Corpus.from_text(TEXTS["fox"]), merges)
    assert findings.skipped_merge is not None
    assert (findings.skipped_merge.pair, findings.skipped_merge.wrong) == (("e", "s</w>"), 0)
    assert findings.mistake is not None
    assert findings.mistake.fits[0].mistake.name == "replaced_in_spaced_text"
    assert not findings.mistake.is_certain


def test_a_mixture_below_its_minimum_frequency_is_no_mistake_in_ties() -> None:
    config = replace(PROFILES["subword_nmt"].config, tie_break="smallest_pair", min_frequency=0)
    stepper = BPEStepper(Corpus.from_text(TEXTS["fox"]), config)
    stepper.run()
    findings = diagnose(stepper.corpus, [merge.pair for merge in stepper.merges])
    assert (findings.closest.config.tie_break, findings.closest.config.min_frequency) == ("smallest_pair", 0)
    assert findings.mistake is None


@pytest.mark.parametrize(
    ("profile", "followed", "name"),
    [
        ("textbook", {"tie_break": "greatest_pair"}, "greatest_pair"),
        ("rustbpe", {"pre_tokenizer": "gpt2"}, "cut_by_gpt2"),
        ("hf_tokenizers", {"alphabet": "bytes"}, "bytes"),
        ("minbpe_regex", {"count_overlaps": False}, "overlaps_counted_once"),
    ],
)
def test_where_rules_were_expected_the_other_rule_is_named(
    profile: str, followed: dict[str, Any], name: str
) -> None:
    expected = PROFILES[profile].config
    text = text_of("hindi" if "alphabet" in followed else "program")
    stepper = BPEStepper(Corpus.from_text(text), replace(expected, **followed))
    stepper.run(MERGES)
    mistake = diagnose(stepper.corpus, [merge.pair for merge in stepper.merges], expected=expected).mistake
    assert mistake is not None
    assert mistake.fits[0].mistake.name == name
    assert (mistake.is_whole, mistake.is_certain, mistake.rules.profile) == (True, True, profile)


def test_rules_that_leave_a_profiles_special_token_in_the_text_are_not_that_profile() -> None:
    findings = diagnose(Corpus.from_text(TEXTS["ends"]), learned("ends", "cs336", "special token left"))
    assert findings.closest.profile is None
    assert findings.closest.description == "Stanford CS336, special tokens left in the text"
