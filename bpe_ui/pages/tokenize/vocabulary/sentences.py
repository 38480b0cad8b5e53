"""Sentences about a vocabulary and about one token: where it comes from, and what is unusual about it."""

from collections.abc import Mapping

from bpe_core.studies.vocabulary_study import Entry
from bpe_ui.pages.tokenize.vocabulary.rows import Listing
from bpe_ui.stage.text import origins
from bpe_ui.stage.text.sentences import Sentence, joined, say


def counts(listing: Listing) -> Sentence:
    """How many tokens of each kind there are."""
    kinds = {"base": "base", "learned": "learned", "added": "added", "no_rule": "without a merge"}
    if listing.study.without_merges:
        kinds |= {"base": "characters or bytes", "no_rule": "longer"}
    if listing.training is not None:
        kinds["added"] = "special"
    total, of_kind = len(listing.study.ids), _sizes(listing, kinds)
    sentence = say("{total} {total:token|tokens}: {of_kind}.", total=total, of_kind=of_kind)
    dead = _sizes(listing, {"dead": "of them dead on this corpus"})
    return sentence + say(" {dead}.", dead=dead) if dead else sentence


def _sizes(listing: Listing, kinds: Mapping[str, str]) -> Sentence:
    sizes = [(len(listing.ids_of.get(kind, ())), title) for kind, title in kinds.items()]
    return joined([say("{size} {kind}", size=size, kind=title) for size, title in sizes if size])


def origin(listing: Listing, entry: Entry) -> Sentence:
    """Where a token comes from."""
    if listing.study.without_merges and entry.kind != "added":
        piece = "{it.token:token} (id {it.id:d}) is a piece of {model}: no merges make it."
        return say(piece, it=entry, model=listing.study.without_merges)
    return origins.origin(
        entry.token,
        entry.id,
        entry.kind,
        entry.rule,
        count=listing.count_when_learned(entry),
        other_rules=max(0, entry.rules - 1),
    )


def remarks(listing: Listing, entry: Entry) -> list[Sentence]:
    """What is unusual about a token."""
    lines: list[Sentence] = []
    if entry.id in listing.ids_of.get("dead", ()):
        lines.append(
            say("Dead: it is only a part of other tokens now; no word of the corpus has it by itself.")
        )
    if entry.id in listing.ids_of.get("unreachable", ()):
        first, taken = listing.taken_first(entry), "Unreachable: its text never becomes this token alone."
        if first is not None:
            taken = (
                "Unreachable: in its text, merge {first.rank:rank}, {first.pair:pair}, takes a part first."
            )
        lines.append(say(taken, first=first))
    made = listing.study.made_with(entry.id)
    larger = [each.token for each in listing.study.entries(made[: origins.NAMED])]
    parts = origins.part_of(larger, len(made)), origins.stands_for(entry.bytes)
    lines += filter(None, parts)
    return lines
