"""Causes: which rule moved which merges."""
