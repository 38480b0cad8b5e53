"""The encoder of `reference_encoder` with the rules of any tokenizer: how it cuts, spells and ranks.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)
>>> stepper.run()
>>> TokenizerEncoder(stepper.tokenizer()).encode("hugs unhug")
['hugs', 'un', 'hug']
"""

from collections import defaultdict
from collections.abc import Iterator
from functools import cache, cached_property
from itertools import pairwise

from bpe_core.config import BPEConfig
from bpe_core.encoding.spelling import byte_tokens
from bpe_core.errors import ComparisonError
from bpe_core.normalizers import normalize
from bpe_core.reference_encoder import Encoder, Pair, Symbols
from bpe_core.symbol_texts import BYTE_CHARACTERS, BYTE_OF_CHARACTER
from bpe_core.tokenizer import BPETokenizer, Tokenizer

LONG = 400
"""A word of more symbols is merged by the tokenizer, or not at all where an encoder merges otherwise."""
_MERGING = ("spell", "merge", "pick", "rank", "apply", "join")


class TooLongError(ComparisonError):
    """A word is too long to be merged step by step."""


class _Ranks(dict[Pair, int | None]):
    """The rank of each pair, asked of the tokenizer when it is needed."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def get(self, pair: Pair, default: int | None = None) -> int | None:  # type: ignore[override]
        if pair not in self:
            self[pair] = self._tokenizer.pair_ranks(pair)[0]
        return self[pair]


class TokenizerEncoder(Encoder):
    """Encodes with the rules of a tokenizer; a mistake is a subclass that overrides one method."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        """Raises `ComparisonError` for a tokenizer that has no merges."""
        self.config: BPEConfig | None = tokenizer.config if isinstance(tokenizer, BPETokenizer) else None
        """The rules of a training or a list of merges; None for those of a file."""
        if tokenizer.without_merges or (self.config and self.config.is_wordpiece):
            raise ComparisonError("The tokenizer has no merges: only those of BPE are looked into.")
        super().__init__(
            [],
            tokenizer.vocab,
            tokenizer.added_tokens,
            words_of=cache(self._words),
            symbols_of=self._symbols,
        )
        self.tokenizer = tokenizer
        self.ranks = _Ranks(tokenizer)  # type: ignore[assignment]
        self._model = tokenizer.parts.model() if isinstance(tokenizer, BPETokenizer) else None
        self.marker = self.config.marker if self.config else ""
        # The words of a file whose symbols are bytes are printed already.
        self.is_printed = self.config is None and "ByteLevel" in tokenizer.stages.get("pre_tokenizer", ())  # type: ignore[union-attr]
        self.in_bytes = self.config.alphabet == "bytes" if self.config else self.is_printed
        self._spelled: dict[str, Symbols] = {}
        self._rules_by_border = cache(self._find_rules_by_border)  # one for all copies, as `words_of` is
        self.remembered: dict[str, Symbols] = {}
        """The tokens of words that came before."""

    def encode(self, text: str) -> list[str]:
        """See `Encoder`."""
        before, behind = self.around()
        return [*before, *super().encode(text), *behind]

    def around(self) -> tuple[list[str], list[str]]:
        """The special tokens before a text, and those behind it."""
        return [], []

    def by_word(self, text: str) -> Iterator[tuple[str, Symbols]]:
        """See `Encoder`; a word that comes again is remembered. Raises `TooLongError`."""
        merges_right = all(getattr(type(self), name) is getattr(TokenizerEncoder, name) for name in _MERGING)
        for part in self.split(self.read(text)):
            if part in self.special_tokens:
                yield part, [part]
                continue
            for word in self.cut(part):
                if word not in self.remembered:
                    symbols = self.spell(word)
                    if len(symbols) <= LONG:
                        self.remembered[word] = self.merge(symbols)
                    elif merges_right and all(symbol in self.ids for symbol in symbols):
                        merged = self.tokenizer.rules.merge([self.ids[symbol] for symbol in symbols])
                        self.remembered[word] = [self.tokenizer.token_of[each] for each in merged.symbols]
                    else:
                        raise TooLongError(f"A word of {len(symbols):,} symbols is not merged step by step.")
                yield word, self.remembered[word]

    def join(self, left: str, right: str) -> str:
        """See `Encoder`; inside a word a prefix goes."""
        rank = self.ranks.get((left, right))
        if rank is None or self.config is None:
            return left + right
        return self.tokenizer.rule(rank)[1]

    def write(self, token: str) -> str:
        """How a token is written in a list."""
        return token

    def whole(self, text: str) -> str:
        """A text as one word."""
        if self.config is not None:
            return normalize(text, self.config.normalizers)
        joined = "".join(self.words_of(text))
        return joined if len(joined) >= len(text) else text

    def rules_within(self, word: str) -> list[Pair]:
        """The rules of which a word may have the two symbols beside each other, in order."""
        found = {rule for beside in pairwise(word) for rule in self._rules_by_border().get(beside, ())}
        return [pair for _, pair in sorted(found)]

    def _find_rules_by_border(self) -> dict[Pair, list[tuple[int, Pair]]]:
        """The rules by the last character of their left symbol and the first of the right one."""
        found = defaultdict(list)
        for rank, (left, right) in enumerate(self.tokenizer.merges):
            found[left[-1], right[0]].append((rank, (left, right)))
        return found

    @cached_property
    def known(self) -> set[str]:
        """The base symbols of the vocabulary."""
        unknown, token_of = self.tokenizer.unk_token, self.tokenizer.token_of
        return {token_of[each] for each in self.tokenizer.base_ids if token_of[each] != unknown}

    @cached_property
    def sorted_places(self) -> dict[str, int]:
        """The place of each token in the sorted vocabulary."""
        return {token: place for place, token in enumerate(sorted(self.ids))}

    def _words(self, text: str) -> list[str]:
        if self.config is not None:
            return self.config.cutter.words(normalize(text, self.config.normalizers))
        words = []
        for traced in self.tokenizer.trace(text):
            if not traced.is_added:
                word = traced.word
                words.append(bytes_of(word).decode(errors="surrogateescape") if self.is_printed else word)
                self._spelled[words[-1]] = [*traced.symbols]
        return words

    def _symbols(self, word: str) -> Symbols:
        if self._model is not None:
            whole = self._model.whole(word)  # a token to which no rules lead
            return self._model.spell(word).texts if whole is None else [*whole.tokens]
        if word not in self._spelled:  # a word that the file does not make
            text = printed(word.encode(errors="surrogateescape")) if self.is_printed else word
            self._spelled[word] = [symbol for each in text for symbol in self._in_symbols(each)]
        return self._spelled[word]

    def _in_symbols(self, character: str) -> list[str]:
        """A character as a file spells it: as it is, in bytes, or as the unknown token."""
        in_bytes, unknown = byte_tokens(character), self.tokenizer.unk_token
        if character in self.ids:
            return [character]
        return in_bytes if all(each in self.ids for each in in_bytes) else [unknown] if unknown else []


def printed(data: bytes) -> str:
    """Bytes in GPT-2's printable characters."""
    return "".join(map(BYTE_CHARACTERS.__getitem__, data))


def bytes_of(token: str) -> bytes:
    """The bytes that a token printed so stands for; those of another token are its own."""
    try:
        return bytes(map(BYTE_OF_CHARACTER.__getitem__, token))
    except KeyError:
        return token.encode(errors="surrogateescape")
