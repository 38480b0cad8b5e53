"""The only place that writes HTML: chips and tables as markup. `widgets.display` puts it on a page."""
