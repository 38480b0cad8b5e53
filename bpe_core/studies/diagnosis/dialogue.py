"""Dialogue: at most three small corpora for somebody's trainer to learn; what it gives rules out mistakes.

Asked are the smallest parts of their own corpus on which right code comes to where the list left it, until
theirs is wrong on one, and then the corpus on which the known mistakes that are left differ most.

>>> corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
>>> before = Dialogue(corpus, BPEConfig())
>>> after = Dialogue(corpus, BPEConfig(), [before.question.right])
>>> len(after.suspects) < len(before.suspects), after.question.corpus == before.question.corpus
(True, False)
"""

from collections import Counter
from collections.abc import Iterator, Sequence
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
from bpe_core.studies.diagnosis.mistakes.smallest import PIECES, CorpusPart, SmallCorpus, learn, shrink
from bpe_core.studies.diagnosis.observed import Observed, Step, raw_text
from bpe_core.studies.diagnosis.segmentation import (
    CorpusWords,
    segmentation_of,
    tie_rule_of,
    tie_rules,
    written_for,
)

MOST_QUESTIONS = 3
"""How many small corpora are asked about."""

_MERGES, _MOST_MERGES = 6, 20
"""How many merges of a made corpus are asked for, and at most of a part of theirs."""

_NAMED = 3
"""How many mistakes are named that are left."""

_NUMBERS = {
    "several_merges": (2, 3, 5),
    "several_merges_apart": (2, 3, 5),
    "longest_token": (2, 3, 4),
    "rare_words_left_out": (2, 3),
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

_MOST_PIECES = 200
"""So many pieces of their corpus are begun with where it is made smaller."""


class Dialogue:
    """The questions to a trainer, and what is left of the known mistakes after its answers."""

    def __init__(
        self,
        corpus: Corpus,
        config: BPEConfig,
        answers: Sequence[Sequence[Pair]] = (),
        observed: Observed | None = None,
        *,
        tell: OnProgress = tell_nobody,
    ) -> None:
        """`config` are the rules that were meant; `observed` is what the whole list does under them."""
        self._corpus = corpus
        self._config = config
        self.asked: list[SmallCorpus] = []
        """The questions that were answered."""
        self._answers = [tuple(written_for(answer, config.alphabet)) for answer in answers[:MOST_QUESTIONS]]
        only_ties = observed is not None and not observed.missed
        rule = tie_rule_of(config)
        rule = rule if rule in tie_rules() else FIRST_SEEN  # draws cannot be repeated
        known = [*MISTAKES.values(), *(each for other, each in tie_rule_mistakes().items() if other != rule)]
        self.suspects = [
            MistakeFit(mistake.with_number(number), segmentation_of(config), rule, None, 0)
            for mistake in known
            if mistake.fits(config) and (mistake.is_of_ties or not only_ties)
            for number in (_NUMBERS.get(mistake.name, ()) if mistake.name in NUMBERS else (0,))
        ]
        """The known mistakes that may have given all answers so far."""
        self._right = MistakeFit(known[0], segmentation_of(config), rule, None, 0)  # as it learns rightly
        self._tell = tell
        self._theirs, self._made = self._of_theirs(observed), [self._as_theirs(text) for text in _TEXTS]
        self.question = self._next()
        """What to ask now; None where no more is to be learned."""
        for answer in self._answers:
            if self.question is not None:
                self._take(self.question, answer)

    @property
    def shown_by(self) -> SmallCorpus | None:
        """The smallest corpus asked about on which theirs is wrong."""
        wrong = [question for question, _ in self._wrong_answers()]
        return min(wrong, key=lambda question: question.corpus.characters, default=None)

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
                Phrase("No known mistake gives your answers, but this small corpus shows what is wrong."),
                *self._first_difference(*wrong[0]),
            )
        first, *others = [fit.mistake.sentence for fit in self.suspects[:_NAMED]]
        mistakes = reduce(lambda one, other: Phrase("{one}, or {other}", one=one, other=other), others, first)
        said = "{n:Your answer is that|Your answers are those} of a trainer in which {mistakes}."
        return Phrase(said, n=len(self.asked), mistakes=mistakes)

    def _wrong_answers(self) -> list[tuple[SmallCorpus, tuple[Pair, ...]]]:
        both = zip(self.asked, self._answers, strict=False)
        return [(asked, answer) for asked, answer in both if answer[: len(asked.right)] != asked.right]

    def _take(self, question: SmallCorpus, answer: tuple[Pair, ...]) -> None:
        self.asked.append(question)
        given = _until_again(answer[: len(question.right)])
        self.suspects = [fit for fit in self.suspects if self._outcome(question, fit) == given]
        self.question = self._next() if len(self.asked) < MOST_QUESTIONS else None

    def _next(self) -> SmallCorpus | None:
        """The next part of their corpus, until one shows something; else the corpus that leaves the fewest
        suspects, whatever the answer."""
        theirs = None if self._wrong_answers() else next(self._theirs, None)
        if theirs is not None:
            return theirs
        best: tuple[int, SmallCorpus | None] = (len(self.suspects), None)
        for corpus in self._made:
            if not self.suspects or any(corpus == question.corpus for question in self.asked):
                continue
            question = SmallCorpus(corpus, tuple(self._learn(corpus)))
            left = max(Counter(self._outcome(question, fit) for fit in self.suspects).values())
            if question.right and left < best[0]:
                best = left, question
        return best[1]

    def _learn(self, corpus: Corpus, merges: int = _MERGES) -> list[Pair]:
        """What right code gives."""
        return learn(corpus, self._right, wrongly=False, merges=merges)

    def _outcome(self, question: SmallCorpus, fit: MistakeFit) -> tuple[Pair, ...]:
        return _until_again(learn(question.corpus, fit, wrongly=True, merges=len(question.right)))

    def _first_difference(self, question: SmallCorpus, answer: tuple[Pair, ...]) -> Iterator[str]:
        """What is wrong with the first merge of an answer that is not right."""
        if answer:
            findings = diagnose(question.corpus, answer, self._config)
            yield from [each.sentence for each in findings.closest.deviations[:1]]

    def _of_theirs(self, observed: Observed | None) -> Iterator[SmallCorpus]:
        """The smallest parts of their corpus on which right code comes to where the list left it: to a pair
        more frequent than the one that was taken."""
        for step in observed.missed[:MOST_QUESTIONS] if observed is not None else ():
            found: list[SmallCorpus] = []

            def shows(pieces: list[CorpusPart], step: Step = step, found: list[SmallCorpus] = found) -> bool:
                self._tell(Progress(len(found), None, "small corpora"))
                question = self._leading_to(step, self._of_pieces(pieces)) if pieces else None
                found += [question] if question is not None else []
                return question is not None

            tokens = [raw_text("".join(pair)) for pair in (step.pair, step.best)]
            pieces = self._pieces()
            holding = [piece for piece in pieces if any(token in piece[0] for token in tokens)]
            for start in (holding[:_MOST_PIECES], pieces[:_MOST_PIECES]):
                if not found and shows(start):
                    shrink(start, shows)
            yield from found[-1:]

    def _leading_to(self, step: Step, corpus: Corpus) -> SmallCorpus | None:
        """What right code gives up to the pair that a step passed over, if the other pair is there too."""
        right = self._learn(corpus, _MOST_MERGES)
        if step.best not in right:
            return None
        right = right[: right.index(step.best) + 1]
        words = CorpusWords(corpus)
        there = Observed(words, [*right[:-1], step.pair], words.segmentation(self._config)).steps[-1]
        text = "".join(map(str, corpus.documents))
        # a pair that meets in no word may be counted across their borders
        seen = there.count if step.count else text.count(raw_text("".join(step.pair)))
        is_passed_over = there.count < there.highest and seen > (0 if step.count else there.highest)
        return SmallCorpus(corpus, tuple(right)) if is_passed_over else None

    def _pieces(self) -> list[CorpusPart]:
        if self._corpus.kind == "word_counts":
            return list(self._corpus.entries)
        return [(piece, 1) for text in self._corpus.documents for piece in PIECES.findall(str(text))]

    def _of_pieces(self, pieces: Sequence[CorpusPart]) -> Corpus:
        if self._corpus.kind == "word_counts":
            return Corpus.from_word_counts(pieces)
        return Corpus.from_text("".join(piece for piece, _ in pieces))

    def _as_theirs(self, text: str) -> Corpus:
        """A text, or its words where they train on words."""
        if self._corpus.kind == "word_counts":
            return Corpus.from_word_counts(Counter(text.split()))
        return Corpus.from_text(text)


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
    observed = Observed(words, merges, words.segmentation(config))
    return Dialogue(corpus, config, answers, observed, tell=tell)


def _until_again(merges: Sequence[Pair]) -> tuple[Pair, ...]:
    """Up to the first merge that makes a token once more: then it matters how tokens are told apart."""
    tokens = [left + right for left, right in merges]
    again = next((rank for rank, token in enumerate(tokens) if token in tokens[:rank]), len(merges))
    return tuple(merges[: again + 1])
