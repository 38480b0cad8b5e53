"""Diagnosis of tokens: where somebody's tokens of a text differ from a tokenizer's, and why.

>>> from bpe_core import EXAMPLES, BPEStepper
>>> stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)
>>> stepper.run()
>>> findings = diagnose_tokens(["h", "ug", "h", "ug", "p", "un"], "hug hug pun", stepper.tokenizer())
>>> findings.place, findings.word, findings.right_steps
(0, 'hug', (['h', 'u', 'g'], ['h', 'ug'], ['hug']))
>>> findings.causes[0].sentence
'only one merge is made in each word'
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, combinations, islice, pairwise

from bpe_core.errors import BPEError
from bpe_core.phrases import Phrase
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.reference_encoder import Pair, Symbols
from bpe_core.studies.token_diagnosis.encoders import LONG, TokenizerEncoder, bytes_of
from bpe_core.studies.token_diagnosis.mistakes import (
    EVERYWHERE,
    EncoderMistake,
    encoder_with,
    mistakes_for,
    read_off,
)
from bpe_core.tokenizer import Tokenizer

Given = str | bytes | int
"""A token as somebody gives it: as printed or as its text, its bytes, or its id."""
Write = Callable[[TokenizerEncoder, str], Given | None]
_MOST_STEPS = 100
_LAST_WORDS = 3
_HEAD = 600
"""How many characters beyond the first difference mistakes are tried on before they are on the whole text."""


@dataclass(frozen=True)
class TokenCause:
    """One or two mistakes with which all tokens come out as they were given."""

    sentence: str
    """What they do."""

    code: tuple[str, ...]
    """The lines of each method, wrong after a minus and right after a plus."""


@dataclass(frozen=True)
class TokenFindings:
    """What was found out about somebody's tokens of a text."""

    given: tuple[Given, ...]
    """Their tokens."""

    right: tuple[Given | None, ...]
    """The tokenizer's, written as theirs are."""

    place: int | None
    """The first that differs, by index; None if all are right."""

    word: str = ""
    """The word of the text at which they differ."""

    right_steps: tuple[Symbols, ...] = ()
    """The symbols of this word after each merge, the base symbols first."""

    their_steps: tuple[Symbols, ...] = ()
    """The same as they make it; only the tokens where no cause is known."""

    step: int = 0
    """The first of the right steps that theirs lack, from 0."""

    merge: tuple[int, Pair] | None = None
    """The rank and the pair of the merge at this step; None if it is the base symbols that differ."""

    causes: tuple[TokenCause, ...] = ()
    """All causes, of as few mistakes as can be, with which the whole list comes out."""

    facts: tuple[str, ...] = ()
    """What is true of the list and of no right encoder, at most two sentences; none beside a cause."""


def diagnose_tokens(
    given: Sequence[Given], text: str, tokenizer: Tokenizer, *, tell: OnProgress = tell_nobody
) -> TokenFindings:
    """Find out why tokens of a text differ from the tokenizer's; `tell` is told how many mistakes were tried.

    Raises what `encode` raises, and `ComparisonError` for a tokenizer without merges.
    """
    encoding, theirs = tokenizer.encode(text), tuple(given)
    right, encoder = encoding.tokens, TokenizerEncoder(tokenizer)
    written = [(write, tuple(write(encoder, token) for token in right)) for write in _writings(theirs)]
    write, best = max(written, key=lambda each: _agreeing(theirs, each[1]))
    if best == theirs:
        return TokenFindings(theirs, best, None)
    place = _agreeing(theirs, best)
    causes: list[tuple[EncoderMistake, ...]] = []
    if tuple(encoder.encode(text)) == right:  # else the file does more than the page-long encoder
        end = encoding.offsets[place][1] if place < len(right) else len(text)
        search = _Search(encoder, text, end, theirs, [each for each, _ in written], tell)
        causes = [*search.causes([*read_off(encoder, theirs, right)])]
    word, start, tokens = _word_at(encoder, text, place)
    right_steps = _steps(encoder, word)
    if causes:
        wrong = encoder_with(causes[0], encoder)
        their_steps = _steps(wrong, _word_at(wrong, text, place)[0])
    else:
        size = sum(len(str(each)) for each in best[start : start + len(tokens)])
        their_steps = (_as_far(theirs[start:], size),)
    return TokenFindings(
        theirs,
        best,
        place,
        word,
        right_steps,
        their_steps,
        step := _first_step(right_steps, their_steps),
        _merge_at(encoder, right_steps, step),
        tuple(map(_in_words, causes)),
        () if causes else tuple(_facts(encoder, theirs, best, their_steps[0], write)),
    )


def _writings(given: Sequence[Given]) -> list[Write]:
    """How these tokens may be written."""
    if any(isinstance(each, bytes) for each in given):
        return [lambda encoder, token: _bytes(encoder, encoder.write(token))]
    if any(isinstance(each, int) for each in given):
        return [lambda encoder, token: encoder.number(token)]
    return [
        lambda encoder, token: encoder.write(token),
        lambda encoder, token: _bytes(encoder, encoder.write(token)).decode(errors="replace"),
    ]


def _bytes(encoder: TokenizerEncoder, token: str) -> bytes:
    return bytes_of(token) if encoder.in_bytes else token.replace("▁", " ").encode(errors="replace")


def _agreeing(theirs: Sequence[object], right: Sequence[object]) -> int:
    """How many tokens agree before the first that differs."""
    differing = (place for place, both in enumerate(zip(theirs, right, strict=False)) if both[0] != both[1])
    return next(differing, min(len(theirs), len(right)))


class _Search:
    """Tries mistakes on a text, alone and then two together."""

    def __init__(
        self,
        encoder: TokenizerEncoder,
        text: str,
        end: int,
        theirs: Sequence[Given],
        writings: Sequence[Write],
        tell: OnProgress,
    ) -> None:
        """`end` is where the first token that differs ends in the text."""
        self.encoder, self.text, self.theirs, self.writings, self.tell = encoder, text, theirs, writings, tell
        self.head = text[: end + _HEAD]
        self.are_ids = any(isinstance(each, int) for each in theirs)

    def causes(self, fitted: Sequence[EncoderMistake]) -> Iterator[tuple[EncoderMistake, ...]]:
        """All causes of one mistake; without one those with a value read off the list; then those of two."""
        known, fitted = (
            [each for each in some if each.method != ("write" if self.are_ids else "number")]
            for some in (mistakes_for(self.encoder), fitted)
        )
        pairs = [pair for pair in combinations([*known, *fitted], 2) if _go_together(*pair)]
        tried, total = 0, len(known) + len(fitted) + len(pairs)
        for together in ([(each,) for each in known], [(each,) for each in fitted], pairs):
            found = []
            for mistakes in together:
                tried += 1
                self.tell(Progress(tried, total, "known mistakes tried"))
                if self.is_made_with(mistakes):
                    found.append(tuple(mistakes))
            if found:
                yield from found
                return

    def is_made_with(self, mistakes: Sequence[EncoderMistake]) -> bool:
        """Whether exactly these tokens come out with mistakes."""
        ways = [encoder_with(mistakes, self.encoder)]
        if any(each.method in ("pick", "rank") for each in mistakes):
            ways.append(encoder_with([*mistakes, EVERYWHERE], self.encoder))
        for way in ways:
            for write in self.writings:
                is_long = len(self.text) > 2 * len(self.head)
                if (not is_long or self.begins(way, write)) and self.makes(way, write):
                    return True
        return False

    def begins(self, encoder: TokenizerEncoder, write: Write) -> bool:
        """Whether an encoder makes these tokens of the beginning of the text, but for its last words."""
        place = len(encoder.around()[0])
        words = encoder.by_word(self.head)
        try:
            for _, tokens in words:
                made = [write(encoder, token) for token in tokens]
                if list(self.theirs[place : place + len(made)]) != made:
                    half = len(made) // 2  # of a text that is one word
                    is_near = list(self.theirs[place : place + half]) == made[:half]
                    return is_near and sum(1 for _ in islice(words, _LAST_WORDS)) < _LAST_WORDS
                place += len(made)
        except BPEError:
            return False
        return True

    def makes(self, encoder: TokenizerEncoder, write: Write) -> bool:
        """Whether an encoder makes exactly these tokens; it stops at the first that differs."""
        place = 0
        try:
            before, behind = encoder.around()
            for tokens in chain([before], (tokens for _, tokens in encoder.by_word(self.text)), [behind]):
                made = [write(encoder, token) for token in tokens]
                if list(self.theirs[place : place + len(made)]) != made:
                    return False
                place += len(made)
        except BPEError:  # it cannot go on with this text
            return False
        return place == len(self.theirs)


def _in_words(mistakes: Sequence[EncoderMistake]) -> TokenCause:
    says = ", and ".join(each.says for each in mistakes)
    return TokenCause(says, tuple(each.code for each in mistakes))


def _go_together(one: EncoderMistake, other: EncoderMistake) -> bool:
    """Whether two mistakes are about different things, or both change the text first."""
    merging = {"pick": "merge", "rank": "merge", "apply": "merge"}
    about = [merging.get(each.method, each.method) for each in (one, other)]
    return about[0] != about[1] or about[0] == "read"


def _word_at(encoder: TokenizerEncoder, text: str, place: int) -> tuple[str, int, Symbols]:
    """The word to which a token belongs, its first token by index, and its tokens; or the last word."""
    start, found = 0, ("", 0, list[str]())
    for word, tokens in encoder.by_word(text):
        found = word, start, tokens
        start += len(tokens)
        if start > place:
            break
    return found


def _steps(encoder: TokenizerEncoder, word: str) -> tuple[Symbols, ...]:
    """The symbols of a word before the first merge and after each."""
    if word in encoder.special_tokens or len(word) > LONG:
        return ([word],)
    steps, tokens = [encoder.spell(word)], encoder.merge(encoder.spell(word))
    while len(steps) < _MOST_STEPS and (place := encoder.pick(steps[-1])) is not None:
        steps.append(encoder.apply(steps[-1], place))
    return tuple(steps) if steps[-1] == tokens else (steps[0], tokens)


def _as_far(theirs: Sequence[Given], size: int) -> Symbols:
    """As many of their tokens as are needed for a word of this size."""
    ends = accumulate(len(str(each)) for each in theirs)
    number = next((number for number, end in enumerate(ends, start=1) if end >= size), len(theirs))
    return [each if isinstance(each, str) else str(each) for each in theirs[:number]]


def _first_step(right: Sequence[Symbols], theirs: Sequence[Symbols]) -> int:
    """The first of the right steps that theirs lack: it joins what is apart at their end, or is another."""
    for step, symbols in enumerate(right):
        inside = {*accumulate(map(len, symbols))}
        is_other = len(theirs) > 1 and symbols not in theirs[step : step + 1]
        if is_other or (len(theirs) == 1 and not {*accumulate(map(len, theirs[0]))} <= inside):
            return step
    return len(right) - 1


def _merge_at(encoder: TokenizerEncoder, steps: Sequence[Symbols], step: int) -> tuple[int, Pair] | None:
    """The rank and the pair of the merge that leads to a step."""
    place = encoder.pick(steps[step - 1]) if step else None
    if place is None:
        return None
    pair = steps[step - 1][place], steps[step - 1][place + 1]
    return encoder.rank(pair) or 0, pair


def _facts(
    encoder: TokenizerEncoder,
    theirs: Sequence[Given],
    right: Sequence[Given | None],
    of_word: Symbols,
    write: Write,
) -> Iterator[str]:
    """At most two: more or fewer tokens; one that the vocabulary lacks; a pair that should be merged."""
    place = _agreeing(theirs, right)
    if place == len(theirs):
        yield Phrase("Yours end after {n:,} {n:token|tokens}; the text has {all:,}.", n=place, all=len(right))
    elif place == len(right):
        yield Phrase("The text ends after {n:,} {n:token|tokens}; yours go on.", n=place)
    else:
        tokens = {write(encoder, token) for token in encoder.ids}
        missing = next((each for each in theirs if each not in tokens), None)
        if missing is not None:
            yield Phrase("The vocabulary has no {missing}.", missing=repr(missing))
        ranked = [(rank, pair) for pair in pairwise(of_word) if (rank := encoder.rank(pair)) is not None]
        if ranked:
            rank, pair = min(ranked)
            yield Phrase("Merge {rank:rank} joins {pair:pair}; yours are left apart.", pair=pair, rank=rank)
