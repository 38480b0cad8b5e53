"""Unreachable tokens: given as a word, their text becomes other tokens, because a merge takes a part first.

>>> from bpe_core import BPEConfig, BPETokenizer
>>> letters = [ord(letter) for letter in "abc"]
>>> appended = BPETokenizer(BPEConfig(), letters, [(0, 1), (1, 2), (0, 4)])  # ab, bc, and abc of a + bc
>>> [appended.token_of[each] for each in unreachable_tokens(appended)]
['abc']
>>> taken_first(appended, appended.vocab["abc"])
MergeRule(rank=0, pair=('a', 'b'))

A list of merges that was learned on its own and appended to another has many of them. Hugging Face's library
says what it makes of each text; the symbols that words are spelled with stand for themselves there as one
character each, whatever they are.
"""

from collections.abc import Callable
from typing import Any

from bpe_core.encoding.merge_rules import parts_first
from bpe_core.encoding.ranks import RankedParts
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.studies.vocabulary_study import MergeRule
from bpe_core.tokenizer import Tokenizer

_TELL_EVERY = 10_000
_DEEPEST = 500  # the parts of parts that are looked at; with the ids of a file, a token can be made of itself
_FIRST_CHARACTER = 0xE000
"""Stands for the first base symbol; surrogates come before it."""


Model = tuple[dict[int, str], Callable[[str], list[Any]]]
"""The tokens in question with their texts, and what a library makes of a text."""


def unreachable_tokens(tokenizer: Tokenizer, tell: OnProgress = tell_nobody) -> list[int]:
    """The ids of the tokens that no word gives, in the order of the merges or of the ids.

    Where a word in the vocabulary is always one token (byte ranks, WordPiece), there are none.
    """
    is_ranked = isinstance(getattr(tokenizer, "parts", None), RankedParts)
    if is_ranked or tokenizer.without_merges == "WordPiece" or tokenizer.ignore_merges:
        return []
    made, tokenize = _by_scores(tokenizer) if tokenizer.without_merges else _by_merges(tokenizer)
    found: list[int] = []
    for number, (token_id, text) in enumerate(made.items()):
        if number % _TELL_EVERY == 0:
            tell(Progress(number, len(made), "tokens tried"))
        if [token.value for token in tokenize(text)] != [text]:
            found.append(token_id)
    return found


def taken_first(tokenizer: Tokenizer, token_id: int) -> MergeRule | None:
    """The first merge in the token's text that is not one of those that lead to it; None without such."""
    rules = tokenizer.id_rules
    symbols, own = list[int](), dict[tuple[int, int], int]()  # what its rules make of which base symbols

    def spell(each: int, depth: int = 0) -> None:
        start, rank = len(symbols), rules.first_rank(each)
        if rank is None or depth > _DEEPEST:
            symbols.append(each)
            return
        for part in rules.pair(rank):
            spell(part, depth + 1)
        own[start, len(symbols)] = each

    spell(token_id)
    ends = {place: place + 1 for place in range(len(symbols))}
    for rank, start in rules.merge(symbols).fired:
        ends[start] = ends.pop(ends[start])
        if own.get((start, ends[start])) != rules.products[rank]:
            return MergeRule(rank, tokenizer.rule(rank)[0])
    return None


def _spelled(tokenizer: Tokenizer) -> dict[int, str]:
    """Base symbols and what rules make of them, with one character for each base symbol."""
    rules = tokenizer.id_rules
    made = {*rules.products}
    base = dict.fromkeys(part for pair in rules.pairs for part in pair if part not in made)
    texts = {symbol: chr(_FIRST_CHARACTER + place) for place, symbol in enumerate(base)}
    for rank in parts_first(rules.pairs, rules.products, base):
        left, right = rules.pairs[rank]
        texts.setdefault(rules.products[rank], texts[left] + texts[right])
    return texts


def _by_merges(tokenizer: Tokenizer) -> Model:
    from tokenizers.models import BPE

    rules, texts = tokenizer.id_rules, _spelled(tokenizer)
    vocab = {text: number for number, text in enumerate(texts.values())}
    pairs = [(texts[left], texts[right]) for left, right in rules.pairs if left in texts and right in texts]
    pairs = [pair for pair in pairs if "".join(pair) in vocab]
    made = {product: texts[product] for product in rules.products if product in texts}
    return made, BPE(vocab, pairs).tokenize


def _by_scores(tokenizer: Tokenizer) -> Model:
    from tokenizers.models import Unigram

    token_of, scores = tokenizer.token_of, tokenizer.scores
    added = set(tokenizer.added_tokens)
    made = {each: token_of[each] for each in scores if token_of[each] not in added}
    pieces = [(token_of[each], score) for each, score in scores.items()]
    pieces.append(("", min(scores.values(), default=0.0)))
    return made, Unigram(pieces, len(pieces) - 1, False).tokenize
