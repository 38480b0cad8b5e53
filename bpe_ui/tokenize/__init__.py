"""The Tokenize page: a text, its tokens, and the rules that fired."""
