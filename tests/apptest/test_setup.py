"""Loading a corpus and setting rules: what restarts the training, what is refused, what is never lost."""

import gzip

import pytest

from bpe_core import EXAMPLES, Corpus
from bpe_core import config as rules
from bpe_ui.machine.worker_pool.work import Work
from tests.apptest.page_run import open_app

CORPUS, RULES = "corpus_popover", "rules_popover"
GROUP_OF = {
    "pre_tokenizer": "Words",
    "unknown": "Unknown",
    "alphabet": "Symbols",  # with bytes, unknown characters are no longer written as bytes
    "word_boundary": "Symbols",
    "count_overlaps": "Merging",
    "tie_break": "Merging",
    "pair_score": "Merging",
}


@pytest.fixture
def page():
    return open_app()


def choose_example(page, name):
    page.open_panel(CORPUS, "Words")
    page.app.radio(key="example").set_value(name)
    return page.run()


def fill(page, kind, key, value):
    """Set a widget of an open panel."""
    getattr(page.app, kind)(key=key).set_value(value)
    return page.run()


def train_on(page, text):
    return fill(page.open_panel(CORPUS, "Words"), "text_area", "text", text).press("take_text")


def upload(page, name, data):
    page.open_panel(CORPUS, "Files")
    return fill(page, "file_uploader", "file", (name, data, "application/octet-stream"))


def test_every_example_is_offered_and_choosing_one_starts_again_at_0_and_says_so(page):
    choose_example(page.merge().open_panel(CORPUS, "Words"), "sennrich")

    assert "Started over with the example Sennrich's paper and its rules." in page.headline()
    assert page.position().startswith("merge 0 of")
    assert page.settings() == ["Sennrich's paper", "Textbook"]
    page.open_panel(CORPUS, "Words")
    examples = page.app.radio(key="example")
    assert examples.options == [example.title for example in EXAMPLES.values()]
    for caption, example in zip(examples.proto.captions, EXAMPLES.values(), strict=True):
        assert caption.endswith(example.description)
    assert "**low x5, lower x2, newest x6, widest x3**" in examples.proto.captions[6]


def test_what_is_typed_is_trained_on(page):
    train_on(page, "hug pug hug")
    assert page.headline().startswith("u + g is next: it occurs 3 times, hug 2 + pug 1.")
    assert "Started over with your text." in page.headline()


def test_one_box_takes_word_counts_a_copied_table_and_texts_also_such_as_look_like_counts(page):
    assert train_on(page, "low x0").errors()
    for counts in ("low x5, lower x2", "word\tcount\nlow\t5\nlower\t2"):
        assert train_on(page, counts).errors() == []
        assert page.headline().startswith("A tie: l + o and o + w both occur 7 times.")
        assert page.session.training.source.corpus.word_counts == {"low": 5, "lower": 2}
    fill(page.open_panel(CORPUS, "Words"), "checkbox", "corpus_as_text", True)
    page.press("take_text")
    assert page.session.training.source.corpus.documents == (counts,)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        (" \n\t ", "no words"),
        ("é" * (2**20 + 1), "more than the 2 MB that fit here. Upload it as a file."),
        ("hug,10\npug,0", "Line 2"),
    ],
)  # fmt: skip
def test_what_is_refused_stays_in_its_box_and_the_training_on_screen(page, typed, reason):
    train_on(page.merge(), typed)

    [error] = page.errors()
    assert reason in error
    assert page.position() == "merge 1 of 7"
    assert page.app.text_area(key="text").value == typed


def test_a_file_is_trained_on_and_named_and_one_that_cannot_be_read_is_refused_by_its_name_as_text(page):
    upload(page, "a.csv", b"\xef\xbb\xbfword,count\r\nhug,2\r\npug,1\r\n")
    assert page.headline().startswith("u + g is next: it occurs 3 times, hug 2 + pug 1.")
    page.merge().open_panel(CORPUS, "File")
    assert "On screen: a.csv" in page.text()

    name = "<img src=x onerror=alert(1)>.pdf"
    upload(page, name, b"")
    [error] = page.errors()
    assert error == f"{name!r} is empty."
    assert page.position().startswith("merge 1 of")
    assert not [markup for markup in page.markups() if "img" in markup.tags]


def test_the_columns_of_a_table_are_guessed_trained_on_and_can_be_chosen(page):
    rows = b'{"<b>*a*": "pug pug", "text": "hug hug hug", "n": 2}\n' * 2
    upload(page, "talk.jsonl", rows)
    assert "h + u and u + g both occur 6 times" in page.headline()
    texts, counts = page.app.selectbox(key="column_of_texts"), page.app.selectbox(key="column_of_counts")
    assert (texts.options, texts.value) == (["<b>*a*", "text"], "text")
    assert counts.options == ["None: each row is a document", "n"]

    fill(page, "selectbox", "column_of_texts", "<b>*a*")
    assert "p + u and u + g both occur 4 times" in page.headline()
    fill(page, "selectbox", "column_of_counts", "n")
    assert "p + u and u + g both occur 8 times" in page.headline()
    upload(page, "bad.jsonl", rows + b"no")
    assert page.errors()[0].startswith("'bad.jsonl' cannot be read: row 3 is not valid JSON")
    assert "p + u and u + g both occur 8 times" in page.headline()


def test_several_files_are_trained_on_as_one_corpus_and_large_ones_beside_a_bar(page, monkeypatch):
    monkeypatch.setattr("bpe_ui.frame.panels.corpus_files.QUICK_BYTES", 10)
    monkeypatch.setattr("bpe_ui.visit.visit.QUICK_CHARACTERS", 10)
    followed = []
    monkeypatch.setattr(Work, "follow", lambda *works: followed.append(works))
    page.open_panel(CORPUS, "Files")
    files = [("b.txt", b"hug pug", "text/plain"), ("a.jsonl", b'"hug"\n"hug"\n', "text/plain")]
    page.app.file_uploader(key="file").set_value(files)
    page.run()
    assert page.headline().startswith("u + g is next: it occurs 4 times, hug 3 + pug 1.")
    assert "On screen: a.jsonl and 1 more" in page.open_panel(CORPUS, "Files").text()
    assert len(followed) == 1, "to count keeps the place in the queue of to read"


def test_what_may_hold_more_than_it_looks_is_read_in_a_process_of_its_own_and_its_columns_can_be_chosen(
    page, monkeypatch
):
    monkeypatch.setattr(Corpus, "from_uploads", None)  # nothing is read here
    rows = gzip.compress(b'{"title": "pug pug", "text": "hug hug hug"}\n' * 2)
    upload(page, "talk.jsonl.gz", rows)
    assert "h + u and u + g both occur 6 times" in page.headline()
    fill(page, "selectbox", "column_of_texts", "title")
    assert "p + u and u + g both occur 4 times" in page.headline()

    upload(page, "cut.jsonl.gz", rows[:-9])

    assert page.errors()[0] == "'cut.jsonl.gz' cannot be unpacked: it is damaged or cut short."
    assert page.box("file").value == []
    assert "p + u and u + g both occur 4 times" in page.headline()


def test_every_rule_shows_its_explanations_and_can_be_chosen_by_itself(page):
    for field, group in GROUP_OF.items():
        rule = rules.RULES[field]
        before = getattr(page.session.training.config, field)
        value = [value for value in rule.options if value not in ("pattern", "inside_prefix", before)][-1]
        page.open_panel(RULES, group)
        captions = [option.explanation for option in rule.options.values()]
        assert list(page.app.radio(key=f"rule_{field}").proto.captions) == captions

        fill(page, "radio", f"rule_{field}", value)

        assert page.errors() == []
        assert getattr(page.session.training.config, field) == value
        assert f"Started over, because {rule.what} changed." in page.headline()


def test_a_custom_pattern_is_asked_for_checked_and_kept(page):
    train_on(page, "ab12 ab34").open_panel(RULES, "Words")
    fill(page, "radio", "rule_pre_tokenizer", "pattern")
    assert page.errors() == ["The pre-tokenizer 'pattern' needs a pattern."]

    fill(page, "text_input", "rule_pattern", "([a-z]+")
    assert "is not a regular expression" in page.errors()[0]
    assert page.app.text_input(key="rule_pattern").value == "([a-z]+"

    fill(page, "text_input", "rule_pattern", "[a-z]+")
    assert page.errors() == []
    assert page.headline().startswith("a + b is next: it occurs 2 times, all in ab.")

    fill(page, "radio", "rule_pre_tokenizer", "whitespace")
    fill(page, "radio", "rule_pre_tokenizer", "pattern")
    assert page.app.text_input(key="rule_pattern").value == "[a-z]+"


def test_the_words_on_screen_can_be_edited_in_the_box():
    page = open_app().open_panel("corpus_popover")

    assert page.app.text_area(key="text").value == "hug x10, pug x5, pun x12, bun x4, hugs x5"
