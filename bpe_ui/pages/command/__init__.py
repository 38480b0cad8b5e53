"""The command `bpe-stepper`: serves the app, and checks merges in a terminal."""
