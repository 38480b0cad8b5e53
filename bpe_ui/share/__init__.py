"""What leaves the app and comes back: links, files, pictures, worksheets."""
