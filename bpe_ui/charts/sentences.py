"""What each chart shows, in a sentence with the numbers: of the training on Train, and of the second.

>>> from bpe_core import BPEStepper, EXAMPLES
>>> from bpe_ui.text.sentences import plain_text
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run(4)
>>> training = Charted("On Train", stepper, position=4, length=4)
>>> [sentence] = found([training], words)
>>> plain_text(sentence)
'After 4 merges, 61% of the words are one token: 22 of 36.'
"""

from collections.abc import Callable, Sequence
from functools import partial

from bpe_ui.charts.frames import Charted, tokens_by_length
from bpe_ui.text.sentences import TOKENS_NAMED, Sentence, after_merges, named, say

Fact = Callable[[Charted], Sentence]


def found(trainings: Sequence[Charted], fact: Fact) -> list[Sentence]:
    """The sentence over a chart, and one about the second training where there is one."""
    about = [say("{title}: {fact}", title=each.title, fact=fact(each)) for each in trainings[1:]]
    return [fact(trainings[0]), *about]


def size(training: Charted) -> Sentence:
    """The symbols of the corpus, and the vocabulary."""
    now, when = training.stepper.at(training.position).statistics(), after_merges(training.position)
    return say(
        "{when}, the corpus has {now.symbols} symbols, down from {now.symbols_at_start:,}"
        " ({now.compression:.2f}× compression), and the vocabulary has {now.vocabulary_size} tokens."
        if training.position
        else "{when}, the corpus has {now.symbols} symbols,"
        " and the vocabulary has {now.vocabulary_size} tokens.",
        now=now,
        when=when,
    )


def ties(training: Charted) -> Sentence:
    """How many merges were ties."""
    number, when = training.stepper.at(training.position).statistics().ties, after_merges(training.position)
    if not number:
        return say("{when}, no ties had to be broken.", when=when)
    return say("{when}, {ties} {ties:tie|ties} had to be broken.", when=when, ties=number)


def lengths(training: Charted) -> Sentence:
    """The longest tokens."""
    by_length = tokens_by_length(training)
    return say(
        "{when}, the longest of {total} tokens has {length} base {length:symbol|symbols}: {longest}.",
        when=after_merges(training.position),
        total=sum(len(tokens) for _, tokens in by_length),
        length=by_length[0][0],
        longest=named(by_length[0][1], TOKENS_NAMED),
    )


def last_made(training: Charted) -> Sentence:
    """What the last merge before the position made; nothing before the first one."""
    if not training.position:
        return ()
    made = training.stepper.history.token(training.position - 1)
    return say(" Merge {number:,} made {made:token}.", number=training.position, made=made)


def words(training: Charted, *, distinct: bool = False) -> Sentence:
    """Whole words, each as often as it occurs, or each distinct word once."""
    here = training.stepper.history.whole_words(training.position, distinct=distinct)
    return say(
        "{when}, {share:.0%} of the distinct words are one token: {whole} of {words:,}."
        if distinct
        else "{when}, {share:.0%} of the words are one token: {whole} of {words:,}.",
        when=after_merges(training.position),
        share=here.shares[-1],
        whole=here.whole[-1],
        words=here.words,
    )


distinct_words = partial(words, distinct=True)
"""Whole words, each counted once."""
