"""Studies: questions about several trainings.

`comparison` trains rules in columns, `causes` goes from one set of rules to another in steps, `random_ties`
tries many seeds, `worlds` every choice among ties. `user_merges` reads somebody's own merges, `diagnosis`
says why they differ. `library_proof` trains the tokenizers library on the same corpus.
"""
