"""What stands beside the columns: why they diverge, pictures, ties, totals, a text, and proofs."""
