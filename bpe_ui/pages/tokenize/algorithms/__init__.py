"""Other algorithms: by lowest rank, beside the longest match, and with BPE-dropout."""
