"""Two tokenizers on one text, and texts that are kept side by side."""
