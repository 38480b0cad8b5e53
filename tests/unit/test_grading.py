"""What a course's grader says of merges: the step, the evidence, the cause, and a test to copy."""

from dataclasses import replace

import numpy as np
import pytest

from bpe_core import PROFILES, Corpus
from bpe_core.errors import ComparisonError, CorpusError
from bpe_core.studies.diagnosis import diagnose, finding_sentences
from bpe_core.studies.grading import check_merges
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.testing import assert_same_merges
from tests.golden.corpora import TEXTS
from tests.unit import planted_mistakes as planted

WORDS = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
RIGHT = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s"), ("b", "un")]
TIED = [*RIGHT[:4], ("hug", "s"), ("p", "ug"), ("b", "un")]
TEXT = TEXTS["program"][:3_000]


def learned(profile, *mistakes, merges=40, text=TEXT):
    return planted.learn(text, profile, mistakes, merges)


def as_bytes(symbol):
    return bytes(BYTE_OF_CHARACTER[character] for character in symbol)


def in_ids(pairs):
    """The merges as numbers that this trainer gave its tokens, and its vocabulary."""
    vocabulary = {number: bytes([number]) for number in range(256)}
    for left, right in pairs:
        vocabulary[len(vocabulary) + 1_000] = as_bytes(left + right)
    numbers = {token: number for number, token in vocabulary.items()}
    return vocabulary, [tuple(np.int64(numbers[as_bytes(each)]) for each in pair) for pair in pairs]


FORMS = {
    "printed": list,
    "bytes": lambda pairs: [(as_bytes(left), as_bytes(right)) for left, right in pairs],
    "text": lambda pairs: [tuple(as_bytes(each).decode() for each in pair) for pair in pairs],
    "ids with a vocabulary": in_ids,
    "pasted": lambda pairs: "\n".join(map(" ".join, pairs)),
}


@pytest.mark.parametrize("form", FORMS)
def test_merges_are_the_same_in_whatever_form_they_are_given(form, tmp_path):
    assert_same_merges(FORMS[form](learned("cs336")), TEXT, "cs336", merges=40)
    path = tmp_path / "merges.txt"
    path.write_text("\n".join(map(" ".join, learned("cs336"))), encoding="utf-8")
    assert_same_merges(path, Corpus.from_text(TEXT), FORMS[form](learned("cs336")))


def test_the_message_has_the_step_both_counts_the_tie_the_cause_and_a_test_to_copy():
    with pytest.raises(AssertionError) as raised:
        assert_same_merges(TIED, WORDS, "hf_course")
    assert str(raised.value) == MESSAGE


MESSAGE = """
Merge 5 of your 7 differs from “Hugging Face course rules”.

  yours     hug + s  5 times
  expected  p + ug  5 times

Your merge 5 takes hug + s, which is tied with p + ug: both occur 5
times. “First seen” takes p + ug; “Last seen”, “Smallest pair” and
“Longest token” would take yours.

Perhaps either ties go to the pair that is met after all others when the
words are read in order, or ties go to the first pair in character order
(capitals before small letters), or ties go to the pair that makes the
longest token, then the first in character order. With this, the rules
of “Hugging Face course rules” make all 7 of your merges.

    - pair = tied[-1]
    + pair = tied[0]

    - pair = min(tied)
    + pair = tied[0]

    - pair = min(tied, key=lambda pair: (-len(pair[0] + pair[1]),
        pair[0] + pair[1]))
    + pair = tied[0]

Look in your code for what the lines with a minus do; those with a plus
are right. They are lines of bpe_core. On this corpus they make the same
merges. Paste the counts beside your merges too, or more merges, to tell
them apart. These make your merges too: the words are sorted before
their pairs are counted.

The smallest corpus that shows it, as a test to copy:

from my_bpe import train


def test_my_trainer():
    corpus = {'hugs': 1}
    merges = train(corpus, 1)
    assert merges == [('h', 'u')]"""


@pytest.mark.parametrize("mistake", ["last pair not counted", "ties by printed characters"])
def test_the_cause_is_the_one_of_the_app(mistake):
    text = TEXTS["hindi"][:1_000]
    merges = learned("cs336", mistake, text=text)
    report = check_merges(merges, text, "cs336")

    findings = diagnose(Corpus.from_text(text), merges, PROFILES["cs336"].config)
    assert [each.sentence for each in report.causes] == [str(finding_sentences.cause(findings))]
    assert report.causes[0].is_certain


def test_a_missing_merge_is_named_and_costs_one_point():
    report = check_merges(RIGHT[:1] + RIGHT[2:], WORDS, "hf_course")
    assert report.facts == (
        "A merge is missing: u + n should be merge 2. With it, the 5 after it are right.",
    )
    assert (report.step, report.right, report.asked) == (2, 6, 7)


def test_merges_are_compared_with_expected_ones_that_no_rules_make():
    expected = [*RIGHT[:3], ("b", "un"), ("p", "un")]
    assert check_merges(expected, WORDS, expected).status == "same"
    report = check_merges(RIGHT, WORDS, expected)
    assert report.facts == ("Your merge 4 takes p + un; expected is b + un.",)
    assert (report.right, report.asked, report.causes) == (3, 7, ())


@pytest.mark.parametrize(
    ("corpus", "like", "error"),
    [("", "textbook", CorpusError), (7, "textbook", CorpusError), ("hug", "nobody", ComparisonError)],
)
def test_what_the_course_gives_wrongly_is_no_failed_assertion(corpus, like, error):
    with pytest.raises(error):
        assert_same_merges(RIGHT, corpus, like)


def test_merges_beyond_those_asked_for_differ():
    report = check_merges(RIGHT, WORDS, replace(PROFILES["hf_course"].config, vocab_size=12))
    assert (report.step, report.right, report.asked) == (6, 5, 7)
    assert report.facts[0].startswith("These rules stop before your merge 6, hug + s")


def test_a_single_character_that_the_corpus_lacks_is_told_beside_the_step():
    report = check_merges([*RIGHT[:6], ("ä", "s")], WORDS, "hf_course")
    assert report.status == "different"
    assert report.facts[-1] == "Your merges use 'ä', which the corpus does not contain."
