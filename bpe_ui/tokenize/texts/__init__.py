"""Compare texts: two texts side by side in the tokens of one tokenizer, and those that were kept."""
