"""Links and small files: what they hold, and their format."""
