"""What is set on the Tokenize page: the text and the tokenizer."""
