"""Random files of ranks, with several patterns, against tiktoken."""

import base64
from random import Random
from typing import Any

import tiktoken

from bpe_core import BPETokenizer
from bpe_core.files.writing import pattern_of
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from tests.fuzz import Outcome
from tests.fuzz.bpe_rules import compared, compared_texts, opened, rules_of
from tests.fuzz.texts import nasty_text

PATTERNS = (None, PRE_TOKENIZERS["gpt4"].pattern, r"\S+|\s+", r"\p{L}+|\p{N}{1,2}|[^\p{L}\p{N}]", r"(?s:.+)")


def check(seed: int) -> Outcome:
    """One file, a few texts."""
    draw = Random(seed)
    return compare(ranks(draw), draw)


def ranks(draw: Random) -> bytes:
    """The lines of a file: mostly all bytes, and tokens, most of which others of lower ranks make."""
    alphabet = [bytes([byte]).decode("latin-1") for byte in range(256)]
    if draw.random() < 0.2:
        alphabet = [each for each in alphabet if draw.random() < 0.9]
    parts = draw.sample(alphabet, 6) + [each for each in "ab \xe7\x8c\xab\xc3" if each in alphabet]
    tokens = list(dict.fromkeys(left + right for left, right in rules_of(draw, parts, draw.randint(0, 40))))
    tokens = alphabet + [token for token in tokens if token not in alphabet]
    for _ in range(draw.choice((0, 0, 1, 5))):  # perhaps only a whole word is this token
        tokens.insert(
            draw.randint(len(alphabet), len(tokens)), "".join(draw.choices(parts, k=draw.randint(2, 4)))
        )
    if draw.random() < 0.1:
        tokens.append("")
    if draw.random() < 0.3:
        head = draw.sample(tokens, 3)
        tokens = head + [token for token in tokens if token not in head]
    step = draw.choice((1, 1, 2))
    lines = [
        f"{base64.b64encode(token.encode('latin-1')).decode() or '='} {rank * step}\n"
        for rank, token in enumerate(dict.fromkeys(tokens))
    ]
    if draw.random() < 0.2:
        draw.shuffle(lines)
    return "".join(lines).encode()


def compare(data: bytes, draw: Random) -> Outcome:
    """What both do with a file."""
    tokenizer = opened({"ranks": data}, pattern=draw.choice(PATTERNS))
    if isinstance(tokenizer, str):
        return Outcome(f"we refuse it: {tokenizer}")
    if tokenizer.config.id_order != "byte_value":
        return Outcome("we read it as another format")
    library = loaded(data, tokenizer)
    if library is None:
        return Outcome("the library alone refuses it")
    own = [token.decode(errors="ignore") for token in tokenizer.token_bytes.values()]
    files = {"ranks": data}
    outcome = beside(files, tokenizer, library, own[256:], draw)
    ids = draw.choices(list(tokenizer.token_of), k=draw.randint(0, 9))
    return outcome if outcome.finding else compared_texts(files, ids, tokenizer.decode, library.decode)


def beside(
    files: dict[str, bytes],
    tokenizer: BPETokenizer,
    library: tiktoken.Encoding,
    own: list[str],
    draw: Random,
    first_id: int = 0,
) -> Outcome:
    """Both on texts with tokens of their own; ours has ids from `first_id`, after its special tokens."""
    known = {token[0] for token in tokenizer.token_bytes.values() if len(token) == 1}

    def ours(text: str) -> tuple[Any, ...]:
        encoding = tokenizer.encode(text)
        return [*encoding.ids], [start for start, _ in encoding.offsets], tokenizer.decode(encoding.ids)

    def theirs(text: str) -> tuple[Any, ...]:
        ids = library.encode_ordinary(text)
        back, starts = library.decode_with_offsets(ids)
        return [first_id + each for each in ids], starts, back

    texts = [nasty_text(draw, own) for _ in range(5)]
    texts = [text for text in texts if known.issuperset(text.encode())]  # else the library panics
    return compared(files, texts, ours, theirs)


def loaded(data: bytes, tokenizer: BPETokenizer) -> tiktoken.Encoding | None:
    """The file as tiktoken's own loader reads it; None if it cannot."""
    try:
        lines = (line.split() for line in data.splitlines() if line)
        ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
        pattern = pattern_of(tokenizer.config)
        return tiktoken.Encoding("fuzz", pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
    except ValueError:
        return None
