"""All errors that bpe_core raises on purpose.

Each message is one sentence that says what was given and what is allowed. To catch the library's errors and
no others, catch `BPEError`.
"""


class BPEError(Exception):
    """The base of all errors below."""


class ConfigError(BPEError, ValueError):
    """A setting in a `BPEConfig` is invalid, or two of them cannot be combined."""


class CorpusError(BPEError, ValueError):
    """The corpus cannot be read: an empty word, a count below 1, a malformed line."""


class EmptyCorpusError(CorpusError):
    """No words are left after normalization and pre-tokenization."""


class TextError(BPEError, ValueError):
    """A text holds a lone surrogate, or too many combining marks in a row for a Unicode form."""


class PatternTimeoutError(BPEError, ValueError):
    """A custom pre-tokenization pattern took too long or too much memory, and was stopped."""


class PairNotFoundError(BPEError, ValueError):
    """A forced pair does not occur in the current splits."""


class NothingToMergeError(BPEError, IndexError):
    """`step()` was called although the training is over; the message holds the stop reason."""


class PositionError(BPEError, IndexError):
    """An undo at the start, a redo with nothing undone, or a position outside the history."""


class TokenizerFileError(BPEError, ValueError):
    """A tokenizer file is broken, or of a kind that cannot be read."""


class UnknownIdError(BPEError, ValueError):
    """`decode` was given an id that is not in the vocabulary."""


class ComparisonError(BPEError, ValueError):
    """A comparison, a study of ties, a proof or a list of user merges that cannot be made as asked."""


class AnswerError(BPEError, ValueError):
    """A typed answer cannot be read; the message says what to type."""
