"""Possible rules: those under which mistakes are tried, since words and list go together.

In: the words of a corpus, merges, and the rules that may have been meant. Out: those of them whose words are
neither too many nor too long, and have the characters of the list.

>>> from bpe_core.config import BPEConfig
>>> from bpe_core.corpus.corpus import Corpus
>>> from bpe_core.studies.diagnosis.segmentation import TieRule
>>> rules = Rules(BPEConfig(), {TieRule("first_seen", "code_point"): ("hf_course",)})
>>> words = CorpusWords(Corpus.from_text("hug pug pun"))
>>> possible = PossibleRules(words, [("u", "g"), ("ug", "</w>")], [rules])
>>> next(possible.run(), "none: these rules have no </w>") is None
True
"""

from collections.abc import Generator, Sequence
from typing import NamedTuple

from bpe_core.merges import Pair
from bpe_core.studies.diagnosis.corpus_words import CorpusWords
from bpe_core.studies.diagnosis.faults.fits import Rules
from bpe_core.studies.diagnosis.segmentation import END_MARKERS, START_MARKERS, written_for
from bpe_core.symbol_texts import BYTE_CHARACTERS

MOST_SYMBOLS = 1_000_000
"""Mistakes are looked for where the distinct words have no more symbols than that."""

LONGEST_WORD = 20_000
"""And where no word has more characters: each merge looks at all of a word."""

_FEW_FOREIGN = 4
"""At most one in 4 of the list's characters may be missing from the words, as where a mistake normalizes."""

_MARKS = {*START_MARKERS, " "}
"""What stands for a space is never missing."""


class TooLarge(NamedTuple):
    """Words on which mistakes are not tried."""

    characters: int
    longest: int


class PossibleRules:
    """Looks at each set of rules."""

    def __init__(self, words: CorpusWords, merges: Sequence[Pair], rules: Sequence[Rules]) -> None:
        """The likeliest `rules` first."""
        self._words = words
        self._merges = merges
        self._rules = rules
        self.too_large: TooLarge | None = None
        """What kept the likeliest rules from being tried; None where nothing did."""

    def run(self) -> Generator[None, None, list[Rules]]:
        """Return those that are possible; pauses now and then."""
        possible = []
        for rules in self._rules:
            if self._are_small(rules) and (rules.are_expected or self._go_with_the_list(rules)):
                possible.append(rules)
            yield
        return possible

    def _are_small(self, rules: Rules) -> bool:
        words = self._words.of(rules.segmentation)
        characters = sum(map(len, words.counts))
        is_too_large = characters > MOST_SYMBOLS or words.longest > LONGEST_WORD
        if is_too_large and rules is self._rules[0]:
            self.too_large = TooLarge(characters, words.longest)
        return not is_too_large

    def _go_with_the_list(self, rules: Rules) -> bool:
        """Whether the words have the characters of the list, and its markers."""
        text = "".join(self._words.of(rules.segmentation).counts)
        merges = written_for(self._merges, rules.segmentation.alphabet)
        is_bytes = rules.segmentation.alphabet == "bytes"
        encoded = text.encode()
        # Characters of Latin-1 are what a file shows that is read with a wrong encoding.
        there = (
            {BYTE_CHARACTERS[byte] for byte in set(encoded)} if is_bytes else {*text, *map(chr, set(encoded))}
        )
        single = {symbol for pair in merges for symbol in pair if len(symbol) == 1}
        foreign = single - there
        shows_ends = any(symbol.endswith(END_MARKERS[0]) for pair in merges for symbol in pair)
        is_marked_so = not shows_ends or rules.segmentation.word_boundary.startswith("end")
        return is_marked_so and foreign.isdisjoint(_MARKS) and len(foreign) * _FEW_FOREIGN <= len(single)
