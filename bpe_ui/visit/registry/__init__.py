"""How a page describes itself: its entry in the list of pages, and the schema of its settings."""
