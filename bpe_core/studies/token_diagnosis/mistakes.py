"""Encoders that go wrong, as people write them: each overrides one method of `reference_encoder.Encoder`.

A new mistake is one entry of `MISTAKES`: the method, what is wrong, and the method as it is then. Mistakes in
different methods go together:

>>> from bpe_core import EXAMPLES, BPEStepper
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)
>>> stepper.run()
>>> both = [each for each in MISTAKES if "lower case" in each.says or "only one merge" in each.says]
>>> encoder_with(both, TokenizerEncoder(stepper.tokenizer())).encode("HUGS")
['h', 'ug', 's']
>>> print(both[0].code)
  def read(self, text):
-     return text.lower()
+     return text
"""

import re
import string
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import regex

from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.reference_encoder import Encoder, Symbols
from bpe_core.studies.mistakes import Mistake, code_of, type_with
from bpe_core.studies.token_diagnosis.encoders import TokenizerEncoder, printed
from bpe_core.symbol_texts import BYTE_OF_CHARACTER
from bpe_core.tokenizer import Tokenizer


@dataclass(frozen=True)
class EncoderMistake(Mistake):
    """A method of an encoder that goes wrong."""

    when: Callable[[TokenizerEncoder], object] = lambda encoder: True
    """Whether a tokenizer lets one make it."""

    @property
    def code(self) -> str:
        """The lines of the method, wrong after a minus and right after a plus."""
        right = getattr(Encoder, self.method, None) or getattr(TokenizerEncoder, self.method)
        return code_of(self.method, self.wrong, right)


def _row(
    method: str,
    says: str,
    wrong: Callable[..., Any],
    when: Callable[[TokenizerEncoder], object] = lambda encoder: True,
) -> EncoderMistake:
    return EncoderMistake(says, method, says, wrong, when)


def encoder_with(mistakes: Sequence[Mistake], encoder: TokenizerEncoder) -> TokenizerEncoder:
    """The same encoder with mistakes in it, each in another method."""
    wrong: TokenizerEncoder = copy(encoder)
    wrong.__class__ = type_with(type(encoder), mistakes)
    wrong.remembered = {}
    return wrong


def candidates(self: Encoder, symbols: Symbols) -> list[tuple[int, int]]:
    """The rank and the place of each pair that has a rule."""
    ranks = [(self.rank(pair), place) for place, pair in enumerate(pairwise(symbols))]
    return [(rank, place) for rank, place in ranks if rank is not None]


def is_token(self: Encoder, symbols: Symbols) -> bool:
    """Whether symbols are a token: one of them, or together one of the vocabulary."""
    text = "".join(symbols)
    return len(symbols) == 1 or (text in self.ids and text not in self.special_tokens)


def everywhere(self: Encoder, symbols: Symbols, place: int) -> Symbols:
    """A pair merged at all its places in one round, as many people write it: no mistake."""
    pair, merged, here = symbols[place : place + 2], [], 0
    while here < len(symbols):
        is_pair = symbols[here : here + 2] == pair
        merged.append(self.join(*pair) if is_pair else symbols[here])
        here += 1 + is_pair
    return merged


def _last_symbol_lost(self: Encoder, symbols: Symbols, place: int) -> Symbols:
    pair, merged, here = symbols[place : place + 2], [], 0
    while here < len(symbols) - 1:  # the last symbol is never looked at by itself
        is_pair = symbols[here : here + 2] == pair
        merged.append(self.join(*pair) if is_pair else symbols[here])
        here += 1 + is_pair
    return merged


def _one_merge(self: Encoder, symbols: Symbols) -> Symbols:
    place = self.pick(symbols)
    return symbols if place is None else self.apply(symbols, place)


def _each_rule_once(self: Encoder, symbols: Symbols) -> Symbols:
    last = -1
    while later := [(rank, place) for rank, place in candidates(self, symbols) if rank > last]:
        last, place = min(later)
        symbols = self.apply(symbols, place)
    return symbols


def _one_pass(self: Encoder, symbols: Symbols) -> Symbols:
    merged = symbols[:1]
    for symbol in symbols[1:]:
        has_rule = self.rank((merged[-1], symbol)) is not None
        merged[(has_rule and -1) or len(merged) :] = [self.join(merged[-1], symbol) if has_rule else symbol]
    return merged


def _replaced_as_text(self: TokenizerEncoder, symbols: Symbols) -> Symbols:
    text = " ".join(symbols)
    for left, right in self.rules_within("".join(symbols)):
        text = text.replace(f"{left} {right}", left + right)
    return text.split(" ")


def _longest_match(self: Encoder, symbols: Symbols) -> Symbols:
    tokens = []
    while symbols:
        size = next(size for size in range(len(symbols), 0, -1) if is_token(self, symbols[:size]))
        tokens.append("".join(symbols[:size]))
        symbols = symbols[size:]
    return tokens


def _fewest_tokens(self: Encoder, symbols: Symbols) -> Symbols:
    best: list[Symbols] = [[]]
    for end in range(1, len(symbols) + 1):
        starts = [start for start in range(end) if is_token(self, symbols[start:end])]
        start = min(starts, key=lambda start: len(best[start]))
        best.append([*best[start], "".join(symbols[start:end])])
    return best[-1]


def _bytes_then_ranks(self: TokenizerEncoder, token: str) -> int | None:
    rank = self.tokenizer.rank_of(token)
    return BYTE_OF_CHARACTER.get(token) if rank is None else 256 + rank


def lacks_a_rule(self: Encoder, symbols: Symbols) -> bool:
    """Whether a word has two neighbours without a rule."""
    return len(candidates(self, symbols)) < len(symbols) - 1


def pick_by(self: Encoder, symbols: Symbols, key: Callable[[int, int], Any]) -> int | None:
    """The place of the pair with a rule whose rank and place have the lowest key; None without one."""
    return min(candidates(self, symbols), key=lambda each: key(*each), default=(0, None))[1]


# fmt: off
MISTAKES: tuple[EncoderMistake, ...] = (
    # How the text is read
    _row("read", "the text is made lower case first", lambda self, text: text.lower()),
    _row("read", "white space at both ends of the text is taken off first",
            lambda self, text: text.strip()),
    _row("read", "white space in a row, also at line ends, becomes one space first",
            lambda self, text: " ".join(text.split())),
    _row("read", r"line ends \r\n are read as \n, as Python reads a file of text",
            lambda self, text: text.replace("\r\n", "\n").replace("\r", "\n")),
    _row("read", r"line ends are \r\n instead of \n, as in files of Windows",
            lambda self, text: text.replace("\n", "\r\n")),
    _row("read", "line ends become spaces first", lambda self, text: " ".join(text.splitlines())),
    _row("read", "line ends are taken out first", lambda self, text: "".join(text.splitlines())),
    _row("read", "a space is put before the text", lambda self, text: " " + text),
    _row("read", "punctuation is taken out first",
            lambda self, text: text.translate(str.maketrans("", "", string.punctuation))),
    _row("read", r"[^\w\s] is taken out first", lambda self, text: re.sub(r"[^\w\s]", "", text)),
    _row("read", "characters beyond ASCII are taken out first",
            lambda self, text: text.encode("ascii", "ignore").decode()),
    _row("read", "the text is normalized to NFC first",
            lambda self, text: unicodedata.normalize("NFC", text)),
    _row("read", "the text is normalized to NFD first",
            lambda self, text: unicodedata.normalize("NFD", text)),
    _row("read", "the text is normalized to NFKC first",
            lambda self, text: unicodedata.normalize("NFKC", text)),
    _row("read", "accents are taken off first",
            lambda self, text: re.sub(r"[\u0300-\u036f]", "", unicodedata.normalize("NFD", text))),
    # Special tokens and lines
    _row("split", "special tokens are not cut out of the text first", lambda self, text: [text]),
    _row("split", "special tokens are left out",
            lambda self, text: [one for one in Encoder.split(self, text) if one not in self.special_tokens]),
    _row("split", "each line is encoded by itself, without its line end",
            lambda self, text: [line for part in Encoder.split(self, text) for line in part.splitlines()]),
    _row("split", "each line is encoded by itself",
            lambda self, text: [line for each in Encoder.split(self, text) for line in each.splitlines(True)],
            ),
    # Words
    _row("cut", "the text is not cut into words", lambda self, text: [self.whole(text)]),
    _row("cut", "the text is cut at white space, which is lost", lambda self, text: text.split()),
    _row("cut", "the text is cut only at spaces, which are lost",
            lambda self, text: [word for word in text.split(" ") if word]),
    _row("cut", "the text is cut at white space, and each word gets a space before it",
            lambda self, text: [" " + word for word in text.split()]),
    _row("cut", "the text is cut at white space, and each word but the first gets a space before it",
            lambda self, text: [" " * (place > 0) + word for place, word in enumerate(text.split())]),
    _row("cut", "the text is cut so that white space belongs to the word before it",
            lambda self, text: re.findall(r"\S+\s*|\s+", text)),
    _row("cut", "the text is cut so that white space is a word of its own, and all between it another",
            lambda self, text: re.findall(r"\s+|\S+", text)),
    _row("cut", r"the text is cut by \w+|[^\w\s], and white space is lost",
            lambda self, text: re.findall(r"\w+|[^\w\s]", text)),
    _row("cut", r"the text is cut by \w+, and all else is lost",
            lambda self, text: re.findall(r"\w+", text)),
    _row("cut", "words lose the white space that belongs to them",
            lambda self, text: [word.strip() for word in self.words_of(text) if word.strip()]),
    _row("cut", "a word that comes again is left out",
            lambda self, text: [*dict.fromkeys(self.words_of(text))]),
    _row("cut", "the tokenizer's normalizers are left out",
            lambda self, text: self.config.cutter.words(text),
            lambda encoder: encoder.config and encoder.config.normalizers),
    # Base symbols
    _row("spell", "words are spelled in characters, not in the bytes of their UTF-8",
            lambda self, word: [printed(each.encode()) if each.isascii() else each for each in word],
            lambda encoder: encoder.in_bytes),
    _row("spell", "words are spelled in the bytes of Latin-1, not of UTF-8",
            lambda self, word: [*printed(word.encode("latin-1", "ignore"))],
            lambda encoder: encoder.in_bytes),
    _row("spell", "bytes are written by chr(), but the rules have GPT-2's characters, as Ġ for a space",
            lambda self, word: [chr(byte) for byte in word.encode()], lambda encoder: encoder.in_bytes),
    _row("spell", "words are spelled in characters, of which only the space is printed as GPT-2 does",
            lambda self, word: [*word.replace(" ", "Ġ")], lambda encoder: encoder.in_bytes),
    _row("spell", "of the bytes only the space is printed as GPT-2 does, all others by chr()",
            lambda self, word: [*word.encode().decode("latin-1").replace(" ", "Ġ")],
            lambda encoder: encoder.in_bytes),
    _row("spell", "the marker is missing from words",
            lambda self, word: [*word], lambda encoder: encoder.marker),
    _row("spell", "the marker is a symbol of its own after a word",
            lambda self, word: [*word, self.marker], lambda encoder: encoder.marker),
    _row("spell", "the marker is joined to the last symbol of a word",
            lambda self, word: [*word[:-1], word[-1:] + self.marker], lambda encoder: encoder.marker),
    _row("spell", "the marker is joined to the first symbol of a word",
            lambda self, word: [self.marker + word[:1], *word[1:]], lambda encoder: encoder.marker),
    _row("spell", "characters that the vocabulary lacks are left out",
            lambda self, word: [each for each in self.symbols_of(word) if each in self.known]),
    _row("spell", "characters that the vocabulary lacks are kept as they are",
            lambda self, word: [*word], lambda encoder: not (encoder.in_bytes or encoder.marker)),
    # The order of the rules
    _row("rank", "the first rule is never applied: rank 0 counts as false, or it was taken for a header",
            lambda self, pair: self.ranks.get(pair) or None),
    _row("rank", "rules are applied in the order of their tokens' ids, not in that of their list",
            lambda self, pair: None if self.ranks.get(pair) is None else self.ids.get(self.join(*pair))),
    _row("rank", "neighbours are merged if joined they are in the vocabulary, the lowest id first",
            lambda self, pair: self.ids.get("".join(pair))),
    _row("rank", "rules are applied in alphabetical order: they were sorted",
            lambda self, pair: None if self.ranks.get(pair) is None else pair),
    # The next pair
    _row("pick", "the leftmost pair that has a rule is merged, not the one with the lowest rank",
            lambda self, symbols: pick_by(self, symbols, lambda rank, place: place)),
    _row("pick", "the rightmost pair that has a rule is merged, not the one with the lowest rank",
            lambda self, symbols: pick_by(self, symbols, lambda rank, place: -place)),
    _row("pick", "the pair with the highest rank is merged, not the one with the lowest",
            lambda self, symbols: pick_by(self, symbols, lambda rank, place: (-rank, place))),
    _row("pick", "the pair with the highest rank is merged, the rightmost one first",
            lambda self, symbols: pick_by(self, symbols, lambda rank, place: (-rank, -place))),
    _row("pick", "of the same pair at several places, the rightmost is merged first",
            lambda self, symbols: pick_by(self, symbols, lambda rank, place: (rank, -place))),
    _row("pick", "the pair that makes the longest token is merged, not the one with the lowest rank",
            lambda self, symbols: pick_by(self, symbols, lambda _, at: -len("".join(symbols[at : at + 2])))),
    _row("pick", "only the first pair of a word is looked at",
            lambda self, symbols: Encoder.pick(self, symbols[:2])),
    _row("pick", "merging ends as soon as one pair of the word has no rule",
            lambda self, symbols: None if lacks_a_rule(self, symbols) else Encoder.pick(self, symbols)),
    # What a merge does, and how often
    _row("apply", "each merge loses the last symbol, if that is not merged: the loop ends too soon",
            _last_symbol_lost),
    _row("merge", "only one merge is made in each word", _one_merge),
    _row("merge", "nothing is merged", lambda self, symbols: symbols),
    _row("merge", "each rule is applied once in a word, to the first place only", _each_rule_once),
    _row("merge", "a word is read once from the left, each symbol merged with the one before",
            _one_pass),
    _row("merge", "a pair is replaced in the word's text, also where it is the ends of longer symbols",
            _replaced_as_text),
    _row("merge", "the longest token that matches is taken from the left, without rules",
            _longest_match),
    _row("merge", "the fewest tokens of the vocabulary are taken, without rules", _fewest_tokens),
    _row("merge", "a word that is a token is taken whole, without asking the rules",
            lambda self, word: ["".join(word)] if is_token(self, word) else Encoder.merge(self, word)),
    # How tokens are written and numbered
    _row("write", "the marker is left out of the tokens, which are right but for it",
            lambda self, token: token.replace(self.marker, ""), lambda encoder: encoder.marker),
    _row("number", "ids are byte values, and 256 + rank for learned tokens, not those of the vocabulary",
            _bytes_then_ranks, lambda encoder: encoder.in_bytes),
    _row("number", "ids are places in the sorted vocabulary, not those of the vocabulary",
            lambda self, token: self.sorted_places.get(token)),
)
# fmt: on
"""The mistakes that are known; of two that explain the same tokens, both are said."""

EVERYWHERE = _row("apply", "a pair is merged at all its places in one round", everywhere)
"""No mistake with the right order of the rules, but with a wrong one other tokens."""


def example_of(text: str, tokenizer: Tokenizer) -> list[str]:
    """The tokens of an encoder with a mistake, of the first that shows in a text; else the right ones."""
    encoder = TokenizerEncoder(tokenizer)
    right = encoder.encode(text)
    merging = (each for method in ("merge", "pick") for each in MISTAKES if each.method == method)
    made = (encoder_with([each], encoder).encode(text) for each in merging)
    return next((tokens for tokens in made if tokens != right), right)


def mistakes_for(encoder: TokenizerEncoder) -> list[EncoderMistake]:
    """Those that one can make with this tokenizer, and a cut by each pattern that is not its own."""
    other_patterns = [
        _row(
            "cut",
            f"the text is cut into words as “{each.title}” does",
            lambda self, text, name=name: PRE_TOKENIZERS[name].words(text),
        )
        for name, each in PRE_TOKENIZERS.items()
        if each.pattern and not (encoder.config and encoder.config.cutter.pattern == each.pattern)
    ]
    return [each for each in [*MISTAKES, *other_patterns, *_parts_missing(encoder)] if each.when(encoder)]


def _parts_missing(encoder: TokenizerEncoder) -> Iterator[EncoderMistake]:
    """The tokenizer's own pattern without one of its alternatives, or without the spaces before words."""
    own = encoder.config.cutter.pattern if encoder.config else None
    parts = [] if own is None else re.split(r"\|(?![^(\[]*[)\]])", own)
    changed = {f"lacks {part}": "|".join(each for each in parts if each != part) for part in parts[1:]}
    changed["lacks what begins with an apostrophe"] = "|".join(each for each in parts if each[:1] != "'")
    changed["lacks the spaces before words"] = "|".join(parts).replace(" ?", "")
    for says, pattern in changed.items():
        if pattern and pattern != own:
            yield _row(
                "cut",
                f"the pattern that cuts the text {says}",
                lambda self, text, pattern=pattern: regex.findall(pattern, text),
            )


def read_off(
    encoder: TokenizerEncoder, theirs: Sequence[Any], right: Sequence[str]
) -> Iterator[EncoderMistake]:
    """Mistakes with a value that the tokens themselves show; `right` are those of the right encoder."""
    if theirs and isinstance(theirs[0], int):
        first = right and encoder.number(right[0])
        shift = theirs[0] - first if isinstance(first, int) else 0
        way = f"{abs(shift):,} too {'high' if shift > 0 else 'low'}"
        if shift:
            yield _row(
                "number",
                f"every id is {way}: the vocabulary begins elsewhere",
                lambda self, token: self.ids[token] + shift if token in self.ids else None,
            )
        return
    special = {*encoder.special_tokens, *(each for part in encoder.tokenizer.around for each in part)}
    first, behind = (_specials(theirs[::way], special) - _specials(right[::way], special) for way in (1, -1))
    if first > 0 or behind > 0:
        around = list(theirs[: max(0, first)]), list(theirs[len(theirs) - max(0, behind) :])
        yield _row("around", "special tokens are put around the text", lambda self: around)
    ranks = [rank for rank in map(encoder.tokenizer.rank_of, {*theirs}) if rank is not None]
    limit = max(ranks, default=-1) + 1
    if limit < encoder.tokenizer.most_rules:
        later = _RulesFrom(encoder, limit)
        yield _row(
            "rank",
            f"rules after the first {limit:,} are never applied",
            lambda self, pair: None if pair in later else self.ranks.get(pair),
        )


class _RulesFrom:
    """The rules of a tokenizer from a rank on."""

    def __init__(self, encoder: TokenizerEncoder, rank: int) -> None:
        self._ranks, self._first = encoder.ranks, rank

    def __contains__(self, pair: Any) -> bool:
        return (self._ranks.get(pair) or 0) >= self._first


def _specials(tokens: Sequence[str], special: set[str]) -> int:
    """How many special tokens a text begins with."""
    return next((place for place, token in enumerate(tokens) if token not in special), len(tokens))
