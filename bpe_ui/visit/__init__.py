"""One person's visit: the training on screen, what its stage is told, links to it, and its door to Streamlit.

Read `training` first, then `visit.py` (a training, the settings of pages, what is dropped when they change)
and `session.py` (where Streamlit keeps it), `links` (all that is on screen as one value, a `Screen`),
`messages` (what the browser's stage gets), `registry` (how a page describes itself), `drafts` (forms being
filled in) and `lesson_plan`.
"""
