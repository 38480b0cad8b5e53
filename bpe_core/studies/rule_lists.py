"""Rule lists: a tokenizer of merge rules written by hand.

>>> tokenizer_of_rules("ab c\\na b", "abc").encode("abc").tokens
('abc',)
"""

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
