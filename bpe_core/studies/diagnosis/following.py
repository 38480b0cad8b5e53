"""Following: a trainer, right or wrong, makes somebody's merges for as long as it could have made them.

What settles ties decides nothing else, so that all ways to do so are tried in one go.

>>> from bpe_core.config import BPEConfig
>>> words = SpelledWords({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, BPEConfig())
>>> merges = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un"), ("hug", "s")]
>>> followed = follow(words, None, merges)
>>> followed.prefix, [way.name for way in followed.ways][:3]
(5, ['last_seen', 'smallest_pair', 'longest_token'])
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from heapq import heappush
from itertools import chain, pairwise, repeat, takewhile
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.merges import Pair
from bpe_core.queue_trainer import NO_PAIR, LinkedWord, QueueTrainer
from bpe_core.reference import Trainer
from bpe_core.studies.diagnosis.tie_ways import ALL_WAYS, Orders, TieWay
from bpe_core.studies.diagnosis.trainer_mistakes import CHANGE_OTHER_WORDS, TrainerMistake
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.symbols import left_out, spell_words

Choose = Callable[[list[Pair], Mapping[Any, int]], Pair]
"""Takes one of the tied pairs, which stand in reading order, or another one that has a count."""


_AGAIN = "\u2063"
"""What a token that is made again has at its end where symbols are numbers; a list does not show it."""

_LONG = 50
"""The equal pairs of a word with more symbols are counted together."""


class SpelledWords:
    """Words in base symbols, and what all trainers that begin with them share; nobody changes it."""

    def __init__(
        self, words: Mapping[str, int], config: BPEConfig, tick: Callable[[], object] = lambda: None
    ) -> None:
        """Words are spelled as the config says, when they are needed; `tick` is called now and then."""
        self.given, self.config, self.tick = words, config, tick
        self.counted: dict[object, dict[Pair, int]] = {}
        """The counts before the first merge, by the methods that count the pairs of a word."""

    @cached_property
    def words(self) -> Mapping[tuple[str, ...], int]:
        """Each word in its symbols, with its count."""
        spelled_words = spell_words([*self.given], self.config, left_out(self.given, self.config))
        table, starts = spelled_words.table, spelled_words.starts.tolist()
        texts = [*map(table.text, range(table.base_size)), ""]  # the last one of what separates words
        symbols = [texts[symbol] for symbol in spelled_words.symbols.tolist()]
        spelled: dict[tuple[str, ...], int] = {}
        for start, end, count in zip(starts, starts[1:], self.given.values(), strict=False):
            word = tuple(symbols[start : end - 1])
            spelled[word] = spelled.get(word, 0) + count
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
    def pair_counts(self) -> dict[Pair, int]:
        """How often each pair occurs before the first merge, in the order in which pairs first occur."""
        counts: dict[Pair, int] = Counter(chain.from_iterable(map(pairwise, self.words)))
        for word, count in self.words.items():
            if count > 1:
                for pair in pairwise(word):
                    counts[pair] += count - 1
        return dict(counts)

    @cached_property
    def texts(self) -> list[str]:
        """Each word as one text, with a mark around each symbol, to be searched."""
        return list(map(searched, self.words))

    @cached_property
    def queue(self) -> QueueTrainer:
        """A trainer with a queue before its first merge."""
        trainer = QueueTrainer(self.words)
        trainer.count_pairs()
        trainer.fill_queue()
        return trainer

    def in_one_list(self, words: Iterable[str]) -> "SpelledWords":
        """All words of a text, in order, as one long word."""
        one = SpelledWords({}, self.config, self.tick)
        spelled = dict(zip(self.given, self.words, strict=True))
        one.words = {tuple(chain.from_iterable(spelled[word] for word in words if word in spelled)): 1}
        return one


def searched(symbols: Iterable[str]) -> str:
    """Symbols as one text with a mark around each."""
    joined = "\0".join(symbols)
    return f"\0{joined}\0"


class _Ties:
    """Symbols as texts that ties go by, and their ids, as they are made."""

    def __init__(self, words: SpelledWords) -> None:
        self.in_bytes, self.orders = words.config.alphabet == "bytes", Orders()
        self.texts = {symbol: self._text(symbol) for symbol in words.base}
        for ids, order in (
            (self.orders.ids, sorted(words.base)),
            (self.orders.value_ids, sorted(words.base, key=self.texts.__getitem__)),
            (self.orders.seen_ids, words.base),
        ):
            ids.update((self.texts[symbol], number) for number, symbol in enumerate(order))

    def add(self, token: str) -> None:
        """Number a token that a merge has made, or any other that a mistake makes."""
        if token not in self.texts:
            self.texts[token] = text = self._text(token)
            for ids in (self.orders.ids, self.orders.value_ids, self.orders.seen_ids):
                ids.setdefault(text, len(ids))

    def in_text(self, pair: Pair) -> Pair:
        """A pair as the texts of its symbols: of bytes, a character for each."""
        for symbol in pair:
            self.add(symbol)
        return self.texts[pair[0]], self.texts[pair[1]]

    def taken_by(self, ways: Sequence[TieWay], tied: list[Pair]) -> list[Pair]:
        """Which of tied pairs each way takes."""
        of_text = {self.in_text(pair): pair for pair in tied}
        texts = list(of_text)
        return [of_text[way.choose(texts, self.orders)] for way in ways]

    def counted(self, first: Mapping[Pair, int], last: Mapping[Pair, int]) -> None:
        """Take over when pairs first and last got a count."""
        self.orders.first_counted = {self.in_text(pair): number for pair, number in first.items()}
        self.orders.last_counted = {self.in_text(pair): number for pair, number in last.items()}

    def _text(self, symbol: str) -> str:
        symbol = symbol.rstrip(_AGAIN)
        if not self.in_bytes:
            return symbol
        return "".join(chr(BYTE_OF_CHARACTER.get(letter, ord(letter))) for letter in symbol)


@dataclass
class Followed:
    """How far a trainer could have made a list."""

    ways: tuple[TieWay, ...]
    """The ways to settle ties with which all merges come out that are not wrong; perhaps none."""

    judged: int = 0
    """How many merges of the list were asked for."""

    wrong: list[int] = field(default_factory=list)
    """The ranks of those that it would not have made, whatever settles ties."""

    counts: list[int] = field(default_factory=list)
    """How often the pair of each merge occurs, to that trainer."""

    @property
    def prefix(self) -> int:
        """How many merges come before the first that it would not have made."""
        return self.wrong[0] if self.wrong else self.judged


class _End(BaseException):
    """The list and the trainer part."""


def follow(
    words: SpelledWords,
    mistake: TrainerMistake | None,
    merges: Sequence[Pair],
    ways: Sequence[TieWay] = ALL_WAYS,
    *,
    most_wrong: int = 0,
) -> Followed:
    """Let a trainer make the merges of a list, as long as at most so many are wrong.

    Where it makes a token again, that is tried as a symbol of its own, too, as where symbols are numbers.
    """
    followed = _follow(words, mistake, merges, ways, most_wrong, is_numbered=False)
    tokens = [left + right for left, right in merges[: followed.prefix]]
    if mistake is None or followed.prefix == len(merges) or len(set(tokens)) == len(tokens):
        return followed
    numbered = _follow(words, mistake, merges, ways, most_wrong, is_numbered=True)
    return max(followed, numbered, key=lambda one: one.prefix)


def _follow(
    words: SpelledWords,
    mistake: TrainerMistake | None,
    merges: Sequence[Pair],
    ways: Sequence[TieWay],
    most_wrong: int,
    *,
    is_numbered: bool,
) -> Followed:
    ties = _Ties(words)
    followed = Followed(tuple(way for way in ways if ties.in_bytes or not way.is_of_bytes))

    def choose(tied: list[Pair], counts: Mapping[Pair, int]) -> Pair:
        words.tick()
        while followed.judged < len(merges):
            wanted = merges[followed.judged]
            followed.judged += 1
            pair = next((pair for pair in tied if _written(pair) == wanted), wanted)
            followed.counts.append(counts.get(pair, 0))
            if pair in tied:
                if len(tied) > 1 and followed.ways:
                    taken = ties.taken_by(followed.ways, tied)
                    both = zip(followed.ways, taken, strict=True)
                    followed.ways = tuple(way for way, each in both if _written(each) == wanted)
                if followed.ways or most_wrong:
                    return pair
            followed.wrong.append(followed.judged - 1)
            if len(followed.wrong) > most_wrong:
                break
            if counts.get(wanted, 0) > 0:
                return wanted
        raise _End

    with suppress(_End):
        _follower(words, mistake, choose, ties, is_numbered=is_numbered).train(len(merges))
    return followed


def _written(pair: Pair) -> Pair:
    return str(pair[0]).rstrip(_AGAIN), str(pair[1]).rstrip(_AGAIN)


def learn(
    words: SpelledWords, mistake: TrainerMistake | None, way: TieWay, merges: int, min_frequency: int = 0
) -> list[Pair]:
    """The merges that a trainer makes, up to a pair that occurs less often."""
    ties = _Ties(words)
    trainer = _follower(words, mistake, lambda tied, _: ties.taken_by([way], tied)[0], ties)
    return [pair for pair, _ in takewhile(lambda merge: merge[1] >= min_frequency, trainer.train(merges))]


def _follower(
    words: SpelledWords,
    mistake: TrainerMistake | None,
    choose: Choose,
    ties: _Ties,
    *,
    is_numbered: bool = False,
) -> Any:
    if mistake is not None and issubclass(mistake, QueueTrainer):
        return type("Follower", (_Queue, mistake), {})(words, choose, ties)
    quick = _Numbered if is_numbered else _Quick
    bases = (quick,) if mistake is None else (mistake, quick)
    return type("Follower", bases, {})(words, choose, ties)


class _Quick(Trainer):
    """Looks only into words that may hold the pair, and counts again only those that a merge has changed."""

    def __init__(self, words: SpelledWords, choose: Choose, ties: _Ties) -> None:
        config = words.config
        super().__init__({}, count_overlaps=config.count_overlaps, max_token_length=config.longest_token)
        self.start, self.settle, self.ties = words, choose, ties
        self.words, self.counts = words.lists, list(words.words.values())
        self.counted: list[list[str]] = []
        self.texts = [*words.texts]
        self.changes_others = not CHANGE_OTHER_WORDS.isdisjoint(type(self).__mro__)
        self.kept: dict[Pair, int] = {}
        self.first: dict[Pair, int] = {}
        self.is_plain = type(self).fits is Trainer.fits and self.max_token_length is None

    def count(self) -> None:
        if not self.counted:
            key = type(self).pairs, type(self).fits
            if self.is_plain and self.count_overlaps and type(self).pairs is _Quick.pairs:
                self.start.counted[key] = self.start.pair_counts
            elif key not in self.start.counted:
                super().count()
                self.start.counted[key] = self.pair_counts
            self.kept = dict(self.start.counted[key])
            self.first = {pair: number for number, pair in enumerate(self.kept)}
        else:
            self._count_changed()
        self.counted = self.words
        is_changed = type(self).count is not _Quick.count  # by a mistake
        self.pair_counts = dict(self.kept) if is_changed else self.kept

    def _count_changed(self) -> None:
        both = enumerate(zip(self.counted, self.words, strict=True))
        changed = [(number, old, new) for number, (old, new) in both if old is not new]
        if type(self).pairs is _Quick.pairs and self.count_overlaps:
            changed = [(number, *_where_they_differ(old, new)) for number, old, new in changed]
        lowered: set[Pair] = set()
        for number, old, _ in changed:
            for pair, times in self._counted(old):
                self.kept[pair] = self.kept.get(pair, 0) - times * self.counts[number]
                lowered.add(pair)
        for number, _, new in changed:
            for pair, times in self._counted(new):
                self.kept[pair] = self.kept.get(pair, 0) + times * self.counts[number]
                self.first.setdefault(pair, len(self.first))
        for pair in lowered:
            if self.kept[pair] <= 0:
                del self.kept[pair]
        merged = self.merges[-1][0]
        if not self.fits(merged):
            self.kept.pop(merged, None)

    def _counted(self, word: list[str]) -> Iterable[tuple[Pair, int]]:
        if len(word) > _LONG:
            return Counter(self.pairs(word)).items()
        return zip(self.pairs(word), repeat(1))

    def pairs(self, word: list[str]) -> Any:
        return pairwise(word) if self.is_plain and self.count_overlaps else super().pairs(word)

    def choose(self, tied: list[Pair]) -> Pair:
        if len(tied) > 1:
            first = {pair: self.first.get(pair, 0) for pair in tied}
            self.ties.counted(first, {pair: number for number, pair in enumerate(tied)})
            tied = sorted(tied, key=self._first_place)
        return self.settle(tied, self.pair_counts)

    def apply(self, pair: Pair) -> None:
        token = pair[0] + pair[1]
        self.lengths[token] = self.length(pair)
        self.ties.add(token)
        self.words = [*self.words]
        for number in self.words_with(pair):
            old = self.words[number]
            new = self.merge(old, pair)
            if new != old:
                self.words[number], self.texts[number] = new, searched(new)

    def merge(self, word: list[str], pair: Pair) -> list[str]:
        merged: list[str] = []
        start = place = 0
        with suppress(ValueError):  # no left symbol is left
            while True:
                place = word.index(pair[0], place)
                if word[place + 1 : place + 2] == [pair[1]]:
                    merged += [*word[start:place], pair[0] + pair[1]]
                    start = place = place + 2
                else:
                    place += 1
        return merged + word[start:]

    def words_with(self, pair: Pair) -> Iterable[int]:
        """The numbers of the words in which a merge may change something."""
        if self.changes_others:
            return range(len(self.words))
        text = searched(pair)
        return [number for number, word in enumerate(self.texts) if text in word]

    def _first_place(self, pair: Pair) -> tuple[int, int]:
        """Where a pair is met first: the number of the word, and the place in it."""
        text = searched(pair)
        for number, word in enumerate(self.words):
            if self.changes_others or text in self.texts[number]:
                for place, both in enumerate(self.pairs(word)):
                    if both == pair:
                        return number, place
        return len(self.words), 0


class _Numbered(_Quick):
    """The same where a token that is made again is a symbol of its own."""

    def __init__(self, words: SpelledWords, choose: Choose, ties: _Ties) -> None:
        super().__init__(words, choose, ties)
        self.token = ""
        self.symbol = type("Symbol", (str,), {"__add__": lambda left, right: self.token})
        self.words = [list(map(self.symbol, word)) for word in self.words]

    def choose(self, tied: list[Pair]) -> Pair:
        left, right = super().choose(tied)
        self.token = self.symbol(f"{left}{right}".replace(_AGAIN, ""))
        while self.token in self.lengths:
            self.token = self.symbol(f"{self.token}{_AGAIN}")
        return left, right


def _where_they_differ(old: list[str], new: list[str]) -> tuple[list[str], list[str]]:
    """The symbols of a word before and after a merge, but for those that are the same on either side, all
    but one."""
    most = min(len(old), len(new))
    same = next((place for place in range(most) if old[place] != new[place]), most)
    left = most - same
    after = next((place for place in range(left) if old[-1 - place] != new[-1 - place]), left)
    first = max(0, same - 1)
    return old[first : len(old) - after + 1], new[first : len(new) - after + 1]


class _Queue(QueueTrainer):
    """Pops all pairs with the highest count at once, so that it may take the list's."""

    def __init__(self, words: SpelledWords, choose: Choose, ties: _Ties) -> None:
        begun = words.queue
        self.settle, self.ties = choose, ties
        self.vocabulary, self.lengths, self.counts = [*begun.vocabulary], [*begun.lengths], begun.counts
        self.words = _Lazy(lambda number: LinkedWord([*begun.words[number]]))  # type: ignore[assignment]
        self.pair_counts = begun.pair_counts.copy()
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
        names = {(self.vocabulary[left], self.vocabulary[right]): (left, right) for left, right in tied}
        if len(names) > 1:
            order = {pair: number for number, pair in enumerate(self.pair_counts)}
            first_counted = {name: order.get(pair, 0) for name, pair in names.items()}
            names = dict(sorted(names.items(), key=lambda each: first_counted[each[0]]))
            self.ties.counted(first_counted, first_counted)
        taken = names[self.settle([*names], dict.fromkeys(names, count))]
        self.ties.add("".join(self.vocabulary[symbol] for symbol in taken))
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
