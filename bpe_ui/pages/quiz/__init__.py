"""The Quiz page: ten questions on a fresh corpus, and a result that a student hands in."""
