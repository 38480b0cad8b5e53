"""The Compare page: its settings, its long work, and a module for each view."""
