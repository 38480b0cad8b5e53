"""What the page says of a vocabulary, and of one token: where it comes from, and what is odd about it."""

from bpe_core.studies.vocabulary_study import Entry, WhyUnreachable
from bpe_ui.text import origins
from bpe_ui.text.sentences import Number, Sentence, Token, joined, plural, the_pair
from bpe_ui.tokenize.vocabulary.rows import Listing


def counts(listing: Listing) -> Sentence:
    """How many tokens of each kind there are."""
    special = "special" if listing.training is not None else "added"
    kinds = {"base": "base", "learned": "learned", "added": special, "no_rule": "without a rule"}
    sizes = {name: len(ids) for name, ids in listing.ids_of.items()}
    total = len(listing.study.ids)
    of_kind = joined([(Number(sizes[kind]), f" {word}") for kind, word in kinds.items() if kind in sizes])
    found: Sentence = Number(total), f" {plural('token', total)}: ", *of_kind, "."
    if not listing.study.is_judged:
        found += (" They are too long in all to look for unreachable ones.",)
    odd: list[Sentence] = []
    if "dead" in sizes:
        odd.append((Number(sizes["dead"]), " dead on this corpus"))
    if "unreachable" in sizes:
        odd.append((Number(sizes["unreachable"]), " unreachable"))
    if "duplicates" in sizes:
        odd.append((Number(sizes["duplicates"]), " with a duplicate"))
    return (*found, " Of these, ", *joined(odd), ".") if odd else found


def origin(listing: Listing, entry: Entry) -> Sentence:
    """Where a token comes from."""
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
    """What is odd about a token."""
    found: list[Sentence] = []
    if entry.is_unreachable:
        found.append(unreachable(entry, listing.study.why_unreachable(entry.id)))
    if entry.id in listing.ids_of.get("dead", ()):
        found.append(("Dead: no word of the corpus has it as a token of its own.",))
    made = listing.study.made_with(entry.id)
    named = [each.token for each in listing.study.entries(made[: origins.NAMED])]
    said = origins.part_of(named, len(made)), origins.stands_for(entry.bytes)
    found += filter(None, said)
    if entry.duplicates:
        ids = joined([(f"id {other}",) for other in entry.duplicates], last=" and ")
        found.append(("Duplicate: the same text is also ", *ids, "."))
    return found


def unreachable(entry: Entry, why: WhyUnreachable) -> Sentence:
    """Why no text gives a token."""
    if why.reason == "no UTF-8":
        return ("Unreachable: no UTF-8 text has these bytes in a row.",)
    if why.rule is None:
        return ("Unreachable: no rule makes it, and no word is spelled with it.",)
    if why.reason == "part":
        needs = "its rule needs" if entry.rules == 1 else "one of its rules needs; the others lack a part too"
        return "Unreachable: no text gives ", Token(why.part), f", which {needs}."
    before: Sentence = ()
    if why.goes_first is not None:
        first = *the_pair(why.goes_first.pair), f" (merge {why.goes_first.rank + 1:,}) goes first. Its"
        before = "before ", *the_pair(why.rule.pair), " can merge, ", *first
    instead = joined([(Token(token),) for token in why.instead], between=" ", last=" ")
    return "Unreachable: ", *(before or ("its",)), " symbols become ", *instead, "."
