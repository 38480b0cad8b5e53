"""Trains the installed tokenizers library on the same corpus, and compares its merges and ids with ours.

>>> from bpe_core import PROFILES, BPEStepper, Corpus
>>> corpus = Corpus.from_text("hug pug hug")
>>> stepper = BPEStepper(corpus, PROFILES["hf_tokenizers"].config)
>>> stepper.run()
>>> proof = prove(stepper)
>>> proof.library, proof.merges, proof.is_equal
('tokenizers', 3, True)
>>> cannot_prove(PROFILES["rustbpe"].config, corpus)
'The tokenizers library numbers bytes as they are printed; these rules number them by value.'

Nothing of the library is imitated here: it gets the tokenizer.json that we would write for these rules, is
trained by its own `BpeTrainer`, and tells what it learned.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, repeat, zip_longest
from types import ModuleType
from typing import Any, NamedTuple

from bpe_core.config import BPEConfig
from bpe_core.corpus.corpus import Corpus
from bpe_core.encoding.spelling import printed_word
from bpe_core.errors import ComparisonError, ConfigError, TokenizerFileError
from bpe_core.merges import Pair
from bpe_core.pre_tokenizers.special_tokens import SpecialTokens
from bpe_core.stepper import BPEStepper
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.tie_breaks import TIE_BREAKS
from bpe_core.tokenizer import BPETokenizer
from bpe_core.validation import shown

MAX_PROOF_CHARACTERS = 5_000_000
"""The largest corpus that the library gets, in characters; a word counts as often as it occurs."""

MAX_WORD_WORK = 10**10
"""The largest sum of the squared lengths of the distinct words, such as one word of 100,000 symbols or a
hundred of 10,000: the library searches a whole word for each place where it merges. This takes some
seconds."""

SIGMA, SEPARATORS = "Σ", "\x1c\x1d\x1e\x1f"
"""Characters about which Python and the library disagree: see `Proof.reason`."""


@dataclass(frozen=True)
class Difference:
    """The first merge that differs."""

    rank: int
    """Its rank."""

    ours: Pair | None
    """The pair merged here; None if there is no such merge."""

    theirs: Pair | None
    """The pair that the library merged; None if it made no more merges."""


class IdDifference(NamedTuple):
    """The first token whose id differs."""

    token: str
    """The token as printed."""

    ours: int | None
    """Its id here; None if our vocabulary does not have it."""

    theirs: int | None
    """Its id in the library's vocabulary; None if that does not have it."""


@dataclass(frozen=True)
class Proof:
    """The result of training the library on the same corpus."""

    library: str
    """The library's name."""

    version: str
    """The installed version."""

    merges: int
    """How many merges were made here; the library was asked for the same number."""

    merges_there: int
    """How many merges the library made."""

    first_difference: Difference | None
    """The first merge that differs, or None."""

    first_id_difference: IdDifference | None
    """The first token, in the order of our ids, whose id differs, or None."""

    reason: str = ""
    """Why they differ, in a sentence, if the corpus or the rules contain a known reason."""

    @property
    def ids_equal(self) -> bool:
        """Whether both vocabularies have the same tokens with the same ids."""
        return self.first_id_difference is None

    @property
    def is_equal(self) -> bool:
        """Whether all merges and ids are the same."""
        return self.first_difference is None and self.ids_equal


def cannot_prove(config: BPEConfig, corpus: Corpus) -> str:
    """Why the installed library cannot follow these rules on this corpus, in a sentence; empty if it can."""
    if _library() is None:
        return "The tokenizers library is not installed here."
    if corpus.characters > MAX_PROOF_CHARACTERS:
        return (
            f"The corpus has {corpus.characters:,} characters; the tokenizers library is trained on at most "
            f"{MAX_PROOF_CHARACTERS:,} here."
        )
    if config.tie_break != "smallest_ids":
        return (
            "The tokenizers library always takes the tied pair with the smallest ids; these rules have "
            f"“{TIE_BREAKS[config.tie_break].title}”."
        )
    if config.word_boundary != "none":
        return (
            "The tokenizers library numbers characters with a boundary marker in a random order, and no "
            "marker is a symbol of its own there; these rules mark word boundaries."
        )
    if not config.count_overlaps:
        return "The tokenizers library counts a + a twice in aaa; these rules count it once."
    if config.id_order != "code_point":
        return "The tokenizers library numbers bytes as they are printed; these rules number them by value."
    if corpus.kind == "word_counts":
        return ""
    try:
        library_settings(config)
    except (TokenizerFileError, ConfigError) as error:
        return f"The tokenizers library cannot follow these rules: {error}"
    return _too_long(map(len, corpus.documents)) if config.pre_tokenizer == "none" else ""


def prove(stepper: BPEStepper) -> Proof:
    """Train the library to as many merges as the stepper knows, and compare.

    The stepper stays where it is. Raises `ComparisonError` if `cannot_prove` gives a reason, or if words are
    too long for the library (see `MAX_WORD_WORK`), which is known only once they are counted.
    """
    reason = cannot_prove(stepper.config, stepper.corpus)
    reason = reason or _too_long(len(printed_word(row.word, stepper.config)) for row in stepper.words)
    library = _library()
    if reason or library is None:
        raise ComparisonError(reason)
    ours, our_ids = _merges_and_ids(stepper)
    base = len(stepper.config.leading_tokens) + len(stepper.base_symbols)
    trained = _train(library, stepper, base + len(ours))
    theirs = _merges_of(trained)
    if len(theirs) != len(ours):
        # Its base has another size: ask again for as many merges on top of that.
        base = trained.get_vocab_size() - len(theirs)
        trained = _train(library, stepper, base + len(ours))
        theirs = _merges_of(trained)
    differing = (
        Difference(rank, our_pair, their_pair)
        for rank, (our_pair, their_pair) in enumerate(zip_longest(ours, theirs))
        if our_pair != their_pair
    )
    proof = Proof(
        library="tokenizers",
        version=library.__version__,
        merges=len(ours),
        merges_there=len(theirs),
        first_difference=next(differing, None),
        first_id_difference=_first_id_difference(our_ids, trained.get_vocab()),
    )
    return proof if proof.is_equal else replace(proof, reason=_known_reason(stepper))


def _known_reason(stepper: BPEStepper) -> str:
    """What in the rules or the corpus is known to make the library differ; else empty."""
    config, corpus = stepper.config, stepper.corpus
    written = stepper.tokenizer().plain_tokens
    symbols = {written[symbol] for symbol in stepper.base_symbols}
    for token in config.special_tokens:
        if token in symbols:
            return (
                f"The special token {shown(token)} is written like a symbol of the corpus: the library has "
                "one id for both, here they are two tokens."
            )
    if corpus.kind == "word_counts":
        return ""
    if "lowercase" in config.normalizers and _holds(corpus, SIGMA):
        return "The corpus has Σ: at the end of a word it becomes ς here, and σ in the library."
    if config.pre_tokenizer == "whitespace" and _holds(corpus, SEPARATORS):
        return "The corpus has control characters U+001C to U+001F: they end a word here, not in the library."
    return ""


def _holds(corpus: Corpus, characters: str) -> bool:
    texts = (str(document) for document in corpus.documents)
    return any(character in text for text in texts for character in characters)


def _library() -> ModuleType | None:
    try:
        import tokenizers
    except ImportError:
        return None
    return tokenizers


def _too_long(lengths: Iterable[int]) -> str:
    """Why the library would take too long on words of these lengths; empty if it would not."""
    longest = work = 0
    for length in lengths:
        longest, work = max(longest, length), work + length * length
    if work <= MAX_WORD_WORK:
        return ""
    return (
        f"The longest word has {longest:,} symbols, and the tokenizers library would take too long on these "
        "words; at most it is given one word of 100,000 symbols, or a hundred of 10,000."
    )


def library_settings(config: BPEConfig) -> str:
    """A tokenizer.json with the normalizers and the pre-tokenizer of these rules, and no tokens.

    Raises `TokenizerFileError` and `ConfigError` for what it cannot hold.
    """
    # In training only these matter, not how unknown symbols are encoded.
    rules = replace(
        config,
        special_tokens=(),
        template=None,
        unknown="drop",
        unk_token=None,
        fuse_unk=False,
        base_vocabulary="seen",
    )
    return BPETokenizer(rules, (), ()).to_bytes().decode()


def _merges_of(trained: Any) -> list[Pair]:
    return [(left, right) for left, right in json.loads(trained.to_str())["model"]["merges"]]


def _train(library: ModuleType, stepper: BPEStepper, vocab_size: int) -> Any:
    """The library's tokenizer after training."""
    config, corpus = stepper.config, stepper.corpus
    if corpus.kind == "word_counts":
        tokenizer = library.Tokenizer(library.models.BPE())  # each sequence is a word
        words = ((printed_word(row.word, config), row.count) for row in stepper.words)
        sequences: Iterable[str] = chain.from_iterable(repeat(word, count) for word, count in words)
    else:
        tokenizer = library.Tokenizer.from_str(library_settings(config))
        sequences = texts_between_special_tokens(config, corpus)
    trainer = library.trainers.BpeTrainer(
        vocab_size=vocab_size,
        min_frequency=config.min_frequency,
        special_tokens=list(config.leading_tokens),
        initial_alphabet=list(BYTE_CHARACTERS) if config.base_vocabulary == "all_bytes" else [],
        show_progress=False,
    )
    tokenizer.train_from_iterator(sequences, trainer)
    return tokenizer


def texts_between_special_tokens(config: BPEConfig, corpus: Corpus) -> Iterator[str]:
    """The text between special tokens; the library would train on their letters too."""
    special_tokens = SpecialTokens(config.special_tokens)
    for document in corpus.documents:
        for part, is_special in special_tokens.cut(str(document)):
            if not is_special:
                yield part


def _merges_and_ids(stepper: BPEStepper) -> tuple[list[Pair], dict[str, int]]:
    """All known merges, and every token with its id, both as other libraries write them.

    That is without the backslash that here tells a text from a special token.
    """
    columns, base_symbols = stepper.history, stepper.base_symbols
    pairs, tokens = columns.pairs(0, len(columns)), columns.tokens(0, len(columns))
    written = stepper.tokenizer().plain_tokens
    plain = {symbol: written[symbol] for symbol in base_symbols}
    for (left, right), token in zip(pairs, tokens, strict=True):
        plain[token] = plain[left] + plain[right]
    merges = [(plain[left], plain[right]) for left, right in pairs]
    in_order = [*stepper.config.leading_tokens, *(plain[token] for token in (*base_symbols, *tokens))]
    return merges, {token: token_id for token_id, token in enumerate(in_order)}


def _first_id_difference(ours: dict[str, int], theirs: dict[str, int]) -> IdDifference | None:
    for token, token_id in ours.items():
        if theirs.get(token) != token_id:
            return IdDifference(token, token_id, theirs.get(token))
    only_there = min((token for token in theirs if token not in ours), key=theirs.__getitem__, default=None)
    return None if only_there is None else IdDifference(only_there, None, theirs[only_there])
