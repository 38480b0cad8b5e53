"""Bringing a corpus and setting rules: what starts again, what is refused, and what is never lost."""

import json

import pytest

from bpe_core import EXAMPLES, PROFILES
from bpe_ui.setup.rules import RULE_FIELDS
from tests.apptest.visit import TOKENIZE, open_app
from tests.ui.hostile import HOSTILE

CORPUS, RULES = "corpus_popover", "rules_popover"
GROUP_OF = {
    "pre_tokenizer": "Words",
    "alphabet": "Symbols",
    "word_boundary": "Symbols",
    "tie_break": "Ties",
    "count_overlaps": "Ties",
    "unknown": "Unknown",
}


@pytest.fixture
def visit():
    return open_app()


def train_on_text(visit, text):
    visit.open_panel(CORPUS, "Text")
    visit.app.text_area(key="text").set_value(text)
    visit.run()
    return visit.press("take_text")


def upload(visit, name, data):
    visit.open_panel(CORPUS, "File")
    visit.app.file_uploader(key="file").set_value((name, data, "application/octet-stream"))
    return visit.run()


def test_every_example_is_offered_and_the_chosen_one_ends_as_its_author_says(visit):
    name = "fox"
    visit.open_panel(CORPUS, "Example")
    assert visit.app.selectbox(key="example").options == [example.title for example in EXAMPLES.values()]
    visit.app.selectbox(key="example").select(name)
    visit.run()
    visit.close_panels()
    visit.act("to_end")

    example = EXAMPLES[name]
    history = visit.session.training.stepper.merges
    assert [(*merge.pair, merge.count) for merge in history][: len(example.outcome)] == list(example.outcome)
    assert visit.headline().startswith("The end:")


def test_choosing_an_example_starts_again_at_0_and_says_so(visit):
    visit.merge()
    visit.open_panel(CORPUS, "Example")
    visit.app.selectbox(key="example").select("sennrich")
    visit.run()

    assert "Started again at 0 with the example Sennrich's paper and its rules." in visit.headline()
    assert visit.position().startswith("merge 0 of")
    assert visit.settings() == ["Sennrich's paper", "Textbook"]


def test_a_typed_text_is_trained_on(visit):
    train_on_text(visit, "hug pug hug")

    assert visit.headline().startswith("u + g is next: it occurs 3 times, hug 2 + pug 1.")
    assert "Started again at 0 with your text." in visit.headline()


def test_the_text_box_begins_with_the_example_where_that_is_a_text(visit):
    visit.open_panel(CORPUS, "Text")
    assert visit.app.text_area(key="text").value == ""
    visit.open_panel(CORPUS, "Word counts")
    assert visit.app.text_area(key="word_counts").value == EXAMPLES["hug_pug_pun"].text_form


def test_typed_text_survives_closing_the_panel_other_panels_and_other_pages(visit):
    visit.open_panel(CORPUS, "Text")
    visit.app.text_area(key="text").set_value("not trained on yet")
    visit.run()
    visit.close_panels().merge().go_to_page(TOKENIZE).go_to_page("app.py")
    visit.open_panel(CORPUS, "Example")
    visit.app.selectbox(key="example").select("fox")
    visit.run()

    visit.open_panel(CORPUS, "Text")

    assert visit.app.text_area(key="text").value == "not trained on yet"


def test_text_typed_on_tokenize_survives_a_visit_to_train(visit):
    visit.go_to_page(TOKENIZE)
    visit.app.text_area(key="tokenize_text").set_value("a thug")
    visit.run()

    visit.go_to_page("app.py").merge().go_to_page(TOKENIZE)

    assert visit.app.text_area(key="tokenize_text").value == "a thug"


@pytest.mark.parametrize("text", ["", "   \n\t "])
def test_a_text_without_words_is_refused_and_the_training_stays(visit, text):
    visit.merge()

    train_on_text(visit, text)

    [error] = visit.errors()
    assert "no words" in error
    assert visit.position() == "merge 1 of 7"
    assert visit.app.text_area(key="text").value == text


def test_a_pasted_text_over_the_limit_is_refused(visit):
    train_on_text(visit, "é" * (2**20 + 1))

    [error] = visit.errors()
    assert error == "The text has 2,097,154 bytes; a text box takes 2,097,152. Upload it as a file."


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("hug,10\npug,0", "Line 2"),
        ("hug,10\npug", "Line 2"),
        (",5", "Line 1"),
        ("hug;10", "Line 1"),
    ],
)
def test_a_bad_word_count_is_refused_by_its_line_and_stays_in_the_box(visit, typed, reason):
    visit.open_panel(CORPUS, "Word counts")
    visit.app.text_area(key="word_counts").set_value(typed)
    visit.run()
    visit.press("take_word_counts")

    [error] = visit.errors()
    assert error.startswith(reason)
    assert visit.app.text_area(key="word_counts").value == typed
    assert visit.position() == "merge 0 of 7"


def test_an_error_goes_when_the_entry_is_put_right(visit):
    visit.open_panel(CORPUS, "Word counts")
    visit.app.text_area(key="word_counts").set_value("hug,0")
    visit.run()
    visit.press("take_word_counts")
    visit.app.text_area(key="word_counts").set_value("hug,3\npug,2\nhug,1")
    visit.run()

    visit.press("take_word_counts")

    assert visit.errors() == []
    assert visit.headline().startswith("u + g is next: it occurs 6 times, hug 4 + pug 2.")


@pytest.mark.parametrize(
    ("name", "data", "first"),
    [
        ("a.txt", b"hug pug hug", "u + g"),
        ("a.MD", b"\xef\xbb\xbfhug pug hug", "u + g"),
        ("a.csv", b"word,count\r\nhug,2\r\npug,1\r\n", "u + g"),
        ("a.tsv", b"hug\t2\npug\t1", "u + g"),
        ("a.json", json.dumps(["hug pug", "hug"]).encode(), "u + g"),
    ],
)
def test_a_file_of_each_kind_is_trained_on(visit, name, data, first):
    upload(visit, name, data)

    assert visit.errors() == []
    assert visit.headline().startswith(f"{first} is next: it occurs 3 times, hug 2 + pug 1.")
    visit.open_panel(CORPUS, "File")
    assert f"On screen: {name}" in visit.text()


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        (
            "a.pdf",
            b"%PDF",
            "is not a kind of file that can be read; allowed are .txt, .md, .csv, .tsv, .json.",
        ),
        ("a.txt", "hug".encode("utf-16"), "is written in UTF-16"),
        ("a.txt", b"caf\xe9", "is not UTF-8"),
        ("a.txt", b"a\0b", "contains zero bytes"),
        ("a.json", b"{", "is not valid JSON"),
        ("a.csv", b"hug,x", "Line 1"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_reason(visit, name, data, reason):
    visit.merge()

    upload(visit, name, data)

    [error] = visit.errors()
    assert reason in error
    assert visit.position() == "merge 1 of 7"


def test_a_hostile_file_name_is_shown_as_text(visit):
    name = "<img src=x onerror=alert(1)>.pdf"

    upload(visit, name, b"")

    assert visit.errors()[0].startswith(f"{name!r} is not a kind of file")
    assert not [markup for markup in visit.markups() if "img" in markup.tags]


def test_hostile_text_reaches_neither_labels_nor_markdown(visit):
    train_on_text(visit, " ".join([*HOSTILE, "ab ab"]))
    visit.merge()

    labels = [element.proto.label for kind in ("button", "selectbox") for element in visit.app.get(kind)]
    labels += [popover.proto.popover.label for popover in visit.app.get("popover")]
    assert visit.app.markdown.len == 0
    assert not [label for label in labels if "img" in label or "red" in label or "$" in label]


def test_the_limit_of_an_example_is_not_kept_for_a_corpus_of_ones_own(visit):
    visit.open_panel(CORPUS, "Example")
    visit.app.selectbox(key="example").select("highest")
    visit.run()

    train_on_text(visit, "low low lower")

    assert "Started again at 0 with your text, without the example's limit." in visit.headline()
    assert visit.session.training.config.vocab_size is None


def test_every_profile_is_offered_and_the_chosen_one_is_trained_with(visit):
    name = "rustbpe"
    visit.merge()
    visit.open_panel(RULES)
    assert visit.app.selectbox(key="profile").options == [profile.title for profile in PROFILES.values()]
    visit.app.selectbox(key="profile").select(name)
    visit.run()

    assert visit.session.training.config == PROFILES[name].config
    assert visit.settings()[1] == PROFILES[name].title
    assert "Started again at 0, because the rules changed." in visit.headline()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        (field, [value for value in RULE_FIELDS[field].values() if value != "pattern"][-1])
        for field in GROUP_OF
    ],
)
def test_every_rule_shows_its_explanations_and_can_be_chosen_by_itself(visit, field, value):
    before = getattr(visit.session.training.config, field)
    visit.open_panel(RULES, GROUP_OF[field])
    radio = visit.app.radio(key=f"rule_{field}")
    assert list(radio.proto.captions) == RULE_FIELDS[field].explanations()

    radio.set_value(value)
    visit.run()

    assert visit.errors() == []
    assert getattr(visit.session.training.config, field) == value
    says = f"Started again at 0, because {RULE_FIELDS[field].what} changed."
    assert (says in visit.headline()) == (value != before)


def test_normalizers_are_applied_in_the_order_chosen(visit):
    train_on_text(visit, "É é")
    visit.open_panel(RULES, "Words")
    visit.app.multiselect(key="rule_normalizers").set_value(["nfd", "strip_accents", "lowercase"])
    visit.run()

    stepper = visit.session.training.stepper
    assert stepper.config.normalizers == ("nfd", "strip_accents", "lowercase")
    assert [(row.word, row.count) for row in stepper.words] == [("e", 2)]


def test_a_pattern_of_ones_own_is_asked_for_checked_and_kept(visit):
    train_on_text(visit, "ab12 ab34")
    visit.open_panel(RULES, "Words")
    visit.app.radio(key="rule_pre_tokenizer").set_value("pattern")
    visit.run()
    assert visit.errors() == ["The pre-tokenizer 'pattern' needs a pattern."]

    visit.app.text_input(key="rule_pattern").set_value("([a-z]+")
    visit.run()
    assert "is not a regular expression" in visit.errors()[0]
    assert visit.app.text_input(key="rule_pattern").value == "([a-z]+"

    visit.app.text_input(key="rule_pattern").set_value("[a-z]+")
    visit.run()
    assert visit.errors() == []
    assert visit.headline().startswith("a + b is next: it occurs 2 times, ab 2.")

    visit.app.radio(key="rule_pre_tokenizer").set_value("whitespace")
    visit.run()
    visit.app.radio(key="rule_pre_tokenizer").set_value("pattern")
    visit.run()
    assert visit.app.text_input(key="rule_pattern").value == "[a-z]+"


def test_a_runaway_pattern_is_stopped_and_the_training_stays(visit):
    train_on_text(visit, "a" * 40 + "b")
    visit.open_panel(RULES, "Words")
    visit.app.radio(key="rule_pre_tokenizer").set_value("pattern")
    visit.run()
    visit.app.text_input(key="rule_pattern").set_value("(a|aa)+$")
    visit.run()

    [error] = visit.errors()
    assert "was stopped" in error
    assert visit.headline().startswith("a + a is next")


def test_a_pattern_that_takes_all_memory_ends_the_counting_and_the_training_stays(visit):
    upload(visit, "lines.txt", b"word word word\n" * 640_000)
    visit.open_panel(RULES, "Words")
    visit.app.radio(key="rule_pre_tokenizer").set_value("pattern")
    visit.run()
    visit.app.text_input(key="rule_pattern").set_value(r"(?:.|\n)+")
    visit.run()

    [error] = visit.errors()
    assert "ran out of memory on 9,600,000 characters" in error
    assert visit.session.task is None
    assert visit.headline().startswith("A tie: w + o, o + r and r + d")
    assert visit.app.text_input(key="rule_pattern").value == r"(?:.|\n)+"


def test_too_many_combining_marks_are_refused_and_the_text_stays_in_its_box(visit):
    visit.open_panel(RULES, "Words")
    visit.app.multiselect(key="rule_normalizers").select("nfc")
    visit.run()
    text = "hug" + "\u0315\u0300" * 1_000
    train_on_text(visit, text)

    [error] = visit.errors()
    assert error.startswith("There are 2,000 combining marks in a row after 'hug';")
    assert error.partition("; ")[2].startswith("a Unicode form such as NFC takes at most 100.")
    assert visit.app.text_area(key="text").value == text
    assert visit.headline().startswith("u + g is next")

    visit.go_to_page(TOKENIZE)
    visit.app.text_area(key="tokenize_text").set_value(text)
    visit.run()

    assert visit.errors()[0].startswith("There are 2,000 combining marks in a row after 'hug'")


def test_special_tokens_are_given_one_a_line(visit):
    visit.open_panel(RULES, "Words")
    visit.app.text_area(key="rule_special_tokens").set_value("[CLS]\n\n[SEP]\n")
    visit.run()
    vocabulary = visit.session.training.stepper.view.vocabulary()
    assert list(vocabulary)[:3] == ["[CLS]", "[SEP]", "b"]

    visit.app.text_area(key="rule_special_tokens").set_value("[CLS]\n[CLS]")
    visit.run()

    assert "must not repeat a token" in visit.errors()[0]
    assert visit.app.text_area(key="rule_special_tokens").value == "[CLS]\n[CLS]"


def test_limits_end_the_training_with_their_reason(visit):
    visit.open_panel(RULES, "Limits")
    visit.app.number_input(key="rule_max_merges").set_value(3)
    visit.run()
    visit.close_panels().act("to_end")
    assert visit.headline().startswith("The end: the rules allow 3 merges, and all are made.")

    visit.open_panel(RULES, "Limits")
    visit.app.number_input(key="rule_max_merges").set_value(None)
    visit.app.number_input(key="rule_min_frequency").set_value(5)
    visit.run()
    visit.close_panels().act("to_end")

    assert visit.headline().startswith("The end: no pair occurs 5 times, the minimum in the rules.")


def test_the_seed_of_the_random_rule_can_be_set(visit):
    visit.open_panel(RULES, "Ties")
    visit.app.radio(key="rule_tie_break").set_value("random")
    visit.run()
    visit.app.number_input(key="rule_tie_seed").set_value(7)
    visit.run()

    assert visit.session.training.config.tie_seed == 7
    assert "Started again at 0, because the seed changed." in visit.headline()


def test_replacing_unknown_symbols_begins_with_a_usual_token_that_can_be_changed(visit):
    visit.open_panel(RULES)
    visit.app.selectbox(key="profile").select("textbook")
    visit.run()
    visit.open_panel(RULES, "Unknown")
    visit.app.radio(key="rule_unknown").set_value("unk")
    visit.run()
    assert visit.session.training.config.unk_token == "[UNK]"

    visit.app.text_input(key="rule_unk_token").set_value("<?>")
    visit.app.checkbox(key="rule_fuse_unk").set_value(True)
    visit.run()

    config = visit.session.training.config
    assert (config.unk_token, config.fuse_unk) == ("<?>", True)


def test_going_back_to_characters_takes_back_what_only_bytes_allow(visit):
    visit.open_panel(RULES)
    visit.app.selectbox(key="profile").select("rustbpe")
    visit.run()
    visit.open_panel(RULES, "Symbols")

    visit.app.radio(key="rule_alphabet").set_value("characters")
    visit.run()

    config = visit.session.training.config
    assert visit.errors() == []
    assert (config.alphabet, config.base_vocabulary, config.id_order) == ("characters", "seen", "code_point")


def test_rules_changed_on_tokenize_count_on_train_too(visit):
    visit.go_to_page(TOKENIZE)
    visit.open_panel(RULES, "Ties")
    visit.app.radio(key="rule_tie_break").set_value("smallest_pair")
    visit.run()
    visit.close_panels().go_to_page("app.py")
    visit.step_to(4)

    assert 'The rule "smallest pair" takes hug + s.' in visit.headline()


LARGE_TEXT = " ".join(f"word{number} word{number}" for number in range(3_000))


def test_a_large_corpus_shows_one_page_of_words_and_finds_words(visit):
    train_on_text(visit, LARGE_TEXT)
    words = visit.stage()["words"]
    assert (words["total"], words["found"], words["page"], words["pages"]) == (3_000, 3_000, 1, 50)
    assert len(words["items"]) == 60

    visit.act("words", sort="order", search="", page=50)
    assert visit.stage()["words"]["items"][-1]["i"] == 2_999
    visit.act("words", sort="order", search="WORD299", page=50)

    words = visit.stage()["words"]
    assert (words["found"], words["page"], words["pages"]) == (11, 1, 1)
    assert [item["i"] for item in words["items"]] == [299, *range(2_990, 3_000)]


def test_a_large_corpus_is_trained_to_a_merge_that_was_asked_for(visit):
    train_on_text(visit, LARGE_TEXT)
    visit.act("go_to", to=200)

    assert visit.position().startswith("merge 200 of")
    assert "Trained up to merge 200." in visit.headline()
    visit.act("to_end")
    assert visit.headline().startswith("The end: every word is one token")
