"""Live values: what is in double braces in a lesson, computed by the core.

>>> from bpe_ui.stage.text.sentences import plain_text
>>> from bpe_core import EXAMPLES
>>> from bpe_ui.visit.training.training import Source
>>> example = Source.from_example("hug_pug_pun")
>>> figures = Figures(start_training(example, EXAMPLES["hug_pug_pun"].config), position=0)
>>> values = "count u+g", "sum u+g", "merge 3", "tokens thug at 3", "next by smallest_pair at 4"
>>> [plain_text(figures.value(value)) for value in values]
['20', 'hug 10 + pug 5 + hugs 5', 'h + ug', '[UNK] hug', 'hug + s']
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import Any

from bpe_core import PROFILES, TIE_BREAKS, BPEError, BPETokenizer
from bpe_core.config import RULES, Integer
from bpe_core.encoding import LONGEST_MATCH, Encoding
from bpe_core.merges import Merge, Pair
from bpe_core.queries import PairFacts, PositionView
from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_ui.pages.learn.lesson import LessonError, PartStage
from bpe_ui.stage.text.sentences import Number, Sentence, Token, joined, say, scored, sum_of, the_pair
from bpe_ui.visit.training.training import Training, start_training

_AT = re.compile(r" at (\d+|end)$")
_BY = re.compile(r" by (\w+)$")
_WITH = re.compile(r" with (\w+) (\w+)$")


@dataclass(frozen=True)
class Figures:
    """A training at a position, to compute live values from."""

    training: Training
    position: int

    def value(self, asked: str) -> Sentence:
        """A live value; raises `LessonError` if there is none."""
        try:
            return self._value(asked.strip())
        except (BPEError, ValueError, LookupError) as error:
            raise LessonError(f"`{{{{{asked}}}}}` has no value: {error}") from error

    def _value(self, asked: str) -> Sentence:
        for pattern, other in ((_AT, self.at), (_BY, self.by), (_WITH, self.with_rule)):
            match = pattern.search(asked)
            if match:
                return other(*match.groups())._value(asked[: match.start()])
        names = [name for name in VALUES if f"{asked} ".startswith(f"{name} ")]
        if not names:
            raise LessonError(f"it begins with none of {', '.join(VALUES)}")
        name = max(names, key=len)  # "merge count" goes before "merge"
        return VALUES[name](self, asked.removeprefix(name).strip())

    def at(self, position: str) -> "Figures":
        """The same training after this many merges, or at its `end`."""
        end = self.training.stepper.known_merges
        return replace(self, position=end if position == "end" else int(position))

    def by(self, rules: str) -> "Figures":
        """The same corpus with another tie rule, or with a profile's rules."""
        config = (
            replace(self.training.config, tie_break=rules) if rules in TIE_BREAKS else PROFILES[rules].config
        )
        return replace(self, training=start_training(self.training.source, config))

    def with_rule(self, field: str, value: str) -> "Figures":
        """The same training with another rule, such as a limit."""
        if field not in RULES:
            raise LessonError(f"`{field}` is none of {', '.join(RULES)}")
        changed: dict[str, Any] = {field: int(value) if isinstance(RULES[field], Integer) else value}
        config = replace(self.training.config, **changed)
        return replace(self, training=start_training(self.training.source, config))

    # For the values

    @cached_property
    def view(self) -> PositionView:
        """The training at the position."""
        return self.training.stepper.at(self.position)

    @cached_property
    def tokenizer(self) -> BPETokenizer:
        """The tokenizer at the position."""
        return self.training.tokenizer(self.position)

    def pair(self, text: str) -> PairFacts:
        """The facts about a pair, `u+g`."""
        left, _, right = text.partition("+")
        return self.view.pair_facts((left.strip(), right.strip()))

    def merge(self, number: str) -> Merge:
        """A merge by its number, counted from 1."""
        return self.training.stepper.history[int(number) - 1]

    def merge_of(self, token: str) -> int:
        """The number of the merge that makes a token, counted from 1."""
        rank = self.at("end").tokenizer.rank_of(token)
        if rank is None:
            raise LessonError(f"no merge makes {token}")
        return rank + 1

    def pick(self) -> Pair:
        """The pair that is merged next."""
        pair = self.view.next_pair()
        if pair is None:
            raise LessonError("training is over there")
        return pair

    def dead_tokens(self) -> int:
        """How many learned tokens no longer occur in the corpus."""
        uses = self.training.token_uses(self.position)
        return uses[len(self.training.base_symbols) :].count(0)

    def encoding(self, text: str) -> Encoding:
        """A text in tokens."""
        return self.tokenizer.encode(text)


@cache  # 46 ms for all parts, whose answers the path of lessons judges at each run
def figures_at(stage: PartStage) -> Figures:
    """The live values of a part, at its own position, even if a person has moved its stage."""
    return Figures(start_training(stage.source, stage.config), stage.position)


def _tokens(tokens: Sequence[str]) -> Sentence:
    return say("{tokens:tokens}", tokens=tokens)


def _ids(ids: Sequence[int | None]) -> str:
    return " ".join("none" if token_id is None else str(token_id) for token_id in ids)


def _pairs(pairs: Sequence[Pair]) -> Sentence:
    return joined([the_pair(pair) for pair in pairs], last=" and ")


def _decoded(figures: Figures, text: str) -> Sentence:
    return (Token(figures.tokenizer.decode(figures.encoding(text).ids)),)


def _words(figures: Figures) -> Sentence:
    """The words of the corpus, with the counts above 1."""
    rows = figures.training.stepper.words[:]
    with_count = "{row.word:token} {row.count:d}"
    return joined([say(with_count, row=row) if row.count > 1 else (Token(row.word),) for row in rows])


def _by_hand(asked: str) -> Sentence:
    """The tokens of a word by rules given after it: `the: t h, th e`."""
    word, _, rules = asked.partition(": ")
    return _tokens(tokenizer_of_rules(rules.replace(", ", "\n"), word).encode_word(word))


VALUES: dict[str, Callable[[Figures, str], Sentence]] = {
    # pairs
    "count": lambda figures, pair: (Number(figures.pair(pair).count),),
    "merged": lambda figures, pair: (Number(figures.pair(pair).merged),),
    "sum": lambda figures, pair: sum_of(figures.pair(pair)),
    "next": lambda figures, _: the_pair(figures.pick()),
    "next count": lambda figures, _: (Number(figures.view.pair_facts(figures.pick()).count),),
    "score": lambda figures, pair: scored(figures.pair(pair).count, figures.pair(pair).parts),
    "tied": lambda figures, _: (Number(len(figures.view.tied_pairs())),),
    "tied pairs": lambda figures, _: _pairs(figures.view.tied_pairs()),
    # merges
    "merge": lambda figures, number: the_pair(figures.merge(number).pair),
    "merge token": lambda figures, number: (Token(figures.merge(number).token),),
    "merge count": lambda figures, number: (Number(figures.merge(number).count),),
    "merge of": lambda figures, token: (Number(figures.merge_of(token)),),
    "dead tokens": lambda figures, _: (Number(figures.dead_tokens()),),
    "merges": lambda figures, _: (Number(figures.training.stepper.known_merges),),
    # the corpus
    "ties": lambda figures, _: (Number(figures.view.statistics().ties),),
    "symbols": lambda figures, _: (Number(figures.view.statistics().symbols),),
    "base symbols": lambda figures, _: (Number(len(figures.training.base_symbols)),),
    "tokens after": lambda figures, merges: (Number(len(figures.training.base_symbols) + int(merges)),),
    "vocabulary size": lambda figures, _: (Number(figures.view.statistics().vocabulary_size),),
    "corpus": lambda figures, _: _words(figures),
    "symbols of": lambda figures, word: _tokens(figures.view.splits([word])[word]),
    # a text
    "tokens": lambda figures, text: _tokens(figures.encoding(text).tokens),
    "ids": lambda figures, text: (_ids(figures.encoding(text).ids),),
    "id": lambda figures, token: (str(figures.tokenizer.vocab[token]),),
    "token count": lambda figures, text: (Number(len(figures.encoding(text))),),
    "decoded": _decoded,
    "longest": lambda figures, text: _tokens(figures.tokenizer.encode(text, algorithm=LONGEST_MATCH).tokens),
    "words": lambda figures, text: _tokens([word.word for word in figures.tokenizer.trace(text)]),
    "by hand": lambda _, asked: _by_hand(asked),
    "characters": lambda figures, text: (Number(len(text)),),
    "bytes": lambda figures, text: (Number(len(text.encode())),),
}
"""Every live value by its name."""
