"""The settings of the Compare page."""
