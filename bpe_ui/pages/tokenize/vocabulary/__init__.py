"""The vocabulary: all tokens in a list, and the ancestry of one token."""
