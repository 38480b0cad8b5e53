"""Random `tokenizer.json` files with a model of Unigram."""

import random

from tests.fuzz import Outcome
from tests.fuzz.tokenizer_json import SPECIAL, Json, check_model
from tests.fuzz.wordpiece import random_pieces


def check(seed: int) -> Outcome:
    """The outcome of one file."""
    return check_model(random.Random(seed), random_model)


def random_model(draw: random.Random, alphabet: str) -> Json:
    """A model with pieces of these characters, many of which have the same score."""
    texts = [*alphabet, *random_pieces(draw, alphabet, 60)]
    texts = [text for text in texts if draw.random() < 0.9] + draw.sample(SPECIAL, 2)
    byte_fallback = draw.random() < 0.3
    if byte_fallback:
        texts += [f"<0x{byte:02X}>" for byte in range(256) if draw.random() < 0.98]
    texts += [""] * (draw.random() < 0.03)
    draw.shuffle(texts)
    scores = (draw.choice([0.0, -1.0, -2.0, -2.0, -4, 3.5, draw.uniform(-15, 0)]) for _ in texts)
    return {
        "type": "Unigram",
        "unk_id": draw.choice([None, *[draw.randrange(len(texts))] * 5]),
        "byte_fallback": byte_fallback,
        "vocab": [list(piece) for piece in zip(texts, scores, strict=True)],
    }
