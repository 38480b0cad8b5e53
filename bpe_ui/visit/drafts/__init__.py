"""Forms being filled in: the rules, a table that is edited, the columns of a file."""
