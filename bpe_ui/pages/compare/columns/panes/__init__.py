"""The panes next to the columns: why they differ, and their totals."""
