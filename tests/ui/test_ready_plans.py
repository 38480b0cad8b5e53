"""The supplied lesson plans: every number and every pair in their notes is what the core says."""

import re
from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, PROFILES, TIE_BREAKS, BPEStepper
from bpe_core.studies.diagnosis import diagnose
from bpe_core.studies.user_merges import read_user_merges
from bpe_ui.visit.lesson_plan import ready_plans as plans
from bpe_ui.visit.lesson_plan.plan_format import plan_bytes, read_plan
from bpe_ui.visit.links.packing import MAX_LINK, as_text


def at(position, example="hug_pug_pun", **rules):
    stepper = BPEStepper(EXAMPLES[example].corpus, replace(EXAMPLES[example].config, **rules))
    stepper.goto(position)
    return stepper


def said(pair):
    return " + ".join(pair)


def winner(stepper):
    return said(stepper.tied_pairs()[0])


def count(stepper, pair):
    return next((row.count for row in stepper.pair_counts() if said(row.pair) == pair), 0)


def tokens(text):
    return " ".join(at(7).tokenizer().encode(text).tokens)


def five_words():
    words = {row.word: row.count for row in at(0).words}
    yield "hug {hug} times, pug {pug}, pun {pun}, bun {bun} and hugs {hugs}".format(**words)
    yield f"p + u is in pun and in pug, {words['pun']} + {words['pug']} = {count(at(0), 'p + u')}"
    yield f"{winner(at(0))}, {count(at(0), 'u + g')} times: hug {words['hug']}, pug {words['pug']}, hugs 5"


def vote():
    yield f"{said(at(1).merges[0].pair)} is one symbol now"
    yield f"{winner(at(1))}, {count(at(1), 'u + n')} times"
    yield f"p + u remembered {count(at(0), 'p + u')}"
    yield f"so {count(at(1), 'p + u')} are left. h + ug is close, with {count(at(1), 'h + ug')}"
    yield f"{winner(at(2))} with {count(at(2), 'h + ug')}, then {winner(at(3))} with {count(at(3), 'p + un')}"


def to_the_end():
    assert len(at(4).tied_pairs()) == 2
    yield f"Two pairs occur {count(at(4), winner(at(4)))} times each"
    yield f"merge {at(7).position}, the last" if at(7).is_done else ""
    yield f"it saw first: {winner(at(4))}, in word 2, pug"


def on_your_own():
    hug, later = at(0, "hug_bug"), at(1, "hug_bug")
    yield "hug bug hug bug bug" if EXAMPLES["hug_bug"].text_form == "hug bug hug bug bug" else ""
    yield f"{winner(hug)} {count(hug, 'u + g')} times, then {winner(later)} {count(later, 'b + ug')} times"
    yield f"b + u? It occurred {count(hug, 'b + u')} times before the first merge"
    yield f"and {count(later, 'b + u')} times after it"


def a_tie():
    first, second = map(said, at(4).tied_pairs())
    yield f"{first} and {second} occur {count(at(4), first)} times each"
    assert at(4).words[1].word == "pug"
    yield f"it saw first: {winner(at(4))}, in word 2, pug"
    yield f"merge {at(7).position}" if at(7).is_done else ""


def new_words():
    yield f"The {at(7).position} merges"
    yield f"bug with the right arrow. It ends as {tokens('bug')}."
    assert tokens("mug").startswith("[UNK]")
    yield f"thug {tokens('thug')}, but unhug {tokens('unhug')}"


def four_rules():
    taken = {
        TIE_BREAKS[rule].title: [said(merge.pair) for merge in at(6, tie_break=rule).merges[4:]]
        for rule in ("first_seen", "smallest_ids", "smallest_pair", "greatest_pair")
    }
    odd = taken.pop("Smallest pair")
    [usual] = {tuple(pairs) for pairs in taken.values()}
    assert sorted(odd) == sorted(usual)
    yield "The first difference comes at merge 5."
    yield f"Go to merge 5 with the right arrow. Smallest pair takes {odd[0]}, the others {usual[0]}."
    yield "After merge 6 all four have both. If training had stopped at 5"


def worksheet():
    stepper = at(4, "low_lower")
    yield "with 4 merges"
    yield "each of them once: low, lower, lowest, newer, wider"
    assert [(row.word, row.count) for row in stepper.words] == [
        (word, 1) for word in ("low", "lower", "lowest", "newer", "wider")
    ]
    yield "the first 4 merges"
    *first, last = (said(merge.pair) for merge in stepper.merges)
    yield f"{', '.join(first)} and {last}, {stepper.merges[0].count} times each"
    assert {merge.count for merge in stepper.merges} == {3}
    assert stepper.pair_counts(1)[0].count == 1


def in_bytes():
    stepper = at(15, "pho")
    encoded = stepper.tokenizer().encode(plans.STOPS["Bytes"].view.settings["tokenize"].text).tokens
    assert encoded[:3] == ("m", "u", "g")
    assert len(encoded) == 5  # phở and its space are one token, 🍜 too
    yield f"the {len(stepper.vocabulary()) - stepper.position} bytes"
    yield f"has learned {stepper.position} merges from three sentences"
    assert encoded[3:] == ("Ġphá»Ł", "ĠðŁįľ")
    yield f"ở is {len('ở'.encode())} and 🍜 is {len('🍜'.encode())}"


def libraries():
    columns = plans.STOPS["Four libraries, one text"].view.settings["compare"].choices
    starts = {
        column.name: BPEStepper(EXAMPLES["low_lower"].corpus, PROFILES[column.name].config)
        for column in columns
    }
    assert winner(starts["textbook"]) == winner(starts["minbpe_regex"])
    yield "Step to merge 1."
    yield (
        f"Textbook and minbpe merge {winner(starts['textbook'])}, Hugging Face"
        f" {winner(starts['hf_tokenizers'])}, subword-nmt {winner(starts['subword_nmt'])}."
    )
    tied = [len(start.tied_pairs()) for start in starts.values()]
    assert {count(start, winner(start)) for start in starts.values()} == {3}
    yield f"In each column {min(tied)} to {max(tied)} pairs occur 3 times"


def why_mine():
    settings = plans.STOPS["Why does mine differ?"].view.settings["compare"]
    merges = read_user_merges(settings.diagnosis_text.encode()).pairs
    found = diagnose(EXAMPLES["hug_pug_pun"].corpus, merges, PROFILES["hf_course"].config).causes
    assert "NeighboursNotLowered" in {cause.mistake for cause in found}
    assert len(found) > 2  # "several mistakes"
    yield ", ".join(map(said, merges))
    yield f"Merge 2 should be {winner(at(1))}"
    yield "After u + g they count p + u too often"
    yield f"p + u still counts {count(at(0), 'p + u')} instead of {count(at(1), 'p + u')}"


FACTS = {
    "Five words": five_words,
    "What comes next?": vote,
    "Until nothing is left": to_the_end,
    "On your own": on_your_own,
    "A tie": a_tie,
    "New words": new_words,
    "Four ways to decide a tie": four_rules,
    "On paper": worksheet,
    "Bytes": in_bytes,
    "Four libraries, one text": libraries,
    "Why does mine differ?": why_mine,
    "Ten questions": lambda: [f"number {plans.STOPS['Ten questions'].view.settings['quiz'].seed}"],
}


@pytest.mark.parametrize("name", FACTS)
def test_every_number_and_every_pair_in_a_note_is_what_the_core_says(name):
    note = plans.STOPS[name].note

    for fact in FACTS[name]():
        assert fact in note
        note = note.replace(fact, "")

    assert re.findall(r"(?<!GPT-)\d+|\S+ \+ \S+", note) == []


def test_the_facts_are_those_of_all_stops_of_all_plans():
    used = {stop.title for minutes in plans.READY_PLANS for stop in plans.ready_plan(minutes).stops}

    assert used == plans.STOPS.keys() == FACTS.keys()


def test_no_view_of_the_shortest_plan_shows_an_answer_or_other_rules_before_the_vote():
    views = [stop.view for stop in plans.ready_plan(20).stops]
    assert all(view.predict for view in views)
    assert {view.config for view in views} == {PROFILES["hf_course"].config}


@pytest.mark.parametrize("minutes", plans.READY_PLANS)
def test_a_ready_plan_takes_as_long_as_it_says_and_fits_in_a_link(minutes):
    plan = plans.ready_plan(minutes)

    assert plan.minutes == minutes
    assert read_plan(plan_bytes(plan)) == plan
    assert len(as_text(plan_bytes(plan))) < MAX_LINK - 500
