"""Side by side: rules in columns, and what they differ in."""
