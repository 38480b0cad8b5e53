"""The rules and the corpus as a form has them: the fields, a table under edit, the columns of a file."""
