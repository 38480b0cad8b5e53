"""Decode ids: the tokens and the text of ids, and whether the text on screen comes back from its own ids."""
