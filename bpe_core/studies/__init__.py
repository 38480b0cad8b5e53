"""Studies: questions about several trainings, about a text tokenized in several ways, and about a vocabulary.

`comparison` trains rules in columns, `causes` goes from one set of rules to another in steps, `random_ties`
tries many seeds, `worlds` every choice among ties. `user_merges` reads somebody's own merges, `diagnosis`
says why they differ, `grading` reports it to a course. `library_proof` trains the tokenizers library on the
same corpus, `encoding_proof` lets it encode the same text, `training_snippet` writes the program that trains
it.

`algorithms` makes tokens of a text's words in every way, `rule_lists` has rules on which these ways differ,
and `dropout_draws` cuts a text at random. `tokenizer_difference` says why two tokenizers differ on it,
and `text_counts` how long it is in each unit.

`vocabulary_study` says where each token of a vocabulary comes from, and which tokens no text can give.
`round_trip` decodes the ids of a text and finds which stage lost what; `split_characters` says which
bytes of which characters a token holds.

`quiz` draws a small corpus and asks ten questions on it, with what each mistake leads to.
"""
