"""The app: it asks bpe_core and shows the answers; it decides nothing about BPE.

Six folders, from the ground up, each with a page that says how to read it: `stage` (how things look),
`machine` (limits and processes), `visit` (one person's training), `frame` (what all pages have), `classroom`
(phones that follow) and `pages`. Under another front end than Streamlit, `visit` would stay but for its
`session`, though the entries of pages that it reads would be others; and `stage`, but for what names
Streamlit's elements (`.st...`, in `style.css` and some modules of `component`) or calls it (`mounted.js`, and
wherever `setStateValue` or `setTriggerValue` is called).

A text stands where it is shown; no list has them all. In another language would be:
- sentences: what `say`, `say_plainly` and `show_note` are given, in Python and in `stage/component/`, and the
  phrases of `bpe_core` (`Phrase`);
- plain texts, with nothing to fill in: constants such as `NO_COOKIE`, what the browser shows as it is (with
  `make`, `setText`, `keyNames`), and what stands after a number, such as "a word";
- names: the titles and labels in the calls that draw them, and in `bpe_core` those of rules, profiles,
  examples and columns, what profiles and tie rules say of themselves (`description`, `explanation`), what
  ended a training, and what its `Progress` counts;
- errors: what is raised, here and in `bpe_core`;
- whole files: `stage/text/glossary.md`, `pages/learn/lessons/`, `visit/lesson_plan/ready_plans.md`, `*.html`;
- what studies say (`bpe_core/studies/`, such as the questions of the quiz), a notebook and the terminal.
"""
