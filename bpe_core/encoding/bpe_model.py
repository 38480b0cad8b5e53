"""The BPE model of a `tokenizer.json`: its vocabulary, its merge rules, and how it treats unknown characters.

Symbols are the ids of their tokens, as in Hugging Face's `models/bpe`, which this follows in every detail.

>>> model = BPEModel({"h": 0, "u": 1, "hu": 2, "<0xC3>": 3, "<0xA9>": 4}, byte_fallback=True)
>>> model.rules.add((0, 1), 2)
>>> spelled = model.spell("hué")
>>> spelled.symbols, model.rules.merge(spelled.symbols).symbols
([0, 1, 3, 4], [2, 3, 4])
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, pairwise

from bpe_core.encoding.encoded_text import WordTokens, one_token
from bpe_core.encoding.merge_rules import NumberedRules
from bpe_core.encoding.spelling import SpelledWord, byte_of, byte_tokens
from bpe_core.errors import TextError
from bpe_core.validation import shown


class FileModel(ABC):
    """What all models of a `tokenizer.json` have: the vocabulary of the file."""

    vocab: Mapping[str, int]
    """Token -> id."""

    @cached_property
    def token_of(self) -> dict[int, str]:
        """Id -> token."""
        return {token_id: token for token, token_id in self.vocab.items()}

    @property
    def shares_ids(self) -> bool:
        """Whether several tokens have the same id."""
        return len(self.token_of) < len(self.vocab)

    @cached_property
    def base_ids(self) -> tuple[int, ...]:
        """The ids of characters, of bytes in place of them, and of the unknown token."""
        return tuple(token_id for token, token_id in self.vocab.items() if self._is_base(token))

    @abstractmethod
    def _is_base(self, token: str) -> bool: ...


@dataclass(frozen=True)
class BPEModel(FileModel):
    """A vocabulary with merge rules, and the options of the file."""

    vocab: Mapping[str, int]
    """Token -> id."""

    rules: NumberedRules = field(default_factory=NumberedRules)
    """The merge rules, in ids."""

    unk_token: str | None = None
    """Stands for characters outside the vocabulary; None: they are dropped."""

    fuse_unk: bool = False
    """Whether one unknown token stands for several characters in a row."""

    byte_fallback: bool = False
    """Whether such a character becomes its bytes, `<0xC3>` `<0xA9>`, if the vocabulary has them."""

    ignore_merges: bool = False
    """Whether a word in the vocabulary is one token, whatever the rules would make of it."""

    prefix: str = ""
    """Put before every character of a word but the first: `continuing_subword_prefix`."""

    suffix: str = ""
    """Put after the last character of a word: `end_of_word_suffix`."""

    def spell(self, word: str) -> SpelledWord:
        """The base symbols of a word, with their spans in its bytes.

        The library counts spans from symbol to symbol: each is as long as its character in the word, a byte
        in place of a character has length one, and what is dropped does not count.
        """
        known = [] if self.prefix or self.suffix else list(map(self.vocab.get, word))
        if known and None not in known:
            ends = range(len(word) + 1) if word.isascii() else accumulate(map(_size, word), initial=0)
            return SpelledWord(known, list(word), list(pairwise(ends)))  # type: ignore[arg-type]
        spelled = SpelledWord()
        waiting = 0  # the bytes of the characters that the next unknown token stands for
        for place, character in enumerate(word):
            symbol = self.prefix * (place > 0) + character + self.suffix * (place == len(word) - 1)
            if symbol in self.vocab:
                self._add_unknown(spelled, waiting)
                waiting = 0
                _add(spelled, self.vocab[symbol], symbol, _size(character))
            elif self.byte_fallback and all(byte in self.vocab for byte in byte_tokens(symbol)):
                for byte in byte_tokens(symbol):
                    _add(spelled, self.vocab[byte], byte, 1)  # before an unknown token that still waits
            else:
                spelled.unknown.append(character)
                if not self.fuse_unk:
                    self._add_unknown(spelled, waiting)
                    waiting = 0
                waiting += _size(character)
        self._add_unknown(spelled, waiting)
        return spelled

    def most_symbols(self, words: Iterable[str]) -> int:
        """How many base symbols words can have at most."""
        if not self.byte_fallback:
            return sum(map(len, words))
        around = len(f"{self.prefix}{self.suffix}".encode())
        return sum(len(word.encode()) + around * len(word) for word in words)

    def whole(self, word: str) -> WordTokens | None:
        """A word that is one token by itself, whatever the rules; None for any other word."""
        token_id = self.vocab.get(word) if self.ignore_merges else None
        return None if token_id is None else one_token(word, token_id, size=len(word.encode()))

    def parts(self, word: str) -> Iterator[str]:
        """The parts of a word, between which no rule applies; each cut is between two known characters.

        Without a pre-tokenizer a word can be a whole text.
        """
        first, joined = 0, self._joined
        for here, pair in enumerate(pairwise(word), start=1):
            if joined is None:
                break
            if pair not in joined and pair[0] in self.vocab and pair[1] in self.vocab:
                yield word[first:here]
                first = here
        if word:
            yield word[first:]

    @cached_property
    def _joined(self) -> set[tuple[str, str]] | None:
        """The neighbouring characters between which a rule joins two tokens.

        None if a part of a word could be made differently from the same word alone, or if a token may have
        any characters.
        """
        if self.shares_ids or "" in self.vocab or self.ignore_merges or self.prefix or self.suffix:
            return None
        texts = ((self.token_of[left], self.token_of[right]) for left, right in self.rules.pairs)
        return {(left[-1], right[0]) for left, right in texts}

    def _is_base(self, token: str) -> bool:
        inside = token.removeprefix(self.prefix), token
        if token == self.unk_token or any(len(text.removesuffix(self.suffix)) == 1 for text in inside):
            return True
        byte = byte_of(token) if self.byte_fallback else None
        if byte is None:
            return False
        # An ASCII character is one byte; if the vocabulary has it, it is never written as that byte.
        return byte > 0x7F or bool(self.prefix or self.suffix) or chr(byte) not in self.vocab

    def _add_unknown(self, spelled: SpelledWord, size: int) -> None:
        if size and self.unk_token is not None:
            if self.unk_token not in self.vocab:
                raise TextError(f"The unknown token {shown(self.unk_token)} is not in the vocabulary.")
            _add(spelled, self.vocab[self.unk_token], self.unk_token, size)


def _add(spelled: SpelledWord, symbol: int, text: str, size: int) -> None:
    """Add a symbol of `size` bytes at the end."""
    start = spelled.spans[-1][1] if spelled.spans else 0
    spelled.add(symbol, text, (start, start + size))


def _size(character: str) -> int:
    return len(character.encode())
