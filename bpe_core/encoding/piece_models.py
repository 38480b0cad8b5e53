"""Models without merges: WordPiece takes the longest pieces, Unigram the likeliest.

Each makes the tokens of a whole word at once, as the libraries do.

>>> vocab = {"[UNK]": 0, "hug": 1, "##g": 2, "##ging": 3, "##s": 4}
>>> model = WordPieceModel(vocab, "[UNK]")
>>> made = model.whole("hugging")
>>> made.tokens, model.lookup("hugging", made).tried
(('hug', '##ging'), (('hugging', 'huggin', 'huggi', 'hugg', 'hug'), ('##ging',)))
>>> UnigramModel.of_pieces([("<unk>", 0.0), ("hug", -3.0), ("s", -2.0), ("hu", -1.0)], 0).whole("hugs").tokens
('hug', 's')
"""

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from bpe_core.config import BPEConfig
from bpe_core.encoding.bpe_model import FileModel
from bpe_core.encoding.encoded_text import WordTokens
from bpe_core.encoding.merge_rules import NumberedRules
from bpe_core.encoding.spelling import SpelledWord, byte_of, byte_tokens
from bpe_core.encoding.tracing import Lookup
from bpe_core.errors import TextError, TokenizerFileError
from bpe_core.validation import shown

UNKNOWN_PENALTY = 10.0
"""How much less likely an unknown character is than the unlikeliest piece."""
MOST_PIECE, MOST_LENGTHS = 1_000, 64
"""The longest piece, in characters; and how many lengths pieces with the same first character may have, since
all of these are looked up at such a character of a text."""
MOST_TOLD = 1_000
"""The longest word, in characters, of which WordPiece tells what it looked up."""
LONGEST_WORD = 100
"""The longest word, in characters, that a trained WordPiece knows: the tokenizers library's usual limit."""


class PieceModel(FileModel):
    """A vocabulary whose model makes the tokens of a word without merges."""

    name: ClassVar[str]
    """"WordPiece" or "Unigram"."""

    rules = NumberedRules()
    """There are none."""
    ignore_merges = False
    """There are none."""
    fuse_unk = False
    """Unknown is a word, or a run of characters."""

    unk_token: str | None
    """The token for what the vocabulary cannot spell."""
    byte_fallback: bool = False
    """Whether an unknown character becomes its bytes."""

    @abstractmethod
    def whole(self, word: str) -> WordTokens:
        """The tokens of a word, with their spans in its bytes; raises `TextError`."""

    @abstractmethod
    def lookup(self, word: str, made: WordTokens) -> Lookup:
        """How the tokens of a word were found."""

    def spell(self, word: str) -> SpelledWord:
        """Nothing: there are no base symbols to merge."""
        return SpelledWord()

    def parts(self, word: str) -> Iterable[str]:
        """The word, as one part."""
        return [word] if word else []

    def most_symbols(self, words: Iterable[str]) -> int:
        """How many tokens words can have at most."""
        return sum(len(word.encode() if self.byte_fallback else word) for word in words)


class WordPieceModel(PieceModel):
    """From left to right, the longest beginning of the rest that is a token; as in tokenizers."""

    name = "WordPiece"

    def __init__(
        self, vocab: Mapping[str, int], unk_token: str, *, prefix: str = "##", longest: int = 100
    ) -> None:
        """Tokens that go on a word have the prefix. A word of more than `longest` characters is unknown.

        Raises `TokenizerFileError` beyond the limits of pieces.
        """
        self.vocab, self.prefix, self.longest = vocab, prefix, longest
        self.unk_token = self._unknown = unk_token
        going_on = {token.removeprefix(prefix): token for token in vocab if token.startswith(prefix)}
        self._pieces: Sequence[Mapping[str, str]] = dict(zip(vocab, vocab, strict=True)), going_on
        self._lengths = _lengths(vocab), _lengths(going_on)

    def whole(self, word: str) -> WordTokens:
        """See `PieceModel`; if a part of a word is unknown, all of it is."""
        ends, texts = [0], list[str]()
        while (start := ends[-1]) < len(word) <= self.longest:
            pieces, lengths = self._pieces[start > 0], self._lengths[start > 0].get(word[start], ())
            fits = (start + length for length in reversed(lengths) if start + length <= len(word))
            found = next((end for end in fits if word[start:end] in pieces), None)
            if found is None:
                break
            texts.append(pieces[word[start:found]])
            ends.append(found)
        if ends[-1] < len(word):
            return self._unknown_word(word)
        sizes = [self._size(word[:end]) for end in ends]
        return WordTokens(tuple(texts), tuple(map(self.vocab.__getitem__, texts)), tuple(pairwise(sizes)), ())

    def _size(self, text: str) -> int:
        """How long a text is in spans: in bytes, as the library has them."""
        return len(text.encode())

    def lookup(self, word: str, made: WordTokens) -> Lookup:
        """See `PieceModel`."""
        tried, start = [], 0
        while start < len(word) <= min(self.longest, MOST_TOLD):
            tries = [*self._tries(word, start)]
            tried.append(tuple(self.prefix * (start > 0) + text for text in tries))
            start = start + len(tries[-1]) if tries[-1] in self._pieces[start > 0] else len(word)
        return Lookup(self.name, tried=tuple(tried), prefix=self.prefix)

    def _tries(self, word: str, start: int) -> Iterator[str]:
        """What is looked up from here on, up to the first token."""
        for end in range(len(word), start, -1):
            yield word[start:end]
            if word[start:end] in self._pieces[start > 0]:
                return

    def _unknown_word(self, word: str) -> WordTokens:
        """An unknown word; raises `TextError` where the vocabulary lacks the token for it."""
        if self._unknown not in self.vocab:
            raise TextError(f"The unknown token {shown(self._unknown)} is not in the vocabulary.")
        size = self._size(word)
        return WordTokens((self._unknown,), (self.vocab[self._unknown],), ((0, size),), (word,))

    def _is_base(self, token: str) -> bool:
        return token == self.unk_token or len(token) == 1 or len(token.removeprefix(self.prefix)) == 1


class TrainedWordPiece(WordPieceModel):
    """The WordPiece of a training here, whose vocabulary tells ##u from the same text in the corpus."""

    def __init__(
        self,
        vocab: Mapping[str, int],
        starts: Mapping[str, str],
        goes_on: Mapping[str, str],
        config: BPEConfig,
    ) -> None:
        """The tokens that begin a word and those that go on, by their text without the prefix."""
        self.vocab, self.prefix, self.longest = vocab, config.marker, LONGEST_WORD
        self.unk_token = config.unk_token if config.unknown == "unk" else None
        self._keeps_unknown = config.unknown == "keep"
        self._pieces = starts, goes_on
        self._lengths = _sizes(starts), _sizes(goes_on)

    def _size(self, text: str) -> int:
        return len(text)

    def _unknown_word(self, word: str) -> WordTokens:
        """An unknown word: as the rules have it, replaced, kept as it is, or left out."""
        token = word if self._keeps_unknown else self.unk_token
        if token is None:
            return WordTokens((), (), (), (word,))
        token_id = None if self._keeps_unknown else self.vocab.get(token)
        return WordTokens((token,), (token_id,), ((0, len(word)),), (word,))


class UnigramModel(PieceModel):
    """The cut into pieces with the highest sum of scores (Kudo 2018); as in tokenizers, in 64 bits."""

    name = "Unigram"

    def __init__(
        self,
        token_of: dict[int, str],
        score_of: Mapping[str, float],
        unknown_id: int | None,
        unknown_score: float,
        *,
        byte_fallback: bool = False,
    ) -> None:
        """Tokens without a score stand for no text. Raises `TokenizerFileError` if one is too long."""
        self.token_of, self._score_of = token_of, score_of
        self.vocab = {text: number for number, text in token_of.items() if text in score_of}
        self.unk_token = None if unknown_id is None else token_of[unknown_id]
        self.byte_fallback = byte_fallback
        self._unknown, self._unknown_score = unknown_id, unknown_score
        self._lengths = _lengths(score_of)
        self._last: tuple[str, list[tuple[str, float]]] = "", []  # a text can be one word, and is asked again

    @classmethod
    def of_pieces(
        cls, pieces: Sequence[tuple[str, float]], unknown_id: int | None, *, byte_fallback: bool = False
    ) -> "UnigramModel":
        """The model of pieces with their scores, by id; of two with one text, the later one counts."""
        token_of = {number: text for number, (text, _) in enumerate(pieces)}
        unknown_score = min(score for _, score in pieces) - UNKNOWN_PENALTY
        return cls(token_of, dict(pieces), unknown_id, unknown_score, byte_fallback=byte_fallback)

    @cached_property
    def scores(self) -> dict[int, float]:
        """Id -> score, of the pieces that stand for text."""
        return {token_id: self._score_of[text] for text, token_id in self.vocab.items()}

    def whole(self, word: str) -> WordTokens:
        """See `PieceModel`."""
        made = WordTokens.of_parts([self._tokens(text) for text, _ in self._best_cut(word)])
        return replace(made, part_starts=self._part_starts(made.tokens))

    def _tokens(self, text: str) -> WordTokens:
        """The tokens of a piece, or of unknown characters: one that is printed as they are."""
        span = 0, len(text.encode())
        if text in self.vocab:
            return WordTokens((text,), (self.vocab[text],), (span,), ())
        in_bytes = byte_tokens(text) if self.byte_fallback else []
        ids = [self.vocab[byte] for byte in in_bytes if byte in self.vocab]
        if ids and len(ids) == len(in_bytes):
            return WordTokens(tuple(in_bytes), tuple(ids), (span,) * len(ids), ())
        return WordTokens((text,), (self._unknown_id(),), (span,), (text,))

    def _part_starts(self, tokens: Sequence[str]) -> tuple[int, ...]:
        """The tokens with which parts begin: the whole word is shown as one."""
        return (0,)

    def _rounded(self, score: float) -> float:
        """A sum of scores, in as many bits as the library has."""
        return score

    def lookup(self, word: str, made: WordTokens) -> Lookup:
        """See `PieceModel`."""
        return Lookup(self.name, scored=tuple(self._best_cut(word)))

    def _best_cut(self, word: str) -> list[tuple[str, float]]:
        """The pieces of the best cut with their scores; unknown characters in a row are one."""
        last, cut = self._last
        if last != word:
            cut = self._find_best_cut(word)
            self._last = word, cut
        return cut

    def _find_best_cut(self, word: str) -> list[tuple[str, float]]:
        best: list[float | None] = [0.0, *[None] * len(word)]  # the score up to each character
        came: list[tuple[int, int | None]] = [(0, None)] * len(best)  # from where, and the id of the piece
        for start, first in enumerate(word):
            before = best[start] or 0.0
            found = [
                (start + length, piece)
                for length in self._lengths.get(first, ())
                if (piece := word[start : start + length]) in self._score_of and start + length <= len(word)
            ]
            steps: list[tuple[int, float, int | None]] = [
                (end, self._rounded(before + self._score_of[piece]), self.vocab[piece])
                for end, piece in found
            ]
            if not found or found[0][0] > start + 1:
                steps.append((start + 1, self._rounded(before + self._unknown_score), self._unknown))
            for end, score, piece_id in steps:
                here = best[end]
                if here is None or score > here:
                    best[end], came[end] = score, (start, piece_id)
                    if piece_id is None:
                        self._unknown_id()
        cut: list[tuple[str, float]] = []
        after, was_unknown = len(word), False
        while after:
            begin, token_id = came[after]
            text, is_unknown = word[begin:after], token_id == self._unknown
            score = self._score_of.get(text, self._unknown_score)
            if is_unknown and was_unknown:
                cut[-1] = text + cut[-1][0], score + cut[-1][1]
            else:
                cut.append((text, score))
            after, was_unknown = begin, is_unknown
        return cut[::-1]

    def _unknown_id(self) -> int:
        if self._unknown is None:
            raise TextError("The text has characters outside the vocabulary, and the file no unknown token.")
        return self._unknown

    def _is_base(self, token: str) -> bool:
        is_byte = self.byte_fallback and byte_of(token) is not None
        return token == self.unk_token or len(token) == 1 or is_byte


def _lengths(pieces: Collection[str]) -> dict[str, list[int]]:
    """First character -> how long pieces with it are; raises `TokenizerFileError` beyond the limits.

    >>> _lengths(["hug", "h", "s"])
    {'h': [1, 3], 's': [1]}
    """
    for piece in pieces:
        if len(piece) > MOST_PIECE:
            raise TokenizerFileError(
                f"its piece {shown(piece)} has {len(piece):,} characters; at most {MOST_PIECE:,} are read."
            )
    found = _sizes(pieces)
    for first, lengths in found.items():
        if len(lengths) > MOST_LENGTHS:
            raise TokenizerFileError(
                f"its pieces that begin with {shown(first)} have {len(lengths):,} lengths; at most"
                f" {MOST_LENGTHS} are read."
            )
    return found


def _sizes(pieces: Iterable[str]) -> dict[str, list[int]]:
    """First character -> how long pieces with it are."""
    found = defaultdict[str, set[int]](set)
    for piece in filter(None, pieces):
        found[piece[0]].add(len(piece))
    return {first: sorted(lengths) for first, lengths in found.items()}
