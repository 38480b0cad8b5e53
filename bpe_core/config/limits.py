"""Limits: how many merges the rules allow, and which limit ends a training.

>>> config = BPEConfig(special_tokens=("<unk>",), max_merges=9, vocab_size=12)
>>> limit_reached(config, base_symbols=7, merges=3), limit_reached(config, base_symbols=7, merges=4)
(None, 'vocabulary size reached')
>>> most_merges(config, base_symbols=7)
4
"""

from bpe_core.config.config import BPEConfig

NO_PAIRS_LEFT = "no pairs left"
VOCABULARY_SIZE_REACHED = "vocabulary size reached"
MERGE_LIMIT_REACHED = "merge limit reached"
BELOW_MINIMUM_FREQUENCY = "below the minimum frequency"


def vocabulary_size(config: BPEConfig, base_symbols: int, merges: int) -> int:
    """How many tokens the vocabulary has: special tokens, byte tokens, base symbols and merges."""
    return len(config.leading_tokens) + base_symbols + merges


def limit_reached(config: BPEConfig, base_symbols: int, merges: int) -> str | None:
    """The limit reached after this many merges, or None."""
    if config.max_merges is not None and merges >= config.max_merges:
        return MERGE_LIMIT_REACHED
    size = vocabulary_size(config, base_symbols, merges)
    return VOCABULARY_SIZE_REACHED if config.vocab_size is not None and size >= config.vocab_size else None


def most_merges(config: BPEConfig, base_symbols: int) -> int | None:
    """How many merges the limits allow; None without a limit."""
    limits = [] if config.max_merges is None else [config.max_merges]
    if config.vocab_size is not None:
        limits.append(max(0, config.vocab_size - vocabulary_size(config, base_symbols, 0)))
    return min(limits, default=None)
