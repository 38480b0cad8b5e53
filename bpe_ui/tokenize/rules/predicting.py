"""Predict on Tokenize: what will this word become? And what is said of the answer."""

from collections.abc import Callable
from dataclasses import dataclass

from bpe_core.studies.token_predictions import TokenVerdict, judge_tokens
from bpe_core.studies.typed_answers import split_tokens
from bpe_ui.text.sentences import Number, Sentence, Token, joined, plural
from bpe_ui.tokenize.settings.request import Request

MOST_TYPED = 1_000
"""The longest answer, in characters."""


@dataclass
class TokenPredicting:
    """Predict mode of one visit, and its score."""

    on: bool = False
    """Whether it is on."""

    answered: str = ""
    """The word whose answer is open, by the name that the stage has for it as a history; empty for none."""

    verdict: TokenVerdict | None = None
    """What came of it; None where the answer was revealed."""

    asked: int = 0
    """How many words were predicted."""

    right: int = 0
    """How many of them rightly."""

    def turn(self, on: bool) -> None:
        """Switch it on, with a score of nothing, or off."""
        self.on, self.answered, self.verdict, self.asked, self.right = on, "", None, 0, 0

    def commit(self, word: str, request: Request, place: int, typed: str) -> None:
        """Judge what was typed; a word is judged once."""
        if self.answered == word:
            return
        self.answered = word
        trace = request.tokenizer.trace_at(request.text, place)
        letters = () if trace is None else [*trace.word, *"".join(trace.symbols)]
        self.verdict = judge_tokens(request.tokenizer, request.text, place, split_tokens(typed, letters))
        self.asked += 1
        self.right += self.verdict.is_right

    def reveal(self, word: str) -> None:
        """Open the answer without a score."""
        if self.answered != word:
            self.answered, self.verdict = word, None


def verdict_sentence(verdict: TokenVerdict) -> Sentence:
    """Whether it was right."""
    count = len(verdict.tokens)
    if verdict.is_right:
        return "Right: ", Number(count), f" {plural('token', count)}, ", *_listed(verdict.tokens), "."
    return "Not quite: it becomes ", *_listed(verdict.tokens), ", not ", *_listed(verdict.predicted), "."


def why(verdict: TokenVerdict) -> Sentence:
    """Which mistake leads to what was predicted; nothing where it was right."""
    return _REASONS[verdict.mistake](verdict) if verdict.mistake else ()


def _listed(tokens: tuple[str, ...]) -> Sentence:
    shown = joined([(Token(token),) for token in tokens[:8]], between=" ", last=" ")
    return (*shown, " …") if len(tokens) > 8 else shown or ("nothing",)


_REASONS: dict[str, Callable[[TokenVerdict], Sentence]] = {
    "unseen": lambda verdict: (
        "The cut is right, but ",
        Token(verdict.culprit),
        " is not in the vocabulary, so another token stands for it.",
    ),
    "across_words": lambda verdict: ("Letters of the next word are in it: rules never join two words.",),
    "letters": lambda verdict: ("These are not the letters of the word: each symbol is in one token.",),
    "longest_match": lambda verdict: (
        "That takes the longest token from the left, as WordPiece does; BPE merges the earliest rule first.",
    ),
    "any_rule": lambda verdict: (
        "That merges pairs as they come from the left; but the earliest rule goes first, wherever it is.",
    ),
    "too_early": lambda verdict: (
        "It goes on from there: ",
        Number(verdict.rules_left),
        f" more {plural('rule', verdict.rules_left)} {'fires' if verdict.rules_left == 1 else 'fire'}.",
    ),
    "no_token": lambda verdict: (Token(verdict.culprit), " is no token: no rule makes it."),
    "other": lambda verdict: ("All of these are tokens, but the rules lead elsewhere: step through them.",),
}
