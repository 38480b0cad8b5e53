"""The panel that says of any token, wherever it stands, what it is made of."""
