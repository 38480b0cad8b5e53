"""Step by step: the stage of the Tokenize page."""
