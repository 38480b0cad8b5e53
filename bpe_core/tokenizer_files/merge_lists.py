"""Lists of merge rules in text: GPT-2's `merges.txt`, and subword-nmt's codes.

They have one rule `a b` per line, perhaps after a line `#version: ...`. The two look alike and are told apart
by their content: a symbol that ends in `</w>` though no rule made it is subword-nmt's; a character that only
byte level writes (`Ġ`) is GPT-2's.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence

from bpe_core.config import BPEConfig
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.spelling import plain_tokens
from bpe_core.errors import TokenizerFileError
from bpe_core.symbol_texts import BYTE_CHARACTERS, BYTE_OF_CHARACTER
from bpe_core.symbols import word_codes
from bpe_core.tokenizer_files.given_file import GivenFile, is_vocabulary, reading
from bpe_core.tokenizer_files.written_tokens import (
    TextPair,
    numbered_merges,
    token_ids,
)
from bpe_core.validation import shown

_MARKER = "</w>"
_HEADER = "#version"
_UNK = "<unk>"
MAX_LINES = 1_000_000
"""The most lines of a list; published ones have up to some 200,000."""


def read_merge_list(file: GivenFile) -> TokenizerParts:
    """The tokenizer in a list of merge rules and a vocabulary; one is the file, the other comes with it.

    Without a vocabulary the ids are numbered in order; without rules there is no tokenizer.
    """
    files = [file, *file.companions()]
    rules = next((each for each in files if each.root is None), None)
    ids = _ids_in(files)
    if rules is None:
        raise TokenizerFileError("a vocabulary needs its merge rules; bring merges.txt with it.")
    with reading(rules.name):
        header, pairs = _header_and_pairs(rules.text)
    made = {left + right for left, right in pairs}
    loose = [part for pair in pairs for part in pair if part not in made]
    characters = set("".join(loose))
    is_marked = any(part.endswith(_MARKER) for part in loose)
    only_byte_level = any(character >= "\u0100" for character in characters)
    is_named = re.search("merges|vocab", file.name, re.IGNORECASE) is not None
    if (
        is_marked
        or not characters <= BYTE_OF_CHARACTER.keys()
        or not (only_byte_level or is_named or ids is not None)
    ):
        return _subword_nmt(header, pairs, loose, ids)
    # As OpenAI's and Hugging Face's code reads the rules; without a vocabulary the ids are GPT-2's. A rule
    # that is given twice has its last place, since these libraries number the rules in a dict.
    base_codes: Sequence[int] = range(256)
    if ids is not None:
        base_codes = [BYTE_OF_CHARACTER[character] for character in BYTE_CHARACTERS if character in ids]
    last_of_each = list(reversed(dict.fromkeys(reversed(pairs))))
    config = BPEConfig(pre_tokenizer="gpt2", alphabet="bytes", unknown="drop")
    return _parts(last_of_each, base_codes, config, ids)


def _ids_in(files: Iterable[GivenFile]) -> dict[str, int] | None:
    """The ids in the vocabulary among some files: the JSON object with the most ids; None without one."""
    objects = [file for file in files if file.root is not None and is_vocabulary(file.root)]
    if not objects:
        return None
    vocabulary = max(
        objects, key=lambda file: sum(type(value) is int for value in (file.root or {}).values())
    )
    with reading(vocabulary.name):
        return token_ids(vocabulary.root)


def write_gpt2(parts: TokenizerParts) -> dict[str, bytes]:
    """The two files of GPT-2, as OpenAI and Hugging Face name them."""
    vocabulary = json.dumps(dict(parts.vocabulary.ids), ensure_ascii=False)
    return {"vocab.json": vocabulary.encode(), "merges.txt": _lines(f"{_HEADER}: 0.2", parts)}


def write_subword_nmt(parts: TokenizerParts) -> dict[str, bytes]:
    """The codes for subword-nmt, in the version with this word boundary; they have no ids."""
    header = "" if parts.config.word_boundary == "end_symbol" else f"{_HEADER}: 0.2"
    return {"codes.txt": _lines(header, parts)}


def _lines(header: str, parts: TokenizerParts) -> bytes:
    rules = parts.rules
    plain = plain_tokens(rules.table, parts.config)
    texts = [plain[rules.table.text(symbol)] for symbol in range(len(rules.table))]
    lines = [header] * bool(header) + [f"{texts[left]} {texts[right]}" for left, right in rules.pairs]
    return "".join(f"{line}\n" for line in lines).encode()


def _header_and_pairs(text: str) -> tuple[str, list[TextPair]]:
    """The first line if it is a header, otherwise an empty text; and the two parts of each other line."""
    count = text.count("\n") + 1
    if count > MAX_LINES:
        raise TokenizerFileError(f"it has {count:,} lines; at most {MAX_LINES:,} are read.")
    # Only "\\n" ends a line and only U+0020 separates: other whitespace may be part of a token.
    lines = [line.strip("\r ") for line in text.rstrip("\r\n").split("\n")]
    # A token may begin with "#" too, so "#" alone makes no header; after a space the libraries see none.
    has_header = text.startswith(_HEADER)
    pairs: list[TextPair] = []
    for number, line in enumerate(lines[1:] if has_header else lines, start=2 if has_header else 1):
        left, _, right = line.partition(" ")
        if not left or not right or " " in right:
            raise TokenizerFileError(f"line {number} must be two tokens and a space, got {shown(line)}.")
        pairs.append((left, right))
    return (lines[0] if has_header else ""), pairs


def _subword_nmt(
    header: str, pairs: Sequence[TextPair], loose: Sequence[str], ids: Mapping[str, int] | None
) -> TokenizerParts:
    """Version 0.2 joins `</w>` to the last character; in 0.1, which has no header, it is a symbol."""
    if header and not header.startswith(f"{_HEADER}:"):  # which the library takes for a rule of version 0.1
        raise TokenizerFileError(f"line 1 must be '{_HEADER}: 0.2' or a rule, got {shown(header)}.")
    # As the library reads it, "0.2.0" is 0.2.
    version = re.sub(r"(\.0+)*$", "", header.removeprefix(_HEADER).strip(": ")) if header else "0.1"
    styles = {"0.1": "end_symbol", "0.2": "end_suffix"}
    if version not in styles:
        raise TokenizerFileError(f"its version must be '0.1' or '0.2', got {shown(version)}.")
    has_unk = ids is not None and _UNK in ids
    config = BPEConfig(
        pre_tokenizer="spaces",
        word_boundary=styles[version],
        boundary_marker=_MARKER,
        unknown="unk" if has_unk else "keep",
        unk_token=_UNK if has_unk else None,
    )
    base_texts = list(dict.fromkeys([*loose, _MARKER] if version == "0.1" else loose))
    if ids is not None:
        base_texts = [token for token in ids if token != _UNK]
    base_codes = []
    for text in base_texts:
        letter = text.removesuffix(_MARKER) if version == "0.2" else text
        if len(letter) == 1:
            base_codes.append(ord(letter) if letter == text else word_codes(letter, config)[0])
        elif version == "0.1" and text == _MARKER:
            base_codes.append(word_codes("a", config)[-1])
    rules = list(dict.fromkeys(pairs))  # of two equal rules the first one counts, as in subword-nmt
    _check_order(rules)
    return _parts(rules, base_codes, config, ids)


def _check_order(pairs: Sequence[TextPair]) -> None:
    """Refuse a rule that uses what a later one makes.

    subword-nmt merges a pair everywhere in a word before it looks for the next one; we merge one place at a
    time. The result is always the same only if each rule uses what earlier rules make.
    """
    used_by: dict[str, TextPair] = {}
    for left, right in pairs:
        if left + right in used_by:
            rule = " ".join(map(shown, used_by[left + right]))
            raise TokenizerFileError(
                f"the rule {rule} comes before {shown(left)} {shown(right)}, which it needs."
            )
        used_by.setdefault(left, (left, right))
        used_by.setdefault(right, (left, right))


def _parts(
    pairs: Sequence[TextPair], base_codes: Sequence[int], config: BPEConfig, ids: Mapping[str, int] | None
) -> TokenizerParts:
    merges = numbered_merges(pairs, base_codes, config, all_fire=True)
    return TokenizerParts(config, base_codes, merges, ids)
