"""Mistakes: what can be wrong in the code of a trainer, and which of it made somebody's merges.

Read `mistake` first: an edit of a page of code that people read. All that are looked for are in
`known_mistakes`: those in the training are listed in `trainer_mistakes`, those in reading and cutting the
text in `cutting_mistakes`. Some have a number, which `numbers` finds in each list. The pages are those of the
core, and an incremental trainer as most people write it, `heap_trainer`.

`mistake_search` tries them on a merge list, as `rule_search`, one folder up, tries rules. Each begins with
the words that a mistake in cutting makes of the corpus (`wrong_words`), spelled in base symbols
(`trainer_words`). `running` runs the page with the mistake on them, and `fits` says how far it makes the
list. `smallest` finds the smallest corpus on which a mistake shows.
"""
