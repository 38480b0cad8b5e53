"""The command `bpe-stepper`: serves the app, checks merges, trains and encodes, in a terminal."""
