"""Compare tokenizers: two tokenizers on one text, and why they differ."""
