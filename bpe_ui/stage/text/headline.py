"""The texts around the words and the pairs: the big sentence, the small one under it, and the statistics."""

from collections.abc import Iterable
from dataclasses import replace

from bpe_core import BPEConfig
from bpe_core.encoding import printed_word
from bpe_core.merges import Merge
from bpe_core.queries import PairFacts, Snapshot, WordShare
from bpe_ui.stage.text import sentences
from bpe_ui.stage.text.sentences import Sentence, say, say_plainly
from bpe_ui.stage.text.visible import MOST_SHOWN

SPACE_AS_BYTE = "Ġ"
"""How the byte of a space is printed."""


def headline(snapshot: Snapshot, following: Merge | None, config: BPEConfig, origin: str = "") -> Sentence:
    """The big sentence of a snapshot.

    `following` is the history's next merge, if it is known; `origin` says where merges come from that are not
    the rule's.
    """
    if following is not None and following.chosen_by == "given":
        return say(
            "{it.pair:pair} is given; it occurs {it.count:,} {it.count:time|times} here.", it=following
        )
    if following is not None and following.chosen_by == "user":
        return sentences.your_merge(following, snapshot.decision, origin)
    if snapshot.decision is None:
        return the_end(snapshot, config)
    tied = [facts.pair for facts in snapshot.rows[1 : snapshot.tied]]
    facts = with_printed_words(snapshot.rows[0], config)
    return sentences.next_merge(snapshot.decision, facts, config.tie_break, tied)


def subtitle(
    snapshot: Snapshot, last: Merge | None, following: Merge | None, config: BPEConfig, *, in_app: bool = True
) -> Sentence:
    """The line under the big sentence."""
    line = sentences.subtitle(snapshot.decision, last, following, in_app=in_app)
    if snapshot.too_long is not None:
        why_not = sentences.too_long(snapshot.too_long, config.longest_token)
        line = sentences.joined([why_not, line], between=" ", last=" ")
    return line


def begins(merges: int, occurring: int) -> Sentence:
    """The big sentence where what is given ends: `20 merges are given; 3 of them do not occur here.`"""
    return say(
        "{merges:,} {merges:merge is|merges are} given; all of them occur here."
        if occurring == merges
        else "{merges:,} {merges:merge is|merges are} given; {missing:,} of them {missing:does|do} not occur"
        " here.",
        merges=merges,
        missing=merges - occurring,
    )


def the_end(snapshot: Snapshot, config: BPEConfig) -> Sentence:
    """The big sentence when the training is over."""
    size, minimum = snapshot.statistics.vocabulary_size, config.min_frequency
    return sentences.the_end(snapshot.stop_reason or "", snapshot.position, size, minimum)


def statistics(snapshot: Snapshot) -> list[list[str]]:
    """The training in numbers, each as label, value and rest."""
    now = snapshot.statistics
    shorter = say_plainly("down from {now.symbols_at_start:,} ({now.compression:,.2f}× compression)", now=now)
    return [
        ["Vocabulary", f"{now.vocabulary_size:,}", ""],
        ["Symbols in the corpus", f"{now.symbols:,}", shorter if now.symbols_saved else ""],
        ["Distinct pairs", f"{now.distinct_pairs:,}", ""],
        ["Ties (=) decided", f"{now.ties:,}", ""],
    ]


def with_printed_words(facts: PairFacts, config: BPEConfig) -> PairFacts:
    """The same facts, with words written as on the chips."""
    return replace(facts, shares=printed_shares(facts.shares, config))


def printed_shares(shares: Iterable[WordShare], config: BPEConfig) -> tuple[WordShare, ...]:
    """What words add to a pair, with the words written as on the chips."""
    return tuple(replace(share, word=shown_word(share.word, config)) for share in shares)


def shown_word(word: str, config: BPEConfig) -> str:
    """A word as on the chips; a long one, which may be the whole corpus, as far as it is shown."""
    return printed_word(word[: MOST_SHOWN + 1], config)
