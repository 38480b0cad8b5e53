"""What is shown next to the columns: why they diverge, charts, ties, totals, a text, and proofs."""
