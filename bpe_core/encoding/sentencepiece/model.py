"""The BPE model of SentencePiece: pieces with scores.

SentencePiece joins the two neighbours whose piece has the highest score, the leftmost ones if equal. So each
way to split a piece into two others is a merge rule here, and rules with the same score are tied.

>>> ids = {"h": 0, "u": 1, "g": 2, "ug": 3, "hug": 4}
>>> rules = rules_of({"h": -9.0, "u": -9.0, "g": -9.0, "ug": -1.0, "hug": -2.0}, ids)
>>> rules.pairs, rules.products
([(1, 2), (0, 3)], [3, 4])
>>> pieces = {number: piece for piece, number in ids.items()} | {5: "<unk>"}
>>> spelled = SentencePieceModel(pieces, ids, rules, unknown_id=5).spell("hug!?")
>>> spelled.symbols, spelled.texts, spelled.spans, spelled.unknown
([0, 1, 2, 5], ['h', 'u', 'g', '<unk>'], [(0, 1), (1, 2), (2, 3), (3, 5)], ['!', '?'])
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import ClassVar

from bpe_core.encoding.merge_rules import NumberedRules
from bpe_core.encoding.spelling import SpelledWord, byte_tokens
from bpe_core.errors import TokenizerFileError
from bpe_core.validation import shown


@dataclass(frozen=True)
class SentencePieceModel:
    """The pieces that a text is cut into."""

    token_of: Mapping[int, str]
    """Id -> piece, for all pieces."""

    vocab: Mapping[str, int]
    """The ids of the pieces that stand for text."""

    rules: NumberedRules
    """The merge rules, in ids."""

    unknown_id: int
    """The id of the piece for unknown characters."""

    byte_ids: Mapping[str, int] | None = None
    """The ids of the 256 bytes, which stand for unknown characters if the model has them."""

    ignore_merges: ClassVar[bool] = False
    """Rules apply to every word."""

    @property
    def unk_token(self) -> str:
        """The piece for unknown characters."""
        return self.token_of[self.unknown_id]

    @property
    def base_ids(self) -> tuple[int, ...]:
        """The ids that `spell` can return."""
        characters = [token_id for text, token_id in self.vocab.items() if len(text) == 1]
        in_place = [self.unknown_id] if self.byte_ids is None else self.byte_ids.values()
        return (*characters, *in_place)

    def whole(self, word: str) -> None:
        """None: rules apply to every word."""

    def spell(self, word: str) -> SpelledWord:
        """The base symbols of a word; one unknown token stands for all unknown characters in a row."""
        known = list(map(self.vocab.get, word))
        if None not in known:
            return SpelledWord(known, list(word), list(pairwise(range(len(word) + 1))))  # type: ignore[arg-type]
        spelled = SpelledWord()
        for place, (character, symbol) in enumerate(zip(word, known, strict=True)):
            here = place, place + 1
            if symbol is not None:
                spelled.add(symbol, character, here)
            elif self.byte_ids is not None:
                for byte in byte_tokens(character):
                    spelled.add(self.byte_ids[byte], byte, here)
            else:
                spelled.unknown.append(character)
                if place and known[place - 1] is None:
                    spelled.spans[-1] = spelled.spans[-1][0], place + 1
                else:
                    spelled.add(self.unknown_id, self.unk_token, here)
        return spelled

    def most_symbols(self, words: Iterable[str]) -> int:
        """How many base symbols words can have at most."""
        return sum(len(word if self.byte_ids is None else word.encode()) for word in words)

    def parts(self, word: str) -> Iterator[str]:
        """The parts of a word, between which no rule applies; an unknown token is never cut.

        A word is often a whole text.
        """
        first, ids, joined, has_bytes = 0, self.vocab, self._joined, self.byte_ids is not None
        for here, pair in enumerate(pairwise(word), start=1):
            if pair not in joined and (has_bytes or pair[0] in ids or pair[1] in ids):
                yield word[first:here]
                first = here
        if word:
            yield word[first:]

    @cached_property
    def _joined(self) -> set[tuple[str, str]]:
        """The neighbouring characters between which a rule joins two pieces."""
        texts = ((self.token_of[left], self.token_of[right]) for left, right in self.rules.pairs)
        return {(left[-1], right[0]) for left, right in texts}


def rules_of(score_of: Mapping[str, float], ids: Mapping[str, int]) -> NumberedRules:
    """The merge rules of pieces with these scores: all ways to split a piece into two others.

    Raises `TokenizerFileError` if one of the two is a single character but no piece: the library would join
    these too.
    """
    rules = NumberedRules()
    # In the library -0.0, the score of a trainer's first piece, is less than 0.0.
    order_of = {piece: (score, math.copysign(1, score)) for piece, score in score_of.items()}
    before = None
    for piece in sorted(order_of, key=order_of.__getitem__, reverse=True):
        for character, rest in ((piece[0], piece[1:]), (piece[-1], piece[:-1])):
            if rest and character not in score_of and (rest in score_of or len(rest) == 1):
                made_with = f"its piece {shown(piece)} is made with {shown(character)}"
                raise TokenizerFileError(f"{made_with}, which is not a piece of its own.")
        for at in range(1, len(piece)):
            left, right = piece[:at], piece[at:]
            if left in score_of and right in score_of:
                rules.add((ids[left], ids[right]), ids[piece], is_tied=order_of[piece] == before)
                before = order_of[piece]
    return rules
