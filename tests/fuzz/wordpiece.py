"""Random `tokenizer.json` files with a model of WordPiece."""

import random

from tests.fuzz import Outcome
from tests.fuzz.tokenizer_json import SPECIAL, Json, check_model, random_ids


def check(seed: int) -> Outcome:
    """The outcome of one file."""
    return check_model(random.Random(seed), random_model)


def random_model(draw: random.Random, alphabet: str) -> Json:
    """A model with pieces of these characters."""
    prefix = draw.choice(["##", "##", "##", "", "é", "a"])
    pieces = [*alphabet, *random_pieces(draw, alphabet, 60)]
    tokens = [prefix * (draw.random() < 0.6) + piece for piece in pieces if draw.random() < 0.9]
    tokens = list(dict.fromkeys([*tokens, *draw.sample(SPECIAL, 2), *[""] * (draw.random() < 0.03)]))
    return {
        "type": "WordPiece",
        "unk_token": draw.choice([*SPECIAL, draw.choice(tokens), *[tokens[-1]] * 5, "nope", ""]),
        "continuing_subword_prefix": prefix,
        "max_input_chars_per_word": draw.choice([100, 100, 100, 5, 1, 0]),
        "vocab": dict(zip(tokens, random_ids(draw, len(tokens)), strict=True)),
    }


def random_pieces(draw: random.Random, alphabet: str, most: int) -> list[str]:
    """A few short texts of these characters."""
    return [
        "".join(draw.choices(alphabet, k=draw.choice([1, 2, 2, 3, 4, 8])))
        for _ in range(draw.randrange(most))
    ]
