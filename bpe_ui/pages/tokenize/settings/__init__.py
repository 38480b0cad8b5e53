"""The settings of the Tokenize page: the text and the tokenizer."""
