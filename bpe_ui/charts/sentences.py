"""What each chart shows, in a sentence with the numbers: of the training on Train, and of the second.

In: a training as it is charted. Out: sentences; a `Fact` says what follows "After 52 merges, ".

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

from bpe_core.queries import WholeWords
from bpe_ui.charts.frames import Charted, tokens_by_length
from bpe_ui.text.sentences import TOKENS_NAMED, Number, Sentence, Token, after_merges, joined, plural

Fact = Callable[[Charted], Sentence]


def found(trainings: Sequence[Charted], fact: Fact) -> list[Sentence]:
    """The sentence over a chart, and one about the second training where there is one."""
    about = [(after_merges(each.position), ", ", *fact(each), ".") for each in trainings]
    return [
        about[0],
        *((f"{each.title}: ", *said) for each, said in zip(trainings[1:], about[1:], strict=True)),
    ]


def size(training: Charted) -> Sentence:
    """The symbols of the corpus, and the vocabulary."""
    now = training.stepper.at(training.position).statistics()
    vocabulary = ", and the vocabulary has ", Number(now.vocabulary_size), " tokens"
    if not training.position:
        return "the corpus has ", Number(now.symbols), " symbols", *vocabulary
    down = f" symbols, down from {now.symbols_at_start:,} ({now.compression:.2f}× compression)"
    return "the corpus has ", Number(now.symbols), down, *vocabulary


def ties(training: Charted) -> Sentence:
    """How many merges were ties."""
    number = training.stepper.at(training.position).statistics().ties
    return (Number(number) if number else "no"), f" {plural('tie', number)} had to be broken"


def lengths(training: Charted) -> Sentence:
    """The longest tokens."""
    found = tokens_by_length(training)
    total = sum(len(tokens) for _, tokens in found)
    length, longest = found[0]
    symbols = f" base {plural('symbol', length)}: "
    return "the longest of ", Number(total), " tokens has ", Number(length), symbols, *_listed(longest)


def last_made(training: Charted) -> Sentence:
    """What the last merge before the position made; nothing before the first one."""
    if not training.position:
        return ()
    made = training.stepper.history.token(training.position - 1)
    return f" Merge {training.position:,} made ", Token(made), "."


def _listed(tokens: Sequence[str]) -> Sentence:
    """`hugs, pun and 3 more`."""
    shown = [(Token(token),) for token in tokens[:TOKENS_NAMED]]
    more = len(tokens) - len(shown)
    return joined([*shown, *([(f"{more:,} more",)] if more else [])], last=" and ")


def words(training: Charted) -> Sentence:
    """Whole words, each as often as it occurs."""
    return _whole("words", training, distinct=False)


def distinct_words(training: Charted) -> Sentence:
    """Whole words, each counted once."""
    return _whole("distinct words", training, distinct=True)


def _whole(what: str, training: Charted, *, distinct: bool) -> Sentence:
    here: WholeWords = training.stepper.history.whole_words(training.position, distinct=distinct)
    share = f"{here.shares[-1]:.0%} of the {what} are one token: "
    return share, Number(here.whole[-1]), f" of {here.words:,}"
