"""What every kind of tokenizer file comes down to, and the tokenizer made of it.

In: base symbols and merge rules, written as text or as numbers. Out: a `BPETokenizer` with the file's ids.
"""

import reprlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bpe_core.config import BPEConfig
from bpe_core.encoding.merge_rules import number_merges
from bpe_core.encoding.spelling import with_marker
from bpe_core.errors import TokenizerFileError
from bpe_core.symbols import BYTE_OF_CHARACTER, SymbolTable, word_codes
from bpe_core.tokenizer import BPETokenizer
from bpe_core.validation import check_characters, checked_integer, load_json

TextPair = tuple[str, str]


@dataclass(frozen=True)
class FileContents:
    """What a file says."""

    config: BPEConfig
    """The rules for cutting and encoding a text."""

    base_codes: Sequence[int]
    """The base symbols, as `BPETokenizer` takes them."""

    merges: Sequence[tuple[int, int]]
    """The merge rules, as `BPETokenizer` takes them."""

    ids: Mapping[str, int] | None = None
    """The id of each token as the file writes it, or None where the file has no ids."""


def tokenizer_of(contents: FileContents) -> BPETokenizer:
    """The tokenizer; its ids are the file's. Raises `TokenizerFileError`, and `ConfigError` for odd ids."""
    tokenizer = BPETokenizer(contents.config, contents.base_codes, contents.merges)
    if contents.ids is None:
        return tokenizer
    plain_tokens = tokenizer.plain_tokens
    given = dict(contents.ids)
    ids = {}
    for token, plain in plain_tokens.items():
        if plain not in given:
            raise TokenizerFileError(f"the token {shown(plain)} has no id of its own; each needs one.")
        ids[token] = given.pop(plain)
    for token, token_id in given.items():
        # Nothing makes these, as <|endoftext|> in GPT-2's vocabulary: they keep their ids for decoding.
        if token in ids:
            raise TokenizerFileError(f"the token {shown(token)} can be read as two different ones.")
        ids[token] = token_id
    return BPETokenizer(contents.config, contents.base_codes, contents.merges, ids=ids)


def base_code(text: str, config: BPEConfig) -> int | None:
    """The code of the base symbol that is written like this, or None if no base symbol is."""
    glue = 0
    if config.word_boundary == "end_symbol" and text == config.marker:
        return word_codes("a", config)[-1]
    if (
        config.word_boundary == "end_suffix"
        and text.endswith(config.marker)
        and len(text) > len(config.marker)
    ):
        text = text.removesuffix(config.marker)
        glue = word_codes("a", config)[-1] - ord("a")
    if len(text) != 1:
        return None
    code = BYTE_OF_CHARACTER.get(text) if config.alphabet == "bytes" else ord(text)
    return None if code is None else code + glue


def numbered_merges(
    pairs: Sequence[TextPair], base_codes: Sequence[int], config: BPEConfig
) -> list[tuple[int, int]]:
    """Merge rules written as text, in numbers, without those that can never fire."""
    base_texts = _base_texts(base_codes, config)
    firing = _that_can_fire(pairs, base_texts)
    marked = {text for text in base_texts if len(text) > 1}
    for left, right in firing:
        if left + right in marked:
            raise TokenizerFileError(
                f"the merge of {shown(left)} and {shown(right)} makes what looks like an end-of-word marker."
            )
    return number_merges(base_texts, firing)


def check_all_fire(pairs: Sequence[TextPair], base_codes: Sequence[int], config: BPEConfig) -> None:
    """Refuse a rule that can never fire: it means that the file is no list of merge rules."""
    firing = set(_that_can_fire(pairs, _base_texts(base_codes, config)))
    for left, right in pairs:
        if (left, right) not in firing:
            raise TokenizerFileError(f"the rule {shown(left)} {shown(right)} uses what nothing makes.")


def _base_texts(base_codes: Sequence[int], config: BPEConfig) -> list[str]:
    """The base symbols in id order, as a file writes them."""
    table = SymbolTable(base_codes, config)
    return [with_marker(table.literal(base), table.is_marked(base), config) for base in range(len(table))]


def _that_can_fire(pairs: Sequence[TextPair], base_texts: Iterable[str]) -> list[TextPair]:
    """The rules whose two parts are base symbols or are made by rules that can fire."""
    available = set(base_texts)
    ranks = []
    # A token is longer than its parts, so in order of length every part comes before its whole.
    for rank in sorted(range(len(pairs)), key=lambda rank: len(pairs[rank][0]) + len(pairs[rank][1])):
        left, right = pairs[rank]
        if left in available and right in available:
            available.add(left + right)
            ranks.append(rank)
    return [pairs[rank] for rank in sorted(ranks)]


def last_of_each(pairs: Iterable[TextPair]) -> list[TextPair]:
    """Each pair once, at its last place, as libraries do that number the rules in a dict."""
    return list(reversed(dict.fromkeys(reversed(list(pairs)))))


def text_of_file(data: bytes) -> str:
    """The text of a file in UTF-8, with or without a byte-order mark."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TokenizerFileError(
            f"byte {error.start + 1:,} is not UTF-8; a text file in UTF-8 is allowed."
        ) from error


def json_of_text(text: str) -> dict[str, Any]:
    """The JSON object in a text that begins with a brace."""
    root: dict[str, Any] = load_json(text, "it", TokenizerFileError)
    return root


_shortened = reprlib.Repr()
_shortened.maxstring = _shortened.maxother = 60
_shortened.maxlevel = 2


def shown(value: object) -> str:
    """How an error shows something from a file: cut short, however long or deep it is."""
    return _shortened.repr(value)


def token_ids(value: object) -> dict[str, int]:
    """A JSON object of token -> id, checked."""
    if not isinstance(value, dict):
        raise TokenizerFileError("the vocabulary is not a JSON object of tokens and their ids.")
    seen: dict[int, str] = {}
    for token, token_id in value.items():
        checked_integer(f"the id of {shown(token)}", token_id, TokenizerFileError, most=2**32 - 1)
        if token_id in seen:
            both = f"{shown(seen[token_id])} and {shown(token)}"
            raise TokenizerFileError(f"{both} have the same id, {token_id}.")
        seen[token_id] = token
    check_unicode(value)
    return value


def check_unicode(texts: Iterable[str]) -> None:
    """Raise `TokenizerFileError` if a token holds a lone surrogate, which JSON can write."""
    for text in texts:
        check_characters(text, "a token of the file", TokenizerFileError)
