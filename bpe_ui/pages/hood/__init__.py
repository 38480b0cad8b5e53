"""Under the hood: two trainers step by step, with their own code and data."""
