"""Random SentencePiece models of the type BPE, with what no trainer makes: scores in any order and tied,
pieces that lead nowhere."""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import sentencepiece as library

from bpe_core import BPEError, BPETokenizer
from bpe_core.config import BYTE_TOKENS
from bpe_core.encoding import LibraryTokenizer
from bpe_core.encoding.spelling import byte_of
from bpe_core.errors import TextError, TokenizerFileError
from tests.fuzz import Outcome
from tests.fuzz.sentencepiece_files import (
    BYTE,
    CONTROL,
    NORMAL,
    UNKNOWN,
    USER_DEFINED,
    bytes_field,
    integer_field,
    piece_field,
)
from tests.fuzz.texts import LETTERS, nasty_text

library.set_min_log_level(3)  # it tells of each map of characters

RULES = ("identity", "nmt_nfkc", "nfkc", "nmt_nfkc_cf", "nfkc_cf")
SYMBOLS = (
    *(
        " ",
        "  ",
        " a",
        "a ",
        "\n",
        "\t",
        "\u3000",
        "\u0301",
        "e\u0301",
        "<x>",
        "<xx>",
        "<x",
        "a",
        "ab",
        "aab",
    ),
    *("A", "é", "1", "▁", "▁a", "▁▁", "猫", "ﬁ", "Å", "<s>x", "hug", "😀"),
)
TEXTS = 5


def check(seed: int) -> Outcome:
    """One model, a few texts."""
    draw = Random(seed)
    return compare(made(draw), draw)


def compare(model: bytes, draw: Random) -> Outcome:
    """What both do with a model."""
    theirs, refusal = None, ""
    try:
        theirs = library.SentencePieceProcessor(model_proto=model)
    except (RuntimeError, ValueError) as error:
        refusal = str(error)
    try:
        ours = BPETokenizer.from_files({"fuzz.model": model})
    except TokenizerFileError as error:
        if theirs is None:
            return Outcome("both refuse it")
        reason = "".join(str(error).split("'")[::2]).removeprefix("fuzz.model cannot be read: ")
        return Outcome(f"we refuse it: {reason}")
    if theirs is None:
        return Outcome(f"the library alone refuses it: {refusal[:60]}")
    assert isinstance(ours, LibraryTokenizer)
    pieces = list(ours.vocab)
    for _ in range(TEXTS):
        text = nasty_text(draw, pieces + [piece.replace("▁", " ") for piece in pieces])
        ids = [draw.randrange(len(pieces)) for _ in range(draw.randint(0, 12))]
        try:
            found = difference(ours, theirs, text) or difference_of_texts(ours, theirs, ids)
        except UnicodeDecodeError:
            return Outcome("the library makes what is not a text")
        except TextError:
            return Outcome("we refuse a text")
        if found:
            return Outcome("different", f"{text!r}: {found}")
    return Outcome("compared")


def difference(ours: LibraryTokenizer, theirs: Any, text: str) -> str:
    """How the two tokenize a text differently."""
    try:
        expected = theirs.encode(text, return_type="offset_mapping")
    except RuntimeError as error:
        try:
            return f"ours {ours.encode(text).ids}, theirs {error}"
        except BPEError:
            return ""
    encoding = ours.encode(text)
    given = (
        ours.normalized(text),
        list(encoding.ids),
        list(as_the_library_places(encoding.tokens, encoding.offsets)),
    )
    wanted = theirs.normalize(text), expected["ids"], expected["offsets"]
    for what, our, their in zip(("normalized", "ids", "offsets"), given, wanted, strict=True):
        if our != their:
            return f"{what} {our!r}, theirs {their!r}"
    traced = [token_id for word in ours.trace(text) for token_id in word.ids]
    if traced != expected["ids"]:
        return f"traced {traced}, theirs {expected['ids']}"
    return difference_of_texts(ours, theirs, expected["ids"])


def difference_of_texts(ours: LibraryTokenizer, theirs: Any, ids: list[int]) -> str:
    """How the two decode ids differently."""
    our, their = ours.decode(ids), theirs.decode(ids)
    return "" if our == their else f"{ids} decoded to {our!r}, theirs {their!r}"


def as_the_library_places(
    tokens: Iterable[str], offsets: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Our offsets, where of a character's bytes the last one alone is at the character."""
    placed = list(zip(map(byte_of, tokens), offsets, strict=True))
    for at, (byte, (start, end)) in enumerate(placed):
        following = placed[at + 1][0] if at + 1 < len(placed) else None
        goes_on = byte is not None and following is not None and 0x80 <= following < 0xC0
        yield (start, start) if goes_on else (start, end)


@cache
def normalizer_spec(rule: str) -> bytes:
    return bytes(library.SentencePieceNormalizer(rule_name=rule).serialized_normalizer_spec())


def made(draw: Random) -> bytes:
    """A model made by hand."""
    has_bytes = draw.random() < 0.4
    letters = draw.sample(sorted({*LETTERS, "▁", " ", "猫", "é", "\n"}), draw.randint(2, 10))
    texts = dict.fromkeys(letters)
    for _ in range(draw.randint(2, 30)):
        parts = draw.choices(list(texts), k=2) if draw.random() < 0.9 else draw.choices(LETTERS + "▁", k=3)
        texts["".join(parts)] = None
    scores = draw.choice((range(-3, 0), range(-100, 0), (0,), (-1.5, float("inf"), float("-inf"), 0.0, -0.0)))
    pieces = [(text, float(draw.choice(scores)), NORMAL) for text in texts]
    symbols = [symbol for symbol in draw.sample(SYMBOLS, draw.randint(0, 6)) if symbol not in texts]
    pieces += [(symbol, 0.0, draw.choice((USER_DEFINED, USER_DEFINED, CONTROL))) for symbol in symbols]
    pieces += [(token, 0.0, BYTE) for token in BYTE_TOKENS if has_bytes]
    pieces.append((draw.choice(("<unk>", "<unk>", "?")), 0.0, UNKNOWN))
    if draw.random() < 0.3:
        draw.shuffle(pieces)
    trainer = integer_field(3, 2) + integer_field(35, has_bytes) + integer_field(24, draw.random() < 0.1)
    if draw.random() < 0.3:
        trainer += bytes_field(44, draw.choice((b"", b"?", "▁⁇".encode())))
    normalizer = b""
    if draw.random() < 0.7:
        normalizer = normalizer_spec(draw.choice(RULES))
    for number in (3, 4, 5):
        if draw.random() < 0.4:
            normalizer += integer_field(number, draw.random() < 0.5)
    model = b"".join(piece_field(*piece) for piece in pieces)
    return model + bytes_field(2, trainer) + bytes_field(3, normalizer)
