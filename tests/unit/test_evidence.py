"""Evidence: each kind is true of a list made for it, with numbers counted by hand, and of no right list."""

from collections.abc import Sequence

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEStepper, Corpus
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis import EVIDENCE, Evidence
from bpe_core.studies.diagnosis.evidence import evidence_of
from bpe_core.studies.diagnosis.rules import CorpusWords, fit_rules
from bpe_core.studies.user_merges import read_user_merges, user_merges_of
from tests.golden.corpora import TEXTS

HUG = EXAMPLES["hug_pug_pun"].corpus  # hug 10, pug 5, pun 12, bun 4, hugs 5
RIGHT = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s"), ("b", "un")]


def shown(
    corpus: Corpus, merges: Sequence[Pair], counts: Sequence[int] = (), config: BPEConfig | None = None
) -> dict[str, Evidence]:
    words = CorpusWords(corpus)
    fit = fit_rules(words, merges, config or BPEConfig(), None)
    return {each.kind: each for each in evidence_of(words, merges, fit, counts)}


def numbers(corpus: Corpus, merges: Sequence[Pair], kind: str) -> dict[str, object]:
    return dict(shown(corpus, merges)[kind].sentence.values)


@pytest.mark.parametrize("text", ["english", "japanese", "program", "overlaps"])
def test_a_right_list_shows_nothing(text: str) -> None:
    stepper = BPEStepper(Corpus.from_text(TEXTS[text]), BPEConfig())
    stepper.run(60)
    assert set(shown(stepper.corpus, [merge.pair for merge in stepper.merges])) <= {"only_ties"}
    assert EVIDENCE


def test_pairs_that_were_frequent_only_before_are_counts_that_did_not_fall() -> None:
    corpus = Corpus.from_word_counts({"abcd": 9, "efg": 9, "zw": 4})
    # b + c takes a + b and c + d with it, and e + f takes f + g; each had 9
    said = numbers(corpus, [("b", "c"), ("a", "b"), ("c", "d"), ("e", "f"), ("f", "g")], "not_lowered")
    assert (said["n"], said["count"]) == (3, 9)


def test_pairs_never_side_by_side_are_cut_elsewhere() -> None:
    corpus = Corpus.from_word_counts({"ab": 3, "cd": 2})
    said = numbers(corpus, [("b", "c"), ("d", "a"), ("b", "d")], "elsewhere")
    assert (said["n"], said["pair"]) == (3, ("b", "c"))


def test_what_no_token_has_though_the_words_do_is_said_of_all_that_it_explains() -> None:
    words = {"ab": 30, "Cdc": 29, "cdc": 20, "Efe": 19, "efe": 17, "Gh": 16, "ij": 5}
    # C + d, then E + f, then G + h are the most frequent once c + d, e + f are not
    merges = [("a", "b"), ("d", "c"), ("f", "e"), ("i", "j"), ("c", "dc"), ("e", "fe")]
    assert "in_common" not in shown(Corpus.from_word_counts(words), merges[:3])


def test_a_pair_that_was_merged_before_should_be_gone() -> None:
    said = shown(HUG, [("u", "g")] * 4)
    assert dict(said["again"].sentence.values) == {"n": 3, "pair": ("u", "g")}


def test_pairs_that_lost_occurrences_are_never_taken_where_stale_entries_are_dropped() -> None:
    corpus = Corpus.from_word_counts({"abc": 9, "bc": 8, "ab": 12, "de": 4, "fg": 3, "hi": 2})
    merges = [("a", "b"), ("ab", "c"), ("d", "e"), ("f", "g"), ("h", "i")]  # b + c fell from 17 to 8
    said = numbers(corpus, merges, "fallen")
    assert (said["n"], said["pair"]) == (3, ("b", "c"))


def test_the_first_wrong_count_of_a_log_is_said_and_when_it_was_right() -> None:
    said = shown(HUG, RIGHT[:3], (20, 16, 4))["logged"].sentence
    assert said.endswith("4 times; it occurs 15 times.")
    before = shown(HUG, [("u", "g"), ("p", "ug"), ("h", "u")], (20, 5, 15))["logged"].sentence
    assert before.values["why"].values["rank"] == 0  # h + u occurred 15 times before u + g


def test_counts_are_read_beside_merges_and_numbers_of_merges_are_not() -> None:
    printed = "merge 1/2: (104, 117) -> 256 (b'hu') had 15 occurrences\n"
    assert read_user_merges(printed + printed.replace("15", "9")).counts == (15, 9)
    assert read_user_merges("1. h ug → hug (15)\n2. p ug → pug (5)").counts == (15, 5)
    assert read_user_merges("[(('h', 'ug'), 15), (('p', 'ug'), 5)]").counts == (15, 5)
    assert user_merges_of([(("h", "ug"), 15), (("p", "ug"), 5)]).counts == (15, 5)
    for numbered in ("1: ('h', 'ug')\n2: ('p', 'ug')", "('h', 'ug'): 256\n('p', 'ug'): 257", "h ug\np ug"):
        assert read_user_merges(numbered).counts == ()


def test_what_stands_side_by_side_in_the_text_alone_is_cut_elsewhere() -> None:
    corpus, config = Corpus.from_text("ab cd ef ab cd ef"), PROFILES["gpt2_course"].config
    merges = [("b", "Ġ"), ("d", "Ġ"), ("f", "Ġ")]  # every word begins with its space
    said = {kind: each.sentence for kind, each in shown(corpus, merges, (2, 2, 1), config).items()}
    assert said["elsewhere"].values["n"] == 3
    assert "your code cuts the text elsewhere" in said["elsewhere"]
    assert "as often as in the text across words" in said["logged"]


def test_bytes_that_were_decoded_with_a_sign_for_errors_are_lost() -> None:
    merges = [("\ufffd", "\ufffd"), ("a", "b")]
    said = shown(Corpus.from_text("äö ab äö"), merges, config=PROFILES["gpt2_course"].config)
    assert next(iter(said)) == "lost"
