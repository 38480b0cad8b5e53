"""What a page says of itself: its entry in the list of pages, and the schema of what is set on it."""
