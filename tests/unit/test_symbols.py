"""Symbols: how words are spelled, numbered and printed."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BPEConfig
from bpe_core.symbol_texts import BYTE_CHARACTERS, SymbolPrinter
from bpe_core.symbols import spell_words, word_codes
from tests.property.strategies import configs, daily


def spelled_texts(words, config):
    spelled = spell_words(words, config)
    return ["|" if symbol < 0 else spelled.table.text(symbol) for symbol in spelled.symbols.tolist()]


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("none", "| h u | a |"),
        ("end_symbol", "| h u </w> | a </w> |"),
        ("end_suffix", "| h u</w> | a</w> |"),
        ("start_prefix", "| ▁h u | ▁a |"),
    ],
)
def test_the_four_word_boundary_styles(style, expected):
    assert spelled_texts(["hu", "a"], BPEConfig(word_boundary=style)) == expected.split()


def test_bytes_are_printed_as_gpt2_prints_them():
    # From GPT-2's vocabulary: a space is Ġ, a newline Ċ, and é is the two bytes Ã and ©.
    assert spelled_texts([" é\n"], BPEConfig(alphabet="bytes")) == ["|", "Ġ", "Ã", "©", "Ċ", "|"]
    assert len(set(BYTE_CHARACTERS)) == 256
    assert "".join(BYTE_CHARACTERS[0x21:0x7F]) == "".join(map(chr, range(0x21, 0x7F)))


def test_base_ids_go_by_printed_text_or_by_byte_value():
    by_text = BPEConfig(alphabet="bytes", base_vocabulary="all_bytes")
    table = spell_words(["x"], by_text).table
    assert [*map(table.text, (0, 64, 220))] == ["!", "a", "Ġ"]  # as Hugging Face's ByteLevel has them
    table = spell_words(["x"], replace(by_text, id_order="byte_value")).table
    assert [*map(table.text, (32, 97))] == ["Ġ", "a"]
    table = spell_words(["ba"], BPEConfig(word_boundary="end_symbol")).table
    assert [*map(table.text, range(3))] == ["</w>", "a", "b"]


@given(configs, st.lists(st.text(min_size=1, max_size=5), min_size=1, max_size=5))
@daily(40)
def test_spelling_many_words_equals_spelling_each(config, words):
    spelled = spell_words(words, config)
    for index, word in enumerate(words):
        start, stop = int(spelled.starts[index]), int(spelled.starts[index + 1]) - 1
        codes = [spelled.table.codes[symbol] for symbol in spelled.symbols[start:stop].tolist()]
        assert codes == word_codes(word, config)
        assert spelled.symbols[start - 1] == spelled.symbols[stop] == -1


@given(
    style=st.sampled_from(["end_symbol", "end_suffix", "start_prefix"]),
    marker=st.sampled_from(["</w>", "_", "ab", "##", "\\", "\\\\", "a\\", "\\a", "/"]),
    special_tokens=st.sets(st.text(alphabet="ab_\\/#", min_size=1, max_size=3), max_size=3),
    literals=st.sets(st.text(alphabet="ab_\\/#", min_size=1, max_size=6), max_size=12),
)
def test_no_two_symbols_print_alike(style, marker, special_tokens, literals):
    config = BPEConfig(
        word_boundary=style, boundary_marker=marker, special_tokens=tuple(sorted(special_tokens))
    )
    printer = SymbolPrinter(config)  # the rule itself: tables would show few combinations
    alone = {printer.printed("", True)} if style == "end_symbol" else set()
    printed = [printer.printed(literal, marked) for literal in literals for marked in (False, True)]
    assert len({*printed, *alone}) == len(printed) + len(alone)
    assert not special_tokens & {*printed, *alone}
