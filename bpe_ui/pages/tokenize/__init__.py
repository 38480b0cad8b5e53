"""The Tokenize page: a text, its tokens, and the rules that apply in it."""
