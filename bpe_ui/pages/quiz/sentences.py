"""The sentences of the Quiz page.

>>> from bpe_ui.stage.text.sentences import plain_text
>>> plain_text(score("Ada", [Answer("4"), Answer("5", "Count again.")]))
'Ada: 1 of 2 answers is right.'
"""

from collections.abc import Sequence

from bpe_core import Corpus
from bpe_core.studies.quiz import TOPICS, Answer, Question, Quiz
from bpe_ui.stage.html import prose
from bpe_ui.stage.text.sentences import Sentence, joined, say, say_plainly, words_listed
from bpe_ui.stage.text.visible import isolated, reads_right_to_left, visible_text

HAND_IN, CHECK = "Hand in", "Check my answers"
"""The buttons that make a sheet final: one for a teacher, or one's own."""


def words(corpus: Corpus) -> Sentence:
    """The words with their counts."""
    counts = [say("{word:token} {count:d}", word=word, count=count) for word, count in corpus.entries]
    return say("The corpus: {words}", words=joined(counts))


def heading(quiz: Quiz) -> str:
    """How many questions there are."""
    return say_plainly("{n} {n:question|questions}", n=len(quiz.questions))


def title(quiz: Quiz, number: int | None) -> str:
    """What a student reads above the questions."""
    return say_plainly(
        "Quiz {number:d}: {n} {n:question|questions}", number=number or 0, n=len(quiz.questions)
    )


def left_out(quiz: Quiz, topics: Sequence[str]) -> str:
    """Which of these topics the words show nothing of; empty if there is none."""
    asked = {question.topic for question in quiz.questions}
    missing = [topic for topic in TOPICS if topic in topics and topic not in asked]
    if not missing:
        return ""
    return say_plainly("These words give no questions about: {topics}.", topics=words_listed(missing))


def too_few(quiz: Quiz, how_many: int) -> str:
    """That there are not so many questions; empty if there are."""
    if len(quiz.questions) >= how_many:
        return ""
    return say_plainly(
        "The steps of this training give {n} {n:question|questions} about these topics, not {wanted}.",
        n=len(quiz.questions),
        wanted=how_many,
    )


def marked(text: str) -> Sentence:
    """A text of the quiz, with tokens where it has backticks."""
    return prose.sentence(text, lambda name: (name,))


def score(name: str, answers: Sequence[Answer]) -> Sentence:
    """How many answers are right, after the name, which is not a token: its spaces are spaces.

    >>> score("Ada Lovelace", [Answer("4")])
    ('Ada Lovelace', ': ', Number(value=1), ' of ', '1', ' answers ', 'is', ' right.')
    """
    right = sum(answer.is_right for answer in answers)
    are_right = say("{right} of {asked:d} answers {right:is|are} right.", right=right, asked=len(answers))
    if not name:
        return are_right
    shown = " ".join(map(visible_text, name.split(" ")))
    shown = isolated(shown) if reads_right_to_left(name) else shown  # else it would turn the number
    return say("{name}: {score}", name=(shown,), score=are_right)


def answered(quiz: Quiz, answers: Sequence[str]) -> Sentence:
    """How many questions have an answer that can be read."""
    asked = len(quiz.questions)
    read = sum(map(bool, answers[:asked])) - len(quiz.unread(answers))
    return say("{read} of {asked:d} questions are answered.", read=read, asked=asked)


def before_handing_in(quiz: Quiz, answers: Sequence[str], button: str = HAND_IN) -> str:
    """What is asked before a sheet is made final by a button; empty if each question has an answer.

    >>> before_handing_in(Quiz.of_seed(7, ["Bytes"]), ["four"])[:61]
    'The answer to question 1 cannot be read, and counts as wrong.'
    """
    left = len(quiz.questions) - sum(map(bool, answers[: len(quiz.questions)]))
    numbers = [str(question + 1) for question in quiz.unread(answers)]
    one = "The answer to question {numbers} cannot be read, and counts as wrong."
    more = "The answers to questions {numbers} cannot be read, and count as wrong."
    asks = [
        say_plainly("{n} {n:question has|questions have} no answer yet.", n=left) if left else "",
        say_plainly(one if len(numbers) == 1 else more, numbers=words_listed(numbers)) if numbers else "",
    ]
    said = [*filter(None, asks)]
    return (
        " ".join([*said, say_plainly("Press {button} again to leave it so.", button=button)]) if said else ""
    )


def given(question: Question, text: str) -> Sentence:
    """What was answered, while nobody may know yet whether it is right."""
    if not text:
        return say("Not answered.")
    answer = question.judge(text)
    is_known = answer in question.answers
    return say("Your answer: {given}", given=_written(question, answer.text) if is_known else _tokens(text))


def judged(question: Question, answer: Answer) -> Sentence:
    """What was answered, which mistake it is, and what the answer is."""
    if not answer.text:
        return say("Not answered.")
    is_known = answer in question.answers  # not what somebody typed
    given = _written(question, answer.text) if is_known else _tokens(answer.text)
    if answer.is_right:
        return say("Right: {given}.", given=given)
    wrong = say("Not right: {given}. {mistake}", given=given, mistake=marked(answer.mistake))
    return joined([wrong, right_answer(question)], last=" ") if is_known else wrong


def right_answer(question: Question) -> Sentence:
    """What the answer is; one that begins with a word stands in quotes."""
    right = _written(question, question.right)
    if question.kind == "choose" and not question.right.startswith("`"):
        return say("The answer is “{right}”.", right=right)
    return say("The answer is {right}.", right=right)


def why(question: Question, answer: Answer) -> Sentence:
    """To whoever sees their answer beside it: which mistake it is, what the answer is, and why."""
    explained = marked(question.explanation)
    if answer.is_right:
        return explained
    mistake = marked(answer.mistake)
    if answer not in question.answers:  # the mistake says what the answer is
        return joined([mistake, explained], last=" ")
    return joined([mistake, right_answer(question), explained], between=" ", last=" ")


def _written(question: Question, text: str) -> Sentence:
    """An answer of the core's own; what is offered has backticks around tokens."""
    return marked(text) if question.kind == "choose" else _tokens(text)


def _tokens(text: str) -> Sentence:
    return say("{tokens:tokens}", tokens=text.split())
