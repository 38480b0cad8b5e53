"""Worker processes: heavy work beside the server, so that one person's does not slow down the others."""
