"""The address of the page: what it says, what it opens, and the corpora that the browser keeps for it."""
