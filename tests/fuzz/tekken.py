"""Random files of Mistral's tekken.json against tiktoken, used as mistral-common uses it."""

import base64
import json
from random import Random
from typing import Any

import tiktoken

from tests.fuzz import Outcome
from tests.fuzz.bpe_rules import opened
from tests.fuzz.mutations import mutated
from tests.fuzz.tiktoken_ranks import PATTERNS, beside, ranks


def check(seed: int) -> Outcome:
    """One file, a few texts."""
    draw = Random(seed)
    root = tekken(draw)
    data = json.dumps(root).encode()
    if draw.random() < 0.3:
        opened({"tekken.json": mutated(draw, data)})
        return Outcome("mutated")
    tokenizer = opened({"tekken.json": data})
    if isinstance(tokenizer, str):
        return Outcome(f"we refuse it: {tokenizer}")
    config = root["config"]
    special = config["default_num_special_tokens"]
    kept = root["vocab"][: config["default_vocab_size"] - special]
    of_tokens = {base64.b64decode(entry["token_bytes"]): entry["rank"] for entry in kept}
    library = tiktoken.Encoding(
        "fuzz", pat_str=config["pattern"], mergeable_ranks=of_tokens, special_tokens={}
    )

    own = [token.decode(errors="ignore") for token in of_tokens] + ["<s>", "[INST]", "<SPECIAL_2>"]
    return beside({"tekken.json": data}, tokenizer, library, own[-60:], draw, first_id=special)


def tekken(draw: Random) -> dict[str, Any]:
    """What is in a file."""
    lines = [line.split() for line in ranks(draw).splitlines()]
    tokens = [token.decode() for token, _ in sorted(lines, key=lambda line: int(line[1]))]
    special = draw.choice((0, 3, 30))
    names = draw.sample(("<s>", "</s>", "[INST]"), k=min(special, 2))
    return {
        "config": {
            "pattern": draw.choice(PATTERNS[1:]),
            "num_vocab_tokens": len(tokens),
            "default_vocab_size": special + len(tokens) - draw.choice((0, 0, 5)),
            "default_num_special_tokens": special,
            "version": "v3",
        },
        "vocab": [
            {"rank": rank, "token_bytes": token, "token_str": None} for rank, token in enumerate(tokens)
        ],
        "special_tokens": draw.choice(
            (None, [{"rank": rank, "token_str": name} for rank, name in enumerate(names)])
        ),
    }
