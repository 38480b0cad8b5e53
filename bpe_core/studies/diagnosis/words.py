"""Words: which words somebody's merges were learned from, read off the list, and which words that makes.

What shows by itself is asked by itself, so that the answers combine: capitals that never come, a sign of
one's own, the alphabet; how the text is cut and read is then tried.

>>> merges = [("e", "_"), ("t", "h"), ("s", "_"), ("th", "e_"), ("d", "_")]
>>> signs_of(merges, "the sand")
[('end_symbol', '_')]
>>> signs_of([("t", "h"), ("n", "d_"), ("th", "e_")], "the sand")
[('end_suffix', '_')]
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from typing import Any

from bpe_core.config import WORD_BOUNDARIES, BPEConfig
from bpe_core.corpus.cutting import Cutter, texts_of
from bpe_core.errors import BPEError
from bpe_core.merges import Pair
from bpe_core.pre_tokenizers.registry import PRE_TOKENIZERS
from bpe_core.studies.diagnosis.following import SpelledWords
from bpe_core.studies.diagnosis.rules import CorpusWords, Tick
from bpe_core.studies.diagnosis.word_mistakes import WORD_MISTAKES, WordMistake, signed
from bpe_core.studies.mistakes import type_with
from bpe_core.symbol_texts import BYTE_OF_CHARACTER

_MOST_SIGNS = 3
"""So many single characters that only end or begin tokens may be a sign."""

_ABSENT = 0.25
"""At most this share of the first tokens may be in no word."""

ENOUGH = 30
"""What so many merges show is not by chance."""


@dataclass(frozen=True)
class Reading:
    """One way to make words of a corpus."""

    config: BPEConfig
    """The rules that words are cut and spelled with, whatever settles ties."""

    mistakes: tuple[WordMistake, ...] = ()
    """What is done otherwise, each in another method."""

    def words(self, corpus: CorpusWords) -> dict[str, int]:
        """The words with their counts; none where it cannot be done."""
        try:
            if not self.mistakes:
                return corpus.of(corpus.segmentation(self.config))
            cutter = type_with(Cutter, self.mistakes)(self.config, is_cut=corpus.are_cut)
            if corpus.are_cut or any(each.method == "count" for each in self.mistakes):
                counted = cutter.count(texts_of(corpus.corpus))
            else:
                counted = Counter(word for text, _ in texts_of(corpus.corpus) for word in cutter.words(text))
        except (BPEError, AttributeError):
            return {}
        return {word: count for word, count in counted.items() if word and count > 0}

    def spelled(self, corpus: CorpusWords, tick: Tick = lambda: None) -> SpelledWords:
        """The words in base symbols."""
        if not self.is_one_list:
            return SpelledWords(self.words(corpus), self.config, tick)
        others = [mistake for mistake in self.mistakes if mistake.method != "count"]
        cutter = type_with(Cutter, others)(self.config, is_cut=corpus.are_cut)
        words = [
            word for text, times in texts_of(corpus.corpus) for word in [*cutter.words(text)] * times if word
        ]
        return SpelledWords(Counter(words), self.config, tick).in_one_list(words)

    @property
    def is_one_list(self) -> bool:
        """Whether words that end with a mark stand in one flat list."""
        return self.config.word_boundary == "end_symbol" and any(
            mistake.name == "all_in_one_list" for mistake in self.mistakes
        )


# ---- what a list shows


def signs_of(merges: Sequence[Pair], text: str) -> list[tuple[str, str]]:
    """The word boundaries, each with its marker, that a list may show: a style of `WORD_BOUNDARIES`, or
    "start_symbol"."""
    made = {left + right for left, right in merges}
    base = Counter(symbol for pair in merges for symbol in pair if symbol not in made)
    long = [symbol for symbol in base if len(symbol) > 1]
    signs: list[tuple[str, str]] = []
    if long:
        if len(long) == 1:
            signs.append(("end_symbol" if _only_ends(merges, long[0]) else "start_symbol", long[0]))
        ends, starts = ({symbol[1:] for symbol in long}, {symbol[:-1] for symbol in long})
        signs += [("end_suffix", ends.pop())] if len(ends) == 1 else []
        signs += [("start_prefix", starts.pop())] if len(starts) == 1 else []
    single = sorted(
        (s for s in base if len(s) == 1 and not s.isalnum() and not s.isspace()), key=lambda s: -base[s]
    )
    foreign = [s for s in base if len(s) == 1 and s not in text and not s.isspace()]
    for sign in dict.fromkeys([*foreign[:_MOST_SIGNS], *single[:_MOST_SIGNS]]):
        if _only_ends(merges, sign):
            signs.append(("end_symbol", sign))
        elif _only_begins(merges, sign):
            signs.append(("start_symbol", sign))
    return list(dict.fromkeys(signs))


def _only_ends(merges: Sequence[Pair], sign: str) -> bool:
    return all(sign not in (left + right)[: -len(sign)] for left, right in merges)


def _only_begins(merges: Sequence[Pair], sign: str) -> bool:
    return all(sign not in (left + right)[len(sign) :] for left, right in merges)


def in_usual_signs(merges: Sequence[Pair]) -> Sequence[Pair]:
    """A list with @@ after all symbols but a word's last, as one with </w> at the end of a word.

    >>> in_usual_signs([("t@@", "h@@"), ("th@@", "e")])
    [('t', 'h'), ('th', 'e</w>')]
    """
    symbols = [symbol for pair in merges for symbol in pair]
    if sum(symbol.endswith("@@") for symbol in symbols) * 2 < len(symbols):
        return merges

    def usual(symbol: str) -> str:
        return symbol.replace("@@", "") + ("" if symbol.endswith("@@") else "</w>")

    return [(usual(left), usual(right)) for left, right in merges]


def may_hold(words: Mapping[str, int], tokens: Sequence[str], marker: str) -> bool:
    """Whether words have the tokens of a list, all but a few."""
    there = "\0".join(words)
    plain = [token.removesuffix(marker).removeprefix(marker) for token in tokens]
    absent = sum(token not in there and raw_text(token) not in there for token in plain)
    return bool(words) and absent <= _ABSENT * len(plain)


def raw_text(token: str) -> str:
    """A token as it stands in a text.

    >>> raw_text("Ġthe"), raw_text("the</w>")
    (' the', 'the')
    """
    if not token.isascii() and all(each in BYTE_OF_CHARACTER for each in token):
        return bytes(BYTE_OF_CHARACTER[each] for each in token).decode(errors="ignore")
    return token.removesuffix("</w>")


# ---- what there is to try


def readings_of(base: BPEConfig, merges: Sequence[Pair], corpus: CorpusWords) -> Iterator[Reading]:
    """Every way to make words that a list shows, where the `base` rules were meant.

    What only few merges show is tried both ways.
    """
    text = "".join(text for text, _ in texts_of(corpus.corpus))
    tokens = "".join(raw_text(left + right) for left, right in merges)
    letters = {letter for pair in merges for symbol in pair for letter in symbol}
    is_long = len(merges) >= ENOUGH
    boundaries = dict.fromkeys([(base.word_boundary, base.marker), ("none", ""), *signs_of(merges, text)])
    if is_long and base.marker and any(base.marker in left + right for left, right in merges):
        del boundaries["none", ""]
    elif is_long and base.marker:
        del boundaries[base.word_boundary, base.marker]
    in_bytes = letters <= BYTE_OF_CHARACTER.keys() and not all(
        letter in text or letter.isascii() for letter in letters
    )
    alphabets = dict.fromkeys([base.alphabet, *(["bytes"] if in_bytes else ["characters"])])
    normalizers = {base.normalizers: None}
    others = tuple(each for each in base.normalizers if each != "lowercase")
    is_lower = text != text.lower() and tokens == tokens.lower()
    if is_lower:
        normalizers[*others, "lowercase"] = None
    elif others != base.normalizers:
        normalizers[others] = None
    cuts: list[tuple[str, WordMistake | None]] = [(base.pre_tokenizer, None)]
    if not corpus.are_cut:
        cuts += [
            (base.pre_tokenizer, each)
            for each in WORD_MISTAKES.values()
            if each.method == "cut" and each.fits(base)
        ]
        cuts += [(name, None) for name in PRE_TOKENIZERS if name not in ("pattern", base.pre_tokenizer)]
    for (style, marker), alphabet, normal, (cut, mistake) in product(
        boundaries, alphabets, normalizers, cuts
    ):
        has_capitals = "lowercase" not in normal and mistake is not WORD_MISTAKES["small_letters"]
        if not (is_long and is_lower and has_capitals):
            yield _reading(base, (style, marker, marker in text), alphabet, normal, cut, mistake)


def _reading(
    base: BPEConfig,
    boundary: tuple[str, str, bool],
    alphabet: str,
    normalizers: tuple[str, ...],
    cut: str,
    mistake: WordMistake | None,
) -> Reading:
    mistakes: tuple[WordMistake, ...] = () if mistake is None else (mistake,)
    style, marker, is_in_text = boundary
    if style == "start_symbol" or (style == "end_symbol" and len(marker) == 1 and is_in_text):
        mistakes += (signed(marker, is_before=style == "start_symbol"),)
        style, marker = "none", ""
    usual = WORD_BOUNDARIES[style].marker
    changes: dict[str, Any] = {
        "word_boundary": style,
        "boundary_marker": None if marker == usual else marker or None,
    }
    if alphabet != base.alphabet:
        changes |= {
            "alphabet": alphabet,
            "base_vocabulary": "seen",
            "id_order": "code_point",
            "unknown": "keep",
        }
    if mistake is not None and not mistake.only:
        cut = "whitespace"  # which makes no difference
    if cut != base.pre_tokenizer:
        changes |= {"pre_tokenizer": cut, "pattern": None}
    return Reading(_changed(base, normalizers=normalizers, **changes), mistakes)


_changed = lru_cache(maxsize=1_000)(replace)


def with_one_more(reading: Reading, base: BPEConfig, corpus: CorpusWords) -> Iterator[Reading]:
    """The same with one more thing done otherwise, in how the text is read or how words are counted; also
    where words are cut as by the `base` rules."""
    others = tuple(mistake for mistake in reading.mistakes if mistake.method != "cut")
    plain = Reading(replace(reading.config, pre_tokenizer=base.pre_tokenizer, pattern=base.pattern), others)
    for each in dict.fromkeys([plain, reading]):
        taken = {mistake.method for mistake in each.mistakes}
        for mistake in WORD_MISTAKES.values():
            of_text = mistake.method in ("cut", "read", "lines", "parts")
            if mistake.method in taken or (of_text and corpus.are_cut) or not mistake.fits(each.config):
                continue
            if mistake.method != "parts" or each.config.special_tokens:
                yield Reading(each.config, (*each.mistakes, mistake))
        if each.config.marker and "words" not in taken:
            unmarked = replace(each.config, word_boundary="none", boundary_marker=None)
            yield Reading(unmarked, (*each.mistakes, signed(each.config.marker, is_before=False)))
        yield Reading(replace(each.config, count_overlaps=not each.config.count_overlaps), each.mistakes)
