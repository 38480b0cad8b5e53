"""Reads subword-nmt's codes, and fastBPE's, from the rules in a list of merges.

Version 0.2 and fastBPE join `</w>` to the last character; in 0.1, which has no header, it is a symbol.

>>> from bpe_core.files.printed_merges import read_written_merges
>>> parts_of(read_written_merges("#version: 0.2\\nu g</w>\\nh ug</w>")).printed_merges
[('u', 'g</w>'), ('h', 'ug</w>')]
"""

import re
from collections.abc import Sequence

from bpe_core.config import BPEConfig
from bpe_core.encoding.merge_rules import number_merges
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.spelling import with_marker
from bpe_core.errors import TokenizerFileError
from bpe_core.files.merge_rows import WrittenMerges
from bpe_core.files.printed_merges import VERSION
from bpe_core.merges import Pair
from bpe_core.symbols import SymbolTable, word_codes
from bpe_core.validation import shown

MARKER = "</w>"
_BOUNDARIES = {"0.1": "end_symbol", "0.2": "end_suffix"}


def parts_of(written: WrittenMerges) -> TokenizerParts:
    """The tokenizer of these rules; raises `TokenizerFileError`, and `ConfigError` if they are invalid.

    fastBPE's rules have counts, and no header.
    """
    pairs, header, has_counts = written.pairs, written.header, bool(written.counts)
    loose = loose_parts(pairs)
    version = "0.2" if has_counts and not header and MARKER not in loose else _version(header)
    if version == "0.1" and any(part != MARKER and part.endswith(MARKER) for part in loose):
        raise TokenizerFileError(
            f"its rules join {MARKER} to characters; put the line '{VERSION}: 0.2' first, which says so."
        )
    config = BPEConfig(pre_tokenizer="spaces", word_boundary=_BOUNDARIES[version], boundary_marker=MARKER)
    base_codes = []
    for text in dict.fromkeys([*loose, MARKER] if version == "0.1" else loose):
        letter = text.removesuffix(MARKER) if version == "0.2" else text
        if len(letter) == 1:
            base_codes.append(ord(letter) if letter == text else word_codes(letter, config)[0])
        elif version == "0.1" and text == MARKER:
            base_codes.append(word_codes("a", config)[-1])
    rules = list(dict.fromkeys(pairs))  # of two equal rules the first one counts, as in subword-nmt
    _check_order(rules)
    table = SymbolTable(base_codes, config)
    base = [with_marker(table.literal(each), table.is_marked(each), config) for each in range(len(table))]
    marked = {text for text in base if len(text) > 1}
    for left, right in rules:
        if left + right in marked:
            raise TokenizerFileError(
                f"the merge of {shown(left)} and {shown(right)} makes what looks like an end-of-word marker."
            )
    return TokenizerParts(config, base_codes, number_merges(base, rules))


def loose_parts(pairs: Sequence[Pair]) -> list[str]:
    """The parts of rules that no rule makes."""
    made = {left + right for left, right in pairs}
    return [part for pair in pairs for part in pair if part not in made]


def _version(header: str) -> str:
    """The version of subword-nmt's codes; Hugging Face's trainers have written more on the line."""
    if not header:
        return "0.1"
    if not header.startswith(f"{VERSION}:"):  # which the library takes for a rule of version 0.1
        raise TokenizerFileError(f"line 1 must be '{VERSION}: 0.2' or a rule, got {shown(header)}.")
    # As the library reads it, "0.2.0" is 0.2.
    version = re.sub(r"(\.0+)*$", "", header.removeprefix(VERSION).partition(" - ")[0].strip(": "))
    if version not in _BOUNDARIES:
        raise TokenizerFileError(f"its version must be '0.1' or '0.2', got {shown(version)}.")
    return version


def _check_order(pairs: Sequence[Pair]) -> None:
    """Refuse a rule that uses what a later one makes.

    subword-nmt merges a pair everywhere in a word before it looks for the next one; we merge one place at a
    time. The result is always the same only if each rule uses what earlier rules make.
    """
    used_by: dict[str, Pair] = {}
    for left, right in pairs:
        if left + right in used_by:
            rule = " ".join(map(shown, used_by[left + right]))
            raise TokenizerFileError(
                f"the rule {rule} comes before {shown(left)} {shown(right)}, which it needs."
            )
        used_by.setdefault(left, (left, right))
        used_by.setdefault(right, (left, right))
