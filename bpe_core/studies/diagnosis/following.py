"""Following: a trainer, right or wrong, makes somebody's merges for as long as it could have made them.

What settles ties decides nothing else, so that all ways to do so are tried in one go.

>>> from bpe_core.config import BPEConfig
>>> words = SpelledWords({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, BPEConfig())
>>> merges = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("hug", "s")]
>>> followed = follow(words, None, merges)
>>> followed.prefix, [way.name for way in followed.ways][:3]
(5, ['last_seen', 'smallest_pair', 'longest_token'])
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heapify, heappush
from itertools import chain, pairwise, takewhile
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.queue_trainer import NO_PAIR, LinkedWord, QueueTrainer
from bpe_core.reference import Trainer
from bpe_core.studies.diagnosis.trainer_mistakes import TrainerMistake
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.symbols import SymbolTable, left_out, word_codes
from bpe_core.tie_breaks import TIE_BREAKS

Words = Mapping[tuple[str, ...], int]


_AGAIN = "\u2063"
"""What a token that is made again has at its end where symbols are numbers; a list does not show it."""


class SpelledWords:
    """Words in base symbols, and what all trainers that begin with them share; nobody changes it."""

    def __init__(
        self, words: Mapping[str, int], config: BPEConfig, tick: Callable[[], object] = lambda: None
    ) -> None:
        """Words are spelled as the config says, when they are needed; `tick` is called now and then."""
        self.config, self.tick = config, tick
        self.given = words
        self.counted: dict[object, dict[Pair, int]] = {}
        """The counts before the first merge, by the method that counts the pairs of a word."""

    @cached_property
    def words(self) -> Words:
        """Each word in its symbols, with its count."""
        without = left_out(self.given, self.config)
        codes = [word_codes(word, self.config, without) if word else [] for word in self.given]
        table = SymbolTable(set(chain.from_iterable(codes)), self.config)
        texts = {code: table.text(symbol) for code, symbol in table.symbol_of_code.items()}
        spelled: dict[tuple[str, ...], int] = {}
        for word, count in zip(codes, self.given.values(), strict=True):
            symbols = tuple(map(texts.__getitem__, word))
            spelled[symbols] = spelled.get(symbols, 0) + count
        spelled.pop((), None)
        return spelled

    @cached_property
    def lists(self) -> list[list[str]]:
        """Each word as a list."""
        return [list(word) for word in self.words]

    @cached_property
    def base(self) -> list[str]:
        """The base symbols, as they are first seen."""
        return list(dict.fromkeys(chain.from_iterable(self.words)))

    @cached_property
    def queue(self) -> "_Begun":
        """What a trainer with a queue begins with."""
        return _Begun(self)

    def in_one_list(self, words: Iterable[str]) -> "SpelledWords":
        """All words of a text, in order, as one long word."""
        one = SpelledWords({}, self.config, self.tick)
        spelled = dict(zip(self.given, self.words, strict=True))
        one.words = {tuple(chain.from_iterable(spelled[word] for word in words if word in spelled)): 1}
        return one


class Symbols:
    """What ties may be decided by: what symbols stand for, and their ids in three orders."""

    def __init__(self, words: SpelledWords) -> None:
        self.in_bytes = words.config.alphabet == "bytes"
        self.raw = {symbol: self._raw(symbol) for symbol in words.base}
        self.ids = {symbol: n for n, symbol in enumerate(sorted(words.base))}
        self.value_ids = {symbol: n for n, symbol in enumerate(sorted(words.base, key=self.raw.__getitem__))}
        self.seen_ids = {symbol: n for n, symbol in enumerate(words.base)}
        self.first_counted: dict[Pair, int] = {}
        self.last_counted: dict[Pair, int] = {}

    def add(self, token: str) -> None:
        """Number a token that a merge has made, or any other that a mistake makes."""
        if token not in self.raw:
            self.raw[token] = self._raw(token)
            for ids in (self.ids, self.value_ids, self.seen_ids):
                ids[token] = len(ids)

    def _raw(self, symbol: str) -> str:
        symbol = symbol.rstrip(_AGAIN)
        if not self.in_bytes:
            return symbol
        return "".join(chr(BYTE_OF_CHARACTER.get(letter, ord(letter))) for letter in symbol)


Choice = Callable[[list[Pair], Symbols], Pair]


@dataclass(frozen=True)
class TieWay:
    """One way to settle ties."""

    name: str
    """Its name: of a rule that of `TIE_BREAKS`, perhaps with `_by_value`."""

    sentence: str
    """Which of tied pairs is taken, as it follows "ties go to"."""

    choose: Choice = field(compare=False)
    """Takes one of the tied pairs, which stand in reading order."""

    code: str = ""
    """The same in a line of Python."""

    rule: str = ""
    """The name in `TIE_BREAKS`; empty for a mistake."""

    id_order: str = "code_point"
    """The order of the base symbols' ids."""

    def __reduce__(self) -> tuple[Any, ...]:
        return way_of, (self.name,)  # a lambda cannot be pickled


def _by(key: Callable[[Pair, Symbols], Any], take: Callable[..., Pair] = min) -> Choice:
    return lambda tied, symbols: take(tied, key=lambda pair: key(pair, symbols))


def _raw(pair: Pair, symbols: Symbols) -> tuple[str, str]:
    return symbols.raw[pair[0]], symbols.raw[pair[1]]


def _token(pair: Pair, symbols: Symbols) -> str:
    return symbols.raw[pair[0]] + symbols.raw[pair[1]]


_CHOICES: dict[str, Choice] = {
    "first_seen": lambda tied, symbols: tied[0],
    "last_seen": lambda tied, symbols: tied[-1],
    "smallest_ids": _by(lambda pair, symbols: (symbols.ids[pair[0]], symbols.ids[pair[1]])),
    "smallest_pair": _by(_raw),
    "greatest_pair": _by(_raw, max),
    "shortest_token": _by(lambda pair, symbols: (len(_token(pair, symbols)), _token(pair, symbols))),
    "longest_token": _by(lambda pair, symbols: (-len(_token(pair, symbols)), _token(pair, symbols))),
}

_LINES = {
    "first_seen": "tied[0]",
    "last_seen": "tied[-1]",
    "smallest_ids": "min(tied, key=lambda pair: (ids[pair[0]], ids[pair[1]]))",
    "smallest_pair": "min(tied)",
    "greatest_pair": "max(tied)",
    "shortest_token": "min(tied, key=lambda pair: (len(pair[0] + pair[1]), pair[0] + pair[1]))",
    "longest_token": "min(tied, key=lambda pair: (-len(pair[0] + pair[1]), pair[0] + pair[1]))",
}
"""The same as lines of Python."""

_LEFT, _RIGHT = "ids[pair[0]]", "ids[pair[1]]"
_MISTAKES = (
    ("first_inserted", "the pair that first got a count, as where counts are updated in place",
     "min(tied, key=first_counted.get)", _by(lambda pair, s: s.first_counted.get(pair, 0))),
    ("inserted_again", "the pair that last got a count, as where counts are deleted at 0",
     "min(tied, key=last_counted.get)", _by(lambda pair, s: s.last_counted.get(pair, 0))),
    ("greatest_token", "the greatest joined token, not the greatest pair",
     "max(tied, key=lambda pair: pair[0] + pair[1])", _by(_token, max)),
    ("smallest_token", "the smallest joined token, not the smallest pair",
     "min(tied, key=lambda pair: pair[0] + pair[1])", _by(_token)),
    ("greatest_ids", "the greatest ids", f"max(tied, key=lambda pair: ({_LEFT}, {_RIGHT}))",
     _by(lambda pair, s: (s.ids[pair[0]], s.ids[pair[1]]), max)),
    ("greatest_value_ids", "the greatest ids, with base symbols numbered by their values",
     f"max(tied, key=lambda pair: ({_LEFT}, {_RIGHT}))",
     _by(lambda pair, s: (s.value_ids[pair[0]], s.value_ids[pair[1]]), max)),
    ("smallest_ids_as_seen", "the smallest ids, with base symbols numbered as they are first seen",
     f"min(tied, key=lambda pair: ({_LEFT}, {_RIGHT}))",
     _by(lambda pair, s: (s.seen_ids[pair[0]], s.seen_ids[pair[1]]))),
    ("greatest_ids_as_seen", "the greatest ids, with base symbols numbered as they are first seen",
     f"max(tied, key=lambda pair: ({_LEFT}, {_RIGHT}))",
     _by(lambda pair, s: (s.seen_ids[pair[0]], s.seen_ids[pair[1]]), max)),
    ("greatest_as_printed", "the greatest pair by GPT-2's printable characters", "max(tied, key=printed)",
     _by(lambda pair, s: pair, max)),
    ("smallest_as_printed", "the smallest pair by GPT-2's printable characters", "min(tied, key=printed)",
     _by(lambda pair, s: pair)),
    ("greatest_first_letters", "the greatest first letters of both symbols",
     "max(tied, key=lambda pair: (pair[0][0], pair[1][0]))",
     _by(lambda pair, s: (s.raw[pair[0]][:1], s.raw[pair[1]][:1]), max)),
    ("smallest_first_letters", "the smallest first letters of both symbols",
     "min(tied, key=lambda pair: (pair[0][0], pair[1][0]))",
     _by(lambda pair, s: (s.raw[pair[0]][:1], s.raw[pair[1]][:1]))),
    ("greatest_left", "the greatest left symbol, of equal ones to the pair met first",
     "max(tied, key=lambda pair: pair[0])", _by(lambda pair, s: s.raw[pair[0]], max)),
    ("smallest_left", "the smallest left symbol, of equal ones to the pair met first",
     "min(tied, key=lambda pair: pair[0])", _by(lambda pair, s: s.raw[pair[0]])),
    ("greatest_right", "the greatest right symbol, of equal ones to the pair met first",
     "max(tied, key=lambda pair: pair[1])", _by(lambda pair, s: s.raw[pair[1]], max)),
    ("longest_first_seen", "the longest token, of equally long ones to the pair met first",
     "max(tied, key=lambda pair: len(pair[0] + pair[1]))", _by(lambda pair, s: len(_token(pair, s)), max)),
    ("shortest_first_seen", "the shortest token, of equally long ones to the pair met first",
     "min(tied, key=lambda pair: len(pair[0] + pair[1]))", _by(lambda pair, s: len(_token(pair, s)))),
    ("greatest_by_negated_values", "the greatest pair by negated values, where of b and bc the shorter is",
     "min(tied, key=lambda pair: [[-ord(each) for each in symbol] for symbol in pair])",
     _by(lambda pair, s: [[-ord(letter) for letter in each] for each in _raw(pair, s)])),
)  # fmt: skip


def _rules() -> list[TieWay]:
    ways = []
    for name, choose in _CHOICES.items():
        explained = TIE_BREAKS[name].explanation.partition(":")[0].rstrip(".").removeprefix("Takes ")
        ways.append(TieWay(name, explained, choose, _LINES[name], name))
    by_value = _by(lambda pair, symbols: (symbols.value_ids[pair[0]], symbols.value_ids[pair[1]]))
    ids = ways[2]
    said = f"{ids.sentence}, with base symbols numbered by their values"
    return [*ways, TieWay("smallest_ids_by_value", said, by_value, ids.code, ids.name, "byte_value")]


TIE_RULES = {way.name: way for way in _rules()}
"""The tie rules that people follow."""

TIE_MISTAKES = {name: TieWay(name, said, choose, code) for name, said, code, choose in _MISTAKES}
"""What else settles ties in somebody's code, the commonest first. A new one is one more row."""


def way_of(name: str) -> TieWay:
    """A way to settle ties by its name; of drawn ties, and of a rule unknown here, the usual one."""
    way = TIE_RULES.get(name) or TIE_MISTAKES.get(name)
    if way is None:
        way = TieWay(name, TIE_BREAKS[name].explanation, _CHOICES["first_seen"], f"{name}(tied)", name)
    return way


ALL_WAYS = (*TIE_RULES.values(), *TIE_MISTAKES.values())


@dataclass
class Followed:
    """How far a trainer could have made a list."""

    prefix: int = 0
    """How many merges."""

    ways: tuple[TieWay, ...] = ALL_WAYS
    """The ways to settle ties with which all of these come out; perhaps none."""

    counts: list[int] = field(default_factory=list)
    """How often the pair of each merge occurs, to that trainer."""


class _End(BaseException):
    """The list and the trainer part."""


def follow(
    words: SpelledWords,
    mistake: TrainerMistake | None,
    merges: Sequence[Pair],
    ways: Sequence[TieWay] = ALL_WAYS,
) -> Followed:
    """Let a trainer make the merges of a list, as long as it could choose them.

    Where it makes a token again, it is tried both as the same symbol and as one of its own, as where symbols
    are numbers.
    """
    followed = _follow(words, mistake, merges, ways, is_numbered=False)
    tokens = [left + right for left, right in merges[: followed.prefix]]
    if followed.prefix == len(merges) or len(set(tokens)) == len(tokens):
        return followed
    return max(followed, _follow(words, mistake, merges, ways, is_numbered=True), key=lambda one: one.prefix)


def _follow(
    words: SpelledWords,
    mistake: TrainerMistake | None,
    merges: Sequence[Pair],
    ways: Sequence[TieWay],
    *,
    is_numbered: bool,
) -> Followed:
    followed, waiting, symbols = Followed(ways=tuple(ways)), iter(merges), Symbols(words)

    def choose(tied: list[Pair], count: int) -> Pair:
        words.tick()
        wanted = next(waiting, None)
        pair = next((pair for pair in tied if _written(pair) == wanted), None)
        if pair is None:
            raise _End
        if len(tied) > 1:
            for each in chain.from_iterable(tied):
                symbols.add(each)
            followed.ways = tuple(
                way for way in followed.ways if _written(way.choose(tied, symbols)) == wanted
            )
            if not followed.ways:
                raise _End
        followed.prefix += 1
        followed.counts.append(count)
        return pair

    with suppress(_End):
        _follower(words, mistake, choose, symbols, is_numbered=is_numbered).train(len(merges))
    return followed


def _written(pair: Pair) -> Pair:
    return str(pair[0]).rstrip(_AGAIN), str(pair[1]).rstrip(_AGAIN)


def learn(
    words: SpelledWords, mistake: TrainerMistake | None, way: TieWay, merges: int, min_frequency: int = 0
) -> list[Pair]:
    """The merges that a trainer makes, up to a pair that occurs less often."""
    symbols = Symbols(words)

    def choose(tied: list[Pair], count: int) -> Pair:
        for each in chain.from_iterable(tied):
            symbols.add(each)
        return way.choose(tied, symbols)

    trainer = _follower(words, mistake, choose, symbols)
    return [pair for pair, _ in takewhile(lambda merge: merge[1] >= min_frequency, trainer.train(merges))]


Choose = Callable[[list[Pair], int], Pair]


def _follower(
    words: SpelledWords,
    mistake: TrainerMistake | None,
    choose: Choose,
    symbols: Symbols,
    *,
    is_numbered: bool = False,
) -> Any:
    if mistake is not None and issubclass(mistake, QueueTrainer):
        return type("Follower", (_Queue, mistake), {})(words, choose, symbols)
    quick = _Numbered if is_numbered else _Quick
    bases = (quick,) if mistake is None else (mistake, quick)
    return type("Follower", bases, {})(words, choose, symbols)


class _Quick(Trainer):
    """Counts again only words that a merge has changed, and looks only into those with the left symbol."""

    def __init__(self, words: SpelledWords, choose: Choose, symbols: Symbols) -> None:
        super().__init__(
            {}, count_overlaps=words.config.count_overlaps, max_token_length=words.config.longest_token
        )
        self.start, self.settle, self.symbols = words, choose, symbols
        self.words, self.counts = words.lists, list(words.words.values())
        self.counted: list[list[str]] | None = None
        self.kept: dict[Pair, int] = {}

    def count(self) -> None:
        if self.counted is None:
            self.kept = dict(self._at_first())
            self.symbols.first_counted = {pair: n for n, pair in enumerate(self.kept)}
        else:
            both = zip(self.counted, self.words, self.counts, strict=True)
            changed = [(old, new, count) for old, new, count in both if old is not new]
            lowered = set()
            for old, _, count in changed:
                for pair in self.pairs(old):
                    self.kept[pair] = self.kept.get(pair, 0) - count
                    lowered.add(pair)
            first = self.symbols.first_counted
            for _, new, count in changed:
                for pair in self.pairs(new):
                    self.kept[pair] = self.kept.get(pair, 0) + count
                    first.setdefault(pair, len(first))
            for pair in lowered:
                if self.kept[pair] <= 0:
                    del self.kept[pair]
            if type(self).fits is not Trainer.fits:
                self.kept = {p: n for p, n in self.kept.items() if self.fits(p)}
        self.counted = self.words
        self.pair_counts = dict(self.kept)  # which a mistake may change

    def _at_first(self) -> dict[Pair, int]:
        key = type(self).pairs, type(self).fits
        if key not in self.start.counted:
            super().count()
            self.start.counted[key] = self.pair_counts
        return self.start.counted[key]

    def pairs(self, word: list[str]) -> Any:
        is_plain = self.count_overlaps and self.max_token_length is None and type(self).fits is Trainer.fits
        return pairwise(word) if is_plain else super().pairs(word)

    def choose(self, tied: list[Pair]) -> Pair:
        if len(tied) > 1:
            self.symbols.last_counted = {pair: n for n, pair in enumerate(tied)}
            tied = self._as_met(tied)
        return self.settle(tied, self.pair_counts[tied[0]])

    def apply(self, pair: Pair) -> None:
        token = pair[0] + pair[1]
        self.lengths[token] = self.length(pair)
        self.symbols.add(token)
        left, everywhere = pair[0], self._touches_all
        merged = [self.merge(word, pair) if left in word or everywhere else word for word in self.words]
        self.words = [old if old == new else new for old, new in zip(self.words, merged, strict=True)]

    @cached_property
    def _touches_all(self) -> bool:
        return any(each.__name__ in _EVERYWHERE for each in type(self).__mro__)

    def _as_met(self, tied: list[Pair]) -> list[Pair]:
        """Pairs in the order in which they are met in the words; the others, if any, last."""
        waiting, lefts = set(tied), {left for left, _ in tied}
        met: list[Pair] = []
        for word in self.words:
            if waiting and not lefts.isdisjoint(word):
                for pair in self.pairs(word):
                    if pair in waiting:
                        waiting.discard(pair)
                        met.append(pair)
        return [*met, *(pair for pair in tied if pair in waiting)]


class _Numbered(_Quick):
    """The same where a token that is made again is a symbol of its own."""

    def __init__(self, words: SpelledWords, choose: Choose, symbols: Symbols) -> None:
        super().__init__(words, choose, symbols)
        self.token = ""
        self.symbol = type("Symbol", (str,), {"__add__": lambda left, right: self.token})
        self.words = [list(map(self.symbol, word)) for word in self.words]

    def choose(self, tied: list[Pair]) -> Pair:
        left, right = super().choose(tied)
        self.token = self.symbol(f"{left}{right}".replace(_AGAIN, ""))
        while self.token in self.lengths:
            self.token = self.symbol(f"{self.token}{_AGAIN}")
        return left, right


_EVERYWHERE = {"LastSymbolLost", "ReplacedInSpacedText"}
"""These change words without the left symbol, too."""


class _Begun:
    """A trainer with a queue before its first merge."""

    def __init__(self, words: SpelledWords) -> None:
        trainer = QueueTrainer(words.words)
        trainer.count_pairs()
        self.vocabulary, self.lengths = trainer.vocabulary, trainer.lengths
        self.words = [[*word] for word in trainer.words]
        self.counts, self.pair_counts, self.words_with = (
            trainer.counts,
            trainer.pair_counts,
            trainer.words_with,
        )
        self.queue = [(-count, pair) for pair, count in trainer.pair_counts.items()]
        heapify(self.queue)


class _Queue(QueueTrainer):
    """Pops all pairs with the highest count at once, so that it may take the list's."""

    def __init__(self, words: SpelledWords, choose: Choose, symbols: Symbols) -> None:
        begun = words.queue
        self.settle, self.symbols = choose, symbols
        self.vocabulary, self.lengths, self.counts = [*begun.vocabulary], [*begun.lengths], begun.counts
        self.words = _Lazy(lambda number: LinkedWord(begun.words[number]))  # type: ignore[assignment]
        self.pair_counts = defaultdict(int, begun.pair_counts)
        self.words_with = _Lazy(lambda pair: {*begun.words_with.get(pair, ())})  # type: ignore[assignment]
        self.queue, self.merges = [*begun.queue], []
        self.min_frequency, self.max_token_length = 1, words.config.longest_token

    def count_pairs(self) -> None:
        """They are counted."""

    def fill_queue(self) -> None:
        """It is filled."""

    def pop(self) -> Any:
        first, count = super().pop()
        if count < 1:
            return first, count
        tied = {first: None}
        while self.queue and -self.queue[0][0] >= count:
            other, n = super().pop()
            if n != count:
                if other != NO_PAIR:
                    heappush(self.queue, (-n, other))
                break
            tied[other] = None
        texts = {(self.vocabulary[left], self.vocabulary[right]): (left, right) for left, right in tied}
        order = {pair: n for n, pair in enumerate(self.pair_counts)} if len(texts) > 1 else {}
        by_age = sorted(texts, key=lambda text: order.get(texts[text], 0))
        self.symbols.first_counted = {text: order.get(texts[text], 0) for text in texts}
        self.symbols.last_counted = self.symbols.first_counted
        left, right = self.settle(by_age, count)
        self.symbols.add(left + right)
        taken = texts[left, right]
        for pair in tied:
            if pair != taken:
                heappush(self.queue, (-count, pair))
        return taken, count


class _Lazy(dict[Any, Any]):
    """Makes each value when it is first asked for."""

    def __init__(self, make: Callable[[Any], Any]) -> None:
        self._make = make

    def __missing__(self, key: Any) -> Any:
        self[key] = self._make(key)
        return self[key]
