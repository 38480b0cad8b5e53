"""Byte-pair encoding, to be written by you."""


def train(text: str, merges: int) -> list[tuple[str, str]]:
    """The first merges that byte-pair encoding learns from a text, as pairs of symbols.

    Words are cut at whitespace and spelled as their characters. At each step the pair of neighbours that
    occurs most often is merged wherever it stands, from left to right. If several pairs occur equally
    often, the one that is met first is merged. Words are read in the order in which they first occur in the
    text. If no pair is left, fewer merges are returned.
    """
    raise NotImplementedError("Write me.")
