"""What a server may use: memory, and what the environment says."""
