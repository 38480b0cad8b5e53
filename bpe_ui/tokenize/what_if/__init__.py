"""What if the rules went otherwise: other algorithms, rules written by hand, and BPE-dropout."""
