"""Which rules fire: the stage of the Tokenize page."""
