"""The view that decodes: tokens of ids, and the sentences on whether a text comes back."""

import pytest

from bpe_core.studies.round_trip import decoded_tokens, round_trip
from bpe_core.studies.split_characters import held_by, parts_of
from bpe_ui.html import cuts
from bpe_ui.text.byte_parts import bytes_held
from bpe_ui.text.sentences import plain_text
from bpe_ui.tokenize.decode import sentences
from bpe_ui.tokenize.settings import typing
from bpe_ui.tokenize.settings.state import Tokenize
from bpe_ui.visit.visit import Visit
from tests.ui.examples import stepper_of, training_of
from tests.ui.hostile import HOSTILE
from tests.ui.markup import read_markup


def trip_of(text, **rules):
    return round_trip(stepper_of("hug_pug_pun", 4, **rules).tokenizer(), text)


def test_the_box_has_the_ids_of_the_text_until_others_are_typed_and_again_on_demand():
    visit = Visit(training_of())

    def typed(text, number):
        typing.hear_ids(visit, {"text": text, "place": 0, "number": number}, "1 2")
        box = typing.ids_data(visit, "1 2")
        return box["text"], box["version"], box["number"]

    before = typing.ids_data(visit, "1 2")
    assert (before["text"], typing.ids_data(visit, "3")["text"]) == ("1 2", "3")
    assert typed("1 2", 1) == ("1 2", before["version"], 1)  # the cursor was moved, and no key is overwritten
    assert visit.of(Tokenize).ids is None
    assert typed("1 2 5", 2) == ("1 2 5", before["version"], 2)
    assert typing.ids_data(visit, "3")["text"] == "1 2 5"
    visit.of(Tokenize).take_own_ids()
    after = typing.ids_data(visit, "1 2")
    assert after["text"] == "1 2"
    assert after["version"] != before["version"]


@pytest.mark.parametrize(
    "typed", [None, {}, {"text": 7, "place": 0, "number": 1}, {"text": "1" * 20_001, "place": 0, "number": 1}]
)
def test_what_no_box_for_ids_would_say_is_left_out(typed):
    visit = Visit(training_of())
    typing.hear_ids(visit, typed, "1 2")
    assert visit.of(Tokenize).ids is None


def test_a_text_that_comes_back_is_said_to():
    assert plain_text(sentences.verdict(trip_of("hug pun", word_boundary="end_suffix"))) == (
        "Exact: the text comes back from its 2 ids, character for character."
    )


def test_a_text_that_does_not_come_back_is_told_by_its_first_difference_and_by_each_stage():
    trip = trip_of("Hug  mug", normalizers=("lowercase",), unknown="drop", word_boundary="end_suffix")

    assert plain_text(sentences.verdict(trip)) == ("Not exact: at character 1, Hug␣␣m comes back as hug␣.")
    assert [plain_text(sentences.lost(loss)) for loss in trip.losses] == [
        "The normalizer (Lowercase) rewrites the text: H comes back as h.",
        "The pre-tokenizer (Whitespace) does not keep all that stands between words: ␣␣m comes back as ␣m.",
        "Not in the vocabulary: m. So ␣mu comes back as ␣u.",
    ]


@pytest.mark.parametrize(
    ("tokens", "said"),
    [
        (["字".encode()[:2], "字".encode()[2:]], "the bytes E5 AD: the first 2 of the 3 bytes of 字"),
        (["字".encode()[:1], "字".encode()[1:]], "the byte E5: the first of the 3 bytes of 字"),
        ([b" \xe5", b"\xad\x97"], "the bytes 20 E5, among them the first of the 3 bytes of 字"),
        ([b"\xe5", b"\xad"], "the byte E5: the first of the 3 bytes of a character"),
        ([b"\xad\x97", b""], "the bytes AD 97: 2 bytes without the beginning of a character"),
    ],
)
def test_bytes_of_a_character_are_told_with_the_character_where_it_is_whole(tokens, said):
    assert plain_text(bytes_held(tokens[0], parts_of(held_by(tokens)[0]))) == said


@pytest.mark.parametrize(("place", "which"), [(1, "second"), (2, "third"), (3, "last")])
def test_a_byte_inside_a_character_is_told_by_its_number(place, which):
    data = "😀".encode()
    tokens = [data[:place], data[place : place + 1], data[place + 1 :]]
    parts = parts_of(held_by(tokens)[1])
    assert plain_text(bytes_held(tokens[1], parts)).endswith(f": the {which} of the 4 bytes of 😀")


def test_a_token_with_a_part_of_a_character_is_shown_by_its_bytes():
    tokenizer = stepper_of({"字字": 1}, 1, alphabet="bytes").tokenizer()
    tokens = decoded_tokens(tokenizer, tokenizer.encode("字字").ids)

    picture = read_markup(cuts.decoded_tokens(tokens))

    assert picture.classes().count("partial") == 4  # E5 AD and 97, twice
    assert picture.text.startswith("E5 AD")
    assert plain_text(sentences.shared_characters(tokens)[0]) == (
        f"Token 1 (id {tokens[0].token_id}) stands for the bytes E5 AD: the first 2 of the 3 bytes of 字."
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_stay_text(text):
    tokenizer = stepper_of({text: 2}, None).tokenizer()
    tokens = decoded_tokens(tokenizer, tokenizer.encode(text).ids)
    for markup in (cuts.decoded_text(text), cuts.decoded_tokens(tokens)):
        assert set(read_markup(markup).tags) <= {"p", "ol", "li", "span", "bdi"}
