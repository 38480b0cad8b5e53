"""Reads GPT-2's rules over bytes, with its vocabulary or without one.

>>> parts_of([("h", "u")], {"h": 5, "u": 6, "hu": 8}).vocabulary.ids
{'h': 5, 'u': 6, 'hu': 8}
"""

from collections.abc import Mapping, Sequence
from itertools import chain

from bpe_core.config import BPEConfig
from bpe_core.encoding.byte_parts import ListedParts
from bpe_core.merges import Pair
from bpe_core.symbol_texts import BYTE_CHARACTERS, BYTE_OF_CHARACTER


def are_of_bytes(pairs: Sequence[Pair], ids: Mapping[str, int]) -> bool:
    """Whether all parts are bytes or made by a rule, and what rules make has an id."""
    made = {*map("".join, pairs)}
    parts = {*chain.from_iterable(pairs)} - made
    return ids.keys() >= made | parts and parts <= BYTE_OF_CHARACTER.keys()


def parts_of(pairs: Sequence[Pair], ids: Mapping[str, int] | None, cut: str = "gpt2") -> ListedParts:
    """As OpenAI's and Hugging Face's code reads the rules; without a vocabulary the ids are GPT-2's."""
    base_codes: Sequence[int] = range(256)
    if ids is not None:
        base_codes = [BYTE_OF_CHARACTER[each] for each in BYTE_CHARACTERS if each in ids]
    # A rule that is given twice has its last place, since these libraries number the rules in a dict.
    last_of_each = list(reversed(dict.fromkeys(reversed(pairs))))
    config = BPEConfig(pre_tokenizer=cut, alphabet="bytes", unknown="drop")
    return ListedParts(config, base_codes, (), ids, pairs=last_of_each)
