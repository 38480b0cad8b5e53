"""A quiz: a corpus that shows something of every topic, and questions on each."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain, count, islice, zip_longest

from bpe_core.corpus import Corpus
from bpe_core.errors import ConfigError
from bpe_core.studies.quiz.question import Answer, Question
from bpe_core.studies.quiz.questions import TOPICS
from bpe_core.studies.quiz.quiz_corpus import MAX_SEED, Draw, QuizCorpus, check_own_words
from bpe_core.validation import checked_integer

MOST_QUESTIONS = 10
"""The most questions of a quiz."""


@dataclass(frozen=True)
class Quiz:
    """Questions on a corpus."""

    seed: int
    """The seed of all random choices."""

    corpus: Corpus
    """The words and their counts."""

    questions: tuple[Question, ...]
    """The questions, in the order of `TOPICS`; a topic that is asked again has a number, "Ties (2)"."""

    @staticmethod
    def of_seed(
        seed: int, topics: Collection[str] = TOPICS, own_words: Corpus | None = None, how_many: int = 0
    ) -> "Quiz":
        """The quiz of a seed from 0 to `MAX_SEED` on these topics: a question on each, or `how_many` in all.

        Without `own_words` the seed draws the words, on which there is a question on every topic. There are
        fewer than `how_many` if the steps of the training allow no more. Raises `ConfigError` for another
        seed, and `CorpusError` for words that `check_own_words` refuses.
        """
        seed = checked_integer("seed", seed, ConfigError, most=MAX_SEED)
        if own_words is not None:
            check_own_words(own_words)
        corpus, rounds = _drawn(seed) if own_words is None else _on_own_words(seed, own_words.entries)
        first, *more = ([each for each in asked if each.topic in topics] for asked in rounds)
        chosen = [*chain(first, *more)][: how_many or len(first)]
        order = [*TOPICS]
        chosen.sort(key=lambda question: order.index(question.topic))
        return Quiz(seed, corpus, tuple(_numbered(chosen)))

    def judged(self, given: Sequence[str]) -> tuple[Answer, ...]:
        """The answer given to each question, in order, with its mistake."""
        return tuple(question.judge(text) for question, text in zip(self.questions, given, strict=False))

    def unread(self, given: Sequence[str]) -> list[int]:
        """The indexes of the questions whose answers cannot be read."""
        answers = zip(self.questions, given, strict=False)
        return [number for number, (question, text) in enumerate(answers) if not question.can_be_read(text)]


def _numbered(questions: Sequence[Question]) -> Iterator[Question]:
    topics = [question.topic for question in questions]
    for at, question in enumerate(questions):
        number = topics[: at + 1].count(question.topic)
        yield question if number == 1 else replace(question, topic=f"{question.topic} ({number})")


Rounds = tuple[tuple[Question, ...], ...]
"""A question on each topic, then another on each that can be asked again, and so on."""


@lru_cache(maxsize=100)  # 12 ms each time; a page asks at every run, a class for each sheet
def _drawn(seed: int) -> tuple[Corpus, Rounds]:
    """The first attempt that gives a question on every topic."""
    for trial in count():
        given = QuizCorpus.drawn(Draw(seed, trial))
        if given is None:
            continue
        rounds = _rounds(given)
        if len(rounds[0]) == len(TOPICS):
            return given.corpus, rounds
    raise AssertionError("There is always another trial.")


@lru_cache(maxsize=100)  # likewise
def _on_own_words(seed: int, entries: tuple[tuple[str, int], ...]) -> tuple[Corpus, Rounds]:
    """Questions on each topic of which these words show something."""
    given = QuizCorpus.of_own_words(Draw(seed, 0), Corpus.from_word_counts(entries))
    return given.corpus, _rounds(given)


def _rounds(given: QuizCorpus) -> Rounds:
    """All questions on these words; only those of the first round if drawn words miss a topic."""
    first, again = [], []
    for topic, ask in TOPICS.items():
        found = ask(given)
        asked = found if isinstance(found, Iterator) else [found]
        questions = map(partial(replace, topic=topic), filter(None, asked))
        question = next(questions, None)
        if question is not None:
            first.append(question)
            again.append(questions)
        elif given.is_drawn:
            return (tuple(first),)
    more = islice(zip_longest(*again), MOST_QUESTIONS - 1)
    return tuple(first), *(tuple(each for each in found if each is not None) for found in more)
