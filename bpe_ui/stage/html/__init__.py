"""What pages show as HTML is all written here: chips and tables. `widgets.display` puts it on a page.

What is around it in a file of its own stands elsewhere: in the `*.html` files and `pages/results/report.py`.
"""
