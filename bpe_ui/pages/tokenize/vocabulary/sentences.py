"""Sentences about a vocabulary and about one token: where it comes from, and what is unusual about it."""

from collections.abc import Mapping

from bpe_core.studies.vocabulary_study import Entry, WhyUnreachable
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
    if not listing.study.is_judged and not listing.study.without_merges:
        sentence += say(" They are too long in all to look for unreachable ones.")
    odd = _sizes(listing, _ODD)
    return sentence + say(" Of these, {odd}.", odd=odd) if odd else sentence


_ODD = {"dead": "dead on this corpus", "unreachable": "unreachable"}


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
        is_unreachable=entry.is_unreachable,
    )


def remarks(listing: Listing, entry: Entry) -> list[Sentence]:
    """What is unusual about a token."""
    lines: list[Sentence] = []
    if entry.is_unreachable:
        lines.append(unreachable(entry, listing.study.why_unreachable(entry.id)))
    if entry.id in listing.ids_of.get("dead", ()):
        lines.append(
            say("Dead: it is only a part of other tokens now; no word of the corpus has it by itself.")
        )
    made = listing.study.made_with(entry.id)
    larger = [each.token for each in listing.study.entries(made[: origins.NAMED])]
    parts = origins.part_of(larger, len(made)), origins.stands_for(entry.bytes)
    lines += filter(None, parts)
    return lines


def unreachable(entry: Entry, why: WhyUnreachable) -> Sentence:
    """Why no text can produce a token."""
    reason: str = why.reason
    if reason == "part" and entry.rules > 1:
        reason = "parts"
    if why.goes_first is not None:
        reason = "goes first"
    return say(_UNREACHABLE[reason], why=why)


_UNREACHABLE = {
    "no UTF-8": "Unreachable: no UTF-8 text has these bytes in a row.",
    "no rule": "Unreachable: no merge makes it, and no word is spelled with it.",
    "part": "Unreachable: its merge needs {why.part:token}, which no text can produce.",
    "parts": "Unreachable: one of its merges needs {why.part:token}, which no text gives;"
    " the others lack a part too.",
    "shadowed": "Unreachable: its symbols become {why.instead:tokens}.",
    "goes first": "Unreachable: before {why.rule.pair:pair} can merge, {why.goes_first.pair:pair}"
    " (merge {why.goes_first.rank:rank}) goes first. Its symbols become {why.instead:tokens}.",
}
