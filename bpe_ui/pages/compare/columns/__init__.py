"""Side by side: several sets of rules in columns, and how they differ."""
