"""Why does mine differ? A person's own merges, and what explains them."""
