"""The panes next to the columns: why they differ, a text in their tokens, and their totals."""
