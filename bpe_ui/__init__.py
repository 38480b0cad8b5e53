"""The pages, and what they share. It asks bpe_core and shows the answers; it decides nothing about BPE."""
