"""What is shown next to the columns: why they diverge, pictures, ties, totals, a text, and proofs."""
