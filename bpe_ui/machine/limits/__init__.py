"""Limits of the server: its memory, and what environment variables set."""
