"""Compare: texts in the tokens of several tokenizers, in numbers, and why two of them differ."""
