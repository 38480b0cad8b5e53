"""The address of the page: what it says, what it opens, and the corpora that the server keeps for it."""
