"""A training on screen: its position, the window of snapshots around it, predictions."""
