"""The only door to HTML: chips and tables as markup, and the one call that puts markup on a page."""
