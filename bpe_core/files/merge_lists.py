"""Lists of merge rules in text: `merges.txt` of GPT-2 and Hugging Face's tokenizers, and subword-nmt's codes.

They have one rule `a b` per line, perhaps after a line `#version: ...`, and do not say what kind of tokenizer
they belong to. With a vocabulary, its symbols tell: see `list_kinds`. Without one, a symbol that ends in
`</w>` though no rule made it is subword-nmt's; a character that only byte level writes (`Ġ`) is GPT-2's.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from bpe_core.errors import TokenizerFileError
from bpe_core.files import gpt2, list_kinds, subword_nmt
from bpe_core.files.given_file import FileContent, FileFormat, GivenFile, reading
from bpe_core.files.list_kinds import CUTS_OF_BYTES, KINDS, SPACE
from bpe_core.files.merge_rows import check_made_once
from bpe_core.files.other_files import without_rules
from bpe_core.files.printed_merges import CLIPS_HEADER, check_symbols, read_written_merges
from bpe_core.files.subword_nmt import MARKER
from bpe_core.files.vocabularies import ids_in, ids_inside, ids_of, listed_ids, special_inside
from bpe_core.merges import Pair
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.validation import check_choice

_FEW = 9
"""So few rules may repeat themselves, as some by hand do."""


class MergeList:
    """A list of merge rules, perhaps with a vocabulary: what the files say, and what they can be."""

    def __init__(self, file: GivenFile) -> None:
        """One is the file, the other comes with it. Raises `TokenizerFileError`."""
        files = [file, *file.companions()]
        rules = next((each for each in files if each.has_merges), None)
        if rules is None:
            raise TokenizerFileError(without_rules(file.root or {}, ids_of(file.root or {}), file.name))
        others = [each for each in files if each is not rules]
        inside = rules.root or {}
        self._ids: Mapping[str, int] | None
        self._ids, added = ids_in(others)
        with reading(rules.name):
            self._written = read_written_merges(rules.text, self._ids or ids_inside(inside))
            self._file, self._is_clips = file, self._written.header.startswith(CLIPS_HEADER)
            self._pairs = self._written.pairs[: list_kinds.CLIPS_RULES if self._is_clips else None]
            _check_number(self._pairs, is_known=bool(self._written.header or self._ids))
            self._is_numbers = self._ids is None and self._written.ids is not None
            if self._ids is None:
                self._ids = self._own_ids(rules, others)
            self._added = {**special_inside(inside, self._ids or {}), **added}
        self._markers = list_kinds.markers_of(self._pairs, self._ids or {})

    def _own_ids(self, rules: GivenFile, others: Iterable[GivenFile]) -> Mapping[str, int] | None:
        """The ids in the list itself, or in lists of tokens; None if they are numbered in order."""
        if self._is_numbers:
            check_made_once(self._pairs)
            return self._written.ids
        ids = listed_ids(self._pairs, rules, others)
        if ids is None and self._is_clips:
            return list_kinds.clip_ids(self._pairs)
        if ids is None:
            check_symbols(self._pairs)
        return ids

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds in `KINDS` that it can be, the likeliest one first."""
        if self._is_clips:
            return ("clip",)
        if self._is_numbers:
            return list_kinds.cuts_of_bytes(self._pairs)
        if self._ids is not None:
            return list_kinds.possible_kinds(self._pairs, self._ids, self._markers)
        loose = subword_nmt.loose_parts(self._pairs)
        characters = set("".join(loose))
        if any(part.endswith(MARKER) for part in loose) or not characters <= BYTE_OF_CHARACTER.keys():
            return ("subword_nmt",)
        if SPACE in characters:
            return ("gpt2",)
        is_named = re.search("merges|vocab", self._file.name, re.IGNORECASE) is not None
        is_gpt2s = is_named or any(character >= "\u0100" for character in characters)
        return ("gpt2", "subword_nmt") if is_gpt2s else ("subword_nmt", "gpt2")

    def read(self) -> FileContent:
        """The tokenizer of the kind that was asked for, or of the likeliest; raises `TokenizerFileError`.

        Without a vocabulary the ids are numbered in order.
        """
        name = self.kinds[0] if self._file.kind is None else self._file.kind
        check_choice("kind", name, self.kinds, TokenizerFileError)
        if name == "subword_nmt":
            return subword_nmt.parts_of(self._written)
        if self._ids is None or (name in CUTS_OF_BYTES and self._is_plain(self._ids, name)):
            return gpt2.parts_of(self._pairs, self._ids, CUTS_OF_BYTES[name])
        return list_kinds.tokenizer_of(name, self._ids, self._pairs, self._markers, self._added)

    def _is_plain(self, ids: Mapping[str, int], name: str) -> bool:
        """Whether it is bytes alone, without markers and tokens that are cut out."""
        unknown = list_kinds.unknown_of(KINDS[name], self._pairs, ids)
        return not (any(self._markers) or self._added or unknown) and gpt2.are_of_bytes(self._pairs, ids)


def _check_number(pairs: Sequence[Pair], *, is_known: bool) -> None:
    if not pairs and not is_known:
        raise TokenizerFileError("there are no merges here; at least one is needed.")
    if not is_known and len(pairs) > max(_FEW, 2 * len({*pairs})):
        raise TokenizerFileError("the same pairs come again and again: it is not a list of merges.")


FORMAT = FileFormat(
    "merges.txt of GPT-2 or codes of subword-nmt",
    lambda file: True,
    lambda file: MergeList(file).read(),
    has_companions=True,
)
