"""Lesson plans: views in an order, each with a title and a note for the teacher, to go through in class."""
