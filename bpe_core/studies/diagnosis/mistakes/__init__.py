"""Mistakes in a trainer, as edits of the pages that people read; see `mistake`."""
