"""The panes next to the columns: why they differ, charts, ties, totals, a text, and proofs."""
