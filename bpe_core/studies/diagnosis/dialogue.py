"""Dialogue: at most three small corpora for somebody's trainer to learn; what it gives rules out mistakes.

Where no mistake makes a whole list, two may hide each other in it. On a few words one may show alone. Asked
is the corpus on which the known mistakes that are left differ most, made for that or of words of theirs.

>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> before = Dialogue(corpus, BPEConfig())
>>> after = Dialogue(corpus, BPEConfig(), [before.question.right])
>>> len(after.suspects) < len(before.suspects), after.question.corpus == before.question.corpus
(True, False)
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.merges import Pair
from bpe_core.phrases import Phrase, together
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.studies.diagnosis.diagnosis import diagnose
from bpe_core.studies.diagnosis.mistakes.fits import MistakeFit
from bpe_core.studies.diagnosis.mistakes.known_mistakes import MISTAKES, tie_rule_mistakes
from bpe_core.studies.diagnosis.mistakes.mistake import FIRST_SEEN
from bpe_core.studies.diagnosis.mistakes.numbers import NUMBERS
from bpe_core.studies.diagnosis.mistakes.smallest import as_code, in_form, learn
from bpe_core.studies.diagnosis.observed import Observed
from bpe_core.studies.diagnosis.segmentation import (
    CorpusWords,
    segmentation_of,
    tie_rule_of,
    tie_rules,
    written_for,
)

MOST_QUESTIONS = 3
"""How many small corpora are asked about."""

_MERGES = 6
"""How many merges are asked for at most."""

_NAMED = 3
"""How many mistakes are named that are left."""

_NUMBERS = {
    "several_merges": (2, 3, 5),
    "several_merges_apart": (2, 3, 5),
    "longest_token": (2, 3, 4),
    "older_counts": (1, 2),
}
"""What may stand in a mistake with a number; a size of chunks shows on no small corpus."""

_TEXTS = (
    "low low low lower lower newest newest newest newest widest widest",
    "abab abab abab ab ba bab",
    "aaaa aaa aaa aa baa baaa",
    "hug hug hug pug pug pun pun bun hugs hugs",
    "abcab abc abc bcab cab abcabc",
    "bd ac ca db abc acb dbca",
    "The cat the hat, the cat sat; The hat. THE cat",
    "a bc\na bc\n\na  bc  d\nbc d",
    "don't can't won't don't he'll we'll we'll",
    "x1 x1 x2 12 12 123 2x 2x",
    "café café naïve café cafe\u0301 e\u0301t",
)
"""Each shows mistakes of other kinds."""

_STEPS, _WORDS = 3, 3
"""Of so many merges that others outnumber, so many words with either pair make a corpus."""


@dataclass(frozen=True)
class Question:
    """A small corpus for a trainer to learn."""

    corpus: Corpus
    """A text, or words with counts, as theirs is."""

    right: tuple[Pair, ...]
    """What right code gives."""

    def code(self, *, in_bytes: bool = False) -> str:
        """What to run, and what is right, as Python."""
        given = self.corpus.word_counts or str(self.corpus.documents[0])
        right = as_code("# right: ", list(in_form(self.right, in_bytes=in_bytes))).replace("\n", "\n# ")
        return f"{as_code('corpus = ', given)}\nprint(train(corpus, {len(self.right)}))\n{right}"


class Dialogue:
    """The questions to a trainer, and what is left of the known mistakes after its answers."""

    def __init__(
        self,
        corpus: Corpus,
        config: BPEConfig,
        answers: Sequence[Sequence[Pair]] = (),
        observed: Observed | None = None,
    ) -> None:
        """`config` are the rules that were meant; `observed` is what the whole list does under them."""
        self._corpus = corpus
        self._config = config
        self.asked: list[Question] = []
        """The questions that were answered."""
        self._answers = [tuple(written_for(answer, config.alphabet)) for answer in answers[:MOST_QUESTIONS]]
        self._candidates = [*self._of_theirs(observed), *self._made()]
        only_ties = observed is not None and not observed.missed
        rule = tie_rule_of(config)
        rule = rule if rule in tie_rules() else FIRST_SEEN  # draws cannot be repeated
        known = [*MISTAKES.values(), *(each for other, each in tie_rule_mistakes().items() if other != rule)]
        self.suspects = [
            MistakeFit(mistake.with_number(number), segmentation_of(config), rule, None, 0)
            for mistake in known
            if mistake.fits(config) and mistake.order != "none" and (mistake.is_of_ties or not only_ties)
            for number in (_NUMBERS.get(mistake.name, ()) if mistake.name in NUMBERS else (0,))
        ]
        """The known mistakes that may have given all answers so far."""
        self.question = self._next()
        """What to ask now; None where no more is to be learned."""
        for answer in self._answers:
            if self.question is not None:
                self._take(self.question, answer)

    @property
    def is_answered_wrongly(self) -> bool:
        """Whether an answer differs from what is right."""
        return bool(self._wrong_answers())

    @property
    def verdict(self) -> Phrase | None:
        """What the answers say, once there is no more to ask; None before."""
        if self.question is not None or not self.asked:
            return None
        wrong = self._wrong_answers()
        if not wrong:
            right = (
                "Your answers are right. That rules out {n:,} known mistakes, if there is only one. What is"
                " wrong shows only in more text."
            )
            return Phrase(right, n=len(MISTAKES.keys() - {fit.mistake.name for fit in self.suspects}))
        if not self.suspects:
            return together(
                Phrase("No known mistake gives your answers."), *self._first_difference(*wrong[0])
            )
        first, *others = [fit.mistake.sentence for fit in self.suspects[:_NAMED]]
        mistakes = reduce(lambda one, other: Phrase("{one}, or {other}", one=one, other=other), others, first)
        said = "{n:Your answer is that|Your answers are those} of a trainer in which {mistakes}."
        return Phrase(said, n=len(self.asked), mistakes=mistakes)

    def _wrong_answers(self) -> list[tuple[Question, tuple[Pair, ...]]]:
        both = zip(self.asked, self._answers, strict=False)
        return [(question, answer) for question, answer in both if not _is_right(question, answer)]

    def _take(self, question: Question, answer: tuple[Pair, ...]) -> None:
        self.asked.append(question)
        given = _until_again(answer[: len(question.right)])
        self.suspects = [fit for fit in self.suspects if self._outcome(question, fit) == given]
        self.question = self._next() if len(self.asked) < MOST_QUESTIONS else None

    def _next(self) -> Question | None:
        """The corpus that leaves the fewest suspects, whatever the answer."""
        best: tuple[int, Question | None] = (len(self.suspects), None)
        for corpus in self._candidates:
            if not self.suspects or any(corpus == question.corpus for question in self.asked):
                continue
            right = learn(corpus, self.suspects[0], wrongly=False, merges=_MERGES)
            question = Question(corpus, tuple(right))
            left = max(Counter(self._outcome(question, fit) for fit in self.suspects).values())
            if right and left < best[0]:
                best = left, question
        return best[1]

    def _outcome(self, question: Question, fit: MistakeFit) -> tuple[Pair, ...]:
        return _until_again(learn(question.corpus, fit, wrongly=True, merges=len(question.right)))

    def _first_difference(self, question: Question, answer: tuple[Pair, ...]) -> Iterator[str]:
        """What is wrong with the first merge of an answer that is not right."""
        if answer:
            findings = diagnose(question.corpus, answer, self._config)
            yield from [each.sentence for each in findings.closest.deviations[:1]]

    def _made(self) -> Iterator[Corpus]:
        for text in _TEXTS:
            yield self._as_theirs(Counter(text.split()), text)

    def _of_theirs(self, observed: Observed | None) -> Iterator[Corpus]:
        """Words that hold the pair that was taken, or the one that should have been."""
        if observed is None:
            return
        for step in observed.missed[:_STEPS]:
            words: dict[str, int] = {}
            for symbols in (step.symbols, observed.best_symbols(step)):
                shares = observed.shares(symbols, step.position)
                for word in sorted(shares, key=lambda word: -shares[word])[:_WORDS]:
                    words[word] = observed.words.of(observed.segmentation)[word]
            places = {count: place for place, count in enumerate(sorted(set(words.values())), start=1)}
            yield self._as_theirs({word: places[count] for word, count in words.items()})

    def _as_theirs(self, words: Mapping[str, int], text: str = "") -> Corpus:
        """A text if they train on texts."""
        if self._corpus.kind == "word_counts":
            return Corpus.from_word_counts(words)
        between = "" if any(word[:1].isspace() for word in words) else " "
        return Corpus.from_text(text or between.join(word for word in words for _ in range(words[word])))


def ask_next(
    corpus: Corpus,
    merges: Sequence[Pair],
    config: BPEConfig,
    answers: Sequence[Sequence[Pair]] = (),
    *,
    tell: OnProgress = tell_nobody,
) -> Dialogue:
    """The dialogue about a merge list that differs from what some rules make of a corpus."""
    tell(Progress(0, None, "small corpora"))
    words = CorpusWords(corpus)
    return Dialogue(corpus, config, answers, Observed(words, merges, words.segmentation(config)))


def _until_again(merges: Sequence[Pair]) -> tuple[Pair, ...]:
    """Up to the first merge that makes a token once more: then it matters how tokens are told apart."""
    tokens = [left + right for left, right in merges]
    again = next((rank for rank, token in enumerate(tokens) if token in tokens[:rank]), len(merges))
    return tuple(merges[: again + 1])


def _is_right(question: Question, answer: tuple[Pair, ...]) -> bool:
    return answer[: len(question.right)] == question.right
