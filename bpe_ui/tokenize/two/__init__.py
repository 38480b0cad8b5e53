"""Compare tokenizers: two of them on one text, and why they differ."""
