"""The panels in the header for the corpus and the rules."""
