"""What all pictures of a training share: the parts of a message to the browser."""
