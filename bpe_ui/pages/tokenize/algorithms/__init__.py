"""Other algorithms: by lowest rank, in order and by longest match, rules written by hand, and BPE-dropout."""
