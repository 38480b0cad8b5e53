"""The command `bpe-stepper`: serve the app, check merges, train and encode, from a terminal."""
