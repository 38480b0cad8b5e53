"""The pages: each has a folder with its `entry`, and most have their settings and a module for each view.

Read `shell` first, which draws any page with its header, and the window of notes; then `glossary`, the
smallest, and `train`, whose drawing is all in `stage`; `tokenize` and `compare` have a folder for each view.
`command` is the terminal's: it serves the app, and checks merges.
"""
