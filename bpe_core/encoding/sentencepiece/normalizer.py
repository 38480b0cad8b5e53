r"""How a SentencePiece model rewrites a text before it is cut into pieces.

In: a text. Out: the text that the model sees, and for each of its characters where it comes from.

>>> normalizer = Normalizer(add_dummy_prefix=True, remove_extra_whitespaces=True)
>>> normalizer.normalize("  hug  pug ")
('▁hug▁pug', [2, 2, 3, 4, 5, 7, 8, 9, 10])

Only U+0020 is a space here. This follows `Normalizer::Normalize` in the library's source.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from bpe_core.encoding.growth import check_tokens
from bpe_core.encoding.sentencepiece.character_map import CharacterMap
from bpe_core.encoding.sentencepiece.user_defined import UserDefinedSymbols
from bpe_core.pre_tokenizers.registry import META


@dataclass(frozen=True)
class Normalizer:
    """The rules of one model."""

    characters: CharacterMap | None = None
    """What is written for characters; None: they stay."""

    user_defined: UserDefinedSymbols = field(default_factory=lambda: UserDefinedSymbols(()))
    """Symbols that stay as they are."""

    add_dummy_prefix: bool = True
    """Whether a space is put before a text."""

    remove_extra_whitespaces: bool = True
    """Whether spaces at the ends of a text go, and one is left of several in a row."""

    escape_whitespaces: bool = True
    """Whether spaces are written as `▁`."""

    is_suffix: bool = False
    """Whether the space goes behind a text, and not before it: `treat_whitespace_as_suffix`."""

    def normalize(self, text: str) -> tuple[str, list[int]]:
        """The text, and the place of each character in the given one, with the place where the last one ends.

        Raises `TextError` for a broken map of characters, and for one that makes too much of the text.
        """
        parts = list(self._parts(text))
        check_tokens(len(text), sum(len(written) for _, written in parts))
        first = 0
        if self.remove_extra_whitespaces:
            first = next((at for at, (_, written) in enumerate(parts) if written != " "), len(parts))
        if first == len(parts):
            return "", [0]
        space = META if self.escape_whitespaces else " "
        characters: list[str] = []
        places: list[int] = []
        if self.add_dummy_prefix and not self.is_suffix:
            characters.append(space)
            places.append(parts[first][0])
        follows_space = self.remove_extra_whitespaces
        for place, written in parts[first:]:
            kept = written.lstrip(" ") if follows_space else written
            if kept:
                follows_space = self.remove_extra_whitespaces and kept[-1] == " "
                characters += kept.replace(" ", space)
                places += [place] * len(kept)
        end = len(text)
        while self.remove_extra_whitespaces and characters and characters[-1] == space:
            characters.pop()
            end = places.pop()
        if self.add_dummy_prefix and self.is_suffix:
            characters.append(space)
            places.append(end)
        return "".join(characters), [*places, end]

    def _parts(self, text: str) -> Iterator[tuple[int, str]]:
        """What is written for each part of a text, and where that begins."""
        place = 0
        symbols, characters = self.user_defined, self.characters
        while place < len(text):
            end = symbols.at(text, place) if text[place] in symbols.beginnings else 0
            found = characters.longest(text, place) if characters is not None and not end else None
            if found is None:
                end = end or place + 1
                yield place, text[place:end]
            else:
                written, end = found
                yield place, written
            place = end
