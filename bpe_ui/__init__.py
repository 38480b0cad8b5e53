"""The pages, and what they share. It asks bpe_core and lays out; it decides nothing about BPE."""
