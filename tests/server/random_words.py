"""Random words, which need the most memory: hardly any word occurs twice, and merges save little."""

import random


def random_words(count: int) -> str:
    """So many words of eight letters."""
    draw = random.Random(1)
    return " ".join("".join(draw.choices("abcdefghijklmnop", k=8)) for _ in range(count))
