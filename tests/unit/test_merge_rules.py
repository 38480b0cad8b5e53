import pytest

from bpe_core.config import BPEConfig
from bpe_core.encoding.merge_rules import LONGEST_MATCH, UNKNOWN, MergeRules, number_merges


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
