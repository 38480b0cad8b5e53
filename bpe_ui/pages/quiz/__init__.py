"""The Quiz page: questions on a fresh corpus or on own words, and a sheet that a student hands in.

The questions themselves are in `bpe_core/studies/quiz/questions.py`.
"""
