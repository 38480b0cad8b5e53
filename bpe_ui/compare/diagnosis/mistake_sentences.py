"""Sentences about a mistake in code: what is wrong, how certain that is, and the smallest corpus for it."""

from bpe_core.studies.diagnosis import Findings, FoundMistake, SmallCorpus, mistake_words
from bpe_ui.text.sentences import Number, Sentence, joined, say, say_plainly


def mistake(findings: Findings, mistake_found: FoundMistake) -> Sentence:
    """The mistake in code that explains merges that no rules explain, and how certain it is."""
    cause = mistake_words.cause(findings, mistake_found)
    return cause.before, Number(cause.merges), cause.after


def small_corpus(small: SmallCorpus) -> Sentence:
    """The smallest corpus, and what differs on it."""
    words = [
        say("{word:token} {count:,}" if count > 1 else "{word:token}", word=word, count=count)
        for word, count in small.corpus.entries
    ]
    return say(
        "The smallest corpus that still shows it: {words}. As merge {small.rank:rank} yours takes"
        " {yours:pair or none}; right is {right:pair}.",
        words=joined(words or [say("{text:token}", text=str(text)) for text in small.corpus.documents]),
        small=small,
        yours=next(iter(small.wrong[small.rank :]), None),
        right=small.right[-1],
    )


def traced(small: SmallCorpus) -> str:
    """What Train says when it shows the smallest corpus."""
    return say_plainly("The smallest corpus that shows the mistake; merge {it.rank:rank} is next.", it=small)
