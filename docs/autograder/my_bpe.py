"""Byte-pair encoding, to be written by you."""


def train(text: str, merges: int) -> list[tuple[str, str]]:
    """The first merges that byte-pair encoding learns from a text, as pairs of symbols.

    Words are cut at whitespace and spelled as their characters. At each step the pair of neighbours that
    occurs most often is merged wherever it stands, from left to right. Of pairs that occur equally often the
    one is taken that is met first, when the words are read in the order in which they first stand in the
    text. Fewer merges are returned where no pair is left.
    """
    raise NotImplementedError("Write me.")
