"""The panels in the header that change the corpus and the rules."""
