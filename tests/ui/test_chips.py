import pytest

from bpe_core import EXAMPLES, BPEStepper, Corpus
from bpe_ui import chips, frames, sentences, token_frames
from bpe_ui.frames import Chip, PairRow, WordRow
from tests.ui.hostile import HOSTILE
from tests.ui.markup import read_markup

OWN_TAGS = {
    *("bdi", "span", "p", "b", "ul", "ol", "li", "div", "section", "h2", "h3", "i", "sup", "sub"),
    *("table", "thead", "tbody", "tr", "th", "td", "colgroup", "col"),
}
OWN_ATTRIBUTES = {
    *("class", "title", "role", "aria-label", "aria-hidden", "dir", "style", "colspan", "scope"),
}
CONFIG = EXAMPLES["hug_pug_pun"].config


def stepper_of(word_counts, position=0):
    stepper = BPEStepper(Corpus.from_word_counts(word_counts), CONFIG)
    stepper.goto(position)
    return stepper


def everything_about(text):
    """Every kind of markup, with the text in every place that a corpus can reach."""
    stepper = stepper_of({text: 3, "zz" + text: 2})
    stepper.run(3)
    stepper.undo()
    choice = stepper.explain()
    tokenizer = stepper.tokenizer()
    encoding, traces = tokenizer.encode(text + " ?"), tokenizer.trace(text + " ?")
    made = token_frames.TokenChips(tokenizer)
    shares = stepper.occurrences(choice.pair, limit=3)
    return (
        chips.headline(
            sentences.next_merge(choice, shares, "first_seen"),
            sentences.aside(choice, stepper.merges[-1]),
            "",
        ),
        chips.words(frames.word_rows(stepper, stepper.words)),
        chips.pairs(frames.pair_rows(stepper.pair_counts(), choice), choice.reason),
        chips.history(stepper.film),
        chips.vocabulary(
            frames.newest_tokens(stepper.vocabulary(), len(stepper.vocabulary()), stepper.position)
        ),
        chips.film(stepper.film, stepper.position),
        chips.token_ids(token_frames.token_rows(encoding, traces, made), encoding.normalized),
        chips.unknown(encoding.unknown),
        chips.decoded(tokenizer.decode(encoding.ids), text),
        chips.traces(token_frames.trace_rows(traces, made)),
        chips.message(f"Line 1 has {text!r}; {text} is not allowed.", "error"),
        chips.note(text),
        chips.token(text),
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_adds_no_tag_and_no_attribute_anywhere(text):
    for html in everything_about(text):
        markup = read_markup(html)

        assert set(markup.tags) <= OWN_TAGS
        assert {key for _, key, _ in markup.attributes} <= OWN_ATTRIBUTES
        assert not [value for _, key, value in markup.attributes if key == "style" and "%" not in value]


@pytest.mark.parametrize("text", HOSTILE)
def test_no_invisible_or_directing_character_reaches_the_page(text):
    directing = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\ufeff\x00\x1b\n\t\r")

    for html in everything_about(text):
        assert not directing & set(html)


@pytest.mark.parametrize("text", HOSTILE[:11])
def test_a_token_reads_as_it_was_written(text):
    shown = text if len(text) <= chips.TOKEN_LENGTH_SHOWN else text[: chips.TOKEN_LENGTH_SHOWN] + "…"

    assert read_markup(chips.token(text)).text == shown.replace(" ", "").replace("\u202e", "U+202E")


def test_a_token_is_isolated_from_the_direction_of_its_neighbours():
    assert read_markup(chips.token("سلام")).tags == ["bdi"]


def test_a_long_token_is_cut_and_its_title_has_all_of_it():
    markup = read_markup(chips.token("a" * 100))

    assert markup.text == "a" * chips.TOKEN_LENGTH_SHOWN + "…"
    assert markup.titles() == ["a" * 100]


def test_a_word_shows_its_count_and_the_next_pair_as_one_shape():
    html = chips.words(frames.word_rows(stepper := stepper_of({"hug": 10, "pug": 5}, 1), stepper.words))

    assert "10&nbsp;×" in html
    assert read_markup(html).classes().count("next-pair") == 1
    row, _ = frames.word_rows(stepper, stepper.words)
    assert [[chip.token for chip in group] for group in row.groups] == [["h", "ug"]]


def test_a_learned_token_bears_its_merge_number_and_the_newest_is_marked():
    markup = read_markup(
        chips.words([WordRow("hugs", 5, ((Chip("hug", 3, is_new=True),), (Chip("s", None),)), 0)])
    )

    assert markup.text == "5\xa0×hug3s"
    assert markup.classes() == [
        "words",
        "count",
        "symbols",
        "chip",
        "learned",
        "new",
        "token",
        "chip",
        "token",
    ]
    assert markup.titles() == ["hug  (made by merge 3)", "s  (base symbol)"]


def test_a_long_word_says_how_many_symbols_are_not_shown():
    stepper = stepper_of({"ab" * 300: 1})

    html = chips.words(frames.word_rows(stepper, stepper.words))

    assert "and 400 more symbols" in html
    assert read_markup(html).classes().count("chip") == frames.SYMBOLS_SHOWN


def test_a_right_to_left_word_is_laid_out_from_the_right():
    html = chips.words([WordRow("سلام", 1, ((Chip("س", None),),), 0)])

    assert ("span", "dir", "rtl") in read_markup(html).attributes


def test_tied_pairs_stand_in_a_bracket_with_the_sentence_that_decides():
    stepper = stepper_of({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, 4)
    choice = stepper.explain()

    html = chips.pairs(frames.pair_rows(stepper.pair_counts(), choice), choice.reason)
    bracket = html.partition('<tbody class="bracket">')[2].partition("</tbody>")[0]

    text = read_markup(bracket).text
    assert text.startswith("p + ug → pug51 wordnexthug + s → hugs51 wordtiedFirst seen decides:")
    assert "b + un" not in text


def test_without_a_tie_the_next_pair_is_named_and_there_is_no_bracket():
    rows = [PairRow(("u", "g"), "ug", 20, 3, 1.0, "next"), PairRow(("p", "u"), "pu", 17, 2, 0.85, "")]

    markup = read_markup(chips.pairs(rows, ""))

    assert "bracket" not in markup.classes()
    assert markup.text.endswith("u + g → ug203 wordsnextp + u → pu172 words")
    assert [value for _, key, value in markup.attributes if key == "style"] == ["width:100.0%", "width:85.0%"]


def test_the_history_says_what_was_tied_and_who_chose():
    stepper = stepper_of({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, 5)
    stepper.step(("b", "un"))

    text = read_markup(chips.history(frames.newest_merges(stepper.merges))).text

    assert text.startswith(
        "#mergeoccurredtied withby6b + un → bun4you5p + ug → pug51 otherrule4p + un → pun12rule"
    )


def test_the_film_marks_ties_and_the_place_where_training_stands():
    stepper = stepper_of({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}, 7)
    stepper.goto(2)

    markup = read_markup(chips.film(stepper.film, stepper.position))

    assert markup.text == "startugunhugpun=pughugsbun"
    states = [name for name in markup.classes() if name in {"done", "here", "ahead"}]
    assert states == ["done", "done", "here", *["ahead"] * 5]


def test_a_sentence_that_would_need_two_lines_is_written_smaller_with_all_of_it_in_the_title():
    sentence = (sentences.Token("x" * 40), " is next: " * 10)

    markup = read_markup(chips.headline(sentence, (), ""))

    assert markup.classes()[:2] == ["longer", "sentence"]
    assert markup.titles()[0] == "x" * 40 + " is next: " * 10


def test_a_right_to_left_pair_in_a_sentence_of_the_core_keeps_its_two_sides():
    assert chips.prose("ا + ل decides") == "<bdi><bdi>ا</bdi> + <bdi>ل</bdi> decides</bdi>"
