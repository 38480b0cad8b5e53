"""Quiz: up to ten questions on fresh words or one's own, with the right answers and those of mistakes.

A seed gives the same quiz on every machine. Steppers and tokenizers compute all the answers. All questions
are in `questions`; what they are asked about in `quiz_corpus`; `answered` counts what a class answered.

>>> quiz = Quiz.of_seed(7)
>>> [question.topic for question in quiz.questions][:3]
['Frequency', 'Ties', 'Word ends']
>>> question = quiz.questions[0]
>>> question.judge(question.right).is_right
True
"""

from bpe_core.studies.quiz.answered import AnswerGiven, answers_given
from bpe_core.studies.quiz.question import Answer, Place, Question
from bpe_core.studies.quiz.questions import TOPICS
from bpe_core.studies.quiz.quiz import MOST_QUESTIONS, Quiz
from bpe_core.studies.quiz.quiz_corpus import MAX_SEED, MAX_WORD, MOST_WORDS, can_be_asked

__all__ = [
    "MAX_SEED",
    "MAX_WORD",
    "MOST_QUESTIONS",
    "MOST_WORDS",
    "TOPICS",
    "Answer",
    "AnswerGiven",
    "Place",
    "Question",
    "Quiz",
    "answers_given",
    "can_be_asked",
]
