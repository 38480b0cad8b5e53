"""A mistake in code in words: what is wrong, how certain that is, and the smallest corpus that shows it."""

from bpe_core.studies.diagnosis import Findings, FoundMistake, SmallCorpus, mistake_words
from bpe_ui.text.sentences import Number, Sentence, Token, joined, the_pair


def mistake(findings: Findings, found: FoundMistake) -> Sentence:
    """What explains the merges that no rules explain: a mistake in code, as certain as it is."""
    cause = mistake_words.cause(findings, found)
    return cause.before, Number(cause.merges), cause.after


def small_corpus(small: SmallCorpus) -> Sentence:
    """What the smallest corpus is, and what differs on it."""
    given: list[Sentence] = [
        (Token(word), f" {count:,}" if count > 1 else "") for word, count in small.corpus.entries
    ] or [(Token(str(text)),) for text in small.corpus.documents]
    right, wrong = small.right[-1], small.wrong[small.rank :]
    yours: Sentence = ("yours takes ", *the_pair(wrong[0])) if wrong else ("yours takes none",)
    return (
        "The smallest corpus that still shows it: ",
        *joined(given),
        f". As merge {small.rank + 1:,} ",
        *yours,
        "; right is ",
        *the_pair(right),
        ".",
    )


def traced(small: SmallCorpus) -> str:
    """What Train says when it shows the smallest corpus."""
    return f"The smallest corpus that shows the mistake; merge {small.rank + 1:,} is next."
