"""What leaves the app: the Share panel, files, worksheets."""
