"""Where a training ends, and why."""

from bpe_core.config import BPEConfig

NO_PAIRS_LEFT = "no pairs left"
VOCABULARY_SIZE_REACHED = "vocabulary size reached"
MERGE_LIMIT_REACHED = "merge limit reached"
BELOW_MINIMUM_FREQUENCY = "below the minimum frequency"
ONLY_LONGER_TOKENS = "every pair left makes a longer token"
"""Why a training ends."""


def limit_reached(config: BPEConfig, merges: int, size: int) -> str | None:
    """The limit reached after this many merges and with so many tokens in the vocabulary, or None.

    >>> config = BPEConfig(max_merges=9, vocab_size=12)
    >>> limit_reached(config, merges=3, size=11), limit_reached(config, merges=4, size=12)
    (None, 'vocabulary size reached')
    """
    if config.max_merges is not None and merges >= config.max_merges:
        return MERGE_LIMIT_REACHED
    return VOCABULARY_SIZE_REACHED if config.vocab_size is not None and size >= config.vocab_size else None


def most_merges(config: BPEConfig, size: int) -> int | None:
    """How many merges the limits allow, if the vocabulary has so many tokens before; None without a limit."""
    limits = [] if config.max_merges is None else [config.max_merges]
    if config.vocab_size is not None:
        limits.append(max(0, config.vocab_size - size))
    return min(limits, default=None)
