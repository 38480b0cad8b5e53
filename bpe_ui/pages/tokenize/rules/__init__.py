"""One tokenizer: the stage of the Tokenize page."""
