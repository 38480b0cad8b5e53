"""The options for the corpus and the rules."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from dataclasses import replace
from pathlib import Path

from bpe_core import PROFILES, BPEConfig
from bpe_core.errors import ConfigError
from bpe_core.validation import check_choice

IN_SIX_WORDS = {
    "textbook": "characters, </w> a symbol, first seen",
    "textbook_lowercase": "the same, the text lower-cased first",
    "hf_course": "characters, no end marker, first seen",
    "gpt2_course": "GPT-2's words in bytes, first seen",
    "hf_tokenizers": "tokenizers: characters, ties by smallest ids",
    "hf_byte_level": "tokenizers: GPT-2's bytes, smallest ids",
    "subword_nmt": "characters, </w> glued on, greatest pair",
    "sentencepiece": "characters, ▁ before words, shortest token",
    "minbpe_basic": "bytes of the whole text, uncut",
    "minbpe_regex": "GPT-4's words in bytes, first seen",
    "tiktoken_educational": "GPT-2's words in bytes, first seen",
    "rustbpe": "GPT-4's words in bytes, smallest ids",
    "cs336": "GPT-2's words in bytes, greatest pair",
}
"""What each profile does."""


def add_options(parser: ArgumentParser, *, like: str, needs_limit: bool) -> None:
    """`--corpus`, `--like`, and one of `--merges` and `--vocab-size`."""
    parser.add_argument(
        "--corpus", type=Path, required=True, metavar="FILE", help="a text, a table or a folder of them"
    )
    parser.add_argument("--column", metavar="NAME", help="the column of a table that holds the texts")
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = "\n".join(
        ["NAME can be:", *(f"  {name:<21}{what}" for name, what in IN_SIX_WORDS.items())]
    )
    parser.add_argument("--like", required=True, metavar="NAME", help=f"{like} those below")
    limit = parser.add_mutually_exclusive_group(required=needs_limit)
    limit.add_argument("--merges", type=int, metavar="N", help="how many merges there are to be")
    limit.add_argument("--vocab-size", type=int, metavar="N", help="how many tokens there are to be")


def rules(options: Namespace) -> BPEConfig:
    """The rules of the named profile, with the limit; raises `ConfigError`."""
    check_choice("--like", options.like, PROFILES, ConfigError)
    config = PROFILES[options.like].config
    return replace(config, max_merges=options.merges, vocab_size=options.vocab_size)
