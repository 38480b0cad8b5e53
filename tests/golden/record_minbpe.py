"""Records what minbpe learns and encodes: `python tests/golden/record_minbpe.py FOLDER`.

FOLDER is a clone of https://github.com/karpathy/minbpe, which is not on PyPI. It writes recorded/minbpe.json,
whose version is the clone's commit, from the texts of corpora.py. Nothing of minbpe is kept here.

minbpe learns exactly as many merges as it is told to, and fails with a ValueError when no pair is left; from
a text that has fewer, all are recorded.
"""

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # as a script it does not find the folder that holds tests/
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.golden.corpora import PROBE_LENGTH, TEXTS, WORKED, probes, vocabulary_size
from tests.golden.record import Vector, printable, write

BYTES = 256

CLASSES = {"minbpe_basic": "BasicTokenizer", "minbpe_regex": "RegexTokenizer"}
"""The class that each profile imitates."""


def train(kind: Any, text: str, merges: int) -> Any | None:
    """A tokenizer with so many merges, or None where the text has fewer."""
    tokenizer = kind()
    try:
        tokenizer.train(text, BYTES + merges)
    except ValueError as error:
        if "empty" not in str(error):  # max() of no pairs at all
            raise
        return None
    return tokenizer


def train_as_far(kind: Any, text: str, merges: int) -> Any:
    """A tokenizer with so many merges, or with all that the text has."""
    tokenizer = train(kind, text, merges)
    if tokenizer is not None:
        return tokenizer
    best, enough, too_many = train(kind, text, 0), 0, merges
    while too_many - enough > 1:
        middle = (enough + too_many) // 2
        tokenizer = train(kind, text, middle)
        if tokenizer is None:
            too_many = middle
        else:
            best, enough = tokenizer, middle
    return best


def merges_of(name: str, profile: str) -> int:
    """How many merges to learn; without cuts between words, tokens soon run over whole lines."""
    is_long = name != "english" and name not in WORKED
    return 60 if profile == "minbpe_basic" and is_long else vocabulary_size(name, 0)


def record_minbpe(minbpe: Any) -> Iterator[Vector]:
    """Both tokenizers on every text."""
    for name, text in TEXTS.items():
        for profile, class_name in CLASSES.items():
            size = BYTES + merges_of(name, profile)
            tokenizer = train_as_far(getattr(minbpe, class_name), text, size - BYTES)
            is_all = len(tokenizer.merges) < size - BYTES
            token_of = tokenizer.vocab
            vector: Vector = {
                "claim": f"{name}, {class_name}{', until no pair is left' if is_all else ''}",
                "profile": profile,
                "rules": {"vocab_size": size},
                "text": name,
                "merges": [[printable(token_of[one]) for one in pair] for pair in tokenizer.merges],
                "encodings": [],
            }
            for probe in probes(name):
                ids = tokenizer.encode(probe)
                tokens = [printable(token_of[one]) for one in ids]
                vector["encodings"].append({"text": probe, "tokens": tokens, "ids": ids})
            ids = tokenizer.encode(text[:PROBE_LENGTH])
            vector["decodings"] = [
                {"ids": part, "text": tokenizer.decode(part)} for part in (ids, ids[:-1], ids[1:], ids[::-1])
            ]
            yield vector


def main() -> None:
    """Write minbpe's file."""
    if len(sys.argv) != 2:
        sys.exit("usage: python tests/golden/record_minbpe.py FOLDER, a clone of minbpe")
    folder = sys.argv[1]
    commit = subprocess.run(
        ["git", "-C", folder, "rev-parse", "--short=7", "HEAD"], check=True, capture_output=True, text=True
    ).stdout.strip()
    sys.path.insert(0, folder)
    write("minbpe", commit, list(record_minbpe(importlib.import_module("minbpe"))))


if __name__ == "__main__":
    main()
