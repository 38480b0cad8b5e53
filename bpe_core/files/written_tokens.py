"""Turns symbols, rules and ids as files write them into the numbers of `TokenizerParts`."""

from collections.abc import Mapping, Sequence

from bpe_core.config import BPEConfig
from bpe_core.encoding.merge_rules import number_merges
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.spelling import with_marker
from bpe_core.errors import TokenizerFileError
from bpe_core.symbols import SymbolTable
from bpe_core.validation import shown

TextPair = tuple[str, str]


def with_printed_ids(parts: TokenizerParts, written: Mapping[str, int]) -> TokenizerParts:
    """The parts with the ids that a file gives to its tokens, as a tokenizer prints these.

    Raises `TokenizerFileError` if a token has no id, and `ConfigError` if the rules are invalid.
    """
    given, ids = dict(written), {}
    for token, plain in parts.plain_tokens.items():
        if plain not in given:
            raise TokenizerFileError(f"the token {shown(plain)} has no id of its own.")
        ids[token] = given.pop(plain)
    for token, token_id in given.items():
        # Nothing makes these, such as <|endoftext|> in GPT-2's vocabulary: they keep their ids for decoding.
        if token in ids:
            raise TokenizerFileError(f"the token {shown(token)} can be read as two different ones.")
        ids[token] = token_id
    return parts.with_ids(ids)


def numbered_merges(
    pairs: Sequence[TextPair], base_codes: Sequence[int], config: BPEConfig
) -> list[tuple[int, int]]:
    """Merge rules written as text, as numbers; raises as `number_merges` does, and `TokenizerFileError`."""
    table = SymbolTable(base_codes, config)
    base_texts = [
        with_marker(table.literal(base), table.is_marked(base), config) for base in range(len(table))
    ]
    marked = {text for text in base_texts if len(text) > 1}
    for left, right in pairs:
        if left + right in marked:
            raise TokenizerFileError(
                f"the merge of {shown(left)} and {shown(right)} makes what looks like an end-of-word marker."
            )
    return number_merges(base_texts, pairs)
