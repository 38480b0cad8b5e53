"""Comparisons against the slow trainer's merge lists laid side by side."""

from dataclasses import replace
from itertools import zip_longest
from operator import mul
from typing import Any
from unittest.mock import patch

from hypothesis import assume, given
from hypothesis import strategies as st

from bpe_core import BPEConfig, Corpus
from bpe_core.config import RULES
from bpe_core.merges import Pair
from bpe_core.studies.causes import effect_of, path_between, walk_causes
from bpe_core.studies.comparison import ColumnRules, Comparison, compare, train_in_turns
from bpe_core.tie_breaks import TIE_BREAKS
from tests.oracle import count_pairs, learn
from tests.property.strategies import configs, daily, word_counts
from tests.stops import in_parts

EVERYTHING = 1_000  # more merges than any drawn corpus has


def options(field: str, *without: str) -> st.SearchStrategy[str]:
    """The options of a rule."""
    rule: Any = RULES[field]
    return st.sampled_from([name for name in rule.options if name not in without])


@st.composite
def columns_alike(draw: st.DrawFn) -> list[BPEConfig]:
    """Rules for two to four columns with one alphabet, so that equal merges are those that print alike."""
    alphabet = draw(options("alphabet"))
    limits = st.sampled_from([None, None, 1, 3, 9])
    drawn = draw(st.lists(st.tuples(configs, limits), min_size=2, max_size=4))
    return [
        replace(config, pair_score="count", word_boundary="none", alphabet=alphabet, max_merges=limit)
        if config.word_boundary == "inside_prefix"
        else replace(config, alphabet=alphabet, max_merges=limit)
        for config, limit in ((replace(config, max_token_length=None), limit) for config, limit in drawn)
    ]


def slow_merges(counts: dict[str, int], config: BPEConfig) -> list[tuple[Pair, int]]:
    return learn(counts, config, config.max_merges or EVERYTHING)[0]


def tied_before(counts: dict[str, int], config: BPEConfig, rank: int) -> int:
    """How many pairs share the highest count after so many merges of the slow trainer."""
    splits = learn(counts, config, rank)[1]
    found = count_pairs(splits, list(counts.values()), overlaps=config.count_overlaps)
    return sum(1 for count in found.values() if count == max(found.values()))


def compared(counts: dict[str, int], rules: list[BPEConfig]) -> Comparison:
    columns = [ColumnRules(str(number), config) for number, config in enumerate(rules)]
    return compare(Corpus.from_word_counts(counts), columns)


def pair_at(merges: list[tuple[Pair, int]], rank: int) -> Pair | None:
    return merges[rank][0] if rank < len(merges) else None


@given(counts=word_counts(), rules=columns_alike())
@daily(40)
def test_rows_say_what_the_merge_lists_say(counts: dict[str, int], rules: list[BPEConfig]) -> None:
    comparison = compared(counts, rules)
    lists = [slow_merges(counts, config) for config in rules]
    ranks_there = {pair: rank for rank, (pair, _) in enumerate(lists[0])}
    longest = max(map(len, lists))
    assert comparison.length == longest
    for row in comparison.rows(0, longest + 5):
        here = [pair_at(merges, row.rank) for merges in lists]
        assert [None if cell is None else cell.pair for cell in row.cells] == here
        assert row.agree == (None not in here and len(set(here)) == 1)
        for column, cell in enumerate(row.cells):
            if cell is None:
                continue
            there = ranks_there.get(cell.pair)
            assert cell.rank_there == there
            assert cell.count == lists[column][row.rank][1]
            if column == 0:
                assert cell.kind == ("same" if row.agree else "differs")
            elif there is None:
                assert cell.kind == "only_here"
            else:
                assert cell.kind == ("same" if there == row.rank else "moved")
    assert len(comparison.rows(0, longest + 5)) == longest
    differing = [row.rank for row in comparison.rows(0, longest) if not row.agree]
    assert comparison.first_divergence == min(differing, default=None)
    assert comparison.rows(1, 3) == comparison.rows(0, longest)[1:3]


def merges_of(comparison: Comparison) -> list[list[tuple[Pair, int, int] | None]]:
    """For each rank what every column merges: the pair, its count and its ties."""
    return [
        [None if cell is None else (cell.pair, cell.count, cell.tied) for cell in row.cells]
        for row in comparison.rows(0, comparison.length)
    ]


@given(counts=word_counts(), rules=columns_alike())
@daily(40)
def test_work_that_is_stopped_again_and_again_comes_to_what_it_does_at_once(
    counts: dict[str, int], rules: list[BPEConfig]
) -> None:
    whole = compared(counts, rules)
    in_the_end = merges_of(whole)
    lengths = [0]
    # So short trainings would otherwise be one indivisible part.
    with (
        patch("bpe_core.stepper._PROGRESS_SECONDS", 0),
        patch("bpe_core.studies.comparison.trainings.ROUND", 2),
    ):
        for stopped in in_parts(compare, whole.corpus, whole.columns):
            lengths.append(stopped.length)
            assert merges_of(stopped) == in_the_end[: stopped.length]
    assert lengths == sorted(lengths)
    assert [each.history for each in stopped.steppers] == [each.history for each in whole.steppers]
    assert stopped.rows(0, whole.length + 5) == whole.rows(0, whole.length)
    assert stopped.divergence() == whole.divergence()
    assert stopped.tokens() == whole.tokens()
    assert stopped.summaries() == whole.summaries()
    assert stopped.encode("ab a") == whole.encode("ab a")


@given(counts=word_counts(), rules=columns_alike())
@daily(40)
def test_ties_ids_and_texts_are_those_of_the_slow_trainer_and_the_vocabulary(
    counts: dict[str, int], rules: list[BPEConfig]
) -> None:
    comparison = compared(counts, rules)
    for column, stepper in enumerate(comparison.steppers):
        cells = [row.cells[column] for row in comparison.rows(0, comparison.length)]
        made = [cell for cell in cells if cell is not None]
        ids = stepper.view.vocabulary()
        for rank, cell in enumerate(made[:6]):
            assert cell.tied + 1 == tied_before(counts, rules[column], rank)
            assert ids[cell.token] == cell.token_id


@given(counts=word_counts(), rules=columns_alike())
@daily(40)
def test_tokens_and_summaries_add_up_from_the_merge_lists(
    counts: dict[str, int], rules: list[BPEConfig]
) -> None:
    comparison = compared(counts, rules)
    texts = [list(stepper.view.vocabulary())[len(stepper.base_symbols) :] for stepper in comparison.steppers]
    naive = {
        token: tuple(column.index(token) if token in column else None for column in texts)
        for column in texts
        for token in column
    }
    tokens = comparison.tokens()
    assert {token.token: token.ranks for token in tokens} == naive
    keys = [
        min((rank, column) for column, rank in enumerate(token.ranks) if rank is not None) for token in tokens
    ]
    assert keys == sorted(keys)

    lists = [[pair for pair, _ in slow_merges(counts, config)] for config in rules]
    for column, row in enumerate(comparison.summaries()):
        here = lists[column]
        assert row.merges == len(here)
        assert row.tokens_shared == len(set(texts[column]).intersection(*texts))
        left = learn(counts, rules[column], len(here))[1]
        assert row.symbols == sum(map(mul, counts.values(), map(len, left)))


@given(counts=word_counts(), rules=columns_alike())
@daily(40)
def test_only_ties_differ_where_splits_and_candidates_are_the_same(
    counts: dict[str, int], rules: list[BPEConfig]
) -> None:
    comparison = compared(counts, rules)
    divergence = comparison.divergence()
    if divergence is None:
        return
    states = set()
    for config, choice in zip(rules, divergence.picks, strict=True):
        _, splits = learn(counts, config, min(divergence.rank, config.max_merges or EVERYTHING))
        printed = count_pairs(splits, list(counts.values()), overlaps=config.count_overlaps)
        highest = max(printed.values(), default=0)
        candidates = frozenset(pair for pair, count in printed.items() if count == highest)
        if choice.pair is None:
            assert (choice.tied, choice.tied_total, choice.count) == ((), 0, 0)
            assert choice.stop_reason is not None
            candidates = frozenset()
        else:
            assert set(choice.tied) <= candidates
            assert (choice.tied[0], choice.tied_total) == (choice.pair, len(candidates))
            assert (choice.count, bool(choice.reason)) == (highest, len(candidates) > 1)
        states.add((str(splits), candidates))
    ended = any(choice.pair is None for choice in divergence.picks)
    assert divergence.same_splits == (len(states) == 1 and not ended)


@given(counts=word_counts(), rules=columns_alike())
@daily(40)
def test_an_effect_is_the_difference_of_two_merge_lists(
    counts: dict[str, int], rules: list[BPEConfig]
) -> None:
    titled = [(str(number), config) for number, config in enumerate(rules[:2])]
    effect = effect_of(*train_in_turns(Corpus.from_word_counts(counts), titled).steppers)
    before, after = ([pair for pair, _ in slow_merges(counts, config)] for config in rules[:2])
    apart = [rank for rank, (a, b) in enumerate(zip_longest(before, after)) if a != b]
    assert effect.first_difference == min(apart, default=None)
    assert effect.same == sum(a == b for a, b in zip(before, after, strict=False))
    assert effect.same + effect.moved == len(set(before) & set(after))
    assert effect.gone == tuple(pair for pair in before if pair not in after)
    assert effect.new == tuple(pair for pair in after if pair not in before)


@st.composite
def any_config(draw: st.DrawFn) -> BPEConfig:
    """Rules that vary every field; what does not go together is mended."""
    alphabet = draw(options("alphabet"))
    special_tokens = draw(st.sampled_from([(), ("<s>",), ("<unk>", "<s>")]))
    fields: dict[str, Any] = {
        "normalizers": draw(st.sampled_from([(), ("lowercase",), ("nfc", "strip_accents")])),
        "pre_tokenizer": draw(st.sampled_from(["whitespace", "gpt2", "pattern"])),
        "pattern": draw(st.sampled_from(["[a-z]+", r"\S"])),
        "alphabet": alphabet,
        "word_boundary": draw(st.sampled_from(["none", "end_symbol", "end_suffix"])),
        "boundary_marker": draw(st.sampled_from([None, "</w>", "_"])),
        "tie_break": draw(st.sampled_from([*TIE_BREAKS])),
        "tie_seed": draw(st.integers(0, 1)),
        "count_overlaps": draw(st.booleans()),
        "min_frequency": draw(st.integers(0, 2)),
        "max_merges": draw(st.sampled_from([None, 2])),
        "vocab_size": draw(st.sampled_from([None, 300])),
        "base_vocabulary": draw(options("base_vocabulary")) if alphabet == "bytes" else "seen",
        "special_tokens": special_tokens,
        "template": draw(st.sampled_from([None, "<s> $A"])) if special_tokens else None,
        "unknown": draw(options("unknown", alphabet)),
        "unk_token": "<unk>",
        "fuse_unk": draw(st.booleans()),
        "id_order": draw(options("id_order")) if alphabet == "bytes" else "code_point",
    }
    return BPEConfig(**fields)


@given(before=any_config(), after=any_config())
def test_a_path_changes_one_cause_at_a_time_and_ends_at_the_other_rules(
    before: BPEConfig, after: BPEConfig
) -> None:
    path = path_between(before, after)
    config = before
    for step in path:
        changed = {name for name in vars(config) if getattr(config, name) != getattr(step.config, name)}
        assert {change.field for change in step.changes} <= changed
        assert step.changes
        if step is not path[-1]:  # the last one also brings the fields that have no say
            assert changed <= set(step.cause.fields)
        config = step.config
    assert config == after or not path


@given(before=any_config(), after=any_config())
@daily(20)
def test_every_set_of_rules_on_a_walk_can_be_trained(before: BPEConfig, after: BPEConfig) -> None:
    path = path_between(before, after)
    assume(path)
    walk = walk_causes(Corpus.from_text("ab aab <s> abc a b aab"), before, after)
    assert walk.path == path
    for step, planned, stepper in zip(walk.steps(), path, walk.steppers[1:], strict=True):
        assert (step.cause, step.config, step.changes) == (planned.cause, planned.config, planned.changes)
        assert (step.merges, stepper.config) == (stepper.known_merges, step.config)


@given(config=any_config(), data=st.data())
@daily(40)
def test_fields_without_a_say_are_no_cause_and_change_nothing(config: BPEConfig, data: st.DataObject) -> None:
    idle: dict[str, Any] = {}
    if config.tie_break != "random":
        idle["tie_seed"] = data.draw(st.integers(0, 5))
    if config.unknown != "unk":
        idle["fuse_unk"] = data.draw(st.booleans())
    if config.word_boundary == "none" or config.marker == "</w>":
        idle["boundary_marker"] = data.draw(st.sampled_from([None, "</w>"]))
    if config.min_frequency < 2:
        idle["min_frequency"] = data.draw(st.integers(0, 1))
    other = replace(config, **idle)
    assert path_between(config, other) == ()

    corpus = Corpus.from_text("ab aab <s> abc a b aab")
    steppers = train_in_turns(corpus, [("this", config), ("that", other)]).steppers
    assert effect_of(*steppers).first_difference is None
    tokens, others = (stepper.tokenizer().encode("abz <s>").tokens for stepper in steppers)
    assert tokens == others
