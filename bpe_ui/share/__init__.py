"""What leaves the app: the panel Share, files, pictures, worksheets."""
