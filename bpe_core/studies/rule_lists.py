"""Rule lists: merge rules written by hand, for which the ways to apply them differ.

>>> rules, word = RULE_LISTS["too_late"].rules, "abc"
>>> tokenizer_of_rules(rules, word).encode(word, algorithm="in_order").tokens
('ab', 'c')

tiktoken has no merge rules, only a rank for each token, and looks up the rank of what two neighbours make
together. For merges from a training this gives the same, since each token has one rule:

>>> for rule_list in RULE_LISTS.values():
...     tokenizer = tokenizer_of_rules(rule_list.rules, rule_list.word)
...     print(*tokenizer.encode_word(rule_list.word), "/", *by_rank_of_token(tokenizer, rule_list.word))
abc / abc
abcd / abcd
ab c / abc
"""

from dataclasses import dataclass
from itertools import pairwise

from bpe_core.config import BPEConfig
from bpe_core.encoding.merge_rules import number_merges
from bpe_core.errors import ConfigError
from bpe_core.studies.user_merges import read_user_merges
from bpe_core.tokenizer import BPETokenizer
from bpe_core.validation import check_characters

MAX_RULES = 100
"""The most rules of a list."""

MAX_WORD = 100
"""The longest word that they are applied to, in characters."""


@dataclass(frozen=True)
class RuleList:
    """Rules that no training makes, and a word that shows the difference."""

    title: str
    """What the list shows, in a few words."""

    rules: str
    """The rules in rank order, one per line."""

    word: str
    """The word."""


RULE_LISTS = {
    "too_late": RuleList("A rule before the one it needs", "ab c\na b", "abc"),
    "two_ways": RuleList("Two rules for one token", "a b\nb c\na bc\nabc d\nab c", "abcd"),
    "token_rank": RuleList("A token that the rules never reach", "a b\nb c\na bc", "abc"),
}
"""Lists for which the ways to apply rules differ."""


def tokenizer_of_rules(rules: str, word: str) -> BPETokenizer:
    """A tokenizer with rules as a person types them; its base symbols are all characters of rules and word.

    Raises `ComparisonError` if the rules cannot be read, and `ConfigError` if one needs a token that none
    makes, if there are too many, or if the word is too long.
    """
    pairs = read_user_merges(rules).pairs
    if len(pairs) > MAX_RULES:
        raise ConfigError(f"There are {len(pairs):,} rules; at most {MAX_RULES} are applied.")
    if len(word) > MAX_WORD:
        raise ConfigError(f"The word has {len(word):,} characters; at most {MAX_WORD} are allowed.")
    check_characters(word, "The word")
    letters = sorted({character for pair in pairs for symbol in pair for character in symbol} | set(word))
    config = BPEConfig(pre_tokenizer="none")
    return BPETokenizer(config, list(map(ord, letters)), number_merges(letters, pairs))


def by_rank_of_token(tokenizer: BPETokenizer, word: str) -> tuple[str, ...]:
    """The tokens of a word as tiktoken finds them: it merges the neighbours whose token has the lowest rank.

    If two rules make one token, it has the rank of the first. Time grows with the square of the word's
    length.
    """
    rank_of: dict[str, int] = {}
    for rank, pair in enumerate(tokenizer.merges):
        rank_of.setdefault("".join(pair), rank)
    symbols = list(word)
    while candidates := [
        (rank_of[left + right], place)
        for place, (left, right) in enumerate(pairwise(symbols))
        if left + right in rank_of
    ]:
        _, place = min(candidates)
        symbols[place : place + 2] = [symbols[place] + symbols[place + 1]]
    return tuple(symbols)
