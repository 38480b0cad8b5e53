"""Predict on Tokenize: what will this word become? And the reply to the answer."""

from dataclasses import dataclass

from bpe_core.studies.token_predictions import TokenVerdict, judge_tokens
from bpe_core.studies.typed_answers import split_tokens
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.text.sentences import Sentence, say

MOST_TYPED = 1_000
"""The longest answer, in characters."""


@dataclass
class TokenPredicting:
    """Predict mode of one visit, and its score."""

    on: bool = False
    """Whether it is on."""

    answered: str = ""
    """The word whose answer is shown, by the stage's name for its history; empty for none."""

    verdict: TokenVerdict | None = None
    """The verdict on the answer; None if it was only revealed."""

    asked: int = 0
    """How many words were predicted."""

    right: int = 0
    """How many of them were right."""

    def turn(self, on: bool) -> None:
        """Switch it on, with a score of 0, or off."""
        self.on, self.answered, self.verdict, self.asked, self.right = on, "", None, 0, 0

    def commit(self, word: str, request: TokenizeInput, place: int, typed: str) -> None:
        """Judge a typed answer; a word is judged only once."""
        if self.answered == word:
            return
        self.answered = word
        trace = request.tokenizer.trace_at(request.text, place)
        letters = () if trace is None else [*trace.word, *"".join(trace.symbols)]
        self.verdict = judge_tokens(request.tokenizer, request.text, place, split_tokens(typed, letters))
        self.asked += 1
        self.right += self.verdict.is_right

    def reveal(self, word: str) -> None:
        """Show the answer without a score."""
        if self.answered != word:
            self.answered, self.verdict = word, None


def verdict_sentence(verdict: TokenVerdict) -> Sentence:
    """Whether it was right."""
    return say(
        "Right: {count} {count:token|tokens}, {made}."
        if verdict.is_right
        else "Not quite: it becomes {made}, not {predicted}.",
        count=len(verdict.tokens),
        made=_listed(verdict.tokens),
        predicted=_listed(verdict.predicted),
    )


def why(verdict: TokenVerdict) -> Sentence:
    """The mistake that leads to the prediction; empty if it was right."""
    return say(_REASONS[verdict.mistake], it=verdict) if verdict.mistake else ()


def _listed(tokens: tuple[str, ...]) -> Sentence:
    listed = say("{tokens:tokens or nothing}", tokens=tokens[:8])
    return say("{tokens} …", tokens=listed) if len(tokens) > 8 else listed


_REASONS = {
    "unseen": "The cut is right, but {it.culprit:token} is not in the vocabulary,"
    " so another token stands for it.",
    "across_words": "It has characters of the next word: merges never join two words.",
    "letters": "These are not the characters of the word: each of them must be in one token.",
    "longest_match": "That takes the longest token from the left, as WordPiece does;"
    " BPE makes the earliest merge first.",
    "any_rule": "That merges pairs as they come from the left; but the earliest merge goes first,"
    " wherever it is.",
    "too_early": "It goes on from there: {it.rules_left} more {it.rules_left:merge is|merges are} made.",
    "no_token": "{it.culprit:token} is no token: no merge makes it.",
    "other": "All of these are tokens, but the merges make others. Step through them.",
}
"""What is said of a prediction, by its mistake."""
