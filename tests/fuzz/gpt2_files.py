"""Random vocab.json and merges.txt against Hugging Face's BPE with its byte level."""

import json
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from tokenizers import Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE

from bpe_core.symbol_texts import BYTE_CHARACTERS
from tests.fuzz import Outcome
from tests.fuzz.bpe_rules import compared, opened, rules_of
from tests.fuzz.texts import nasty_text


def check(seed: int) -> Outcome:
    """A pair of files, a few texts."""
    draw = Random(seed)
    return compare(files(draw), draw)


def files(draw: Random) -> dict[str, bytes]:
    """A vocabulary, of all bytes or not, and rules."""
    alphabet = list(BYTE_CHARACTERS)
    if draw.random() < 0.7:  # mostly few letters, which takes less time
        share = draw.choice((0.1, 0.2, 0.8))
        alphabet = [each for each in alphabet if each in "abcdehĠ" or draw.random() < share]
    parts = draw.sample(alphabet, 6) + [each for each in "abĠçĮ«" if each in alphabet]
    rules = rules_of(draw, parts, draw.randint(1, 30))
    if draw.random() < 0.5:
        draw.shuffle(rules)
    if draw.random() < 0.2:
        rules += draw.choices(rules, k=2)
    tokens = [*alphabet, *dict.fromkeys("".join(pair) for pair in rules), "<|endoftext|>"]
    tokens = list(dict.fromkeys(tokens))
    if draw.random() < 0.3:
        draw.shuffle(tokens)
    if draw.random() < 0.1:
        tokens.remove(draw.choice(tokens))
    step = draw.choice((1, 1, 3))
    header = draw.choice(("#version: 0.2\n", "#version: 0.2 - from somewhere\n", ""))
    lines = "".join(f"{left} {right}\n" for left, right in rules)
    return {
        "vocab.json": json.dumps({token: number * step for number, token in enumerate(tokens)}).encode(),
        "merges.txt": (header + lines).encode(),
    }


def compare(given: dict[str, bytes], draw: Random) -> Outcome:
    """What both do with the files."""
    tokenizer = opened(given, kind="gpt2")
    if isinstance(tokenizer, str):
        return Outcome(f"we refuse them: {tokenizer}")
    if tokenizer.config.pre_tokenizer != "gpt2":
        return Outcome("we read them as another format")
    try:
        library = loaded(given)
    except Exception:
        return Outcome("the library alone refuses them")

    def ours(text: str) -> tuple[Any, ...]:
        encoding = tokenizer.encode(text)
        offsets = [] if encoding.unknown else [*encoding.offsets]  # theirs are wrong after dropped characters
        return [*encoding.ids], [*encoding.tokens], offsets, tokenizer.decode(encoding.ids)

    def theirs(text: str) -> tuple[Any, ...]:
        encoding = library.encode(text)
        offsets = [] if tokenizer.encode(text).unknown else encoding.offsets
        return encoding.ids, encoding.tokens, offsets, library.decode(encoding.ids)

    own = [token.replace("Ġ", " ") for token in tokenizer.vocab][-40:]
    return compared(given, [nasty_text(draw, own) for _ in range(5)], ours, theirs)


def loaded(given: dict[str, bytes]) -> Tokenizer:
    """The files as the library reads them."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, name) for name in ("vocab.json", "merges.txt")]
        for path in paths:
            path.write_bytes(given[path.name])
        library = Tokenizer(BPE.from_file(*map(str, paths)))
    library.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    library.decoder = decoders.ByteLevel()
    return library
