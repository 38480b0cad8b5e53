from bpe_ui.html.chips import token_ids
from bpe_ui.tokenize.rows import (
    TOKENS_SHOWN,
    WORDS_TRACED,
    TokenChips,
    different_words,
    token_rows,
    trace_rows,
)
from tests.ui.examples import stepper_of
from tests.ui.markup import read_markup


def parts_of(text, name="hug_pug_pun", position=3):
    tokenizer = stepper_of(name, position).tokenizer()
    return tokenizer.encode(text), tokenizer.trace(text), TokenChips(tokenizer)


def test_tokens_know_their_ids_their_places_and_where_words_begin():
    encoding, _, chips = parts_of("bug thug")

    rows = token_rows(encoding, chips)

    assert [(row.chip.token, row.chip.token_id, row.starts_word, row.start, row.end) for row in rows] == [
        ("b", 0, True, 0, 1),
        ("ug", 7, False, 1, 3),
        ("[UNK]", None, True, 4, 5),
        ("hug", 9, False, 5, 8),
    ]
    assert [row.chip.is_unknown for row in rows] == [False, False, True, False]
    assert [row.chip.merge_number for row in rows] == [None, 1, None, 3]
    titles = read_markup(token_ids(rows, encoding.normalized)).titles()
    assert titles == [
        f"characters {where}" for where in ("0 to 1: b", "1 to 3: ug", "4 to 5: t", "5 to 8: hug")
    ]


def test_each_step_of_a_word_marks_what_it_made():
    _, traces, chips = parts_of("unhug")

    [row] = trace_rows(traces, chips)

    steps = [(step.merge_number, step.pair, [chip.token for chip in step.chips]) for step in row.steps]
    assert steps == [
        (1, ("u", "g"), ["u", "n", "h", "ug"]),
        (2, ("u", "n"), ["un", "h", "ug"]),
        (3, ("h", "ug"), ["un", "hug"]),
    ]
    new = [[chip.token for chip in step.chips if chip.is_new] for step in row.steps]
    assert new == [["ug"], ["un"], ["hug"]]


def test_a_rule_that_fires_twice_marks_both_places():
    _, traces, chips = parts_of("aaabdaaabac", "aaabdaaabac", 1)

    [row] = trace_rows(traces, chips)

    [step] = row.steps
    assert [chip.token for chip in step.chips] == ["aa", "a", "b", "d", "aa", "a", "b", "a", "c"]
    assert [index for index, chip in enumerate(step.chips) if chip.is_new] == [0, 4]


def test_a_word_that_comes_again_is_traced_once_and_counted():
    _, traces, chips = parts_of("hug pug hug hug")

    rows = trace_rows(traces, chips)

    assert [(row.word, row.times) for row in rows] == [("hug", 3), ("pug", 1)]
    assert different_words(traces) == 2


def test_long_texts_and_words_are_cut_and_say_so():
    text = " ".join(f"hug{number}" for number in range(1_200)) + " " + "hug" * 100

    encoding, traces, chips = parts_of(text)
    rows = trace_rows(traces, chips)

    assert len(token_rows(encoding, chips)) == TOKENS_SHOWN
    assert len(rows) == WORDS_TRACED
    assert different_words(traces) == 1_201
