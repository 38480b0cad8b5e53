"""Lesson plans: a series of views, each with a title and a note for the teacher, for use in class."""
