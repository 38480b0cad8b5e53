"""The views of Tokenize that Python draws."""

from bpe_ui.pages.tokenize.settings.beside import file_beside
from bpe_ui.pages.tokenize.settings.loaded import TokenizerFile
from bpe_ui.pages.tokenize.settings.state import Tokenize
from tests.apptest.page_run import TOKENIZE, open_page_alone


def test_two_vocabularies_are_compared_on_each_others_text_by_keeping_one():
    page = open_page_alone(TOKENIZE)
    page.session.move(5)
    page.session.state(Tokenize).view = "compare"
    assert "Add a tokenizer" in page.run().text()

    page.press("add_tokenizer_keep")
    visit = page.session
    visit.take_example("low_lower")
    visit.move(3)
    text = page.run().text()
    assert "their tokens cannot be compared" in text  # neither knows all letters of the other
    assert "low, lower, lowest · Textbook · 3 merges" in text

    page.press("remove_tokenizer_1")
    assert page.session.state(Tokenize).beside == ()


def test_a_tokenizer_whose_file_is_gone_is_named_and_can_be_taken_away():
    page = open_page_alone(TOKENIZE)
    tokenize = page.session.state(Tokenize)
    tokenize.view, tokenize.beside = "compare", (file_beside(TokenizerFile("gone.json", 5, "0")),)
    assert "drop it under Tokenizer" in page.run().text()
    page.press("remove_tokenizer_0")
    assert tokenize.beside == ()
    assert "Add a tokenizer" in page.run().text()
