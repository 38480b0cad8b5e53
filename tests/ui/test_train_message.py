"""The data of the stage as values: the browser gets what the core says, complete and only once."""

import json
import random

import pytest

from bpe_ui.stage.text.visible import MOST_SHOWN
from bpe_ui.visit.messages import message
from bpe_ui.visit.messages.message import StageState
from bpe_ui.visit.messages.texts import Texts
from bpe_ui.visit.messages.words import SYMBOLS_SHOWN, cut_word
from bpe_ui.visit.training.predicting import Predicting
from bpe_ui.visit.training.window import SNAPSHOTS_AHEAD, SNAPSHOTS_BACK
from bpe_ui.visit.training.words_view import WordsView
from tests.ui.examples import stepper_of, training_of
from tests.ui.stage import named, plain_texts, said


def data_of(training, **view):
    view = {"words": WordsView(), "predicting": Predicting(), **view}
    drawing = message.drawing_of(training, training.window())
    # As the browser gets it.
    data = json.loads(json.dumps(message.message(training, drawing, StageState(**view)), allow_nan=False))
    return {**data, "plain": plain_texts(data)}


def tokens_drawn(data, item, position):
    """A word at a position as the front end cuts it: at each border whose merge has not been made yet."""
    tokens, start, rank = [], 0, -1
    for end in range(1, len(item["ids"]) + 1):
        merged_at = item["merged_at"][end - 1] if end < len(item["ids"]) else -1
        if 0 <= merged_at < position:
            rank = max(rank, merged_at)
            continue
        text = data["base"][str(item["ids"][start])] if rank < 0 else data["learned"][str(rank)]
        tokens.append(data["plain"][text])
        start, rank = end, -1
    return tuple(tokens)


def test_a_table_that_leaves_pairs_out_says_so():
    letters = "abcdefghijklmnopqrstuvwxyzäöüßé"

    assert data_of(training_of({letters[:-1]: 1}))["table_limit"] == ""  # 29 pairs
    assert data_of(training_of({letters: 1}))["table_limit"] == ""
    assert data_of(training_of({letters + "!": 1}))["table_limit"].startswith("The table shows the 30 ")


def test_hug_pug_pun_at_its_tie():
    data = data_of(training_of(position=4))
    snapshot = data["snapshots"][4]

    assert (data["first"], data["last"], data["known"], data["whole"]) == (0, 7, 7, True)
    assert snapshot["tied"] == 2
    assert said(data, snapshot["sentence"]) == (
        "A tie: p + ug and hug + s both occur 5 times. The tie rule “first seen” takes p + ug."
    )
    assert said(data, snapshot["reason"]) == (
        "First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs)."
    )
    plain = data["plain"]
    picks = {rule: f"{plain[left]} + {plain[right]}" for rule, left, right, *_ in snapshot["picks"]}
    assert (picks["Smallest pair"], picks["Greatest pair"]) == ("hug + s", "p + ug")
    assert data["snapshots"][2]["statistics"] == [
        ["Vocabulary", "9", ""],
        ["Symbols in the corpus", "77", "down from 113 (1.47× compression)"],
        ["Distinct pairs", "5", ""],
        ["Ties (=) decided", "0", ""],
    ]
    assert snapshot["announcement"] == "Merge 4: p + un became pun; it occurred 12 times."
    assert snapshot["next"] == "Next: p + ug, 5 times, tied with 1 other."
    assert (snapshot["overlap"], snapshot["stop"]) == ([], None)


def test_a_pair_explains_its_count():
    data = data_of(training_of())
    pair = named(data, "pair", data["pairs"][data["snapshots"][0]["rows"][0]])

    assert pair["ids"] == [6, 1]
    assert [data["plain"][text] for text in pair["texts"]] == ["u", "g", "ug"]
    assert (pair["times"], pair["words"], pair["merged"]) == (20, 3, 20)
    assert [(data["plain"][word], *rest) for word, *rest in pair["shares"]] == [
        ("hug", 10, 1, 10),
        ("pug", 5, 1, 5),
        ("hugs", 5, 1, 5),
    ]


def test_a_change_says_from_what_to_what_and_by_which_words():
    data = data_of(training_of())
    changes = {
        " + ".join(data["plain"][text] for text in change["texts"][:2]): change
        for change in (named(data, "change", row) for row in data["snapshots"][1]["changes"])
    }

    # u + g takes the u of pug away from p + u: 17 = 5 + 12 becomes 12.
    change = changes["p + u"]
    assert [change[name] for name in ("before", "after", "kind", "words_total")] == [17, 12, "fell", 1]
    assert [(data["plain"][word], delta) for word, delta in change["words"]] == [("pug", -5)]
    assert [changes["h + ug"][name] for name in ("before", "after", "kind")] == [0, 15, "new"]
    assert [changes["u + g"][name] for name in ("before", "after", "kind")] == [20, 0, "gone"]


def test_the_pair_table_has_the_columns_of_the_core_with_the_wholes_of_their_shares():
    data = data_of(training_of())
    [share] = [each for each in data["columns"] if each["kind"] == "share"]
    at = data["columns"].index(share)

    # 113 symbols in 36 words are 77 pairs; u + g is 20 of them, and once it is merged there are 57.
    assert share["title"] == "Share of all pairs"
    assert [snapshot["wholes"][at] for snapshot in data["snapshots"][:2]] == [77, 57]
    assert named(data, "pair", data["pairs"][data["snapshots"][0]["rows"][0]])["cells"][at] == 20


def test_the_history_says_what_was_tied_and_who_chose():
    training = training_of(position=4)
    training.merge_instead(("b", "un"))
    data = data_of(training)

    merges = [
        (*(data["plain"][text] for text in each["texts"]), each["times"], each["tied_with"], each["by_user"])
        for each in (named(data, "merge", row) for row in data["merges"])
    ]

    assert merges[3:6] == [
        ("p", "un", "pun", 12, 0, False),
        ("b", "un", "bun", 4, 0, True),
        ("p", "ug", "pug", 5, 1, False),
    ]
    assert [named(data, "merge", row)["rank"] for row in data["merges"]] == list(range(7))


def test_the_vocabulary_is_in_id_order_special_tokens_first():
    data = data_of(training_of("hug_bug"))

    special = [(token_id, data["plain"][text]) for token_id, text in data["vocabulary"]["special"]]
    assert special == [(0, "[CLS]"), (1, "[SEP]")]
    assert data["vocabulary"]["base"] == [2, 3, 4, 5]
    assert [data["plain"][data["base"][str(token_id)]] for token_id in (2, 3, 4, 5)] == ["b", "g", "h", "u"]
    assert (data["first_learned"], data["vocabulary"]["not_shown"]) == (6, 0)


def test_right_to_left_words_are_marked():
    data = data_of(training_of({"سلام": 2, "hug": 1}))

    assert "سلام" in [data["plain"][text] for text in data["rtl"]]
    assert "hug" not in [data["plain"][text] for text in data["rtl"]]


@pytest.mark.parametrize(("symbols", "shown"), [(200, 200), (400, SYMBOLS_SHOWN)])
def test_a_long_word_is_cut_and_says_how_much_is_left_out(symbols, shown):
    # No two symbols are equal: the first merges all happen at the word's beginning, one after the other.
    training = training_of({"".join(chr(0x4E00 + index) for index in range(symbols)): 1})
    [item] = data_of(training)["words"]["items"]

    assert (len(item["ids"]), item["not_shown"]) == (shown, symbols - shown)
    assert len(item["merged_at"]) == shown - 1


def test_no_token_of_a_cut_word_is_cut_in_two():
    training = training_of({"ab" * 220: 1, "c" * 150: 2})
    data = data_of(training)

    for position in range(data["last"] + 1):
        training.step_to(position)
        for item in data["words"]["items"]:
            whole = training.stepper.splits()[training.stepper.words[item["i"]].word]
            drawn = tokens_drawn(data, item, position)
            shown = [token if len(token) <= MOST_SHOWN else f"{token[:MOST_SHOWN]}…" for token in whole]
            assert list(drawn) == shown[: len(drawn)]


def test_a_megabyte_of_text_at_step_500_is_a_message_of_less_than_150_kilobytes():
    draw = random.Random(1)
    syllables = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
    words = ["".join(draw.choices(syllables, k=draw.randint(2, 6))) for _ in range(27_000)]
    counts = {word: 1 + 60_000 // rank for rank, word in enumerate(dict.fromkeys(words), start=1)}
    training = training_of(counts)
    training.stepper.goto(500)

    data = data_of(training)

    assert (data["first"], data["last"]) == (500 - SNAPSHOTS_BACK, 500 + SNAPSHOTS_AHEAD)
    assert len(json.dumps(data)) < 150_000


def test_a_search_and_predictions_are_part_of_the_message():
    training = training_of()
    predicting = Predicting(on=True, counts=True)
    predicting.commit(training, ("u", "g"))
    data = data_of(training, predicting=predicting, notice="Done.", present=True, busy=True)

    question = data["predict"]["question"]
    asked = data["plain"][question["left_text"]], data["plain"][question["right_text"]]
    # Of what u + g changes, h + ug is the largest: new, with 15.
    assert (asked, question["before"], question["answer"], question["given"]) == (("h", "ug"), 0, None, None)
    assert (
        said(data, question["sentence"])
        == "h + ug will be a new pair. How often does it occur after this merge?"
    )
    assert 15 not in [part["n"] for part in question["sentence"] if isinstance(part, dict) and "n" in part]
    predicting.give_count(15)
    question = data_of(training, predicting=predicting)["predict"]["question"]
    assert (question["answer"], question["given"]) == (15, 15)
    assert (data["notice"], data["present"], data["busy"]) == ("Done.", True, True)


def test_marks_of_the_cores_sentence_stay_outside_a_right_to_left_word():
    texts = Texts()

    parts = texts.reason("First seen decides: ا + ل is met first, in word 1 (السلام); x is not.")

    assert [part if isinstance(part, str) else "".join(texts.runs[part["t"]]) for part in parts] == [
        "First seen decides: ",
        "ا",
        " + ",
        "ل",
        " is met first, in word 1 (",
        "السلام",
        "); x is not.",
    ]
    assert texts.reason("") == []


def test_with_bytes_words_are_written_as_their_chips_and_a_space_is_explained():
    data = data_of(training_of({" the": 3, "the": 1}, 2, alphabet="bytes", pre_tokenizer="none"))

    [first, last] = data["snapshots"][0], data["snapshots"][2]
    assert said(data, first["sentence"]) == "A tie: t + h and h + e both occur 4 times." + (
        " The tie rule “first seen” takes t + h."
    )
    assert said(data, last["sentence"]) == "Ġ + the is next: it occurs 3 times, Ġthe 3."
    assert said(data, last["subtitle"]).endswith(" Ġ is a space.")
    assert "is a space" not in said(data, first["subtitle"])
    shares = named(data, "pair", data["pairs"][last["rows"][0]])["shares"]
    assert [data["plain"][share[0]] for share in shares] == ["Ġthe"]


@pytest.mark.parametrize("word", ["a" * 5_000, "ab" * 1_500 + "c" * 700, "abc" * 900])
def test_the_token_over_a_cut_is_that_of_its_last_merge_before(word):
    stepper = stepper_of({word: 1}, None)
    middle = stepper.known_merges // 2
    cuts = [cut_word(stepper, word, 0, middle), cut_word(stepper, word, middle, stepper.known_merges)]
    for position in range(stepper.known_merges + 1):
        stepper.goto(position)
        cut = cuts[position > middle]
        made = [rank for rank in cut.tail if rank < position]
        end = 0
        for token in stepper.splits()[word]:
            end += len(token)
            if end > len(cut.ids) and end - len(token) < len(cut.ids):
                assert token == stepper.history[made[-1]].token
            elif end == len(cut.ids):
                assert not made


def test_the_longest_token_is_named_from_the_position_on_at_which_it_is_learned():
    data = data_of(training_of(position=7))
    named = [(position, plain_texts(data)[text]) for position, _, text in data["longest"]]

    assert named == [(1, "ug"), (3, "hug"), (6, "hugs")]
    assert [token_id for _, token_id, _ in data["longest"]] == [7, 9, 12]
