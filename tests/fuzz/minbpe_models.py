"""Random minbpe models against minbpe's own rules, which are written out here: it is no package."""

from itertools import pairwise
from operator import add
from random import Random

import regex

from bpe_core.normalizers.unicode_versions import UNICODE_16
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from tests.fuzz import Outcome
from tests.fuzz.bpe_rules import compared, opened
from tests.fuzz.texts import nasty_text

PATTERNS = (
    "",
    PRE_TOKENIZERS["gpt2"].pattern,
    PRE_TOKENIZERS["gpt4"].pattern,
    r"\S+|\s+",
    r"\w+ ?|.",
    r"\w+ ",
)
SPECIAL = ("<|end|>", "<s>", "</s>", "<", "<x", "猫", "ab", "▁", "a\u0301", "<|endoftext|>")


class Minbpe:
    """A model as minbpe loads it; a text is encoded with `allowed_special="all"`."""

    def __init__(self, model: str) -> None:
        """Raises `ValueError` and `AssertionError` where minbpe does."""
        lines = iter(model.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
        assert next(lines).strip() == "minbpe v1"
        self.pattern = next(lines).strip()
        self.special: dict[str, int] = {}
        for _ in range(int(next(lines).strip())):
            token, number = next(lines).strip().split()
            self.special[token] = int(number)
        self.merges: dict[tuple[int, ...], int] = {}
        *rest, last = lines
        for number, line in enumerate([*rest, last] if last else rest, start=256):
            left, right = map(int, line.split())
            self.merges[left, right] = number
        self.vocab = {byte: bytes([byte]) for byte in range(256)}
        for (left, right), number in self.merges.items():
            self.vocab[number] = self.vocab[left] + self.vocab[right]
        self.special_of = {number: token.encode() for token, number in self.special.items()}

    def encode(self, text: str) -> list[int]:
        """The ids of a text."""
        pattern = "|".join(map(regex.escape, self.special))
        parts = regex.split(f"({pattern})", text) if pattern else [text]
        ids = []
        for part in parts:
            if part in self.special:
                ids.append(self.special[part])
                continue
            chunks = regex.findall(self.pattern, part) if self.pattern else [part]
            ids += [number for chunk in chunks for number in self._encode_chunk(list(chunk.encode()))]
        return ids

    def decode(self, ids: list[int]) -> str:
        """The text of ids; raises `KeyError`."""
        parts = (self.vocab[each] if each in self.vocab else self.special_of[each] for each in ids)
        return b"".join(parts).decode(errors="replace")

    def _encode_chunk(self, ids: list[int]) -> list[int]:
        while len(ids) > 1:
            pair = min(pairwise(ids), key=lambda pair: self.merges.get(pair, float("inf")))
            if pair not in self.merges:
                break
            merged, place = [], 0
            while place < len(ids):
                is_pair = tuple(ids[place : place + 2]) == pair
                merged.append(self.merges[pair] if is_pair else ids[place])
                place += 1 + is_pair
            ids = merged
        return ids


def check(seed: int) -> Outcome:
    """One model, a few texts."""
    draw = Random(seed)
    return compare(model(draw), draw)


def model(draw: Random) -> bytes:
    """The lines of a file."""
    special = draw.sample(SPECIAL, draw.choice((0, 0, 1, 3)))
    first = 1000 if draw.random() < 0.5 else 300
    numbers = [97, 97, 98, 98, 32, 0xE7, 0x8C, 0xAB, 0xCC, 0x81, draw.randrange(256)]
    merges: list[tuple[int, int]] = []
    texts = {number: bytes([number]) for number in numbers}
    for _ in range(draw.randint(0, 30)):
        left, right = draw.choice(numbers), draw.choice(numbers)
        text = texts[left] + texts[right]
        if text in texts.values() and draw.random() < 0.98:  # else a file that we refuse
            continue
        merges.append((left, right))
        numbers.append(255 + len(merges))
        texts[numbers[-1]] = text
    lines = [
        "minbpe v1",
        draw.choice(PATTERNS),
        str(len(special)),
        *(f"{token} {number}" for number, token in enumerate(special, start=first)),
        *(f"{left} {right}" for left, right in merges),
    ]
    ends = draw.choices(("\n", "\n", "\r\n"), k=len(lines))
    return "".join(map(add, lines, ends)).encode()


def compare(data: bytes, draw: Random) -> Outcome:
    """What both do with a model."""
    tokenizer = opened({"fuzz.model": data})
    if isinstance(tokenizer, str):
        return Outcome(f"we refuse it: {tokenizer}")
    if not data.decode("utf-8-sig").startswith("minbpe v1"):
        return Outcome("we read it as another format")
    try:
        library = Minbpe(data.decode("utf-8-sig"))
    except (ValueError, AssertionError, StopIteration, KeyError):
        return Outcome("the library alone refuses it")
    own = [token.decode(errors="ignore") for token in library.vocab.values()][256:] + list(library.special)
    # The `regex` of the day knows letters that are none here.
    texts = [UNICODE_16.as_read(nasty_text(draw, own)) for _ in range(5)]
    outcome = compared(
        {"fuzz.model": data}, texts, lambda text: [*tokenizer.encode(text).ids], library.encode
    )
    ids = draw.choices(list(tokenizer.token_of), k=draw.randint(0, 9))
    if not outcome.finding and tokenizer.decode(ids) != library.decode(ids):
        return Outcome(
            "different", f"{data!r}, {ids}: {tokenizer.decode(ids)!r}, theirs {library.decode(ids)!r}"
        )
    return outcome
