"""The app: it asks bpe_core and shows the answers; it decides nothing about BPE.

Seven folders, from the ground up, each with a page that says how to read it: `stage` (how things look),
`charts` (of frames of numbers), `machine` (limits and processes), `visit` (one person's training), `frame`
(what all pages have), `classroom` (phones that follow) and `pages`. Under another front end than Streamlit,
`visit` would stay but for its `session`, though the entries of pages that it reads would be others; and
`stage`, but for what names Streamlit's elements (`.st...`, in `style.css` and some modules of `component`) or
calls it (`mounted.js`, and wherever `setStateValue` or `setTriggerValue` is called).

A text stands where it is shown; `docs/translation.md` says what another language would need.
"""
