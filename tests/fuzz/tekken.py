"""Random files of Mistral's tekken.json against tiktoken, used as mistral-common uses it."""

import base64
import json
from random import Random
from typing import Any

import tiktoken

from tests.fuzz import Outcome
from tests.fuzz.bpe_rules import compared, opened
from tests.fuzz.mutations import mutated
from tests.fuzz.texts import nasty_text
from tests.fuzz.tiktoken_ranks import PATTERNS, ranks


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

    def ours(text: str) -> tuple[Any, ...]:
        encoding = tokenizer.encode(text)
        return [*encoding.ids], [start for start, _ in encoding.offsets], tokenizer.decode(encoding.ids)

    def theirs(text: str) -> tuple[Any, ...]:
        ids = library.encode_ordinary(text)
        back, starts = library.decode_with_offsets(ids)
        return [special + each for each in ids], starts, back

    known = {token[0] for token in of_tokens if len(token) == 1}
    own = [token.decode(errors="ignore") for token in of_tokens] + ["<s>", "[INST]", "<SPECIAL_2>"]
    texts = [nasty_text(draw, own[-60:]) for _ in range(5)]
    texts = [text for text in texts if known.issuperset(text.encode())]  # else the library panics
    return compared({"tekken.json": data}, texts, ours, theirs)


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
