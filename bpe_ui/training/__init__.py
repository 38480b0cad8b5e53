"""A training on screen: where it stands, the window of positions around it, predictions."""
