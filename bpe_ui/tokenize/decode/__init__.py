"""Decode ids: what ids stand for, and whether the text on screen comes back from its own."""
