"""The beginning of a corpus, as a text to tokenize."""

from itertools import islice

from bpe_core import Corpus

LONGEST_TEXT = 5_000
"""How many characters the beginning of a corpus has at most, and a text that many tokenizers cut at once."""
FIRST_TEXT = 80
"""How many characters stand in the box for a text until a person types."""


def beginning_of(corpus: Corpus) -> str:
    """The beginning of a corpus; of words with counts, each word once."""
    if not corpus.documents:
        return " ".join(islice(corpus.word_counts, LONGEST_TEXT))[:LONGEST_TEXT]
    beginnings = []  # a document may be a long file, which is not put together for its beginning
    for document in corpus.documents[:LONGEST_TEXT]:
        block = document if isinstance(document, str) else next(document.blocks(), "")
        beginnings.append(block[:LONGEST_TEXT])
        if sum(map(len, beginnings)) >= LONGEST_TEXT:
            break
    return "\n".join(beginnings)[:LONGEST_TEXT]


def first_words(corpus: Corpus) -> str:
    """The first words of a corpus, from its first line that is not blank.

    >>> first_words(Corpus.from_word_counts({"hug": 10, "pug": 5}))
    'hug pug'
    >>> first_words(Corpus.from_text("hug pug\\npun"))
    'hug pug'
    """
    line = next((line for line in beginning_of(corpus).splitlines() if line.strip()), "")
    if len(line) <= FIRST_TEXT:
        return line
    return line[:FIRST_TEXT].rpartition(" ")[0] or line[:FIRST_TEXT]
