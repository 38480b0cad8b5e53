"""Token predictions: compares a person's guess of a word's tokens with the right ones, and names the mistake.

A mistake is named only if making it gives exactly what was predicted.

>>> from bpe_core import BPEConfig, BPEStepper, Corpus
>>> stepper = BPEStepper(Corpus.from_text("ab ab aa"), BPEConfig())
>>> stepper.run()
>>> tokenizer = stepper.tokenizer()
>>> verdict = judge_tokens(tokenizer, "aab", 0, ["aa", "b"])
>>> verdict.mistake, verdict.tokens
('longest_match', ('a', 'ab'))
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bpe_core.encoding import WordTrace
from bpe_core.tokenizer import Tokenizer


@dataclass(frozen=True)
class TokenVerdict:
    """How a prediction compares with the word's tokens."""

    predicted: tuple[str, ...]
    """The tokens that were predicted."""

    tokens: tuple[str, ...]
    """The right tokens."""

    mistake: str
    """Empty if it is right; otherwise the first of these that is true:

    unseen          right except for a character that is not in the vocabulary
    across_words    letters of the next word were merged too
    letters         it does not have the same letters
    longest_match   the longest token was taken from the left, as WordPiece does
    any_rule        pairs were merged from the left, whichever rule was learned first
    too_early       right so far, but there are more rules to apply
    no_token        `culprit` is not in the vocabulary
    other           all parts are tokens, but no pair of rules leads there
    """

    culprit: str = ""
    """The character or token that the mistake is about."""

    rules_left: int = 0
    """How many more rules apply, for `too_early`."""

    @property
    def is_right(self) -> bool:
        """Whether the prediction is right."""
        return not self.mistake


def judge_tokens(tokenizer: Tokenizer, text: str, place: int, predicted: Sequence[str]) -> TokenVerdict:
    """Compare a prediction with the word at a place in a text, as found by `trace_at`, by lowest rank.

    Raises `ValueError` if there is no word, and what `trace_at` raises.
    """
    trace = tokenizer.trace_at(text, place)
    if trace is None:
        raise ValueError("There is no word at this place.")
    said, whole = tuple(predicted), "".join(trace.symbols)
    behind = "".join(said).removeprefix(whole)
    unknown = iter(trace.unknown)
    kept = (next(unknown, token) if token == tokenizer.unk_token else token for token in trace.tokens)
    mistake, culprit, left = "", "", 0
    if said == trace.tokens:
        pass
    elif trace.unknown and said == tuple(kept):
        mistake, culprit = "unseen", trace.unknown[0]
    elif behind == "".join(said):
        mistake = "letters"
    elif behind:
        following = text[trace.offsets[1] :].lstrip()
        mistake = "across_words" if following.startswith(behind) else "letters"
    else:
        mistake, culprit, left = _other_cut(tokenizer, trace, said, text, place)
    return TokenVerdict(said, trace.tokens, mistake, culprit, left)


def _other_cut(
    tokenizer: Tokenizer, trace: WordTrace, said: tuple[str, ...], text: str, place: int
) -> tuple[str, str, int]:
    """The mistake if the letters are right: its name, the culprit, and how many rules are left."""
    longest = tokenizer.trace_at(text, place, algorithm="longest_match")
    if longest is not None and said == longest.tokens:
        return "longest_match", "", 0
    if said == tuple(_by_any_rule(tokenizer, trace.symbols)):
        return "any_rule", "", 0
    for done, symbols in enumerate([trace.symbols, *(step.symbols for step in trace.steps)]):
        if said == symbols:
            return "too_early", "", len(trace.steps) - done
    unknown = next((token for token in said if tokenizer.id_of(token) is None), "")
    return ("no_token" if unknown else "other"), unknown, 0


def _by_any_rule(tokenizer: Tokenizer, symbols: Sequence[str]) -> list[str]:
    """The symbols after merging the leftmost pair that has a rule, again and again."""
    left = list(symbols)
    while True:
        made = (tokenizer.made_of(*pair) for pair in pairwise(left))
        place, token = next(((at, token) for at, token in enumerate(made) if token is not None), (0, None))
        if token is None:
            return left
        left[place : place + 2] = [token]
