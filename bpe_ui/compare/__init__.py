"""What the Compare page is made of: what is set there, its long work, and a module for each view."""
