"""Pre-tokenizers: they cut a normalized text into words.

`registry` has all pre-tokenizers, `patterns` the published patterns and the ways to cut numbers.
`special_tokens` finds what is cut out before, `custom_pattern` compiles a custom pattern, and `script_runs`
cuts where the script changes, as SentencePiece does.
"""

from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS, PreTokenizer

__all__ = ["PRE_TOKENIZERS", "PreTokenizer"]
