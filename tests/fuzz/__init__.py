"""Random tokenizer files of every format, compared with the libraries of these formats.

Each kind of file is a module with `check`: from a seed it makes one file, opens it here and in the real
library, and compares what both do with a few texts. `python -m tests.fuzz` runs many seeds,
`test_fuzz` a few.
"""

import importlib
from typing import NamedTuple


class Outcome(NamedTuple):
    """The outcome of one file."""

    seen: str
    """What happened, in a few words that many files share: "compared", "both refuse it"."""

    finding: str = ""
    """What is wrong, with all that is needed to reproduce it; empty if nothing is."""


KINDS = {
    "tokenizer_json": "random tokenizer.json, all kinds of stages",
    "wordpiece": "random tokenizer.json of WordPiece",
    "sentencepiece": "random SentencePiece models of BPE",
    "gpt2_files": "random vocab.json and merges.txt",
    "subword_nmt": "random codes of subword-nmt",
    "tiktoken_ranks": "random tiktoken files",
    "tekken": "random tekken.json",
    "minbpe_models": "random minbpe models",
}
"""The modules of this folder, each with `check(seed: int) -> Outcome`, and what they make."""


def outcomes(kind: str, seeds: range) -> list[tuple[int, Outcome]]:
    """The outcome of each seed. An exception from `check` is a finding."""
    check = importlib.import_module(f"tests.fuzz.{kind}").check
    found = []
    for seed in seeds:
        try:
            outcome = check(seed)
        except BaseException as error:  # a panic of the library's Rust code is no `Exception`
            outcome = Outcome("an error that is no sentence", f"{type(error).__name__}: {error}"[:500])
        found.append((seed, outcome))
    return found
