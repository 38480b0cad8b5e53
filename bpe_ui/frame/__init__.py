"""What is the same on every page: its widgets and panels, its address, Share, the token panel, long work.

Read `widgets` first, then `address` (the page in a link), `long_work` (progress and Stop), `panels` (the
corpus and the rules), `ancestry` (what a token is made of) and `share` (what leaves the app). `failures`
says what went wrong.
"""
