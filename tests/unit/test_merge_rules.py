import random
import time
from collections import Counter

import pytest
import tokenizers

from bpe_core.config import BPEConfig
from bpe_core.encoding.merge_rules import ALGORITHMS, LONGEST_MATCH, UNKNOWN, MergeRules, number_merges
from bpe_core.errors import ConfigError


def rules_on(letters: str, *merges: str) -> MergeRules:
    pairs = [tuple(merge.split()) for merge in merges]
    return MergeRules([ord(letter) for letter in letters], number_merges(sorted(letters), pairs), BPEConfig())


def merged(rules: MergeRules, word: str, algorithm: str) -> str:
    numbers = {rules.table.text(symbol): symbol for symbol in range(rules.table.base_size)}
    result = rules.merge([numbers.get(letter, UNKNOWN) for letter in word], algorithm)
    return " ".join("?" if symbol == UNKNOWN else rules.table.text(symbol) for symbol in result.symbols)


def test_two_rules_that_make_the_same_token_share_its_symbol():
    rules = rules_on("abc", "a b", "ab c", "b c", "a bc")
    assert rules.products[1] == rules.products[3]
    assert len(rules.table) == 6


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("letters", ["a", "ab", "abcdefgh"])
def test_a_word_ten_times_as_long_takes_not_much_more_than_ten_times_as_long(letters, algorithm):
    rules = rules_on("abcdefgh", "a a", "aa aa", "aaaa aaaa", "a b", "ab ab", "b a", "c d", "cd e", "g h")
    draw = random.Random(1)
    short = [ord(draw.choice(letters)) - ord("a") for _ in range(10_000)]
    seconds = []
    for word in (short, short * 10):
        start = time.process_time()
        result = rules.merge(word, algorithm)
        seconds.append(time.process_time() - start)
        assert result.starts[0] == 0
        assert len(result.symbols) + len(result.fired) == len(word)
    # A quadratic algorithm takes a hundred times as long; the rest is room for a busy machine.
    assert seconds[1] < 40 * seconds[0]


@pytest.mark.parametrize(
    ("alphabet", "codes", "merges", "message"),
    [
        ("characters", [97, 97], [], "given twice"),
        ("bytes", [300], [], "The base code 300 is not a byte; it must be 0 to 255"),
        ("characters", ["a"], [], "base code 'a' is not a character"),
        ("characters", [97, 98], [(0, 1, 1)], r"Merge 1 must be two symbol numbers, got \(0, 1, 1\)"),
        ("characters", [97, 98], [(0, 1), (1, 0), (0, 1)], r"Merges 1 and 3 are the same\."),
        ("characters", [97, 98], [(0, 1), (0, 9)], r"Merge 2 has symbol 9; symbols 0 to 3 exist\."),
        ("characters", [97, 98], [(0, 2)], "a token that can only be made with that merge itself"),
        ("characters", [97, 98], [(3, 0), (2, 0)], "Merge 1 uses a token that can only be made with that"),
    ],
)
def test_codes_and_rules_without_sense_are_refused(
    alphabet: str, codes: list[int], merges: list[tuple[int, int]], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        MergeRules(codes, merges, BPEConfig(alphabet=alphabet))


def test_a_rule_with_a_text_that_nothing_makes_is_refused():
    with pytest.raises(ConfigError, match="Merge 2 uses 'bc', which is no base symbol"):
        number_merges(["a", "b"], [("a", "b"), ("a", "bc")])


@pytest.mark.parametrize(
    ("merges", "word", "longest"),
    [
        (["b c", "a bc", "a b"], "abab", "ab ab"),
        (["b c", "a b"], "abc", "ab c"),  # by rank it is a bc
        (["a b", "ab c", "c d", "d d"], "abcdda", "abc dd a"),
        (["ab c", "a b"], "abcxab", "abc ? ab"),
    ],
)
def test_longest_match_takes_the_longest_token_from_the_left(merges, word, longest):
    assert merged(rules_on("abcd", *merges), word, LONGEST_MATCH) == longest


def test_dropout_cuts_words_as_often_in_each_way_as_the_library_does():
    merges = [("a", "b"), ("c", "d"), ("ab", "cd")]
    rules = rules_on("abcd", *map(" ".join, merges))
    vocabulary = {"a": 0, "b": 1, "c": 2, "d": 3, "ab": 4, "cd": 5, "abcd": 6}
    library = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=vocabulary, merges=merges, dropout=0.4))
    draws, count = random.Random(5), 10_000
    ours = Counter(
        tuple(rules.merge([0, 1, 2, 3], is_dropped=lambda: draws.random() < 0.4).symbols)
        for _ in range(count)
    )
    theirs = Counter(tuple(library.encode("abcd").ids) for _ in range(count))

    assert ours.keys() == theirs.keys()
    for cut, times in theirs.items():
        assert abs(ours[cut] - times) < 6 * (2 * times) ** 0.5, cut  # six standard deviations


def test_dropout_of_everything_leaves_base_symbols():
    rules = rules_on("ab", "a b")
    assert rules.merge([0, 1, 0], is_dropped=lambda: True).symbols == [0, 1, 0]
