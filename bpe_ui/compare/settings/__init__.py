"""What is set on the Compare page."""
