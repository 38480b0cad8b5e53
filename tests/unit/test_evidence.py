"""Evidence: each kind is true of a list made for it, with numbers counted by hand, and of no right list."""

from collections.abc import Sequence

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEStepper, Corpus
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis import EVIDENCE, Evidence, diagnose
from bpe_core.studies.diagnosis.evidence import evidence_of
from bpe_core.studies.diagnosis.observed import Observed
from bpe_core.studies.diagnosis.segmentation import CorpusWords, segmentation_of
from bpe_core.studies.user_merges import read_user_merges, user_merges_of
from tests.golden.corpora import TEXTS

HUG = EXAMPLES["hug_pug_pun"].corpus  # hug 10, pug 5, pun 12, bun 4, hugs 5
RIGHT = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("p", "ug"), ("hug", "s"), ("b", "un")]


def shown(corpus: Corpus, merges: Sequence[Pair], counts: Sequence[int] = ()) -> dict[str, Evidence]:
    observed = Observed(CorpusWords(corpus), merges, segmentation_of(BPEConfig()))
    return {each.kind: each for each in evidence_of(observed, logged=counts)}


def numbers(corpus: Corpus, merges: Sequence[Pair], kind: str) -> dict[str, object]:
    return dict(shown(corpus, merges)[kind].sentence.values)


@pytest.mark.parametrize("text", ["english", "japanese", "program", "overlaps"])
def test_a_right_list_shows_nothing(text: str) -> None:
    stepper = BPEStepper(Corpus.from_text(TEXTS[text]), BPEConfig())
    stepper.run(60)
    kinds = set(shown(stepper.corpus, [merge.pair for merge in stepper.merges]))
    assert kinds <= {"only_ties"}


def test_merges_come_in_groups_of_the_number_taken_for_each_count() -> None:
    # u + g 20, p + u 17, u + n 16 by the first counts; h + ug 15, pu + n 12, p + ug 5 by those after three
    merges = [("u", "g"), ("p", "u"), ("u", "n"), ("h", "ug"), ("pu", "n"), ("p", "ug")]
    assert numbers(HUG, merges, "groups")["number"] == 3


def test_another_score_is_shown_by_how_many_pairs_are_the_greatest_by_it() -> None:
    # g + s 5 / (20 * 5); then h + u 15 / (15 * 36) is level with all others; hu + gs 5 / (15 * 5); ...
    merges = [("g", "s"), ("h", "u"), ("hu", "gs"), ("hu", "g"), ("p", "u"), ("b", "u"), ("bu", "n")]
    said = numbers(HUG, merges, "score")
    assert said["score"] == len(merges)


def test_no_longer_token_than_the_longest_is_seen_where_several_longer_ones_would_come() -> None:
    corpus = Corpus.from_word_counts({"abc": 9, "abd": 8, "abe": 7, "ef": 3, "gh": 2, "ij": 1})
    merges = [("a", "b"), ("e", "f"), ("g", "h"), ("i", "j")]  # the rules go on with ab + c, ab + d, ab + e
    said = numbers(corpus, merges, "length")
    assert (said["longest"], said["n"]) == (2, 3)
    assert "length" not in shown(corpus, merges[:3])


def test_words_that_would_have_to_count_otherwise_are_found() -> None:
    words = {"ab": 9, "Ab": 30, "cd": 8, "ef": 7, "gh": 6, "Cb": 40, "ij": 5, "kl": 4}
    merges = [("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"), ("i", "j"), ("k", "l")]
    said = numbers(Corpus.from_word_counts(words), merges, "words")
    assert (said["change"], said["prefix"], said["first"]) == ("words with a capital were missing", 6, 0)


def test_pairs_that_were_frequent_only_before_are_counts_that_did_not_fall() -> None:
    corpus = Corpus.from_word_counts({"abcd": 9, "efg": 9, "zw": 4})
    # b + c takes a + b and c + d with it, and e + f takes f + g; each had 9
    said = numbers(corpus, [("b", "c"), ("a", "b"), ("c", "d"), ("e", "f"), ("f", "g")], "not_lowered")
    assert (said["n"], said["count"]) == (3, 9)


def test_pairs_never_side_by_side_are_cut_elsewhere() -> None:
    corpus = Corpus.from_word_counts({"ab": 3, "cd": 2})
    said = numbers(corpus, [("b", "c"), ("d", "a"), ("b", "d")], "elsewhere")
    assert (said["n"], said["pair"]) == (3, ("b", "c"))


def test_what_all_pairs_that_were_passed_over_have_in_common_is_said() -> None:
    counts = {"no": 20, "op": 19, "qr": 18, "1a": 9, "2b": 8, "3c": 7, "de": 3, "fg": 2, "hi": 1}
    corpus, right = Corpus.from_word_counts(counts), [("n", "o"), ("o", "p"), ("q", "r")]
    merges = [*right, ("d", "e"), ("1", "a"), ("f", "g"), ("2", "b"), ("h", "i")]
    said = numbers(corpus, merges, "in_common")
    assert (said["n"], said["name"]) == (3, "a digit")
    assert "passed_over" not in shown(corpus, merges)


@pytest.mark.parametrize(
    ("words", "pair", "holds"),
    [
        ({"aaaa": 9, "bc": 5, "de": 4, "fg": 3}, ("aa", "aa"), "It is one symbol twice."),
        ({"abc": 9, "bd": 5, "de": 4, "fg": 3}, ("ab", "c"), "It holds the token of your merge 1."),
        ({"ab": 9, "xy": 8, "bd": 5, "de": 4, "fg": 3}, ("x", "y"), "and is not taken."),
    ],
)
def test_the_pair_that_is_passed_over_again_and_again_is_named(
    words: dict[str, int], pair: Pair, holds: str
) -> None:
    first, *_ = words
    merges = [(first[0], first[1]), *((word[0], word[1]) for word in list(words)[-3:])]
    said = shown(Corpus.from_word_counts(words), merges)["passed_over"].sentence
    assert (said.values["n"], said.values["pair"]) == (3, pair)
    assert said.endswith(holds)


def test_what_no_token_has_though_the_words_do_is_said_of_all_that_it_explains() -> None:
    words = {"ab": 30, "Cd": 20, "e,": 19, "Fg": 18, "h!": 17, "E.": 17, "ij": 16, "k_": 9, "lm": 8}
    said = numbers(
        Corpus.from_word_counts(words), [("a", "b"), ("i", "j"), ("k", "_"), ("l", "m")], "in_common"
    )
    assert (said["n"], said["names"]) == (5, "a capital or a sign")  # C + d to E + .


def test_a_pair_that_was_merged_before_should_be_gone() -> None:
    said = shown(HUG, [("u", "g")] * 4)
    assert dict(said["again"].sentence.values) == {"n": 3, "pair": ("u", "g")}
    assert said.keys().isdisjoint({"older", "not_lowered"})


def test_pairs_that_lost_occurrences_are_never_taken_where_stale_entries_are_dropped() -> None:
    corpus = Corpus.from_word_counts({"abc": 9, "bc": 8, "ab": 12, "de": 4, "fg": 3, "hi": 2})
    merges = [("a", "b"), ("ab", "c"), ("d", "e"), ("f", "g"), ("h", "i")]  # b + c fell from 17 to 8
    said = numbers(corpus, merges, "fallen")
    assert (said["n"], said["pair"]) == (3, ("b", "c"))


@pytest.mark.parametrize(
    ("counts", "why"),
    [
        ((20, 16, 10), "as if the word hugs were missing"),
        ((20, 16, 2), "as if each of its 2 different words"),
        ((20, 16, 25), "as if the word hug were counted twice"),
        ((20, 16, 4), "4 times; it occurs 15 times."),
    ],
)
def test_the_first_wrong_count_of_a_log_says_which_words_it_misses(counts: tuple[int, ...], why: str) -> None:
    said = shown(HUG, RIGHT[:3], counts)["logged"].sentence
    assert said.values["step"].rank == 2
    assert why in said


def test_a_wrong_count_that_was_right_before_says_until_when() -> None:
    said = shown(HUG, [("u", "g"), ("p", "ug"), ("h", "u")], (20, 5, 15))["logged"].sentence
    assert said.values["why"].values["rank"] == 0  # h + u occurred 15 times before u + g


@pytest.mark.parametrize(("capitals", "is_named"), [(8, True), (2, False)])
def test_words_are_a_group_that_a_wrong_count_misses_if_they_are_no_few(
    capitals: int, is_named: bool
) -> None:
    words = {f"ab{letter}": 3 for letter in "cdefghi"} | {"abK": capitals // 2, "abL": capitals // 2}
    said = shown(Corpus.from_word_counts(words), [("a", "b")], (21,))["logged"].sentence
    assert ("as if words with a capital were missing" in said) == is_named


def test_no_word_is_named_that_many_others_stand_beside_or_that_is_the_whole_text() -> None:
    many = Corpus.from_word_counts({f"ab{letter}": count for count, letter in enumerate("cdefghij", 1)})
    assert shown(many, [("a", "b")], (36 - 5,))["logged"].sentence.endswith("31 times; it occurs 36 times.")
    text = Corpus.from_text("abcd " * 20)
    observed = Observed(CorpusWords(text), [("a", "b")], segmentation_of(PROFILES["minbpe_basic"].config))
    assert evidence_of(observed, logged=(40,))[0].sentence.endswith("40 times; it occurs 20 times.")


def test_counts_are_read_beside_merges_and_numbers_of_merges_are_not() -> None:
    printed = "merge 1/2: (104, 117) -> 256 (b'hu') had 15 occurrences\n"
    assert read_user_merges(printed + printed.replace("15", "9")).counts == (15, 9)
    assert read_user_merges("1. h ug → hug (15)\n2. p ug → pug (5)").counts == (15, 5)
    assert read_user_merges("[(('h', 'ug'), 15), (('p', 'ug'), 5)]").counts == (15, 5)
    assert user_merges_of([(("h", "ug"), 15), (("p", "ug"), 5)]).counts == (15, 5)
    for numbered in ("1: ('h', 'ug')\n2: ('p', 'ug')", "('h', 'ug'): 256\n('p', 'ug'): 257", "h ug\np ug"):
        assert read_user_merges(numbered).counts == ()


def test_a_list_that_nothing_explains_comes_with_two_pieces_of_evidence() -> None:
    stepper = BPEStepper(Corpus.from_text(TEXTS["english"][:3_000]), PROFILES["hf_course"].config)
    for rank in range(40):
        stepper.step(stepper.pair_counts(7)[rank * 5 % 7].pair)
    findings = diagnose(
        stepper.corpus, [merge.pair for merge in stepper.merges], PROFILES["hf_course"].config
    )
    assert findings.mistake is None
    assert len(findings.telling) == 2
    assert {each.kind for each in findings.evidence} <= set(EVIDENCE)


def test_what_stands_side_by_side_in_the_text_alone_is_cut_elsewhere() -> None:
    corpus, config = Corpus.from_text("ab cd ef ab cd ef"), PROFILES["gpt2_course"].config
    merges = [("b", "Ġ"), ("d", "Ġ"), ("f", "Ġ")]  # every word begins with its space
    observed = Observed(CorpusWords(corpus), merges, segmentation_of(config))
    said = {each.kind: each.sentence for each in evidence_of(observed, logged=(2, 2, 1))}
    assert said["elsewhere"].values["n"] == 3
    assert "your code cuts the text elsewhere" in said["elsewhere"]
    assert "as often as in the text across words" in said["logged"]


def test_symbols_that_only_a_word_holds_are_not_called_cut_elsewhere() -> None:
    corpus = Corpus.from_word_counts({"aaaa": 9, "bbbb": 8, "cccc": 7})
    merges = [pair for each in "abc" for pair in ((each, each), (each * 2, each))]  # aa + a is in no aa aa
    assert "your code cuts" not in shown(corpus, merges)["elsewhere"].sentence


def test_bytes_that_were_decoded_with_a_sign_for_errors_are_lost() -> None:
    config = PROFILES["gpt2_course"].config
    merges = [("\ufffd", "\ufffd"), ("a", "b")]
    observed = Observed(CorpusWords(Corpus.from_text("äö ab äö")), merges, segmentation_of(config))
    assert evidence_of(observed)[0].kind == "lost"


def test_words_that_alone_were_counted_are_found_by_how_frequent_they_are() -> None:
    most = {chr(200 + 2 * place) + chr(201 + 2 * place): 100 - place for place in range(50)}
    rare = {f"xy{chr(500 + place)}": 2 for place in range(60)}  # x + y 120 times
    said = numbers(Corpus.from_word_counts(most | rare), [(word[0], word[1]) for word in most], "words")
    assert (said["change"], said["prefix"]) == ("all but the 50 most frequent words were missing", 50)
