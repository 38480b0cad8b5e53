"""The options for the corpus and the rules."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from dataclasses import replace
from pathlib import Path

from bpe_core import PROFILES, BPEConfig
from bpe_core.errors import ConfigError
from bpe_core.validation import check_choice


def add_options(parser: ArgumentParser, *, like: str, needs_limit: bool) -> None:
    """`--corpus`, `--like`, and one of `--merges` and `--vocab-size`."""
    parser.add_argument(
        "--corpus", type=Path, required=True, metavar="FILE", help="a text, a table or a folder of them"
    )
    parser.add_argument("--column", metavar="NAME", help="the column of a table that holds the texts")
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.epilog = "\n".join(
        ["NAME can be:", *(f"  {each.name:<21}{each.in_six_words}" for each in PROFILES.values())]
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
