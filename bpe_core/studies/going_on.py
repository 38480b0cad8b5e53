"""Three ways to a tokenizer for a corpus: from nothing, from a base, and a base with another list appended.

The third is what people do who train a second tokenizer and add its merges to the first one's.

>>> from bpe_core import BPEConfig, BPEStepper, Corpus
>>> base = BPEStepper(Corpus.from_text("ug ug"), BPEConfig())
>>> base.run()
>>> for way in ways_to_go_on(Corpus.from_text("go go go ugo ugo"), BPEConfig(), base.tokenizer(), 2):
...     print(way)
WayOn(name='nothing', vocabulary=5, tokens=5, unreachable=0)
WayOn(name='base', vocabulary=6, tokens=5, unreachable=0)
WayOn(name='appended', vocabulary=6, tokens=7, unreachable=1)
"""

from dataclasses import dataclass, replace
from itertools import count
from typing import Literal

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.encoding.merge_rules import number_merges
from bpe_core.encoding.parts import TokenizerParts
from bpe_core.encoding.ranks import RankedParts
from bpe_core.progress import OnProgress, tell_nobody
from bpe_core.stepper import BPEStepper
from bpe_core.studies.unreachable import unreachable_tokens
from bpe_core.tokenizer import BPETokenizer, Tokenizer


@dataclass(frozen=True)
class WayOn:
    """What comes of one way."""

    name: Literal["nothing", "base", "appended"]
    """Where the merges come from."""

    vocabulary: int
    """How many tokens the vocabulary has."""

    tokens: int
    """How many tokens the corpus has."""

    unreachable: int
    """How many tokens of the vocabulary no word gives."""


def ways_to_go_on(
    corpus: Corpus, config: BPEConfig, base: Tokenizer, merges: int, tell: OnProgress = tell_nobody
) -> list[WayOn]:
    """The three ways with this many merges learned on the corpus, or as many as there are.

    Byte ranks have no third: there a word in the list is one token whatever the merges. Raises a `BPEError`
    for a base that cannot be gone on from.
    """
    rules, ways = replace(config, max_merges=None, vocab_size=None), list[WayOn]()
    own = BPEStepper(corpus, rules, tell=tell)
    own.run(merges, tell=tell)
    gone_on = BPEStepper(corpus, rules, base=base, tell=tell)
    given = gone_on.tokenizer()
    gone_on.run(gone_on.given_merges + merges, tell=tell)
    made: list[tuple[Literal["nothing", "base", "appended"], BPETokenizer, int]] = [
        ("nothing", own.tokenizer(), own.statistics().symbols),
        ("base", gone_on.tokenizer(), gone_on.statistics().symbols),
    ]
    if not isinstance(given.parts, RankedParts):
        appended = _appended(given, own.tokenizer())
        tokens = sum(row.count * len(appended.encode_word(row.word)) for row in own.words)
        made.append(("appended", appended, tokens))
    for name, tokenizer, tokens in made:
        unreachable = len(unreachable_tokens(tokenizer, tell))
        ways.append(WayOn(name, len(tokenizer.vocab), tokens, unreachable))
    return ways


def _appended(base: BPETokenizer, other: BPETokenizer) -> BPETokenizer:
    """A tokenizer with the merges of both, those of the other one last."""
    table, first = base.parts.rules.table, dict.fromkeys(base.merges)
    merges = [*first, *(pair for pair in other.merges if pair not in first)]
    ids, new = base.vocab, dict.fromkeys(map("".join, merges[len(first) :]))
    free = count(max(ids.values()) + 1)
    ids |= {token: next(free) for token in new if token not in ids}
    texts = [table.text(symbol) for symbol in range(table.base_size)]
    parts = TokenizerParts(base.config, base.parts.base_codes, number_merges(texts, merges), ids)
    return BPETokenizer.of_parts(parts)
