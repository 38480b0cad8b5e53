"""Rule by rule: which one moved which merges."""
