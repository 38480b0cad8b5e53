"""The sentences of Other algorithms: on how many words longest match differs, and why on one of them."""

from collections.abc import Sequence

from bpe_core.studies.algorithms import BlockedToken, DropoutDraw, WordInEachWay
from bpe_ui.stage.text.sentences import Sentence, say

DROPOUT = (
    "BPE-dropout (Provilkov et al. 2020) skips each merge that is about to be made with this probability."
    " A model trained this way sees a word in many cuts, so it learns what the pieces mean, and misspelled"
    " words disturb it less."
)


def longest_match(words: Sequence[WordInEachWay]) -> Sentence:
    """On how many words longest match differs."""
    differing = sum(word.differs("longest_match") for word in words)
    return say(
        "“Longest match”, which many people expect BPE to do, cuts {differing} of {all:,} {all:word|words}"
        " differently: it looks only at the tokens, not at the ranks."
        if differing
        else "“Longest match”, which many people expect BPE to do, cuts these words the same way.",
        differing=differing,
        all=len(words),
    )


def example(word: str, title: str) -> Sentence:
    """What stands above a word of another training."""
    return say(
        "A word that is cut differently: {word:token}, by the merges of {title}.", word=word, title=title
    )


def blocked_token(blocked: BlockedToken) -> Sentence:
    """Why a word is cut differently by longest match."""
    return say(
        "Longest match takes {it.token:token}, which fits. By rank it is never made:"
        " the merges make {it.pieces:tokens}, and no merge joins these."
        if blocked.step is None
        else "Longest match takes {it.token:token}, which fits. By rank it is never made:"
        " {it.step.pair:pair} (merge {it.step.rank:rank}) uses its last symbol first. That leaves"
        " {it.pieces:tokens}.",
        it=blocked,
    )


def draws(drawn: Sequence[DropoutDraw]) -> Sentence:
    """How often a word is cut as without dropout."""
    unchanged = [is_same for draw in drawn for is_same in draw.unchanged]
    sentence = say(
        "Cut as without dropout: {same} of {times:,} times ({share:.0%}):"
        " {draws:d} draws of {words:,} {words:word|words}.",
        same=sum(unchanged),
        times=len(unchanged),
        share=sum(unchanged) / len(unchanged),
        draws=len(drawn),
        words=len(drawn[0].unchanged),
    )
    if not all(unchanged):
        return sentence
    return sentence + say(" Raise the probability, or type longer words, to see more than one cut.")
