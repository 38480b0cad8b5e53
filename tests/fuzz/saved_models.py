"""Random vocab.json and merges.txt of characters, as `model.save` writes them, against the library's BPE."""

import gzip
import json
from random import Random
from typing import Any

from tokenizers import AddedToken, Tokenizer, pre_tokenizers
from tokenizers.models import BPE

from bpe_core import BPETokenizer
from bpe_core.errors import TokenizerFileError
from bpe_core.files import read_files
from tests.fuzz import Outcome
from tests.fuzz.bpe_rules import compared, rules_of
from tests.fuzz.mutations import mutated
from tests.fuzz.texts import nasty_text

CUTS = {
    "bert": pre_tokenizers.BertPreTokenizer,
    "whitespace": pre_tokenizers.Whitespace,
    "whitespace_split": pre_tokenizers.WhitespaceSplit,
}


def check(seed: int) -> Outcome:
    """A pair of files, a few texts."""
    draw = Random(seed)
    prefix, suffix = draw.choice((("", ""), ("##", ""), ("", "</w>")))
    vocab, rules = model(draw, prefix, suffix)
    lines = "".join(f"{left} {right}\n" for left, right in rules)
    header = draw.choice(("", " - Trained by `huggingface/tokenizers`"))
    files = {
        "vocab.json": json.dumps(vocab, ensure_ascii=draw.random() < 0.5).encode(),
        "merges.txt": f"#version: 0.2{header}\n{lines}".encode(),
    }
    if draw.random() < 0.2:
        files = {name: gzip.compress(data, mtime=0) for name, data in files.items()}
    is_changed = draw.random() < 0.2
    if is_changed:
        name = draw.choice([*files])
        files[name] = mutated(draw, files[name])
    try:
        kinds = [kind for kind in read_files(files).kinds if kind in CUTS]
        if not kinds or is_changed:
            return Outcome("mutated" if is_changed else "its symbols allow no such cut")
        kind = draw.choice(kinds)
        tokenizer = BPETokenizer.from_files(files, kind=kind)
    except TokenizerFileError:
        return Outcome("mutated" if is_changed else "we refuse them")
    known = {"continuing_subword_prefix": prefix, "end_of_word_suffix": suffix, "unk_token": "<unk>"}
    library = Tokenizer(BPE(vocab, rules, **{name: value for name, value in known.items() if value}))
    library.pre_tokenizer = CUTS[kind]()
    library.add_special_tokens([AddedToken("<unk>", special=True, normalized=False)])

    def ours(text: str) -> tuple[Any, ...]:
        encoding = tokenizer.encode(text)
        return [*encoding.ids], [*encoding.tokens]

    def theirs(text: str) -> tuple[Any, ...]:
        encoding = library.encode(text)
        return encoding.ids, encoding.tokens

    own = [token.replace(prefix, "").replace(suffix, "") if prefix or suffix else token for token in vocab]
    return compared(files, [nasty_text(draw, own[-40:]) for _ in range(5)], ours, theirs)


def model(draw: Random, prefix: str, suffix: str) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """A vocabulary and rules: symbols go on a word with the prefix, and end one with the suffix."""
    letters = draw.sample("abcdehłóź日本éüк", draw.randint(3, 9))
    base = [*letters, *(prefix + each for each in letters), *(each + suffix for each in letters)]
    rules: list[tuple[str, str]] = []
    for left, right in rules_of(draw, letters, draw.randint(1, 25)):
        before = prefix if draw.random() < 0.5 else ""
        after = suffix if draw.random() < 0.3 else ""
        rules.append((before + left, prefix + right + after))
    known, usable = set(base), []
    for left, right in rules:
        if left in known and right in known:
            usable.append((left, right))
            known.add(left + right.removeprefix(prefix))
    tokens = ["<unk>", *base, *(left + right.removeprefix(prefix) for left, right in usable)]
    return {token: number for number, token in enumerate(dict.fromkeys(tokens))}, usable
