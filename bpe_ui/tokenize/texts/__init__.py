"""Compare texts: two texts side by side in the tokens of one tokenizer, and texts that were kept."""
