"""Faults: mistakes in a trainer, each the right trainer with one part wrong; see `faults` and `search`."""
