"""The sentences of Other algorithms: on how many words the algorithms differ, and why on one of them."""

from collections.abc import Mapping, Sequence

from bpe_core import Tokenizer
from bpe_core.studies.algorithms import BlockedToken, LateRule, WordInEachWay
from bpe_core.studies.dropout_draws import DropoutDraw
from bpe_ui.text.sentences import Number, Part, Sentence, Token, plural, the_pair

NEVER = "On merges that a training made they never differ."
WHY_NEVER = (
    ("Until its symbols are a token, no merge crosses its two ends: else the token could not be made.",),
    ("So whatever stands around them, they are merged in the same way, at last by the token's one rule.",),
    ("That rule was learned before every rule that uses the token, so it ranks before them all.",),
    ("So in the order learned no rule comes too early, and by lowest rank none is overtaken.",),
    ("In 540 million encodings that were tried, the two never differed.",),
)
"""Why both ways to apply rules agree, step by step."""
NOT_TRAINED = "On merges that a training made they never do, so no training made this list as it stands."
DROPOUT = (
    "BPE-dropout (Provilkov et al. 2020) passes over each merge that is about to fire with this probability."
    " A model trained this way sees a word in many cuts, so it learns what the pieces mean, and misspelled"
    " words disturb it less."
)


def bpe_ways(words: Sequence[WordInEachWay], tokenizer: Tokenizer) -> Sentence:
    """On how many words lowest rank and in order differ, and on which merges they never do."""
    differing = sum(word.differs("in_order") for word in words)
    if not differing:
        return "“Lowest rank first” and “In the order learned” cut all words alike. ", NEVER
    differ = "“Lowest rank first” and “In the order learned” differ on ", *_of_words(differing, words)
    rules, tokens = len(tokenizer.merges), len(tokenizer.rank_of_token)
    several = f" It has {rules:,} rules for {tokens:,} tokens, and a training makes each token once."
    return *differ, f". {NOT_TRAINED}", several if rules > tokens else ""


def longest_match(words: Sequence[WordInEachWay]) -> Sentence:
    """On how many words longest match differs."""
    differing = sum(word.differs("longest_match") for word in words)
    if not differing:
        return ("“Longest match”, which many people expect BPE to do, cuts these words the same way.",)
    cuts = "“Longest match”, which many people expect BPE to do, cuts ", *_of_words(differing, words)
    return *cuts, " differently: it looks at the tokens alone, not at the ranks."


def made_by(tokens_of: Mapping[str, tuple[str, ...]]) -> Sentence:
    """Which ways, by their titles, make which tokens of a word."""
    titles_of: dict[tuple[str, ...], list[str]] = {}
    for title, tokens in tokens_of.items():
        titles_of.setdefault(tokens, []).append(title)
    parts: list[Part] = []
    for tokens, titles in titles_of.items():
        *others, last = titles
        listed = f"{', '.join(others)} and {last}" if others else last
        parts += ["; " if parts else "", f"{listed}: ", *_row(tokens)]
    return *parts, "."


def late_rule(late: LateRule) -> Sentence:
    """Why a word is cut otherwise in order."""
    step, before = late
    fires = *the_pair(step.pair), f" (merge {step.rank + 1:,}) fires after ", *the_pair(before.pair)
    makes = (
        f" (merge {before.rank + 1:,}), which makes ",
        Token(before.token),
        ". In the order learned, the turn",
    )
    return "By lowest rank, ", *fires, *makes, f" of merge {step.rank + 1:,} is over by then."


def blocked_token(blocked: BlockedToken) -> Sentence:
    """Why a word is cut otherwise by longest match."""
    takes: Sentence = (
        "Longest match takes ",
        Token(blocked.token),
        " as soon as it fits. By rank it is never made: ",
    )
    if blocked.step is None:
        return *takes, "the rules make ", *_row(blocked.pieces), ", and no rule merges these."
    rule = *the_pair(blocked.step.pair), f" (merge {blocked.step.rank + 1:,})"
    return *takes, *rule, " takes its end away, which leaves ", *_row(blocked.pieces), "."


def draws(drawn: Sequence[DropoutDraw]) -> Sentence:
    """How often a word is cut as without dropout."""
    times = [is_same for draw in drawn for is_same in draw.unchanged]
    words = len(drawn[0].unchanged)
    cut = "Cut as without dropout: ", Number(sum(times)), f" of {len(times):,} times"
    share = f" ({sum(times) / len(times):.0%}): {len(drawn)} draws of {words:,} {plural('word', words)}."
    hint = " Raise the probability, or type longer words, to see more than one cut." if all(times) else ""
    return *cut, share, hint


def _of_words(differing: int, words: Sequence[WordInEachWay]) -> Sentence:
    return Number(differing), f" of {len(words):,} {plural('word', len(words))}"


def _row(tokens: Sequence[str]) -> Sentence:
    parts: list[Part] = []
    for token in tokens:
        parts += [" ", Token(token)] if parts else [Token(token)]
    return tuple(parts)
