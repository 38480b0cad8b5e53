"""Random ties: what runs with different seeds have in common, and the sentences about it."""

from collections import Counter
from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_core.progress import Progress, Stop
from bpe_core.studies.random_ties import TieStudy, random_ties
from tests.oracle import learn
from tests.stops import in_parts, stop_at

PLAIN = BPEConfig()
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def study_of(
    counts: dict[str, int], config: BPEConfig = PLAIN, *, seeds: int = 100, merges: int | None = None
) -> TieStudy:
    return random_ties(Corpus.from_word_counts(counts), config, seeds=seeds, merges=merges)


@pytest.mark.parametrize("name", ["highest", "low_lower", "sennrich", "aaabdaaabac", "fox"])
def test_the_numbers_are_those_of_the_slow_trainer_with_the_same_seeds(name: str) -> None:
    example, seeds, most = EXAMPLES[name], 12, 15
    counts = example.corpus.count_words(example.config)
    study = random_ties(example.corpus, example.config, seeds=seeds, merges=most)

    lists, symbols, ends = [], [], set()
    for seed in range(seeds):
        config = replace(example.config, tie_break="random", tie_seed=seed)
        merges, splits = learn(counts, config, most)
        lists.append([pair for pair, _ in merges])
        ends.add(tuple(map(tuple, splits)))
        symbols.append(sum(count * len(split) for count, split in zip(counts.values(), splits, strict=True)))
    runs = Counter(pair for pairs in lists for pair in pairs)
    ranks = {pair: [pairs.index(pair) for pairs in lists if pair in pairs] for pair in runs}
    assert {share.pair: share.runs for share in study.merges} == runs
    for share in study.merges:
        assert share.earliest == min(ranks[share.pair])
    assert [*study.merges] == sorted(study.merges, key=lambda each: (-each.runs, each.earliest, each.token))
    assert study.merge_lists == len(set(map(tuple, lists)))
    assert study.symbols == tuple(symbols)
    assert study.compression[0] == study.symbols_at_start / max(symbols)
    assert study.compression[2] == study.symbols_at_start / min(symbols)
    assert study.merges_made == (min(map(len, lists)), max(map(len, lists)))
    assert study.splittings == len(ends)


def test_a_number_of_merges_takes_the_place_of_the_limits_in_the_config() -> None:
    limited = replace(PLAIN, vocab_size=9)  # 7 base symbols and 2 merges
    assert study_of(HUG, limited, seeds=2).merges_made[1] == 2
    assert study_of(HUG, limited, seeds=2, merges=5).merges_made[1] == 5
    assert study_of(HUG, replace(PLAIN, max_merges=3), seeds=2, merges=5).merges_made[1] == 5


def test_a_study_that_is_stopped_has_the_runs_until_then_and_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "bpe_core.stepper._PROGRESS_SECONDS", 600
    )  # a run is told of once, however busy we are
    corpus, config = EXAMPLES["fox"].corpus, EXAMPLES["fox"].config
    parts = [*in_parts(random_ties, corpus, config, seeds=5)]
    runs = [study.runs for study in parts]
    assert runs == sorted(runs)
    assert {*runs} == {1, 2, 3, 4, 5}
    assert parts[-1] == random_ties(corpus, config, seeds=5)


def test_before_the_first_seed_is_done_there_is_no_study() -> None:
    told: list[Progress] = []
    with pytest.raises(Stop):
        random_ties(Corpus.from_word_counts(HUG), PLAIN, tell=stop_at(1, told))
    assert told == [Progress(0, 100, "seeds")]


QUESTION = "Do ties matter here? "


@pytest.mark.parametrize(
    ("counts", "merges", "verdict"),
    [
        (
            {"hug": 2, "bug": 3},
            None,
            "No: in {} no step was a tie, so every tie rule learns the same 3 merges.",
        ),
        ({"a": 3}, None, "No: in {} there was nothing to merge."),
        (
            HUG,
            None,
            "They change only the order of the merges. {} learned the same 7 merges in 2 different orders."
            " Compression is "
            "3.14× in each.",
        ),
        (
            HUG,
            5,
            "They change which tokens are learned, but not the compression. {} learned 2 different "
            "vocabularies (4 merges in every run, 2 only in some). Compression is 2.51× in each.",
        ),
        (
            # a + b and ab + c, or b + c and a + bc; the other two letters are left in a word of their own.
            {"abc": 1, "ab": 1, "bc": 1},
            None,
            "They change only the way to the same tokens. {} learned the same 3 tokens by 4 different merge "
            "lists. Compression is 2.33× in each.",
        ),
    ],
)
def test_the_verdict_answers_with_the_numbers(
    counts: dict[str, int], merges: int | None, verdict: str
) -> None:
    assert study_of(counts, merges=merges).verdict == QUESTION + verdict.format("100 runs")


def test_different_tokens_that_cut_every_word_alike_are_told_from_those_that_do_not() -> None:
    # The ties decide only in which order `est</w>` and `er</w>` come to be: all five merges win a count of 3.
    example = EXAMPLES["highest"]
    study = random_ties(example.corpus, example.config, seeds=30, merges=5)
    assert study.splittings == 1
    assert study.vocabularies > 1
    assert study.verdict.startswith(
        f"{QUESTION}They change which tokens are learned, but every word ends up split the same way. 30 runs"
    )
    assert study_of(HUG, merges=5).splittings == 2
