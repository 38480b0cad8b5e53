"""Studies: questions about several trainings, about a text tokenized in several ways, and about a vocabulary.

Trainings: `comparison` shows them side by side, `causes` changes the rules of one into those of another step
by step, and `random_ties` tries many seeds. `user_merges` reads somebody's
own merges, `diagnosis` says why they differ, and `grading` reports it for a course. `encoding_proof`
encodes the same text with the tokenizers library, and `training_snippet` writes the program that trains it.

Texts: `algorithms` makes tokens of words in every way, also at random, and `rule_lists` a tokenizer of rules
that a person wrote. `tokenizer_difference` says why two tokenizers differ on a text, `original_places` where
its tokens are, and `text_counts` how long it is in each unit. `three_cuts` has it in characters, subwords and
words, and `pipeline` after each stage.

Vocabularies: `vocabulary_study` says where each token comes from.
`split_characters` says which bytes of which characters a token holds.

`quiz` draws a small corpus and asks ten questions about it; it knows the answers that mistakes lead to.
`typed_answers` reads what a person types. `watching` looks at code at work, line by line: two trainers.
"""
