"""The story of a token: where it comes from, what it is made of, and what it is a part of.

If a text is not a token, the story is about the tokens that it is cut into.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> from bpe_ui.stage.text.sentences import plain_text
>>> example = EXAMPLES["hug_pug_pun"]
>>> stepper = BPEStepper(example.corpus, example.config)
>>> stepper.run()
>>> story = TrainedTokens(stepper, position=4).of_text("hug")
>>> plain_text(story.sentence), [plain_text(remark) for remark in story.remarks]
('hug (id 9) was learned as merge 3: h + ug occurred 15 times.', [])
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Protocol

from bpe_core import BPEError, BPEStepper
from bpe_core.errors import UnknownIdError
from bpe_core.merges import Pair
from bpe_core.queries import Ancestor, ancestry_of
from bpe_core.studies.vocabulary_study import MergeRule
from bpe_ui.stage.text import origins
from bpe_ui.stage.text.sentences import Sentence, named, say
from bpe_ui.visit.visit import Visit

MOST_ROOTS = 12
"""For how many tokens of a text the trees are drawn at most."""
NO_ID = -1
"""The id of a token that does not exist yet."""
NO_TOKEN = "That is not a token here."


class Story(NamedTuple):
    """What is told about a token."""

    sentence: Sentence
    """Where it comes from."""

    roots: tuple[Ancestor, ...] = ()
    """The token; or the tokens of a text that is not a token."""

    remarks: tuple[Sentence, ...] = ()
    """More sentences about it."""

    named: Mapping[str, int] = {}
    """The tokens that the remarks name, with their ids."""

    @property
    def ids(self) -> dict[str, int]:
        """All tokens in the story, with their ids."""
        return {each.token: each.id for each in self._below(self.roots) if each.id != NO_ID} | {**self.named}

    def _below(self, roots: Iterable[Ancestor]) -> Iterator[Ancestor]:
        for root in roots:
            yield root
            yield from self._below(root.parts)


class Tokens(Protocol):
    """The tokens of one view."""

    @property
    def whose(self) -> Sentence:
        """The last sentence of each story, where it is not clear whose they are."""

    def of_id(self, token_id: int) -> Story:
        """The story of a token; raises a `BPEError` if the id does not exist."""

    def of_text(self, text: str) -> Story:
        """The story of a text, even if it is not a token; raises a `BPEError` if it cannot be cut."""

    def of_pair(self, left: int, right: int) -> Story:
        """The story of the token that two tokens make, or would make."""


@dataclass(frozen=True)
class TrainedTokens:
    """The tokens of a training at a position."""

    stepper: BPEStepper
    """The training, which must not be moved."""

    position: int
    """How many merges there are."""

    tells_future: bool = True
    """Whether it may tell what later merges make, and how a word is cut; not while a person is asked that."""

    whose: Sentence = ()
    """See `Tokens`."""

    def of_id(self, token_id: int) -> Story:
        """See `Tokens`."""
        history = self.stepper.history
        root = history.ancestry(token_id)
        if root.rank is None:
            is_base = history.text_of(token_id, 0) is not None
            sentence = origins.origin(root.token, token_id, "base" if is_base else "added", None)
        elif root.rank < self.position:
            rule, count = MergeRule(root.rank, history.pair(root.rank)), history.counts(root.rank + 1)[-1]
            sentence = origins.origin(root.token, token_id, "learned", rule, count=count)
        elif self.tells_future:
            later = "{it.token:token} is not a token yet: merge {it.rank:rank} makes it of {pair:pair}."
            sentence = say(later, it=root, pair=history.pair(root.rank))
        else:
            return Story(say("{token:token} is not a token yet.", token=root.token))
        made = history.made_with(token_id, self.position)
        larger = {history.ancestry(each).token: each for each in made[: origins.NAMED]}
        remarks = origins.part_of([*larger], len(made)), origins.stands_for(root.bytes)
        return Story(sentence, (root,), tuple(filter(None, remarks)), larger)

    def of_text(self, text: str) -> Story:
        """See `Tokens`. Texts that are not tokens must be words of the corpus."""
        token_id = self.stepper.history.token_id(text, self.position)
        if token_id is not None:
            return self.of_id(token_id)
        if not self.tells_future:
            return Story(say("{text:token} is not a token here.", text=text))
        [symbols] = self.stepper.at(self.position).splits([text]).values()
        ids = (self.stepper.history.token_id(symbol, self.position) for symbol in symbols[:MOST_ROOTS])
        roots = (self.stepper.history.ancestry(each) for each in ids if each is not None)
        return Story(cut_into(text, symbols), tuple(roots))

    def of_pair(self, left: int, right: int) -> Story:
        """See `Tokens`. The pair need not occur."""
        history = self.stepper.history
        pairs = history.pair_ids(0, len(history))
        rank = pairs.index((left, right)) if (left, right) in pairs else None
        if rank is not None and (rank < self.position or self.tells_future):
            return self.of_id(history.token_ids(rank, rank + 1)[0])
        parts = history.ancestry(left), history.ancestry(right)
        pair = parts[0].token, parts[1].token
        facts = self.stepper.at(self.position).pair_facts(pair)
        root = Ancestor(NO_ID, facts.token, parts[0].bytes + parts[1].bytes, None, parts)
        sentence = say(
            "{made.token:token} is not a token: merging {made.pair:pair}, which occurs {made.count}"
            " {made.count:time|times}, would make it.",
            made=facts,
        )
        return Story(sentence, (root,))


@dataclass(frozen=True)
class ListedTokens:
    """The tokens of a merge list, such as that of a trainer on Under the hood."""

    ids: Mapping[str, int]
    """The base symbols and the tokens of the merges, with their ids, which count from 0."""

    merges: Sequence[tuple[Pair, int]]
    """The merges in their order, each with its count."""

    whose: Sentence = ()
    """See `Tokens`."""

    def of_id(self, token_id: int) -> Story:
        """See `Tokens`."""
        root = ancestry_of(token_id, self._parts_of, self._ancestor)
        if root.rank is None:
            return Story(origins.origin(root.token, token_id, "base", None), (root,))
        pair, count = self.merges[root.rank]
        sentence = origins.origin(root.token, token_id, "learned", MergeRule(root.rank, pair), count=count)
        return Story(sentence, (root,))

    def of_text(self, text: str) -> Story:
        """See `Tokens`."""
        return self.of_id(self.ids[text]) if text in self.ids else no_token()

    def of_pair(self, left: int, right: int) -> Story:
        """See `Tokens`."""
        raise BPEError(NO_TOKEN)

    @cached_property
    def _first_learned(self) -> int:
        return max(self.ids.values()) + 1 - len(self.merges)

    def _parts_of(self, token_id: int) -> tuple[int, int] | None:
        rank = token_id - self._first_learned
        if rank < 0:
            return None
        left, right = self.merges[rank][0]
        return self.ids[left], self.ids[right]

    def _ancestor(self, token_id: int, parts: tuple[Ancestor, ...]) -> Ancestor:
        rank = token_id - self._first_learned
        if rank >= len(self.merges):
            raise UnknownIdError(NO_TOKEN)
        made = "".join(self.merges[rank][0]) if rank >= 0 else None
        token = made or next(text for text, each in self.ids.items() if each == token_id)
        return Ancestor(token_id, token, b"", None if made is None else rank, parts)


def no_token() -> Story:
    """What is told of a text that is not a token."""
    return Story(say(NO_TOKEN))


def cut_into(text: str, tokens: Iterable[str]) -> Sentence:
    """`hugs is not a token here: it is cut into 2 tokens, hug and s.`"""
    parts = [*tokens]
    cut = "{text:token} is not a token here: it is cut into {count:,} {count:token|tokens}, {tokens}."
    if not parts:
        cut = "{text:token} is not a token here: the limit of the alphabet leaves nothing of it."
    return say(cut, text=text, count=len(parts), tokens=named(parts, MOST_ROOTS))


def trained(visit: Visit, detail: str, position: int | None) -> TrainedTokens:
    """The tokens of the training on screen."""
    # A lesson asks for the next merge, as predict mode does.
    tells_future = not (visit.predicting or visit.in_lesson)
    return tokens_at(visit.training.stepper, position, tells_future=tells_future)


def tokens_at(
    stepper: BPEStepper, position: int | None = None, *, tells_future: bool = True
) -> TrainedTokens:
    """The tokens at a position, by default the stepper's own."""
    wanted = stepper.position if position is None else position
    return TrainedTokens(stepper, min(wanted, stepper.known_merges), tells_future)
