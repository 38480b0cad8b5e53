"""The panels in the header in which a person chooses a corpus and rules."""
