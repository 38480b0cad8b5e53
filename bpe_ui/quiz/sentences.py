"""The sentences of the Quiz page.

In: a quiz, and what was answered. Out: sentences, in which tokens are parts of their own.

>>> from bpe_ui.text.sentences import plain_text
>>> plain_text(score("Ada", [Answer("4"), Answer("5", "Count again.")]))
'Ada: 1 of 2 answers is right.'
"""

from collections.abc import Sequence

from bpe_core import Corpus
from bpe_core.studies.quiz import Answer, Question
from bpe_ui.html import prose
from bpe_ui.text.sentences import Number, Sentence, Token, joined, words_listed


def words(corpus: Corpus) -> Sentence:
    """The words with their counts."""
    counts: list[Sentence] = [(Token(word), f" {count}") for word, count in corpus.entries]
    return "The corpus: ", *joined(counts)


def marked(text: str) -> Sentence:
    """A text of the quiz, with tokens where it has backticks."""
    return prose.sentence(text, lambda name: (name,))


def score(name: str, answers: Sequence[Answer]) -> Sentence:
    """How many answers are right."""
    right = sum(answer.is_right for answer in answers)
    whose: Sentence = (Token(name), ": ") if name else ()
    return *whose, Number(right), f" of {len(answers)} answers {'is' if right == 1 else 'are'} right."


def answered(answers: Sequence[str], unread: int) -> Sentence:
    """How many questions have an answer; `unread` answers cannot be read and do not count."""
    return Number(sum(map(bool, answers)) - unread), f" of {len(answers)} questions are answered."


def cannot_be_read(questions: Sequence[int]) -> str:
    """Which answers are to be typed anew before the sheet is handed in; questions count from 0.

    >>> cannot_be_read([3]), cannot_be_read([3, 4, 7])[:30]
    ('The answer to question 4 cannot be read: change it, or empty it.', 'The answers to questions 4, 5 ')
    """
    numbers = words_listed([str(question + 1) for question in questions])
    if len(questions) == 1:
        return f"The answer to question {numbers} cannot be read: change it, or empty it."
    return f"The answers to questions {numbers} cannot be read: change them, or empty them."


def judged(question: Question, answer: Answer) -> Sentence:
    """What was answered, which mistake it is, and what the answer is."""
    if not answer.text:
        return ("Not answered.",)
    is_known = answer in question.answers  # not what somebody typed
    given = _written(question, answer.text) if is_known else _tokens(answer.text)
    if answer.is_right:
        return "Right: ", *given, "."
    right = (" The answer is ", *_written(question, question.right), ".") if is_known else ()
    return "Not right: ", *given, ". ", *marked(answer.mistake), *right


def _written(question: Question, text: str) -> Sentence:
    """An answer of the core's own; what is offered has backticks around tokens."""
    return marked(text) if question.kind == "choose" else _tokens(text)


def _tokens(text: str) -> Sentence:
    return joined([(Token(token),) for token in text.split()], between=" ", last=" ")
