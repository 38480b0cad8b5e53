"""Rule by rule: which rule moved which merges."""
