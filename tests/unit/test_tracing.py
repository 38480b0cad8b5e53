import pytest

from bpe_core import PROFILES, BPEConfig, BPETokenizer

BY_HAND = BPETokenizer(BPEConfig(), [ord("a"), ord("b"), ord("c")], [(4, 2), (0, 1)])
"""(ab, c) before (a, b): no training learns rules in this order."""


@pytest.fixture
def hug() -> BPETokenizer:
    """The course's example after three merges: u+g, u+n, h+ug."""
    return BPETokenizer(
        PROFILES["hf_course"].config, [ord(letter) for letter in "bghnpsu"], [(6, 1), (6, 3), (2, 7)]
    )


def test_each_rule_that_fires_is_a_step_with_its_rank_pair_token_place_and_outcome(hug):
    [word] = hug.trace("thug")
    assert (word.word, word.offsets) == ("thug", (0, 4))
    assert word.symbols == ("[UNK]", "h", "u", "g")
    first, second = word.steps
    assert (first.rank, first.pair, first.token, first.positions) == (0, ("u", "g"), "ug", (2,))
    assert first.symbols == ("[UNK]", "h", "ug")
    assert (second.rank, second.pair, second.token, second.positions) == (2, ("h", "ug"), "hug", (1,))
    assert second.symbols == ("[UNK]", "hug")
    assert (word.tokens, word.ids, word.unknown) == (("[UNK]", "hug"), (None, 9), ("t",))


def test_by_longest_match_no_rule_fires_and_tokens_are_taken_whole(hug):
    [word] = hug.trace("hugs", algorithm="longest_match")
    assert (word.symbols, word.steps, word.tokens) == (("h", "u", "g", "s"), (), ("hug", "s"))


def test_positions_count_the_symbols_before_the_step(hug):
    [word] = hug.trace("unughug")
    assert [(step.token, step.positions, " ".join(step.symbols)) for step in word.steps] == [
        ("ug", (2, 5), "u n ug h ug"),
        ("un", (0,), "un ug h ug"),
        ("hug", (2,), "un ug hug"),
    ]


def test_a_rule_that_is_interrupted_by_a_better_one_fires_in_two_steps():
    [word] = BY_HAND.trace("abcab")
    assert [(step.rank, step.positions) for step in word.steps] == [(1, (0,)), (0, (0,)), (1, (1,))]
    assert word.tokens == ("abc", "ab")


def test_words_and_special_tokens_come_in_the_order_of_the_text():
    config = BPEConfig(special_tokens=("<s>",), word_boundary="end_symbol", normalizers=("lowercase",))
    tokenizer = BPETokenizer(config, [ord("a"), ord("b"), 2 * 0x110000], [(1, 2)])
    traces = tokenizer.trace("A b<s>AB")
    assert [(word.word, word.offsets) for word in traces] == [
        ("a", (0, 1)),
        ("b", (2, 3)),
        ("<s>", (3, 6)),
        ("ab", (6, 8)),
    ]
    assert [word.symbols for word in traces] == [("a", "</w>"), ("b", "</w>"), ("<s>",), ("a", "b", "</w>")]
    assert (traces[2].tokens, traces[2].ids, traces[2].steps) == (("<s>",), (0,), ())


def test_one_word_is_traced_alone_by_its_place_in_the_text(hug):
    text = " thug\nbug "
    thug, bug = hug.trace(text)
    assert [hug.trace_at(text, place) for place in range(len(text))] == [None, *[thug] * 5, *[bug] * 4]
    assert hug.trace_at("", 0) is None
