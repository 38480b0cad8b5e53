"""Snapshots against the plain methods at each position, and changes against two full tables."""

from collections import Counter
from dataclasses import astuple, replace
from itertools import product
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import TIE_BREAKS, BPEConfig, BPEStepper
from bpe_core.merges import Pair
from bpe_core.queries.history_facts import MOST_WORDS
from bpe_core.queries.records import PairChange, PairFacts
from bpe_core.queries.snapshots import MOST_CHANGES, Snapshot
from bpe_core.symbol_texts import BYTE_CHARACTERS
from tests.oracle import choose, count_pairs, merge, scored
from tests.property.strategies import (
    configs,
    daily,
    is_too_long,
    randoms,
    recount_all,
    stepper_of,
    steppers,
    walk,
    walks,
    with_constants,
    word_counts,
)

# The bounds decide what is kept and how places are found; small corpora would test only one side of them.
BOUNDS = st.fixed_dictionaries(
    {
        "queries.history_facts._FACTS_KEPT": st.sampled_from([1, 4_000]),
        "queries.history_facts._WORDS_KEPT": st.sampled_from([0, 3, 2_000_000]),
        "queries.tie_order._LOOKED_UP": st.sampled_from([0, 200]),
        "queries.tie_order._SURELY_MANY": st.sampled_from([0, 5_000]),
        "queries.tie_order._KEPT": st.sampled_from([0, 200_000]),
    }
)


def merged_in(stepper: BPEStepper, pair: Pair) -> int:
    """How often merging a pair would merge it: leftmost first, and no symbol twice."""
    return sum(
        word.count * (len(symbols) - len(merge([*symbols], *pair, "merged")))
        for word, symbols in zip(stepper.words, stepper.splits().values(), strict=True)
    )


def check_facts(stepper: BPEStepper, facts: PairFacts) -> None:
    ids = stepper.view.vocabulary()
    shares = stepper.view.word_shares(facts.pair)
    assert (facts.count, facts.words) == (sum(share.contribution for share in shares), len(shares))
    assert facts.shares == shares[:MOST_WORDS]
    assert facts.ids == (ids[facts.pair[0]], ids[facts.pair[1]])
    assert facts.merged == merged_in(stepper, facts.pair)


def table_at(stepper: BPEStepper, position: int) -> tuple[dict[Pair, int], dict[Pair, Counter[str]]]:
    """The count of each pair at a position, and what each word adds to it."""
    view = stepper.at(position)
    counts = {row.pair: row.count for row in view.pair_counts()}
    words = {
        pair: Counter({share.word: share.contribution for share in view.word_shares(pair)}) for pair in counts
    }
    return counts, words


def check_changes(stepper: BPEStepper) -> dict[Pair, PairChange]:
    """The changes are the difference of the two whole tables, and the words' changes that of their shares."""
    position, changes = stepper.position, stepper.view.changes()
    if not position:
        assert changes == ()
        return {}
    before, words_before = table_at(stepper, position - 1)
    after, words_after = table_at(stepper, position)
    assert {change.pair: (change.before, change.after) for change in changes} == {
        pair: (before.get(pair, 0), after.get(pair, 0))
        for pair in before | after
        if before.get(pair, 0) != after.get(pair, 0)
    }
    for change in changes:
        words = words_after.get(change.pair, Counter()).copy()
        words.subtract(words_before.get(change.pair, Counter()))
        deltas = {word: delta for word, delta in words.items() if delta}
        assert change.words_total == len(deltas)
        assert sum(deltas.values()) == change.after - change.before
        assert {each.word: each.delta for each in change.words}.items() <= deltas.items()
        largest = sorted(map(abs, deltas.values()), reverse=True)[:MOST_WORDS]
        assert [abs(each.delta) for each in change.words] == largest
    sizes = [abs(change.after - change.before) for change in changes]
    assert sizes == sorted(sizes, reverse=True)
    assert len({change.pair for change in changes}) == len(changes)
    return {change.pair: change for change in changes}


def expected_picks(stepper: BPEStepper) -> dict[str, Pair]:
    """What every other rule takes, from a recount of the symbols as the slow trainer does it."""
    history, config, position = stepper._history, stepper.config, stepper.position
    splits = [[*symbols] for symbols in history.timeline.splits(range(len(history.words)), position)]
    met: Any = count_pairs(splits, history.word_counts.tolist(), overlaps=config.count_overlaps)
    met = {pair: met[pair] for pair in met if not is_too_long(stepper, history.pair_texts(pair))}
    if config.is_wordpiece:
        counts, met = scored(splits, history.word_counts.tolist())
        met = {pair: score for pair, score in met.items() if counts[pair] >= config.min_frequency}
    tied = [pair for pair in met if met[pair] == max(met.values())]
    if len(tied) == 1:
        return {}
    return {
        rule: history.pair_texts(choose(tied, history.table, replace(config, tie_break=rule), rank=position))
        for rule in TIE_BREAKS
        if rule != config.tie_break
    }


def check_snapshot(stepper: BPEStepper, snapshot: Snapshot, rows: int) -> None:
    """A snapshot agrees with the stepper's plain methods at its position."""
    position, view = stepper.position, stepper.view
    assert [astuple(row)[:5] for row in snapshot.rows] == [astuple(row) for row in stepper.pair_counts(rows)]
    for row in snapshot.rows:
        check_facts(stepper, row)
    picks = {} if stepper.is_done else expected_picks(stepper)
    assert {pick.rule: pick.pair for pick in snapshot.rule_picks} == picks
    changes = check_changes(stepper)
    shown_before = stepper.at(position - 1).pair_counts(rows) if position else []
    gone = [row.pair for row in shown_before if row.pair in changes and changes[row.pair].kind == "gone"]
    too_long = [count for pair, count in recount_all(stepper).items() if is_too_long(stepper, pair)]
    highest = max(too_long, default=0)
    if highest and highest >= (snapshot.rows[0].count if snapshot.decision and rows else 0):
        assert rows == 0 or snapshot.too_long.count == highest
    else:
        assert snapshot.too_long is None
    told = [row.pair for row in snapshot.rows if row.pair in changes] + gone
    assert snapshot == Snapshot(
        position=position,
        rows=snapshot.rows,
        tied=len(stepper.tied_pairs()),
        decision=view.decision(),
        rule_picks=snapshot.rule_picks,
        changes=tuple(changes[pair] for pair in told[:MOST_CHANGES]),
        statistics=view.statistics(),
        stop_reason=stepper.stop_reason,
        too_long=snapshot.too_long,
    )


@given(word_counts(), configs, walks, st.sampled_from([0, 1, 2, 5, 30]), BOUNDS, randoms)
@daily(40, fuzz=20_000)
def test_snapshots_show_what_the_plain_methods_say_at_every_position_after_any_walk(
    counts: dict[str, int],
    config: BPEConfig,
    actions: list[str],
    rows: int,
    bounds: dict[str, int],
    random: Random,
) -> None:
    with with_constants(bounds):
        stepper = stepper_of(counts, config)
        for action in actions:
            walk(stepper, action, random)
            # Fills what is kept, for the walk to go on with.
            stepper.history.snapshots(0, stepper.known_merges, rows)
        position = stepper.position
        first = random.randint(0, stepper.known_merges)
        last = random.randint(first, stepper.known_merges)
        snapshots = stepper.history.snapshots(first, last, rows)
        assert stepper.position == position
        assert [snapshot.position for snapshot in snapshots] == list(range(first, last + 1))
        same: dict[tuple[object, ...], PairFacts] = {}
        for snapshot in snapshots:
            stepper.goto(snapshot.position)
            check_snapshot(stepper, snapshot, rows)
            for row in snapshot.rows:
                first_one = same.setdefault((row.pair, row.count, row.parts), row)
                assert first_one is row if row.parts is None else first_one == row


@given(steppers, st.booleans())
@daily(30, fuzz=20_000)
def test_a_pair_is_in_the_same_words_as_long_as_it_has_the_same_count(stepper, from_the_end):
    stepper.run()
    seen: dict[tuple[Pair, int], list[tuple[str, int]]] = {}
    for position in range(stepper.known_merges + 1)[:: -1 if from_the_end else 1]:
        stepper.goto(position)
        for row in stepper.pair_counts():
            shares = [(share.word, share.times) for share in stepper.view.word_shares(row.pair)]
            assert seen.setdefault((row.pair, row.count), shares) == shares


@given(steppers, walks, randoms)
@daily(30, fuzz=20_000)
def test_word_histories_cut_at_a_position_are_the_splits_there(stepper, actions, random):
    for action in actions:
        walk(stepper, action, random)
    histories = stepper.history.word_histories([word.word for word in stepper.words])
    assert [(history.index, history.word, history.count) for history in histories] == [
        (index, word.word, word.count) for index, word in enumerate(stepper.words)
    ]
    base = stepper.base_symbols
    for position in range(stepper.known_merges + 1):
        stepper.goto(position)
        learned = [*stepper.view.vocabulary()][len(base) :]
        for history, split in zip(histories, stepper.splits().values(), strict=True):
            pieces = [[*history.ids[:1]]]
            for symbol, rank in zip(history.ids[1:], history.merged_at, strict=True):
                if rank is None or rank >= position:
                    pieces.append([])
                pieces[-1].append(symbol)
            for piece, token in zip(pieces if pieces[0] else [], split, strict=True):
                assert base[piece[0]] == token if len(piece) == 1 else token in learned


@given(steppers, walks, randoms)
@daily(30, fuzz=20_000)
def test_the_same_rules_again_are_the_training_that_was_never_interfered_with(stepper, actions, random):
    for action in actions:
        walk(stepper, action, random)
    fresh = BPEStepper(stepper.corpus, stepper.config)
    fresh.run(stepper.position)
    merges, position = stepper.history[:], stepper.position
    other = stepper.with_rules(stepper.config)
    other.run(position)
    assert (other.merges, other.position) == (fresh.merges, fresh.position)
    assert other.pair_counts() == fresh.pair_counts()
    assert other.is_done or other.position == position
    assert (stepper.history[:], stepper.position) == (merges, position)


@given(steppers, st.integers(0, 6), st.text("abcé_</w>▁", min_size=1, max_size=4))
@daily(30, fuzz=20_000)
def test_every_pair_that_matches_a_text_is_found_and_no_other(stepper, position, text):
    stepper.run(position)
    table = stepper.pair_counts()
    found = stepper.view.find_pairs(text, len(table))
    wanted = {text}
    if stepper.config.alphabet == "bytes":
        wanted.add("".join(BYTE_CHARACTERS[byte] for byte in text.encode()))
    assert {astuple(row)[:5] for row in found} == {
        astuple(row) for row in table if any(each in "".join(row.pair) for each in wanted)
    }
    assert stepper.view.find_pairs(text, 2) == found[:2]
    is_exact = [not wanted.isdisjoint({"".join(row.pair), *row.pair}) for row in found]
    assert is_exact == sorted(is_exact, reverse=True)
    for row in table:
        for between in (" + ", " "):
            assert stepper.view.find_pairs(between.join(row.pair), 1)[0].pair == row.pair


@given(steppers, st.integers(0, 6))
@daily(30, fuzz=20_000)
def test_a_verdict_names_only_what_the_table_bears_out(stepper, position):
    stepper.run(position)
    if stepper.is_done:
        return
    table, splits = stepper.pair_counts(), list(stepper.splits().values())
    occurrences = {
        row.pair: sum(share.times for share in stepper.view.word_shares(row.pair)) for row in table
    }
    winner, before = table[0], {}
    if stepper.position:
        last = stepper.merges[-1]
        stepper.undo()
        before = {row.pair: row.count for row in stepper.pair_counts() if row.pair != last.pair}
        stepper.redo()
    for row in table:
        verdict = stepper.view.judge(row.pair)
        assert (verdict.pick.pair, verdict.pick.count, verdict.pick.words) == (row.pair, row.count, row.words)
        assert verdict.pick.occurrences == occurrences[row.pair]
        assert (verdict.winner.pair, verdict.winner.count) == (winner.pair, winner.count)
        assert (verdict.kind == "right") == (row.pair == winner.pair)
        is_level = row.pair in stepper.tied_pairs() and row.pair != winner.pair
        assert (verdict.kind == "tied") == is_level
        assert verdict.score == {"right": 1.0, "tied": 0.5}.get(verdict.kind, 0.0)
        if verdict.score:
            continue
        if stepper.config.is_wordpiece:
            assert verdict.kind == "lower_score"
            continue
        most_words = row.words == max(each.words for each in table) > winner.words
        most_times = occurrences[row.pair] == max(occurrences.values()) > occurrences[winner.pair]
        most_before = before.get(row.pair, 0) == max(before.values(), default=-1) > row.count
        most_before = most_before and before.get(winner.pair, 0) < before[row.pair]
        assert (verdict.kind == "not_updated") == most_before
        assert (verdict.kind == "counted_words") == ((most_words or most_times) and not most_before)
        if verdict.kind == "longest":
            assert verdict.pick.length > verdict.winner.length
    symbols = {symbol for split in splits for symbol in split}
    for pair in {*product(symbols, symbols)} - {*occurrences}:
        verdict = stepper.view.judge(pair)
        ends = any(split[-1:] == pair[:1] for split in splits)
        begins = any(split[:1] == pair[1:] for split in splits)
        assert verdict.kind == ("crosses_border" if ends and begins else "not_there")
        assert (verdict.pick.count, verdict.score) == (0, 0.0)
        if verdict.border is not None:
            first, second = (stepper.splits([word])[word] for word in verdict.border)
            assert (first[-1], second[0]) == pair
