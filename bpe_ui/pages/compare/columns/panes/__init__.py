"""The panes next to the columns: why they differ, totals with charts, a text, and the merge orders."""
