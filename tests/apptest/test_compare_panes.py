"""The panes next to the columns, and the view of causes, without a browser."""

import pytest

from bpe_core import PROFILES
from bpe_ui.pages.compare.settings.choices import RULE_CHOICES
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.visit.training.training import start_training
from tests.apptest.compare_visit import open_compare


@pytest.fixture
def visit():
    return open_compare()


def test_a_text_is_tokenized_in_every_column_and_stays_while_other_panes_are_open(visit):
    visit.session.state(Compare).merges = 5
    visit.app.segmented_control(key="compare_pane").set_value("text")
    visit.run().app.text_area(key="compare_text").set_value("hugs pug")
    assert "3 tokens, 3 split differently from First seen" in visit.run().of_class("cmp-cards")

    visit.app.segmented_control(key="compare_pane").set_value("why")
    visit.run().app.segmented_control(key="compare_pane").set_value("text")
    assert visit.run().app.text_area(key="compare_text").value == "hugs pug"
    visit.app.text_area(key="compare_text").set_value("mug")
    assert "1 unknown token, dashed: m." in visit.run().of_class("cmp-cards")


def test_tokens_of_a_wrong_encoder_are_named_with_its_lines_and_the_word_goes_to_tokenize():
    visit = open_compare("tokens")
    visit.app.button(key="tokens_example").click()
    visit.run()

    said = visit.text()
    assert "All your tokens come out if only one merge is made in each word." in said
    assert any("def merge" in code.value for code in visit.app.code)
    visit.app.text_area(key="compare_tokens_given").set_value("[9, 11, 10, 13, 12]")
    visit.run()
    assert "The 5 tokens are those of the tokenizer." in visit.text()
    visit.app.text_area(key="compare_tokens_given").set_value("['a', 1]")
    visit.run()
    assert visit.errors() == ["The tokens must all be texts, all bytes or all ids."]
    visit.session.state(Compare).tokens_given, visit.session.state(Compare).tokens_meant = "", "opened"
    source = visit.session.training.source
    visit.session.adopt(start_training(source, PROFILES["hf_course_wordpiece"].config), "")
    visit.run()
    visit.app.button(key="tokens_example").click()
    visit.run()
    assert visit.errors() == ["The tokenizer has no merges: only those of BPE are looked into."]


def test_patterns_that_cannot_differ_on_words_that_are_cut_are_compared_on_a_text(visit):
    patterns = [choice for choice in RULE_CHOICES if choice.key in ("cut:gpt2", "cut:gpt4o")]
    visit.session.state(Compare).show_columns(tuple(patterns))
    assert "patterns play no part here" in visit.run().text()

    visit.press("compare_sample")
    assert "Reason: pre-tokenization" in visit.text()  # GPT-2 keeps 12345 whole, GPT-4o cuts 123 off
