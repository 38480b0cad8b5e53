"""WordPiece: from left to right, the longest beginning of the rest that is a token.

>>> model = WordPiece.of_vocabulary(["hug", "##g", "##ging", "##s"], prefix="##", longest=100)
>>> model.pieces("hugging"), model.pieces("hugo")
(['hug', '##ging'], None)
>>> model.lookup("hugging").tried
(('hugging', 'huggin', 'huggi', 'hugg', 'hug'), ('##ging',))
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, pairwise

from bpe_core.config import BPEConfig
from bpe_core.encoding.encoded_text import WordTokens
from bpe_core.encoding.merge_rules import NumberedRules
from bpe_core.encoding.spelling import SpelledWord
from bpe_core.encoding.tracing import Lookup

MOST_TOLD = 1_000
"""The longest word, in characters, of which it is told what was looked up."""
LONGEST_WORD = 100
"""The longest word, in characters, that a trained WordPiece knows: the tokenizers library's usual limit."""


class WordPiece:
    """The tokens that begin a word and those that go on, by their text without the prefix."""

    def __init__(
        self, starts: Mapping[str, str], goes_on: Mapping[str, str], *, prefix: str, longest: int
    ) -> None:
        """A word of more than `longest` characters is unknown."""
        self._tokens, self._prefix, self._longest = (starts, goes_on), prefix, longest
        self._most = tuple(max(map(len, each), default=0) for each in self._tokens)

    @classmethod
    def of_vocabulary(cls, tokens: Iterable[str], *, prefix: str, longest: int) -> "WordPiece":
        """As the tokenizers library looks them up: a token with the prefix can begin a word too."""
        tokens = list(tokens)
        going_on = {token.removeprefix(prefix): token for token in tokens if token.startswith(prefix)}
        return cls(dict(zip(tokens, tokens, strict=True)), going_on, prefix=prefix, longest=longest)

    def pieces(self, word: str) -> list[str] | None:
        """The tokens of a word; None if a part of it is unknown, and with it the word."""
        if len(word) > self._longest:
            return None
        made, start = list[str](), 0
        while start < len(word):
            tokens, most = self._tokens[start > 0], self._most[start > 0]
            ends = range(min(len(word), start + most), start, -1)
            end = next((end for end in ends if word[start:end] in tokens), None)
            if end is None:
                return None
            made.append(tokens[word[start:end]])
            start = end
        return made

    def lookup(self, word: str) -> Lookup:
        """How the tokens of a word were found."""
        tried, start = [], 0
        while start < len(word) <= min(self._longest, MOST_TOLD):
            tries = [*self._tries(word, start)]
            tried.append(tuple(self._prefix * (start > 0) + text for text in tries))
            start = start + len(tries[-1]) if tries[-1] in self._tokens[start > 0] else len(word)
        return Lookup("WordPiece", tried=tuple(tried), prefix=self._prefix)

    def _tries(self, word: str, start: int) -> Iterator[str]:
        """What is looked up from here on, up to the first token."""
        for end in range(len(word), start, -1):
            yield word[start:end]
            if word[start:end] in self._tokens[start > 0]:
                return


class TrainedWordPiece:
    """The model of a training here, whose vocabulary tells ##u from the same text in the corpus."""

    without_merges = "WordPiece"
    rules = NumberedRules()
    """There are none."""
    ignore_merges = False
    """There are none."""

    def __init__(
        self,
        vocab: Mapping[str, int],
        starts: Mapping[str, str],
        goes_on: Mapping[str, str],
        config: BPEConfig,
    ) -> None:
        """The tokens that begin a word and those that go on, by their text without the prefix."""
        self.vocab = vocab
        self.token_of = {token_id: token for token, token_id in vocab.items()}
        self.unk_token = config.unk_token if config.unknown == "unk" else None
        """Stands for an unknown word; None: it is kept or left out."""
        self._keeps_unknown = config.unknown == "keep"
        self._pieces = WordPiece(starts, goes_on, prefix=config.marker, longest=LONGEST_WORD)
        self._sizes = {token: len(text) for each in (starts, goes_on) for text, token in each.items()}

    @property
    def base_ids(self) -> tuple[int, ...]:
        """The ids of characters, and of the unknown token."""
        return tuple(
            token_id
            for token, token_id in self.vocab.items()
            if token == self.unk_token or self._sizes.get(token) == 1
        )

    def whole(self, word: str) -> WordTokens:
        """The tokens of a word, with their spans in its characters."""
        made = self._pieces.pieces(word)
        if made is None:
            return self._unknown_word(word)
        spans = pairwise(accumulate(map(self._sizes.__getitem__, made), initial=0))
        return WordTokens(tuple(made), tuple(map(self.vocab.__getitem__, made)), tuple(spans), ())

    def lookup(self, word: str) -> Lookup:
        """How the tokens of a word were found."""
        return self._pieces.lookup(word)

    def spell(self, word: str) -> SpelledWord:
        """Nothing: there are no base symbols to merge."""
        return SpelledWord()

    def _unknown_word(self, word: str) -> WordTokens:
        """An unknown word: as the rules have it, replaced, kept as it is, or left out."""
        token = word if self._keeps_unknown else self.unk_token
        if token is None:
            return WordTokens((), (), (), (word,))
        token_id = None if self._keeps_unknown else self.vocab.get(token)
        return WordTokens((token,), (token_id,), ((0, len(word)),), (word,))
