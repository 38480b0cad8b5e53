"""What is said on a page, as parts: sentences, verdicts, and how a token is written."""
