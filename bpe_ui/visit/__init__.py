"""One person's visit: the training on screen, what its stage is told, links to it, and its door to Streamlit.

Read `training` first, then `visit.py` (a training, and the settings of pages) and `session.py` (where
Streamlit keeps it), `messages` (what the browser's stage gets), `registry` (how a page describes itself),
`links`, `drafts` (forms being filled in) and `lesson_plan`.
"""
