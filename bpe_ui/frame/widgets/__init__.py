"""Widgets that pages share: choices, fields of settings, and functions to put markup on a page."""
