"""Lists of merge rules in text: `merges.txt` of GPT-2 and Hugging Face's tokenizers, and subword-nmt's codes.

They have one rule `a b` per line, perhaps after a line `#version: ...`, and do not say what kind of tokenizer
they belong to. With a vocabulary, its symbols tell: see `list_kinds`. Without one, a symbol that ends in
`</w>` though no rule made it is subword-nmt's; a character that only byte level writes (`Ġ`) is GPT-2's.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from bpe_core.config import BPEConfig
from bpe_core.encoding.byte_parts import ListedParts
from bpe_core.encoding.library_tokenizer import LibraryTokenizer
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import FileFormat, GivenFile, reading
from bpe_core.files.hugging_face import hugging_face_tokenizer
from bpe_core.files.list_kinds import (
    CLIPS_RULES,
    CUTS_OF_BYTES,
    KINDS,
    PREFIX,
    SPACE,
    clip_ids,
    cuts_of_bytes,
    markers_of,
    possible_kinds,
    tokenizer_json,
    unknown_of,
)
from bpe_core.files.other_files import without_rules
from bpe_core.files.printed_merges import CLIPS_HEADER, VERSION, read_written_merges
from bpe_core.files.vocabularies import ids_in, ids_inside, ids_of, listed_ids, special_inside
from bpe_core.files.written_tokens import TextPair, numbered_merges
from bpe_core.symbol_texts import BYTE_CHARACTERS, BYTE_OF_CHARACTER
from bpe_core.symbols import word_codes
from bpe_core.validation import check_choice, shown

_MARKER = "</w>"
_FEW = 9
"""So few rules may repeat themselves, as some by hand do."""

_FIRST_RULES = 1_000  # of a list, of which at least one joins two base symbols


class MergeList:
    """A list of merge rules, perhaps with a vocabulary: what the files say, and what they can be."""

    def __init__(self, file: GivenFile) -> None:
        """One is the file, the other comes with it. Raises `TokenizerFileError`."""
        self._file = file
        files = [file, *file.companions()]
        rules = next((each for each in files if each.has_merges), None)
        if rules is None:
            raise TokenizerFileError(without_rules(file.root or {}, ids_of(file.root or {}), file.name))
        self._ids: Mapping[str, int] | None
        others = [each for each in files if each is not rules]
        self._ids, self._added = ids_in(others)
        with reading(rules.name):
            written = read_written_merges(rules.text, self._ids or ids_inside(rules.root or {}))
            if not written.pairs and not written.header:
                raise TokenizerFileError("there are no merges here; at least one is needed.")
            self._header, self._pairs = written.header, written.pairs
            is_known = bool(self._header or self._ids)
            if not is_known and len(self._pairs) > max(_FEW, 2 * len({*self._pairs})):
                raise TokenizerFileError("the same pairs come again and again: it is not a list of merges.")
            self._is_fast_bpes = bool(written.counts) and not written.header
            self._is_clips = self._header.startswith(CLIPS_HEADER)
            if self._is_clips:
                self._pairs = self._pairs[:CLIPS_RULES]
            self._is_numbers = self._ids is None and written.ids is not None
            if self._is_numbers:
                _check_ids(self._pairs)
            if self._ids is None and not self._is_numbers:
                self._ids = listed_ids(self._pairs, rules, others)
            if self._ids is None:
                self._ids = clip_ids(self._pairs) if self._is_clips else written.ids
            if self._pairs and self._ids is None:  # subword-nmt writes a header alone where it learns nothing
                _check_characters(self._pairs)
            self._markers = markers_of(self._pairs, self._ids or {})
            self._added = {**special_inside(rules.root or {}, self._ids or {}), **self._added}

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The names of the kinds in `KINDS` that it can be, the likeliest one first."""
        if self._is_clips:
            return ("clip",)
        if self._is_numbers:
            return cuts_of_bytes(self._pairs)
        if self._ids is not None:
            return possible_kinds(self._pairs, self._ids, self._markers)
        characters = set("".join(self._loose))
        if any(part.endswith(_MARKER) for part in self._loose) or not characters <= BYTE_OF_CHARACTER.keys():
            return ("subword_nmt",)
        if SPACE in characters:
            return ("gpt2",)
        is_named = re.search("merges|vocab", self._file.name, re.IGNORECASE) is not None
        is_gpt2s = is_named or any(character >= "\u0100" for character in characters)
        return ("gpt2", "subword_nmt") if is_gpt2s else ("subword_nmt", "gpt2")

    def read(self) -> TokenizerParts | LibraryTokenizer:
        """The tokenizer of the kind that was asked for, or of the likeliest; raises `TokenizerFileError`.

        Without a vocabulary the ids are numbered in order.
        """
        name = self.kinds[0] if self._file.kind is None else self._file.kind
        check_choice("kind", name, self.kinds, TokenizerFileError)
        if name == "subword_nmt":
            return self.subword_nmt()
        if self._ids is None:
            return self.of_bytes()
        is_plain = name in CUTS_OF_BYTES and not any(self._markers) and not self._added
        if is_plain and self._is_clean and unknown_of(KINDS[name], self._pairs, self._ids) is None:
            return self.of_bytes(CUTS_OF_BYTES[name])
        return hugging_face_tokenizer(
            tokenizer_json(KINDS[name], self._ids, self._pairs, self._markers, self._added)
        )

    @property
    def _is_clean(self) -> bool:
        """Whether all parts are bytes or made by a rule, and what rules make has an id."""
        made, ids = {*map("".join, self._pairs)}, self._ids or {}
        parts = {*chain.from_iterable(self._pairs)} - made
        return ids.keys() >= made | parts and parts <= BYTE_OF_CHARACTER.keys()

    @cached_property
    def _loose(self) -> list[str]:
        """The parts of rules that no rule makes."""
        made = {left + right for left, right in self._pairs}
        return [part for pair in self._pairs for part in pair if part not in made]

    def of_bytes(self, cut: str = "gpt2") -> TokenizerParts:
        """As OpenAI's and Hugging Face's code reads the rules; without a vocabulary the ids are GPT-2's."""
        base_codes: Sequence[int] = range(256)
        if self._ids is not None:
            base_codes = [BYTE_OF_CHARACTER[each] for each in BYTE_CHARACTERS if each in self._ids]
        # A rule that is given twice has its last place, since these libraries number the rules in a dict.
        last_of_each = list(reversed(dict.fromkeys(reversed(self._pairs))))
        config = BPEConfig(pre_tokenizer=cut, alphabet="bytes", unknown="drop")
        return ListedParts(config, base_codes, (), self._ids, pairs=last_of_each)

    def subword_nmt(self) -> TokenizerParts:
        """Version 0.2 and fastBPE join `</w>` to the last character; in 0.1, which has no header, it is a
        symbol."""
        is_fast_bpes = self._is_fast_bpes and _MARKER not in self._loose
        version = "0.2" if is_fast_bpes else _version(self._header)
        glued = (part for part in self._loose if part != _MARKER and part.endswith(_MARKER))
        if version == "0.1" and any(glued):
            raise TokenizerFileError(
                f"its rules join {_MARKER} to characters; put the line '{VERSION}: 0.2' first, which says so."
            )
        config = BPEConfig(
            pre_tokenizer="spaces",
            word_boundary={"0.1": "end_symbol", "0.2": "end_suffix"}[version],
            boundary_marker=_MARKER,
        )
        base_codes = []
        for text in dict.fromkeys([*self._loose, _MARKER] if version == "0.1" else self._loose):
            letter = text.removesuffix(_MARKER) if version == "0.2" else text
            if len(letter) == 1:
                base_codes.append(ord(letter) if letter == text else word_codes(letter, config)[0])
            elif version == "0.1" and text == _MARKER:
                base_codes.append(word_codes("a", config)[-1])
        rules = list(dict.fromkeys(self._pairs))  # of two equal rules the first one counts, as in subword-nmt
        _check_order(rules)
        return TokenizerParts(config, base_codes, numbered_merges(rules, base_codes, config))


def _check_characters(pairs: Sequence[TextPair]) -> None:
    """Refuse a list without a vocabulary that joins no two characters, or is over larger units."""
    if not any(_is_symbol(left) and _is_symbol(right) for left, right in pairs[:_FIRST_RULES]):
        raise TokenizerFileError("its first rules join no two characters: it is not a list of merge rules.")
    made = {*map("".join, pairs), *(left + right.removeprefix(PREFIX) for left, right in pairs)}
    for part in dict.fromkeys(chain.from_iterable(pairs)):
        if part not in made and not _is_symbol(part.removeprefix(PREFIX)):
            raise TokenizerFileError(
                f"its rules use {shown(part)}, which is not a character and which no rule makes; lists over"
                " larger units, such as the atoms of SmilesPE, cannot be read."
            )


def _check_ids(pairs: Sequence[TextPair]) -> None:
    """Refuse rules of token numbers of which two make the same token."""
    made = set(BYTE_CHARACTERS)
    for number, pair in enumerate(pairs, start=1):
        token = "".join(pair)
        if token in made:
            raise TokenizerFileError(
                f"rule {number:,} makes {shown(token)}, as a rule before it: it has two ids."
            )
        made.add(token)


def _is_symbol(part: str) -> bool:
    """Whether it is a character, the marker, or both."""
    return part.removesuffix(_MARKER) == part[:1] or part == _MARKER


def _version(header: str) -> str:
    """The version of subword-nmt's codes; Hugging Face's trainers have written more on the line."""
    if not header:
        return "0.1"
    if not header.startswith(f"{VERSION}:"):  # which the library takes for a rule of version 0.1
        raise TokenizerFileError(f"line 1 must be '{VERSION}: 0.2' or a rule, got {shown(header)}.")
    # As the library reads it, "0.2.0" is 0.2.
    version = re.sub(r"(\.0+)*$", "", header.removeprefix(VERSION).partition(" - ")[0].strip(": "))
    if version not in ("0.1", "0.2"):
        raise TokenizerFileError(f"its version must be '0.1' or '0.2', got {shown(version)}.")
    return version


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


FORMAT = FileFormat(
    "merges.txt of GPT-2 or codes of subword-nmt",
    lambda file: True,
    lambda file: MergeList(file).read(),
    has_companions=True,
)
