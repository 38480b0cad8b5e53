"""What each rule changes: which rule moved which merges."""
