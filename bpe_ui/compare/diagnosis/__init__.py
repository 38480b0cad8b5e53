"""Why does mine differ? Somebody's own merges, and what explains them."""
