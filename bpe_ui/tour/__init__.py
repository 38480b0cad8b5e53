"""Tours: views in an order, each with a title and a note for the teacher, to be gone through in class."""
