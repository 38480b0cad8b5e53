"""What came of a class: its votes, and its sheets of the quiz."""
