"""Mistakes: each class and row changes what is learned; each mistake planted in another trainer is named."""

import pickle
import re
import string
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import PROFILES, BPEConfig, BPEStepper, Corpus
from bpe_core.corpus.cutting import Cutter
from bpe_core.merges import Pair
from bpe_core.progress import Progress, Stop
from bpe_core.queue_trainer import QueueTrainer
from bpe_core.studies.diagnosis import diagnose, search, smallest_corpus
from bpe_core.studies.diagnosis.following import SpelledWords, follow, learn
from bpe_core.studies.diagnosis.tie_ways import TIE_WAYS
from bpe_core.studies.diagnosis.trainer_mistakes import TRAINER_MISTAKES, code_of_trainer
from bpe_core.studies.diagnosis.word_mistakes import WORD_MISTAKES
from bpe_core.studies.grading import check_merges
from bpe_core.studies.mistakes import type_with
from bpe_core.studies.user_merges import read_user_merges
from tests.golden.corpora import TEXTS
from tests.unit import planted_mistakes as planted

MERGES = 80
PROGRAM = TEXTS["program"][:1_000]
ENGLISH = TEXTS["english"][:3_000]
WORDS = st.dictionaries(st.text("ab", min_size=1, max_size=8), st.integers(1, 4), min_size=1, max_size=6)


def stepped(text: str, config: BPEConfig, merges: int = MERGES) -> list[Pair]:
    stepper = BPEStepper(Corpus.from_text(text), config)
    stepper.run(merges)
    return [merge.pair for merge in stepper.merges]


# ---- the classes and rows


@settings(max_examples=60)
@given(WORDS, st.sampled_from(sorted(TRAINER_MISTAKES)))
def test_a_mistake_learns_the_same_where_only_what_changed_is_counted(
    words: dict[str, int], name: str
) -> None:
    mistake = TRAINER_MISTAKES[name]
    spelled = SpelledWords(words, BPEConfig())
    if issubclass(mistake, QueueTrainer):
        plain, way = mistake(words).train(8), TIE_WAYS["smallest_ids"]
    else:
        plain, way = mistake(words, choose=min).train(8), TIE_WAYS["smallest_pair"]
    merges = [pair for pair, _ in plain]
    assert learn(spelled, mistake, way, 8) == merges
    assert way in follow(spelled, mistake, merges).ways


@pytest.mark.parametrize("name", TRAINER_MISTAKES)
def test_each_mistake_in_a_step_changes_what_is_learned_and_shows_its_lines(name: str) -> None:
    way, mistake = TIE_WAYS["first_seen"], TRAINER_MISTAKES[name]
    texts = (TEXTS["fox"], TEXTS["overlaps"], TEXTS["ties_ab"], PROGRAM)
    corpora = [SpelledWords(Counter(text.split()), BPEConfig(word_boundary="end_symbol")) for text in texts]
    assert any(learn(words, mistake, way, 60) != learn(words, None, way, 60) for words in corpora)
    assert {"-", "+"} & {line[0] for line in code_of_trainer(mistake).split("\n")}


@pytest.mark.parametrize("name", WORD_MISTAKES)
def test_each_mistake_in_words_changes_them_and_shows_its_lines(name: str) -> None:
    mistake = WORD_MISTAKES[name]
    accents = TEXTS["accents_composed"] + TEXTS["accents_decomposed"]
    text = f"{TEXTS['whitespace']}{PROGRAM}{accents} a|b <a|b> don't ﬁ"
    config = BPEConfig(pre_tokenizer=(*mistake.only, "spaces")[0], special_tokens=("<a|b>",))
    wrong, right = type_with(Cutter, [mistake])(config), Cutter(config)
    assert list(wrong.count([(text, 1)]).items()) != list(right.count([(text, 1)]).items())
    assert {"-", "+"} <= {line[0] for line in mistake.code.split("\n")}
    assert pickle.loads(pickle.dumps(mistake)) == mistake


@pytest.mark.parametrize("name", [name for name, way in TIE_WAYS.items() if way.rule])
def test_a_tie_rule_takes_what_its_key_takes(name: str) -> None:
    way = TIE_WAYS[name]
    config = replace(PROFILES["gpt2_course"].config, tie_break=way.rule, id_order=way.id_order)
    words = SpelledWords(Corpus.from_text(TEXTS["ties_cyrillic"]).count_words(config), config)
    assert learn(words, None, way, 60) == stepped(TEXTS["ties_cyrillic"], config, 60)


# ---- one mistake in a trainer that shares no code with the product

PROFILE_OF = {
    "Latin-1": "textbook",
    "ties by greatest ids": "rustbpe",
    "counted in place": "gpt2_course",
    "lines": "hf_byte_level",
    "special token left": "cs336",
    "capitals lost": "hf_tokenizers",
    "split": "cs336",
    "marker spelled out": "subword_nmt",
}
IN_TURN = ["cs336", "hf_byte_level", "gpt2_course"]
TEXT_OF = {
    "special token left": "ends",
    "overlaps merged twice": "overlaps",
    "merged from the right": "overlaps",
    "re for regex": "hindi",
    "normalized": "accents_composed",
    "Latin-1": "hindi",
    "a space in front": "course_sentences",
}


@pytest.mark.parametrize(
    ("mistake", "number"),
    [
        pytest.param(mistake, number, marks=pytest.mark.fuzz if number % 3 else ())
        for number, mistake in enumerate(planted.MISTAKE_OF)
    ],
)
def test_a_mistake_planted_in_another_trainer_is_named(mistake: str, number: int) -> None:
    profile = PROFILE_OF.get(mistake, IN_TURN[number % len(IN_TURN)])
    text = TEXTS[TEXT_OF[mistake]] if mistake in TEXT_OF else PROGRAM
    merges = planted.learn(text, profile, [mistake], MERGES)
    findings = diagnose(Corpus.from_text(text), merges, PROFILES[profile].config)
    named = [{change.name for change in cause.changes} for cause in findings.causes]
    assert {planted.MISTAKE_OF[mistake]} in named


# ---- two things at once, and signs of one's own


def tutorial(
    words: Iterable[str], sign: str = "", merges: int = MERGES, forgotten: int | None = None
) -> list[Pair]:
    """As tutorials learn: words in symbols with their counts, the first of the most frequent pairs. The merge
    of the rank `forgotten` is not applied, and not taken again."""
    vocabulary = Counter((*word, sign) if sign else (*word,) for word in words if word)
    learned: list[Pair] = []
    while len(learned) < merges:
        pairs: dict[Pair, int] = {}
        for word, count in vocabulary.items():
            for pair in pairwise(word):
                pairs[pair] = pairs.get(pair, 0) + count
        best = max((pair for pair in pairs if pair not in learned), key=lambda pair: pairs[pair])
        learned.append(best)
        if len(learned) - 1 == forgotten:
            continue
        merged: dict[tuple[str, ...], int] = {}
        for word, count in vocabulary.items():
            symbols, place = list(word), 0
            while place < len(symbols) - 1:
                if (symbols[place], symbols[place + 1]) == best:
                    symbols[place : place + 2] = ["".join(best)]
                place += 1
            merged[tuple(symbols)] = count
        vocabulary = Counter(merged)
    return learned


LOWER = ENGLISH.lower()
TUTORIALS: dict[str, tuple[list[Pair], str, set[str]]] = {
    "lower, words": (tutorial(re.findall(r"\w+", LOWER)), "hf_course", {"case", "word_characters"}),
    "lower, a to z": (tutorial(re.findall(r"[a-z]+", LOWER), "</w>"), "textbook", {"case", "ascii_letters"}),
    "lower, no punctuation": (
        tutorial(LOWER.translate(str.maketrans("", "", string.punctuation)).split(), "</w>"),
        "textbook",
        {"case", "signs_removed"},
    ),
    "lower, stripped": (
        tutorial([word.strip(string.punctuation) for word in LOWER.split()]),
        "hf_course",
        {"case", "signs_stripped"},
    ),
    "ends with _": (tutorial(ENGLISH.split(), "_"), "textbook", {"spelling"}),
    "ends with <ew>": (tutorial(ENGLISH.split(), "<ew>"), "textbook", {"spelling"}),
    "begins with Ġ": (tutorial("Ġ" + word for word in ENGLISH.split()), "hf_course", {"sign_in_front"}),
}


@pytest.mark.parametrize("name", TUTORIALS)
def test_two_things_at_once_and_own_signs_are_named(name: str) -> None:
    merges, profile, expected = TUTORIALS[name]
    findings = diagnose(Corpus.from_text(ENGLISH), merges, PROFILES[profile].config)
    assert expected in [{change.name for change in cause.changes} for cause in findings.causes]


def test_a_merge_that_is_never_applied_is_named_by_its_number() -> None:
    findings = diagnose(Corpus.from_text(ENGLISH), tutorial(ENGLISH.split(), forgotten=4))
    [[change]] = [cause.changes for cause in findings.causes]
    assert change.sentence == "merge 5 is never applied to the words, and its pair is not taken again"


def test_two_lists_that_are_interleaved_are_said_with_the_rules_of_each() -> None:
    lists = tutorial(ENGLISH.split(), "</w>"), tutorial(re.findall(r"\w+|[^\w\s]", ENGLISH))
    merges = [pair for both in zip(*lists, strict=True) for pair in both]
    [evidence] = diagnose(Corpus.from_text(ENGLISH), merges).evidence
    assert evidence.kind == "interleaved"
    assert {"first": "“Textbook”"}.items() <= evidence.sentence.values.items()
    assert r"words and single signs are cut apart by \w+|[^\w\s]" in evidence.sentence.values["second"]


def test_a_flat_list_of_words_with_marks_is_named() -> None:
    flat = tuple(symbol for word in ENGLISH.split() for symbol in (*word, "</w>"))
    merges: list[Pair] = []
    while len(merges) < 30:
        counts = Counter(pairwise(flat))
        best = max(counts, key=lambda pair: counts[pair])
        merges.append(best)
        merged: list[str] = []
        for symbol in flat:
            if [*merged[-1:], symbol] == [*best]:
                merged[-1] += symbol
            else:
                merged.append(symbol)
        flat = tuple(merged)
    findings = diagnose(Corpus.from_text(ENGLISH), merges, PROFILES["textbook"].config)
    assert [[change.name for change in cause.changes] for cause in findings.causes] == [["all_in_one_list"]]


# ---- what else came with the list


def test_words_that_were_pasted_tell_a_skipped_pair_from_a_missing_mark() -> None:
    merges = tutorial(ENGLISH.split(), merges=20)  # with a mark, a loop that skips the last pair makes them
    text = "\n".join(f"{left} {right}" for left, right in merges)
    marked = {f"{word}</w>": count for word, count in Counter(ENGLISH.split()).items()}
    given = read_user_merges(f"{text}\n{marked}")
    assert given.pairs == tuple(merges)
    alone = diagnose(Corpus.from_text(ENGLISH), given.pairs)
    assert (alone.closest.deviations, alone.causes) == ((), ())
    spelled = tuple(((*word[:-4], "</w>"), count) for word, count in marked.items())
    findings = diagnose(Corpus.from_text(ENGLISH), given.pairs, None, (), spelled)
    assert "LastPairNotCounted" in [change.name for each in findings.causes for change in each.changes]


# ---- no cause


@pytest.mark.parametrize("profile", ["cs336", "textbook"])
def test_merges_drawn_from_a_hat_are_no_known_mistake_and_come_with_evidence(profile: str) -> None:
    stepper = BPEStepper(Corpus.from_text(PROGRAM), PROFILES[profile].config)
    for rank in range(40):
        stepper.step(stepper.pair_counts(7)[rank * 5 % 7].pair)
    findings = diagnose(stepper.corpus, [merge.pair for merge in stepper.merges])
    assert findings.causes == ()
    assert len(findings.evidence) <= 2


def test_ties_by_a_rule_that_is_not_known_are_shown_to_be_ties_alone() -> None:
    stepper = BPEStepper(Corpus.from_text(PROGRAM), PROFILES["hf_course"].config)
    for _ in range(MERGES):
        stepper.step(max(stepper.tied_pairs(), key=lambda pair: (pair[0] + pair[1])[::-1]))
    findings = diagnose(stepper.corpus, [merge.pair for merge in stepper.merges])
    assert findings.causes == ()
    assert findings.evidence[0].kind == "only_ties"


def test_what_is_too_large_to_try_mistakes_on_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "MOST_SYMBOLS", 100)
    merges = planted.learn(TEXTS["fox"], "textbook", ["first occurrence only"], MERGES)
    findings = diagnose(Corpus.from_text(TEXTS["fox"]), [*merges[:20], *merges[60:20:-1]])
    assert (findings.causes, findings.is_too_large) == ((), True)


# ---- the smallest corpus


def passes_test(test: str, train: Callable[[Any, int], Sequence[Pair]]) -> bool:
    names: dict[str, Any] = {"train": train}
    exec(test.removeprefix("from my_bpe import train"), names)
    try:
        names["test_my_trainer"]()
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize("mistake", ["first occurrence only", "spaces stripped", "split"])
def test_the_test_that_is_offered_passes_only_without_the_mistake(mistake: str) -> None:
    test = check_merges(planted.learn(PROGRAM, "cs336", [mistake], MERGES), PROGRAM, "cs336").test

    def train(given: Any, merges: int, mistakes: Sequence[str] = ()) -> list[Pair]:
        text = given if isinstance(given, str) else "".join(word * count for word, count in given.items())
        return planted.learn(text, "cs336", mistakes, merges)

    assert passes_test(test, train)
    assert not passes_test(test, lambda given, merges: train(given, merges, [mistake]))


def test_the_search_for_the_smallest_corpus_returns_the_smallest_so_far_where_it_is_stopped() -> None:
    corpus = Corpus.from_text(ENGLISH)
    merges = planted.learn(ENGLISH, "cs336", ["spaces stripped"], 30)
    causes = diagnose(corpus, merges, PROFILES["cs336"].config).causes

    def tell(progress: Progress) -> None:
        if progress.done == 5:
            raise Stop

    stopped, whole = smallest_corpus(corpus, causes, tell=tell), smallest_corpus(corpus, causes)
    assert stopped is not None
    assert whole is not None
    assert whole.corpus.characters <= 12 < stopped.corpus.characters
