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

To find what a stage loses, what it leaves of the text is decoded: if the result differs from that of the
stage before, the stage lost something.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bpe_core.encoding.decoding import TokenText, text_of
from bpe_core.encoding.spelling import printed_word
from bpe_core.normalizers import normalize
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens
from bpe_core.tokenizer import BPETokenizer, Tokenizer

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


def read_ids(text: str) -> tuple[int, ...]:
    """The ids in a text of integers with spaces or commas between them, perhaps in brackets.

    Empty for any other text. A single number is a text, also with commas between its thousands.

    >>> read_ids("[24912, 2375]"), read_ids("24912"), read_ids("24,912"), read_ids("24912 hugs")
    ((24912, 2375), (), (), ())
    """
    if re.fullmatch(r"[0-9]{1,3}(,[0-9]{3})+", text.strip()):
        return ()
    words = text.strip().strip("[]()").replace(",", " ").split()
    are_ids = len(words) > 1 and all(word.isascii() and word.isdigit() and len(word) <= 10 for word in words)
    return tuple(map(int, words)) if are_ids else ()


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
    pre_tokenizer = config.cutter
    words: list[TokenText] = []
    for part, is_special in parts:
        if is_special:
            words.append(TokenText(part, is_literal=True))
        else:
            is_marked = config.word_boundary not in ("none", "inside_prefix")
            words += [TokenText(printed_word(word, config), is_marked) for word in pre_tokenizer.words(part)]
    yield "pre_tokenizer", (config.pre_tokenizer,), text_of(words, config)
