"""Snapshots against the stepper's plain methods, position by position, and changes against two full
tables."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import astuple
from itertools import pairwise
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bpe_core import TIE_BREAKS, BPEConfig, BPEStepper, Corpus
from bpe_core.merges import Pair
from bpe_core.queries import pair_cache, tie_order
from bpe_core.queries.pair_cache import MOST_WORDS
from bpe_core.queries.records import PairChange, PairFacts
from bpe_core.queries.snapshots import MOST_CHANGES, Snapshot
from bpe_core.reference import count_pairs
from bpe_core.symbol_texts import BYTE_CHARACTERS
from bpe_core.tie_breaks import Candidate
from tests.property.strategies import configs, word_counts

WALKS = st.lists(st.sampled_from(["step", "run", "undo", "goto", "force"]), min_size=1, max_size=10)

# The bounds decide what is kept and how places are found; small corpora would see only one side of them.
BOUNDS = st.fixed_dictionaries(
    {
        "facts_kept": st.sampled_from([1, 4_000]),
        "words_kept": st.sampled_from([0, 3, 2_000_000]),
        "looked_up": st.sampled_from([0, 200]),
        "kept": st.sampled_from([0, 200_000]),
    }
)


@pytest.fixture
def patch() -> Iterator[pytest.MonkeyPatch]:
    """Puts the bounds back at the end."""
    patch = pytest.MonkeyPatch()
    yield patch
    patch.undo()


def use(patch: pytest.MonkeyPatch, bounds: dict[str, int]) -> None:
    patch.setattr(pair_cache, "_FACTS_KEPT", bounds["facts_kept"])
    patch.setattr(pair_cache, "_WORDS_KEPT", bounds["words_kept"])
    patch.setattr(tie_order, "_LOOKED_UP", bounds["looked_up"])
    patch.setattr(tie_order, "_KEPT", bounds["kept"])


def walk_through(stepper: BPEStepper, action: str, random: Random) -> None:
    if action == "step" and not stepper.is_done:
        stepper.step()
    elif action == "run":
        stepper.run()
    elif action == "undo" and stepper.position:
        stepper.undo()
    elif action == "goto":
        stepper.goto(random.randint(0, stepper.known_merges))
    elif action == "force" and stepper.pair_counts():
        stepper.step(random.choice(stepper.pair_counts()).pair)


def merged_in(stepper: BPEStepper, pair: Pair) -> int:
    """How often merging a pair would merge it: leftmost first, and no symbol twice."""
    merged = 0
    for word, symbols in zip(stepper.words, stepper.splits().values(), strict=True):
        free_from = 0
        for place, here in enumerate(pairwise(symbols)):
            if here == pair and place >= free_from:
                merged += word.count
                free_from = place + 2
    return merged


def check_facts(stepper: BPEStepper, facts: PairFacts) -> None:
    ids = stepper.view.vocabulary()
    shares = stepper.view.word_shares(facts.pair)
    assert (facts.count, facts.words) == (sum(share.contribution for share in shares), len(shares))
    assert facts.shares == shares[:MOST_WORDS]
    assert facts.ids == (ids[facts.pair[0]], ids[facts.pair[1]])
    assert facts.merged == merged_in(stepper, facts.pair)


def word_counts_of(stepper: BPEStepper, pair: Pair) -> Counter[str]:
    """What each word adds to a pair's count now."""
    if all(row.pair != pair for row in stepper.pair_counts()):
        return Counter()
    return Counter({share.word: share.contribution for share in stepper.view.word_shares(pair)})


def check_changes(stepper: BPEStepper) -> dict[Pair, PairChange]:
    """The changes are the difference of the two whole tables, and the words' changes that of their shares."""
    position, changes = stepper.position, {change.pair: change for change in stepper.view.changes()}
    assert len(changes) == len(stepper.view.changes())
    if not position:
        assert changes == {}
        assert stepper.view.changed_words() == []
        return changes
    after = {row.pair: row.count for row in stepper.pair_counts()}
    words_after = {pair: word_counts_of(stepper, pair) for pair in changes}
    splits_after = stepper.splits()
    stepper.goto(position - 1)
    before = {row.pair: row.count for row in stepper.pair_counts()}
    words_before = {pair: word_counts_of(stepper, pair) for pair in changes}
    splits_before = stepper.splits()
    stepper.goto(position)
    differing = {pair for pair in before | after if before.get(pair, 0) != after.get(pair, 0)}
    assert set(changes) == differing
    for pair, change in changes.items():
        assert (change.before, change.after) == (before.get(pair, 0), after.get(pair, 0))
        words_after[pair].subtract(words_before[pair])
        deltas = {word: delta for word, delta in words_after[pair].items() if delta}
        assert change.words_total == len(deltas)
        assert sum(deltas.values()) == change.after - change.before
        assert {each.word: each.delta for each in change.words}.items() <= deltas.items()
        largest = sorted(map(abs, deltas.values()), reverse=True)[:MOST_WORDS]
        assert [abs(each.delta) for each in change.words] == largest
    assert stepper.view.changed_words() == [
        index for index, word in enumerate(splits_after) if splits_after[word] != splits_before[word]
    ]
    sizes = [abs(change.after - change.before) for change in stepper.view.changes()]
    assert sizes == sorted(sizes, reverse=True)
    return changes


def expected_picks(stepper: BPEStepper) -> dict[str, Pair]:
    """What every other rule takes, from a recount of the symbols as the slow trainer does it."""
    history, config = stepper._history, stepper.config
    splits = [
        history.timeline.word_tokens(word, stepper.position).symbols.tolist()
        for word in range(len(history.words))
    ]
    met = count_pairs(splits, history.word_counts.tolist(), overlaps=config.count_overlaps)
    highest = max(met.values())
    candidates = [
        Candidate(*pair, place, stepper.position)
        for place, (pair, count) in enumerate(met.items())
        if count == highest
    ]
    picks = {}
    for name, rule in TIE_BREAKS.items():
        taken = min(
            candidates,
            key=lambda each: (rule.key(each, history.table, config.tie_seed), each.left, each.right),
        )
        picks[name] = history.pair_texts((taken.left, taken.right))
    return picks if len(candidates) > 1 else {}


def check_snapshot(stepper: BPEStepper, snapshot: Snapshot, rows: int, shown_before: list[Pair]) -> None:
    """A snapshot shows what the plain methods say at its position, where the stepper stands."""
    table = stepper.pair_counts()
    assert snapshot.position == stepper.position
    assert [(row.pair, row.token, row.count, row.words) for row in snapshot.rows] == [
        (row.pair, row.token, row.count, row.words) for row in table[:rows]
    ]
    for row in snapshot.rows:
        check_facts(stepper, row)
    assert snapshot.tied == len(stepper.tied_pairs())
    assert snapshot.decision == stepper.view.decision()
    assert snapshot.rule_picks == stepper.view.rule_picks()
    assert snapshot.stop_reason == stepper.stop_reason
    assert snapshot.statistics == stepper.view.statistics()
    if stepper.is_done:
        assert snapshot.rule_picks == ()
    else:
        expected = expected_picks(stepper)
        expected.pop(stepper.config.tie_break, None)
        assert {pick.rule: pick.pair for pick in snapshot.rule_picks} == expected
    changes = check_changes(stepper)
    shown = [row.pair for row in snapshot.rows]
    gone = [pair for pair in shown_before if pair in changes and changes[pair].kind == "gone"]
    told = [pair for pair in shown if pair in changes] + gone
    assert list(snapshot.changes) == [changes[pair] for pair in told][:MOST_CHANGES]


@given(
    counts=word_counts(),
    config=configs,
    walk=WALKS,
    rows=st.sampled_from([0, 1, 2, 5, 30]),
    bounds=BOUNDS,
    random=st.randoms(use_true_random=False),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_snapshots_show_what_the_plain_methods_say_at_every_position_after_any_walk(
    counts: dict[str, int],
    config: BPEConfig,
    walk: list[str],
    rows: int,
    bounds: dict[str, int],
    random: Random,
    patch: pytest.MonkeyPatch,
) -> None:
    use(patch, bounds)
    stepper = BPEStepper(Corpus.from_word_counts(counts), config)
    for action in walk:
        walk_through(stepper, action, random)
        stepper.history.snapshots(
            0, stepper.known_merges, rows
        )  # fills what is kept, for the walk to go on with
    position = stepper.position
    first = random.randint(0, stepper.known_merges)
    last = random.randint(first, stepper.known_merges)
    snapshots = stepper.history.snapshots(first, last, rows)
    assert stepper.position == position
    assert [snapshot.position for snapshot in snapshots] == list(range(first, last + 1))
    same: dict[tuple[Pair, int], PairFacts] = {}
    for snapshot in snapshots:
        shown_before: list[Pair] = []
        if snapshot.position:
            stepper.goto(snapshot.position - 1)
            shown_before = [row.pair for row in stepper.pair_counts(rows)]
        stepper.goto(snapshot.position)
        check_snapshot(stepper, snapshot, rows, shown_before)
        for row in snapshot.rows:
            assert same.setdefault((row.pair, row.count), row) is row


@given(word_counts(), configs, st.booleans())
def test_a_pair_has_the_same_holders_as_long_as_it_has_the_same_count(
    counts: dict[str, int], config: BPEConfig, from_the_end: bool
) -> None:
    stepper = BPEStepper(Corpus.from_word_counts(counts), config)
    stepper.run()
    seen: dict[tuple[Pair, int], list[tuple[str, int]]] = {}
    positions = range(stepper.known_merges + 1)
    for position in reversed(positions) if from_the_end else positions:
        stepper.goto(position)
        for row in stepper.pair_counts():
            shares = [(share.word, share.times) for share in stepper.view.word_shares(row.pair)]
            assert seen.setdefault((row.pair, row.count), shares) == shares


@given(word_counts(), configs, WALKS, st.randoms(use_true_random=False))
def test_word_histories_cut_at_a_position_are_the_splits_there(
    counts: dict[str, int], config: BPEConfig, walk: list[str], random: Random
) -> None:
    stepper = BPEStepper(Corpus.from_word_counts(counts), config)
    for action in walk:
        walk_through(stepper, action, random)
    words = [word.word for word in stepper.words]
    histories = stepper.history.word_histories(words)
    assert [(history.index, history.word, history.count) for history in histories] == [
        (index, word.word, word.count) for index, word in enumerate(stepper.words)
    ]
    tokens = stepper.base_symbols
    for position in range(stepper.known_merges + 1):
        stepper.goto(position)
        learned = {
            token: token_id
            for token, token_id in stepper.view.vocabulary().items()
            if token_id >= len(tokens)
        }
        for history in histories:
            pieces = [[history.ids[0]]]
            for symbol, rank in zip(history.ids[1:], history.merged_at, strict=True):
                if rank is None or rank >= position:
                    pieces.append([symbol])
                else:
                    pieces[-1].append(symbol)
            split = stepper.splits([history.word])[history.word]
            assert len(pieces) == len(split)
            for piece, token in zip(pieces, split, strict=True):
                assert tokens[piece[0]] == token if len(piece) == 1 else token in learned


@given(word_counts(), configs, WALKS, st.randoms(use_true_random=False))
def test_the_same_rules_again_are_the_training_that_was_never_interfered_with(
    counts: dict[str, int], config: BPEConfig, walk: list[str], random: Random
) -> None:
    stepper = BPEStepper(Corpus.from_word_counts(counts), config)
    for action in walk:
        walk_through(stepper, action, random)
    fresh = BPEStepper(Corpus.from_word_counts(counts), config)
    fresh.run(stepper.position)
    merges, position = stepper.history, stepper.position
    other = stepper.with_rules(config)
    other.run(position)
    assert (other.merges, other.position) == (fresh.merges, fresh.position)
    assert other.pair_counts() == fresh.pair_counts()
    assert other.is_done or other.position == position
    assert (stepper.history, stepper.position) == (merges, position)


@given(word_counts(), configs, st.integers(0, 6), st.text("abcé_</w>▁", min_size=1, max_size=4))
def test_every_pair_that_matches_a_text_is_found_and_no_other(
    counts: dict[str, int], config: BPEConfig, position: int, text: str
) -> None:
    stepper = BPEStepper(Corpus.from_word_counts(counts), config)
    stepper.run(position)
    table = stepper.pair_counts()
    found = stepper.view.find_pairs(text, len(table))
    wanted = {text}
    if config.alphabet == "bytes":
        wanted.add("".join(BYTE_CHARACTERS[byte] for byte in text.encode()))
    assert {(row.pair, row.token, row.count, row.words) for row in found} == {
        astuple(row) for row in table if any(each in "".join(row.pair) for each in wanted)
    }
    assert stepper.view.find_pairs(text, 2) == found[:2]
    is_exact = [not wanted.isdisjoint({"".join(row.pair), *row.pair}) for row in found]
    assert is_exact == sorted(is_exact, reverse=True)
    for row in table:
        assert stepper.view.find_pairs(" + ".join(row.pair), 1)[0].pair == row.pair
        assert stepper.view.find_pairs(" ".join(row.pair), 1)[0].pair == row.pair


@given(word_counts(), configs, st.integers(0, 6))
def test_a_verdict_names_only_what_the_table_bears_out(
    counts: dict[str, int], config: BPEConfig, position: int
) -> None:
    stepper = BPEStepper(Corpus.from_word_counts(counts), config)
    stepper.run(position)
    if stepper.is_done:
        return
    table, splits = stepper.pair_counts(), list(stepper.splits().values())
    occurrences = {
        row.pair: sum(share.times for share in stepper.view.word_shares(row.pair)) for row in table
    }
    winner = table[0]
    for row in table:
        verdict = stepper.view.judge(row.pair)
        assert (verdict.count, verdict.words, verdict.winner_count) == (row.count, row.words, winner.count)
        assert verdict.occurrences == occurrences[row.pair]
        assert verdict.winner == winner.pair
        assert (verdict.kind == "right") == (row.pair == winner.pair)
        assert (verdict.kind == "tied") == (row.count == winner.count and row.pair != winner.pair)
        assert verdict.score == {"right": 1.0, "tied": 0.5}.get(verdict.kind, 0.0)
        if verdict.score:
            continue
        most_words = row.words == max(each.words for each in table) > winner.words
        most_times = occurrences[row.pair] == max(occurrences.values()) > occurrences[winner.pair]
        assert (verdict.kind == "counted_words") == (most_words or most_times)
        if verdict.kind == "longest":
            assert verdict.length > verdict.winner_length
    there = {row.pair for row in table}
    symbols = {symbol for split in splits for symbol in split}
    for pair in ((left, right) for left in symbols for right in symbols if (left, right) not in there):
        verdict = stepper.view.judge(pair)
        ends = any(split[-1] == pair[0] for split in splits)
        begins = any(split[0] == pair[1] for split in splits)
        assert verdict.kind == ("crosses_border" if ends and begins else "not_there")
        assert (verdict.count, verdict.score) == (0, 0.0)
        if verdict.border is not None:
            first, second = (stepper.splits([word])[word] for word in verdict.border)
            assert (first[-1], second[0]) == pair
