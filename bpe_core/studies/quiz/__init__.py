"""Quiz: ten questions on a fresh corpus, with the right answers and those that mistakes lead to.

A seed gives the same quiz on every machine. Steppers and tokenizers compute all the answers.

>>> quiz = Quiz.of_seed(7)
>>> [question.topic for question in quiz.questions][:3]
['Frequency', 'Ties', 'Word ends']
>>> question = quiz.questions[0]
>>> question.judge(question.right).is_right
True
"""

from bpe_core.studies.quiz.question import Answer, Place, Question
from bpe_core.studies.quiz.quiz import Quiz
from bpe_core.studies.quiz.setting import MAX_SEED

__all__ = ["MAX_SEED", "Answer", "Place", "Question", "Quiz"]
