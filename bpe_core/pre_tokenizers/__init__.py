"""Pre-tokenizers: from a normalized text to words.

In: a text and the name of a pre-tokenizer. Out: its words.

`registry` has every pre-tokenizer, `special_tokens` what is cut out before, `custom_pattern` a custom
pattern and `script_runs` the runs of one script that SentencePiece cuts at.
"""

from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS, PreTokenizer

__all__ = ["PRE_TOKENIZERS", "PreTokenizer"]
