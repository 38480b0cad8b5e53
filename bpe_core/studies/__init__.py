"""Studies: questions about several trainings, about a text tokenized in several ways, and about a vocabulary.

Trainings: `comparison` shows them side by side, `causes` changes the rules of one into those of another step
by step, and `random_ties` tries many seeds. `user_merges` reads somebody's own merges and what was
printed beside them, `diagnosis` says why they differ, and `grading` reports it for a course.
`token_diagnosis` says why somebody's tokens of a text differ from a tokenizer's.
`encoding_proof` encodes the same text with an installed library, and `training_snippet` writes the program
that trains its tokenizer.

`going_on` counts what a base saves, and what it costs to append another list to it.

Texts: `rule_lists` makes a tokenizer of rules that a person wrote. `tokenizer_difference` says why two
tokenizers differ on a text, `original_places` where its tokens are, and `text_counts` how long it is in each
unit. `three_cuts` has it in characters, subwords and words, and `pipeline` after each stage.

Vocabularies: `vocabulary_study` says where each token comes from, `unreachable` which of them nothing can
make, and `split_characters` which bytes of which characters one holds.

`quiz` asks questions about a small corpus; it knows the answers that mistakes lead to.
`typed_answers` reads what a person types. `watching` looks at code at work, line by line: two trainers.
"""
