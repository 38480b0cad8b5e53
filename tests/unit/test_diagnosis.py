"""Diagnosis: planted deviations are named by step and kind; whole lists are recognised as what made them."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bpe_core import EXAMPLES, PROFILES, TIE_BREAKS, BPEConfig, BPEStepper, Corpus
from bpe_core.merges import Pair
from bpe_core.progress import Progress, Stop
from bpe_core.studies.diagnosis import (
    Findings,
    SkippedMerge,
    diagnose,
)
from bpe_core.studies.diagnosis.following import learn
from bpe_core.studies.diagnosis.rule_sentences import matching_profile
from bpe_core.studies.diagnosis.rules import CorpusWords
from tests.golden.corpora import TEXTS
from tests.unit import planted_deviations as planted

RECORDED = Path(__file__).parents[1] / "golden" / "recorded"
MERGES = 120
HUG = EXAMPLES["hug_pug_pun"].corpus
HUG_MERGES = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s"), ("b", "un")]


def diagnosed(corpus: Corpus, merges: Sequence[Pair], expected: BPEConfig | None = None) -> Findings:
    return diagnose(corpus, merges, expected=expected)


def trained(
    corpus: Corpus | str, rules: BPEConfig | str, most: int | None = None
) -> tuple[Corpus, list[Pair]]:
    """A corpus, given by itself or as a recorded text, and the merges that some rules learn from it."""
    corpus = Corpus.from_text(TEXTS[corpus]) if isinstance(corpus, str) else corpus
    stepper = BPEStepper(corpus, PROFILES[rules].config if isinstance(rules, str) else rules)
    stepper.run(most)
    return corpus, [merge.pair for merge in stepper.merges]


@cache
def word_counts(text: str, profile: str) -> dict[str, int]:
    return Corpus.from_text(TEXTS[text]).count_words(PROFILES[profile].config)


def in_turn(rows: Sequence[tuple[Any, ...]], columns: Iterable[Any]) -> list[Any]:
    """Each row with one of the columns, in turn; with the others only `make fuzz` runs it."""
    numbered = list(enumerate(columns))
    return [
        pytest.param(*row, column, marks=pytest.mark.fuzz if (number + place) % len(numbered) else ())
        for number, row in enumerate(rows)
        for place, column in numbered
    ]


# ---- one planted deviation

PLANTED = {
    "tied": planted.another_of_the_tied,
    "not_most_frequent": planted.the_second_most_frequent,
    "not_there": planted.across_two_words,
    "not_there again": planted.merged_before,
}
PLANTED_IN = [
    ("fox", "textbook_lowercase", 57),
    ("fox", "sentencepiece", 40),
    ("program", "subword_nmt", 20),
    ("program", "cs336", 90),
    ("program", "hf_byte_level", 30),
    ("program", "minbpe_regex", 100),
    ("hindi", "hf_tokenizers", 12),
    ("hindi", "textbook", 45),
]


@pytest.mark.parametrize(("text", "profile", "after", "kind"), in_turn(PLANTED_IN, PLANTED))
def test_one_planted_deviation_is_named_by_its_step_and_its_kind(
    text: str, profile: str, after: int, kind: str
) -> None:
    config, words = replace(PROFILES[profile].config, min_frequency=0), word_counts(text, profile)
    merges, rank = planted.learn_with(PLANTED[kind], words, config, merges=MERGES, after=after)
    assert rank >= after
    findings = diagnosed(Corpus.from_text(TEXTS[text]), merges)
    closest = findings.closest
    assert profile in (closest.profile, *findings.equally)
    assert (closest.prefix, closest.agreeing, closest.deviating) == (rank, len(merges) - 1, 1)
    [deviation] = closest.deviations
    assert (deviation.rank, deviation.pair) == (rank, merges[rank])
    assert kind.startswith(deviation.kind)
    assert deviation.sentence.startswith(f"Your merge {rank + 1} takes {merges[rank][0]} + {merges[rank][1]}")


SKIPPED = [
    ("program", PROFILES["cs336"].config, 20),
    ("program", PROFILES["hf_byte_level"].config, 20),
    ("fox", PROFILES["sentencepiece"].config, 20),
    ("fox", PROFILES["textbook_lowercase"].config, 20),
    ("program", PROFILES["textbook"].config, 10),
    ("fox", PROFILES["subword_nmt"].config, 20),
    ("fox", BPEConfig(word_boundary="start_prefix"), 20),
]


@pytest.mark.parametrize(("text", "config", "after", "tells_rules"), in_turn(SKIPPED, (True, False)))
def test_a_skipped_merge_is_named_where_it_was_due_and_where_it_is_needed(
    text: str, config: BPEConfig, after: int, tells_rules: bool
) -> None:
    config, corpus = replace(config, min_frequency=0), Corpus.from_text(TEXTS[text])
    merges, missing, rank, needed = planted.skipped(
        corpus.count_words(config), config, merges=100, after=after, soon=15
    )
    findings = diagnosed(corpus, merges, config if tells_rules else None)
    closest, skipped = findings.closest, findings.skipped_merge
    assert closest.prefix == rank
    by_rank = {deviation.rank: deviation for deviation in closest.deviations}
    assert by_rank[rank].best == missing
    assert by_rank[needed].kind == "not_there"
    assert skipped is not None
    assert (skipped.rank, skipped.pair) == (rank, missing)


def test_one_skipped_merge_is_one_deviation_and_the_others_are_right_with_it() -> None:
    corpus, merges = trained("fox", "textbook", 50)
    pair = merges.pop(6)
    skipped = SkippedMerge(rank=6, pair=pair, right=43, wrong=0)
    assert diagnosed(corpus, merges, PROFILES["textbook"].config).skipped_merge == skipped
    assert diagnosed(corpus, merges).skipped_merge == skipped


def test_a_merge_in_place_of_another_is_not_called_skipped() -> None:
    stepper = BPEStepper(Corpus.from_text(TEXTS["fox"]), PROFILES["textbook"].config)
    stepper.run(20)
    stepper.step(stepper.pair_counts()[3].pair)
    stepper.run(50)
    findings = diagnosed(stepper.corpus, [merge.pair for merge in stepper.merges])
    assert (findings.closest.deviations[0].rank, findings.skipped_merge) == (20, None)


# ---- whole lists


def recorded() -> list[Any]:
    cases, known = [], set()
    for library in ("rustbpe", "subword_nmt", "tiktoken", "tokenizers"):
        vectors = json.loads((RECORDED / f"{library}.json").read_text(encoding="ascii"))["vectors"]
        for vector in vectors:
            if not any(begins_like(vector, other) for other in vectors):
                # Every day one list of each profile, and one of each text.
                is_new = not {vector["profile"], vector["text"]} <= known
                known |= {vector["profile"], vector["text"]}
                marks = () if is_new else pytest.mark.fuzz
                cases.append(pytest.param(library, vector, id=f"{library}: {vector['claim']}", marks=marks))
    return cases


def begins_like(vector: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether a longer list of the same rules goes on where this one ends: one claim about both will do."""
    mine, theirs = (each.get("merges", each.get("learned")) for each in (vector, other))
    same = (vector["text"], vector["profile"]) == (other["text"], other["profile"])
    return same and len(mine) < len(theirs) and theirs[: len(mine)] == mine


@pytest.mark.parametrize(("library", "vector"), recorded())
def test_a_list_recorded_from_a_library_is_recognised(library: str, vector: dict[str, Any]) -> None:
    corpus = corpus_of(vector["text"], by_lines=library == "subword_nmt")
    findings = diagnosed_once(corpus, tuple(pairs_of(vector, corpus)))
    assert findings.closest.prefix == findings.closest.agreeing == findings.merges
    assert findings.closest.deviations == ()
    # With special tokens that no profile has, its rules are a mixture.
    assert vector["profile"] in (matching_profile(findings.closest.config), *findings.equally)


@cache
def corpus_of(text: str, *, by_lines: bool) -> Corpus:
    """subword-nmt read its text line by line; the others were given the whole text."""
    return Corpus.from_documents(TEXTS[text].split("\n")) if by_lines else Corpus.from_text(TEXTS[text])


# Several libraries learn the same list.
diagnosed_once = cache(diagnosed)


def pairs_of(vector: dict[str, Any], corpus: Corpus) -> list[Pair]:
    """The recorded merges; of a library that records tokens alone, the only pairs that make these."""
    if "merges" in vector:
        return [(left, right) for left, right in vector["merges"]]
    config = replace(PROFILES[vector["profile"]].config, **vector["rules"])
    stepper = BPEStepper(corpus, config)
    stepper.run()
    assert [merge.token for merge in stepper.merges] == vector["learned"]
    return [merge.pair for merge in stepper.merges]


LIBRARIES = ["hf_tokenizers", "hf_byte_level", "subword_nmt", "minbpe_regex", "rustbpe", "cs336", "textbook"]


@pytest.mark.parametrize(
    ("profile", "text"), in_turn([(profile,) for profile in LIBRARIES], ["english", "fox", "program"])
)
def test_where_ties_tell_libraries_apart_the_right_one_is_named(text: str, profile: str) -> None:
    findings = diagnosed(*trained(text, profile, MERGES))
    assert (findings.closest.profile, findings.closest.config) == (profile, PROFILES[profile].config)
    assert findings.causes == ()


# The text with the most ties is tried with every rule for them, the others with two.
TIED_TEXTS = [("ties_cyrillic", name) for name in TIE_BREAKS if name != "random"]
TIED_TEXTS += [(text, name) for text in ("fox", "overlaps") for name in ("last_seen", "longest_token")]
MIXTURES: list[dict[str, Any]] = [
    {"word_boundary": "end_symbol"},
    {"word_boundary": "end_suffix", "count_overlaps": False},
    {"word_boundary": "start_prefix"},
    {"pre_tokenizer": "gpt2", "alphabet": "bytes", "count_overlaps": False},
    {"pre_tokenizer": "metaspace"},
    {"normalizers": ("lowercase",), "pre_tokenizer": "words_and_punctuation", "word_boundary": "end_symbol"},
]


@pytest.mark.parametrize(("text", "tie_break", "changes"), in_turn(TIED_TEXTS, MIXTURES), ids=str)
def test_every_mixture_of_rules_is_explained_whole(
    text: str, tie_break: str, changes: dict[str, Any]
) -> None:
    corpus, merges = trained(text, BPEConfig(tie_break=tie_break, **changes), 80)
    findings = diagnosed(corpus, merges)
    assert findings.causes or not findings.closest.deviations
    for cause in findings.causes:
        assert learn(cause.reading.spelled(CorpusWords(corpus)), None, cause.way, 80) == merges


def test_raw_spaces_and_line_ends_are_understood() -> None:
    corpus, printed = trained("english", "tiktoken_educational", 100)
    raw = str.maketrans("ĠĊ", " \n")
    findings = diagnosed(corpus, [(left.translate(raw), right.translate(raw)) for left, right in printed])
    assert findings.closest.prefix == 100
    assert list(findings.closest.made) == printed
    assert "tiktoken_educational" in (findings.closest.profile, *findings.equally)


# ---- the evidence


HF_COURSE = PROFILES["hf_course"].config


def test_a_tie_is_shown_with_its_candidates_and_the_rules_that_take_yours() -> None:
    merges = [*HUG_MERGES[:4], ("hug", "s"), ("p", "ug"), ("b", "un")]
    deviation = diagnosed(HUG, merges, HF_COURSE).closest.deviations[0]
    assert (deviation.rank, deviation.kind, deviation.count, deviation.best_count) == (4, "tied", 5, 5)
    assert (deviation.best, deviation.tied_total) == (("p", "ug"), 2)
    assert deviation.tied == (("p", "ug"), ("hug", "s"))
    assert deviation.rules == ("last_seen", "smallest_pair", "longest_token")
    assert [(share.word, share.contribution) for share in deviation.verdict.pick.shares] == [("hugs", 5)]
    assert [(share.word, share.contribution) for share in deviation.verdict.winner.shares] == [("pug", 5)]


def test_after_a_deviation_the_others_are_judged_by_the_lists_own_history() -> None:
    merges = [("u", "n"), ("u", "g"), ("p", "un"), ("h", "ug"), *HUG_MERGES[4:]]
    closest = diagnosed(HUG, merges, HF_COURSE).closest
    # u + g (20) is still the best after u + n (16); then h + ug (15) is better than p + un (12).
    deviations = [(each.rank, each.count, each.best_count) for each in closest.deviations]
    assert deviations == [(0, 16, 20), (2, 12, 15)]
    assert (closest.prefix, closest.agreeing) == (0, 5)


@pytest.mark.parametrize(
    ("limits", "rank", "reason"),
    [
        ({"max_merges": 5}, 5, "the limit of 5 merges is reached"),
        ({"vocab_size": 13}, 6, "the vocabulary has its 13 tokens"),
        ({"min_frequency": 12}, 4, "the highest count is 5, below the minimum frequency of 12"),
    ],
)
def test_expected_rules_that_stop_before_a_merge_say_why(
    limits: dict[str, int], rank: int, reason: str
) -> None:
    expected = replace(HF_COURSE, **limits)
    closest = diagnosed(HUG, HUG_MERGES, expected).closest
    deviation = closest.deviations[0]
    assert (closest.profile, closest.config) == ("hf_course", expected)
    assert (deviation.rank, deviation.kind) == (rank, "ended")
    left, right = HUG_MERGES[rank]
    assert deviation.sentence == f"These rules stop before your merge {rank + 1}, {left} + {right}: {reason}."


def test_a_minimum_frequency_below_which_the_list_goes_is_dropped_from_a_profile() -> None:
    config = PROFILES["subword_nmt"].config
    corpus, frequent = trained("fox", config)
    _, merges = trained("fox", replace(config, min_frequency=1))
    assert 0 < len(frequent) < len(merges)  # the others have a count of 1
    closest = diagnosed(corpus, merges).closest
    assert (closest.profile, closest.prefix, closest.config.min_frequency) == ("subword_nmt", len(merges), 0)
    assert closest.description == "subword-nmt + no minimum count"
    expected = diagnosed(corpus, merges, config).closest
    assert (expected.prefix, expected.deviations[0].kind) == (len(frequent), "ended")


def test_a_profile_that_makes_all_merges_is_told_where_another_was_expected() -> None:
    findings = diagnosed(*trained("program", "cs336", 80), PROFILES["hf_byte_level"].config)
    assert findings.closest.profile == "hf_byte_level"
    assert findings.all_by == "cs336"
    limited = replace(PROFILES["cs336"].config, max_merges=70)
    assert diagnosed(*trained("program", "cs336", 80), limited).all_by is None


def test_a_rule_that_fits_one_deviation_by_chance_does_not_hide_it() -> None:
    # At merge 7 another of the tied pairs is taken; "Last seen" happens to take the same 7, and little later.
    config = PROFILES["textbook_lowercase"].config
    words = word_counts("fox", "textbook_lowercase")
    merges, rank = planted.learn_with(planted.another_of_the_tied, words, config, merges=MERGES, after=3)
    findings = diagnosed(Corpus.from_text(TEXTS["fox"]), merges)
    assert (findings.closest.profile, findings.closest.deviations[0].rank) == ("textbook_lowercase", rank)


# ---- words that are already cut, and what is refused


def test_a_corpus_of_words_is_not_cut_again() -> None:
    corpus = Corpus.from_word_counts({"ab ab": 3, "ab": 2})
    findings = diagnosed(corpus, [("a", "b"), ("ab", " "), ("ab ", "ab")])
    assert findings.closest.prefix == 3
    assert "cut" not in findings.closest.description


def test_a_diagnosis_tells_how_far_it_is_and_ends_where_it_is_stopped() -> None:
    corpus, told = Corpus.from_text(TEXTS["fox"]), []
    merges = [("t", "h"), ("q", "z")]
    diagnose(corpus, merges, tell=told.append)
    assert all(progress.total is not None and progress.done <= progress.total for progress in told)
    assert list(dict.fromkeys(progress.what for progress in told)) == ["possible causes"]

    def stop(progress: Progress) -> None:
        if progress.done:
            raise Stop

    with pytest.raises(Stop):
        diagnose(corpus, merges, tell=stop)


def test_bytes_that_a_corpus_lacks_are_named_also_where_all_bytes_are_base_symbols():
    findings = diagnose(Corpus.from_text("hug pug"), [("u", "g"), ("Ã", "¤")], PROFILES["cs336"].config)
    assert findings.closest.absent == ("Ã", "¤")
