"""Records what the real libraries learn and encode, for test_golden.py to compare bpe_core with.

`python tests/golden/record.py` writes recorded/<library>.json from the texts of corpora.py, with the
libraries installed from PyPI (the dependency group "golden"); the files are the same, byte for byte, every
time.

record_sentencepiece.py and record_unicode.py are parts of it; minbpe is no package, and record_minbpe.py
records a clone of it.

Nothing here uses bpe_core. A vector names the profile that imitates the library's settings, and in "rules"
the fields of its config that these settings change.

Two libraries need care. tiktoken's `_educational` prints its progress and returns only the ranks, so the
merges are read from what it prints. It fails with a ValueError when no pair is left, so a text that is too
short for its vocabulary size keeps the merges printed until then. subword-nmt takes the text `</w>` for its
own marker, so the text with it is left out. Its apply_bpe refuses codes with a carriage return, so the text
with odd whitespace has only merges.
"""

import ast
import contextlib
import hashlib
import importlib
import io
import itertools
import json
import os
import re
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
RECORDED = HERE / "recorded"
if __name__ == "__main__":  # as a script it does not find the folder that holds tests/
    sys.path.insert(0, str(HERE.parents[1]))

from tests.golden.corpora import PROBE_LENGTH, TEXTS, probes, vocabulary_size  # noqa: E402
from tests.golden.record_sentencepiece import record_sentencepiece  # noqa: E402
from tests.golden.record_unicode import record_unicode  # noqa: E402

Vector = dict[str, Any]

GPT2_PATTERN = r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"

# --- tokenizers -------------------------------------------------------------------------------------------


def train_tokenizers(
    name: str,
    *,
    byte_level: bool,
    all_bytes: bool = True,
    unk_token: str | None = None,
    fuse_unk: bool = False,
    special_tokens: tuple[str, ...] = (),
    **limits: Any,
) -> Any:
    """A tokenizer of Hugging Face's library, trained on a text as one sequence.

    The library trains on the letters of special tokens that stand in a text, so they are cut out first.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE(unk_token=unk_token, fuse_unk=fuse_unk))
    alphabet: list[str] = []
    if byte_level:
        tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tokenizer.decoder = decoders.ByteLevel()
        alphabet = pre_tokenizers.ByteLevel.alphabet() if all_bytes else []
    else:
        tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(
        special_tokens=list(special_tokens), initial_alphabet=alphabet, show_progress=False, **limits
    )
    any_special = "|".join(re.escape(token) for token in special_tokens)
    parts = re.split(any_special, TEXTS[name]) if special_tokens else [TEXTS[name]]
    tokenizer.train_from_iterator(parts, trainer)
    return tokenizer


def read_tokenizers(tokenizer: Any, name: str, *, offsets: bool, decodes: bool) -> Vector:
    """The merges of a trained tokenizer, its tokens before the first merge, and its encodings."""
    merges = json.loads(tokenizer.to_str())["model"]["merges"]
    by_id = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    learned = {left + right for left, right in merges}
    vector: Vector = {
        "merges": merges,
        "base": [token for token, _ in by_id if token not in learned],
        "encodings": [],
    }
    for text in probes(name):
        encoding = tokenizer.encode(text)
        row = {"text": text, "tokens": encoding.tokens, "ids": encoding.ids}
        if offsets:
            row["offsets"] = [list(span) for span in encoding.offsets]
        vector["encodings"].append(row)
    if decodes:
        ids = tokenizer.encode(TEXTS[name][:PROBE_LENGTH]).ids
        # Whole, and cut so that a character of several bytes may lose its beginning or its end.
        vector["decodings"] = [
            {"ids": part, "text": tokenizer.decode(part)} for part in (ids, ids[:-1], ids[1:], ids[::-1])
        ]
    return vector


def record_tokenizers() -> Iterator[Vector]:
    """Hugging Face's library: characters and bytes, with and without a minimum frequency."""
    for name, min_frequency in itertools.product(TEXTS, (0, 2)):
        if name == "separators":  # its WhitespaceSplit keeps them inside words
            continue
        limits: dict[str, Any] = {"vocab_size": vocabulary_size(name, 150), "min_frequency": min_frequency}
        settings: dict[str, Any] = {"unk_token": "<unk>", "special_tokens": ("<unk>",)}
        tokenizer = train_tokenizers(name, byte_level=False, **settings, **limits)
        yield {
            "claim": f"{name}, characters, min_frequency {min_frequency}",
            "profile": "hf_tokenizers",
            "rules": limits,
            "text": name,
            **read_tokenizers(tokenizer, name, offsets=True, decodes=False),
        }
    for name, min_frequency in itertools.product(TEXTS, (0, 2)):
        limits = {"vocab_size": vocabulary_size(name, 256), "min_frequency": min_frequency}
        tokenizer = train_tokenizers(name, byte_level=True, **limits)
        vector = {
            "claim": f"{name}, bytes, min_frequency {min_frequency}",
            "profile": "hf_byte_level",
            "rules": limits,
            "text": name,
            **read_tokenizers(tokenizer, name, offsets=False, decodes=True),
        }
        if name != "hug_pug_pun":  # the 256 bytes are the same every time
            del vector["base"]
        yield vector
    yield from record_unknown_characters()
    yield from record_special_tokens()


def record_unknown_characters() -> Iterator[Vector]:
    """What becomes of characters (or bytes) that the training never saw."""
    policies: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
        "dropped": ({}, {"unknown": "drop", "unk_token": None, "special_tokens": []}),
        "fused": (
            {"unk_token": "<unk>", "fuse_unk": True, "special_tokens": ("<unk>",)},
            {"unknown": "unk", "unk_token": "<unk>", "fuse_unk": True, "special_tokens": ["<unk>"]},
        ),
        "unk after another special token": (
            {"unk_token": "[UNK]", "special_tokens": ("[CLS]", "[UNK]")},
            {"unknown": "unk", "unk_token": "[UNK]", "special_tokens": ["[CLS]", "[UNK]"]},
        ),
    }
    names = ("hug_pug_pun", "ties_abcd", "overlaps", "hindi")
    for name, (policy, (settings, rules)) in itertools.product(names, policies.items()):
        tokenizer = train_tokenizers(name, byte_level=False, vocab_size=200, min_frequency=0, **settings)
        yield {
            "claim": f"{name}, characters, unknown ones {policy}",
            "profile": "hf_tokenizers",
            "rules": {**rules, "vocab_size": 200},
            "text": name,
            # After a dropped character the library's offsets no longer fit its text, so they are left out.
            **read_tokenizers(tokenizer, name, offsets=policy != "dropped", decodes=False),
        }
    for name, (policy, (settings, rules)) in itertools.product(("fox", "hindi"), policies.items()):
        tokenizer = train_tokenizers(
            name, byte_level=True, all_bytes=False, vocab_size=200, min_frequency=0, **settings
        )
        yield {
            "claim": f"{name}, bytes seen only, unknown ones {policy}",
            "profile": "hf_byte_level",
            "rules": {**rules, "base_vocabulary": "seen", "vocab_size": 200},
            "text": name,
            **read_tokenizers(tokenizer, name, offsets=False, decodes=False),
        }


def record_special_tokens() -> Iterator[Vector]:
    """Special tokens in the text: cut out of it for training, and found again when encoding."""
    for name, byte_level in itertools.product(("specials", "ends"), (False, True)):
        specials = ("<unk>", "<s>", "<|endoftext|>")
        settings: dict[str, Any] = {"unk_token": None if byte_level else "<unk>", "special_tokens": specials}
        tokenizer = train_tokenizers(name, byte_level=byte_level, vocab_size=500, min_frequency=0, **settings)
        yield {
            "claim": f"{name}, {'bytes' if byte_level else 'characters'}, special tokens cut out",
            "profile": "hf_byte_level" if byte_level else "hf_tokenizers",
            "rules": {"special_tokens": list(specials), "vocab_size": 500},
            "text": name,
            **read_tokenizers(tokenizer, name, offsets=not byte_level, decodes=False),
        }


# --- subword-nmt ------------------------------------------------------------------------------------------


def record_subword_nmt() -> Iterator[Vector]:
    """subword-nmt: line by line, with the usual minimum frequency of 2 and with 1."""
    learn_bpe = importlib.import_module("subword_nmt.learn_bpe").learn_bpe
    apply_bpe = importlib.import_module("subword_nmt.apply_bpe").BPE
    for name, min_frequency in itertools.product(TEXTS, (1, 2)):
        if name == "lookalikes":
            continue
        codes = io.StringIO()
        merges = vocabulary_size(name, 0)
        with contextlib.redirect_stderr(io.StringIO()):  # it draws a progress bar
            learn_bpe(io.StringIO(TEXTS[name]), codes, merges, min_frequency=min_frequency)
        lines = codes.getvalue().rstrip("\n").split("\n")[1:]  # the first one is the format's version
        vector: Vector = {
            "claim": f"{name}, min_frequency {min_frequency}",
            "profile": "subword_nmt",
            "rules": {"max_merges": merges, "min_frequency": min_frequency},
            "text": name,
            "merges": [line.split(" ") for line in lines],
        }
        if lines and name != "whitespace":
            encoder = apply_bpe(codes)
            vector["encodings"] = [
                {"text": text, "tokens": encoder.segment(text).split(" ") if text.strip(" ") else []}
                for text in probes(name)
            ]
        yield vector


# --- tiktoken ---------------------------------------------------------------------------------------------

_PRINTED = "The current most common pair is "


def printable(data: bytes) -> str:
    """The bytes as GPT-2 prints them: each as one visible character, a space as Ġ."""
    from tokenizers import pre_tokenizers

    visible = sorted(pre_tokenizers.ByteLevel.alphabet())
    # The visible bytes stand for themselves; the others took the characters from U+0100 on, in their order.
    themselves = [character for character in visible if ord(character) < 0x100]
    others = [character for character in visible if ord(character) >= 0x100]
    unseen = iter(others)
    table = [chr(byte) if chr(byte) in themselves else next(unseen) for byte in range(256)]
    return "".join(table[byte] for byte in data)


def read_pair(line: str) -> tuple[bytes, bytes]:
    """The pair in a line that ends with `b'h' + b'e'`; a plus sign may also stand inside the bytes."""
    parts = line.removeprefix(_PRINTED).split(" + ")
    for cut in range(1, len(parts)):
        with contextlib.suppress(SyntaxError, ValueError):
            left, right = (ast.literal_eval(" + ".join(half)) for half in (parts[:cut], parts[cut:]))
            if isinstance(left, bytes) and isinstance(right, bytes):
                return left, right
    raise ValueError(f"no pair in {line!r}")


def train_tiktoken(text: str, size: int) -> tuple[list[tuple[bytes, bytes]], bool]:
    """The merges that tiktoken's teaching trainer prints, and whether it failed for want of pairs."""
    educational = importlib.import_module("tiktoken._educational")
    printed = io.StringIO()
    ranks, failed = None, False
    with contextlib.redirect_stdout(printed):
        try:
            ranks = educational.bpe_train(text, size, GPT2_PATTERN, visualise="simple")
        except ValueError as error:
            if "empty" not in str(error):  # max() of no pairs at all
                raise
            failed = True
    lines = printed.getvalue().split("\n")
    pairs = [read_pair(line) for line in lines if line.startswith(_PRINTED)]
    if ranks is not None and [left + right for left, right in pairs] != list(ranks)[256:]:
        raise RuntimeError("what tiktoken printed is not what it returned")
    return pairs, failed


def record_tiktoken() -> Iterator[Vector]:
    """tiktoken's teaching module, with GPT-2's pattern."""
    educational = importlib.import_module("tiktoken._educational")
    for name in TEXTS:
        size = vocabulary_size(name, 256)
        pairs, failed = train_tiktoken(TEXTS[name], size)
        ranks = {bytes([byte]): byte for byte in range(256)}
        for left, right in pairs:
            ranks[left + right] = len(ranks)
        encoder = educational.SimpleBytePairEncoding(pat_str=GPT2_PATTERN, mergeable_ranks=ranks)
        vector: Vector = {
            "claim": f"{name}{', until no pair is left' if failed else ''}",
            "profile": "tiktoken_educational",
            "rules": {"vocab_size": size},
            "text": name,
            "merges": [[printable(left), printable(right)] for left, right in pairs],
            "encodings": [],
        }
        for text in probes(name):
            ids = encoder.encode(text, visualise=None)
            tokens = [printable(token) for token in encoder.decode_tokens_bytes(ids)]
            vector["encodings"].append({"text": text, "tokens": tokens, "ids": ids})
        ids = encoder.encode(TEXTS[name][:PROBE_LENGTH], visualise=None)
        vector["decodings"] = [
            {"ids": part, "text": encoder.decode(part)} for part in (ids, ids[:-1], ids[1:], ids[::-1])
        ]
        yield vector


# --- rustbpe ----------------------------------------------------------------------------------------------


RUSTBPE_PATTERNS = {
    "rustbpe": None,
    "nanochat": r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}+|\p{N}{1,2}| ?[^\s\p{L}\p{N}]++[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+",  # SPLIT_PATTERN in nanochat/tokenizer.py
}


def record_rustbpe() -> Iterator[Vector]:
    """rustbpe with its own pattern and with nanochat's. It gives the tokens it learned, not their pairs."""
    library = importlib.import_module("rustbpe")
    for profile, name in itertools.product(RUSTBPE_PATTERNS, TEXTS):
        if profile == "nanochat" and not re.search(r"\d\d", TEXTS[name]):
            continue  # only numbers are cut otherwise
        tokenizer = library.Tokenizer()
        size = vocabulary_size(name, 256)
        tokenizer.train_from_iterator([TEXTS[name]], vocab_size=size, pattern=RUSTBPE_PATTERNS[profile])
        ranks = sorted(tokenizer.get_mergeable_ranks(), key=lambda item: item[1])
        tokens = [printable(bytes(token)) for token, _ in ranks]
        vector: Vector = {
            "claim": name,
            "profile": profile,
            "rules": {"vocab_size": size},
            "text": name,
            "learned": tokens[256:],
            "encodings": [],
        }
        for text in probes(name):
            ids = tokenizer.encode(text)
            vector["encodings"].append({"text": text, "tokens": [tokens[one] for one in ids], "ids": ids})
        ids = tokenizer.encode(TEXTS[name][:PROBE_LENGTH])
        vector["decodings"] = [{"ids": ids, "text": tokenizer.decode(ids)}]
        yield vector


# --- files ------------------------------------------------------------------------------------------------

LIBRARIES = {
    "tokenizers": record_tokenizers,
    "subword-nmt": record_subword_nmt,
    "tiktoken": record_tiktoken,
    "rustbpe": record_rustbpe,
    "sentencepiece": record_sentencepiece,
}


def digest(text: str) -> str:
    """A short fingerprint, by which a test notices that a text changed after the recording."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def as_json(library: str, library_version: str, vectors: list[Vector]) -> str:
    """The file's text: plain ASCII, one vector a line, the same for the same outputs."""
    used = {vector["text"]: digest(TEXTS[vector["text"]]) for vector in vectors}
    head = {"library": library, "version": library_version, "texts": used}
    lines = [json.dumps(vector, separators=(",", ":")) for vector in vectors]
    return json.dumps(head)[:-1] + ', "vectors": [\n' + ",\n".join(lines) + "\n]}\n"


def write(library: str, library_version: str, vectors: list[Vector]) -> None:
    """Write a library's file and say how large it is."""
    path = RECORDED / f"{library.replace('-', '_')}.json"
    path.write_text(as_json(library, library_version, vectors), encoding="ascii", newline="\n")
    print(f"{path.name}: {len(vectors)} vectors, {path.stat().st_size:,} bytes")


def main() -> None:
    """Write the file of every library that comes from PyPI."""
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    RECORDED.mkdir(exist_ok=True)
    for library, record in LIBRARIES.items():
        write(library, version(library), list(record()))
    (RECORDED / "unicode.json").write_text(record_unicode(), encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
