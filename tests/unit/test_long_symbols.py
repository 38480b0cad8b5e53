"""Symbols as long as a text without spaces makes them: shortened in print, yet compared and found."""

import tracemalloc
from dataclasses import replace

import pytest
from hypothesis import given

from bpe_core import BPEConfig, BPEStepper, Corpus
from bpe_core.symbols import LONGEST_TEXT
from tests.property.strategies import configs, daily, stepper_of, with_constants, word_counts

UNBROKEN = BPEConfig(pre_tokenizer="none")
SHORTER = {"symbols.LONGEST_TEXT": 20, "symbols._SHORT": 10}


def trained(word, config=UNBROKEN, *, short_texts=True):
    stepper = BPEStepper(Corpus.from_word_counts({word: 1}), config, short_texts=short_texts)
    stepper.run()
    return stepper


def test_a_long_symbol_is_printed_by_its_beginning_its_length_and_its_id():
    last = trained("ab" * 512).merges[-1]
    assert last.token == f"{'ab' * 200}…(1024 base symbols, id {last.token_id})"
    assert last.pair == (f"{'ab' * 200}…(512 base symbols, id {last.token_id - 1})",) * 2
    assert trained("ab" * 512, short_texts=False).merges[-1].token == "ab" * 512


@pytest.mark.parametrize("boundary", ["none", "end_symbol", "end_suffix", "start_prefix"])
@pytest.mark.parametrize("alphabet", ["characters", "bytes"])
def test_all_symbols_print_differently_and_are_found_by_what_is_printed(boundary, alphabet):
    with with_constants(SHORTER):
        config = replace(UNBROKEN, word_boundary=boundary, alphabet=alphabet)
        stepper = trained("".join("é" * length + "b" for length in range(18, 24)), config)
        tokens = [merge.token for merge in stepper.merges]
        assert len({*tokens}) == len(tokens)
        table = stepper._history.table
        assert [table.find(token, len(table)) for token in tokens] == [*range(table.base_size, len(table))]
        assert any("base symbols" in token for token in tokens)


def test_a_pair_of_long_symbols_can_be_asked_for_and_merged_by_what_is_printed():
    stepper = BPEStepper(Corpus.from_text("ab" * 900 + "c" + "ab" * 900), UNBROKEN, short_texts=True)
    while max(map(len, stepper.next_pair())) <= LONGEST_TEXT:
        stepper.step()
    pair = stepper.pair_counts()[-1].pair
    assert stepper.view.pair_facts(pair).pair == pair
    assert stepper.step(pair).pair == pair
    assert stepper.view.judge(pair).kind == "not_there"


@given(word_counts(), configs)
@daily(30)
def test_every_tie_rule_takes_the_same_pairs_whatever_counts_as_long(counts, config):
    trainings = []
    for longest in (2, LONGEST_TEXT):
        with with_constants({"symbols.LONGEST_TEXT": longest, "symbols._SHORT": longest // 2}):
            stepper = stepper_of(counts, config)
            stepper.run()
            picks = [snapshot.rule_picks for snapshot in stepper.history.snapshots(0, stepper.position)]
            tied = [merge.tied[:] for merge in stepper.merges]  # worked out when looked at, so look here
            trainings.append((stepper.merges, tied, picks))
    assert trainings[0] == trainings[1]


def test_with_short_texts_all_merges_take_less_memory_than_their_tokens_have_characters():
    # Every character is another one: with each merge the first token takes in one more, until it is the text.
    size = 6_000
    text = "".join(map(chr, range(0x4E00, 0x4E00 + size)))
    with with_constants(SHORTER):
        tracemalloc.start()
        stepper = trained(text)
        merges = stepper.merges
        stepper.history.snapshots(stepper.position - 20, stepper.position)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert len(merges) == size - 1
    assert peak < sum(range(2, size + 1))  # and each of these characters takes two bytes
