"""Round trip: what the ids of a text are decoded to, and which stage lost what.

>>> from bpe_core import BPEConfig, BPEStepper, Corpus
>>> stepper = BPEStepper(Corpus.from_text("the hug"), BPEConfig(normalizers=("lowercase",), unknown="drop"))
>>> trip = round_trip(stepper.tokenizer(), "The mug")
>>> trip.decoded, trip.is_exact
('theug', False)
>>> for loss in trip.losses:
...     print(loss.stage, loss.names, (loss.change.before, loss.change.after))
normalizer ('lowercase',) ('T', 't')
pre_tokenizer ('whitespace',) ('e m', 'em')
unknown ('m',) ('emu', 'eu')
>>> read_ids("[3, 1 4]")
(3, 1, 4)

To find what a stage loses, what it leaves of the text is decoded: if the result differs from that of the
stage before, the stage lost something.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bpe_core.encoding.decoding import TokenText, text_of
from bpe_core.encoding.spelling import printed_word
from bpe_core.errors import UnknownIdError
from bpe_core.normalizers import normalize
from bpe_core.pre_tokenizers.registry import pre_tokenizer_of
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens
from bpe_core.studies.split_characters import CharacterPart, held_by, parts_of
from bpe_core.tokenizer import BPETokenizer, Tokenizer
from bpe_core.validation import shown

MAX_IDS = 20_000
"""The most ids that can be read."""

NO_ID = "?"
"""Stands for a missing id in a list of ids."""

PipelineStage = Literal["added_token", "normalizer", "pre_tokenizer", "unknown", "decoder"]


class TextChange(NamedTuple):
    """Where two texts differ, between their common beginning and their common end."""

    place: int
    """The index of the first character that differs."""

    before: str
    """What the first text has there; if one of the two has nothing, with a neighbour on each side."""

    after: str
    """What the second text has there."""


@dataclass(frozen=True)
class Loss:
    """What one stage lost."""

    stage: PipelineStage
    """The stage."""

    names: tuple[str, ...]
    """The parts of the stage: normalizers, a pre-tokenizer; for "unknown", the unknown symbols, each once."""

    change: TextChange
    """What it did to the text."""


@dataclass(frozen=True)
class RoundTrip:
    """A text, and what its ids are decoded to."""

    text: str
    """The text."""

    ids: tuple[int | None, ...]
    """Its ids; None for a token without an id."""

    decoded: str
    """What they are decoded to."""

    losses: tuple[Loss, ...]
    """What each stage lost, in the order of the stages; empty if the text comes back unchanged."""

    @property
    def is_exact(self) -> bool:
        """Whether the text comes back unchanged."""
        return self.text == self.decoded

    @property
    def change(self) -> TextChange:
        """Where the text and the decoded text differ, if they do."""
        return change_between(self.text, self.decoded)


class DecodedToken(NamedTuple):
    """A token given by its id."""

    token_id: int | None
    """The id."""

    token: str
    """The token as printed; `NO_ID` if it has no id."""

    bytes: bytes
    """What it adds to a text when it is not the first token."""

    parts: tuple[CharacterPart, ...]
    """The parts of characters in it, whose other parts belong to other tokens or are missing."""


def round_trip(tokenizer: Tokenizer, text: str, algorithm: str = "lowest_rank") -> RoundTrip:
    """Encode a text and decode its ids; raises what `encode` and `decode` raise."""
    encoding = tokenizer.encode(text, algorithm=algorithm)
    decoded = tokenizer.decode(encoding.ids)
    losses: list[Loss] = []
    if decoded != text:
        left = text
        for stage, names, after in _left_after(tokenizer, text):
            if after != left:
                losses.append(Loss(stage, names, change_between(left, after)))
            left = after
        if left != decoded:
            unknown = tuple(dict.fromkeys(encoding.unknown))
            losses.append(Loss("unknown" if unknown else "decoder", unknown, change_between(left, decoded)))
    return RoundTrip(text, encoding.ids, decoded, tuple(losses))


def change_between(before: str, after: str) -> TextChange:
    """Where two different texts differ.

    >>> change_between("the  cat", "the cat")
    TextChange(place=4, before='  c', after=' c')
    """
    shorter = min(len(before), len(after))
    start = next((place for place in range(shorter) if before[place] != after[place]), shorter)
    same_end = 0
    while same_end < shorter - start and before[-1 - same_end] == after[-1 - same_end]:
        same_end += 1
    ends = len(before) - same_end, len(after) - same_end
    first, more = start, 0
    if start in ends:  # one of the two has nothing here
        first, more = max(0, start - 1), 1
    return TextChange(start, before[first : ends[0] + more], after[first : ends[1] + more])


def written_ids(ids: Iterable[int | None]) -> str:
    """Ids in the form that `read_ids` takes."""
    return " ".join(NO_ID if token_id is None else str(token_id) for token_id in ids)


def read_ids(text: str) -> tuple[int | None, ...]:
    """The ids in a text: whole numbers separated by spaces or commas, perhaps in brackets; `NO_ID` for no id.

    Raises `UnknownIdError` for anything else, and beyond `MAX_IDS`.
    """
    words = re.findall(r"[^\s,;]+", re.sub(r"[\[\](){}]", " ", text))
    if len(words) > MAX_IDS:
        raise UnknownIdError(f"There are {len(words):,} ids; at most {MAX_IDS:,} are decoded.")
    for number, word in enumerate(words, start=1):
        if word != NO_ID and not re.fullmatch("[0-9]{1,10}", word):
            raise UnknownIdError(
                f"Entry {number:,} is {shown(word)}; an id is an integer of up to 10 digits."
            )
    return tuple(None if word == NO_ID else int(word) for word in words)


def decoded_tokens(tokenizer: Tokenizer, ids: Sequence[int | None]) -> list[DecodedToken]:
    """The tokens with these ids; raises `UnknownIdError`, which says which id is unknown."""
    token_of = tokenizer.token_of
    has_none = isinstance(tokenizer, BPETokenizer)
    for number, token_id in enumerate(ids, start=1):
        if token_id not in token_of and not (token_id is None and has_none):
            given = NO_ID if token_id is None else token_id
            raise UnknownIdError(
                f"Id {number:,} is {given}, which is not in the vocabulary; its {len(token_of):,} ids go from"
                f" {min(token_of, default=0)} to {max(token_of, default=0)}."
            )
    unknown = "\N{REPLACEMENT CHARACTER}".encode()
    data = [unknown if token_id is None else tokenizer.token_bytes[token_id] for token_id in ids]
    return [
        DecodedToken(token_id, NO_ID if token_id is None else token_of[token_id], adds, tuple(parts_of(held)))
        for token_id, adds, held in zip(ids, data, held_by(data), strict=True)
    ]


def _left_after(tokenizer: Tokenizer, text: str) -> Iterator[tuple[PipelineStage, tuple[str, ...], str]]:
    """Each stage that may lose something, its parts, and what it leaves of the text, decoded."""
    if not isinstance(tokenizer, BPETokenizer):
        left, stages = tokenizer.left_after(text), tokenizer.stages
        yield "added_token", (), left["added_token"]
        if left["normalizer"] != left["added_token"]:  # else the decoder undoes what the two did
            yield "pre_tokenizer", stages.get("pre_tokenizer", ()), left["pre_tokenizer"]
        yield "normalizer", stages.get("normalizer", ()), left["normalizer"]
        return
    config = tokenizer.config
    parts = [*SpecialTokens(config.special_tokens).cut(text)]
    for name in config.normalizers:
        parts = [(part if is_special else normalize(part, [name]), is_special) for part, is_special in parts]
        yield "normalizer", (name,), "".join(part for part, _ in parts)
    pre_tokenizer = pre_tokenizer_of(config.pre_tokenizer, config.pattern)
    words: list[TokenText] = []
    for part, is_special in parts:
        if is_special:
            words.append(TokenText(part, is_literal=True))
        else:
            is_marked = config.word_boundary != "none"
            words += [TokenText(printed_word(word, config), is_marked) for word in pre_tokenizer.words(part)]
    yield "pre_tokenizer", (config.pre_tokenizer,), text_of(words, config)
