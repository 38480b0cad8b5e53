"""Widgets that pages share: choices, fields of settings, and what puts markup on a page."""
