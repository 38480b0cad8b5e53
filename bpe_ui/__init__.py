"""The app: it asks bpe_core and shows the answers; it decides nothing about BPE.

Six folders, from the ground up, each with a page that says how to read it: `stage` (how things look),
`machine` (limits and processes), `visit` (one person's training), `frame` (what all pages have), `classroom`
(phones that follow) and `pages`. Under another front end than Streamlit, `stage`, `machine`, and `visit`
without its `session`, would stay.

In another language would be: `stage/text/`, each page's `sentences` and `titles`, what is said where it is
drawn (`say`, in Python and in `stage/component/`), the labels of buttons, `pages/learn/lessons/`, and in
`bpe_core` the rules' titles, the errors, and all that `studies` answers.
"""
