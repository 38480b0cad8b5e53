"""The views of Tokenize that Python draws."""

from bpe_ui.tokenize.state import MAX_KEPT_TEXTS
from tests.apptest.page_run import TOKENIZE, open_page_alone


def test_what_if_and_two_tokenizers_answer_what_is_typed_and_chosen():
    page = open_page_alone(TOKENIZE)
    tokenize = page.session.tokenize
    tokenize.view, tokenize.text = "what_if", "hugs thug"
    assert "cuts these words the same way" in page.run().text()

    page.app.segmented_control(key="tokenize_what_if").set_value("by_hand")
    assert "In the order learned: ab c." in page.run().text()
    assert (
        "Lowest rank first, Longest match and Rank of the token: abcd"
        in page.press("rule_list_two_ways").text()
    )
    page.app.text_area(key="tokenize_rules_by_hand").set_value("a b\nabc")
    assert "Line 2 is 'abc'; expected two symbols and one space between them." in page.run().text()
    assert page.app.text_area(key="tokenize_rules_by_hand").value == "a b\nabc"

    page.app.segmented_control(key="tokenize_what_if").set_value("dropout")
    page.run()
    page.app.number_input(key="tokenize_dropout").set_value(100)
    assert "Cut as without dropout: 0 of 16 times (0%): 8 draws of 2 words." in page.run().text()
    assert "seed 9" in page.press("dropout_again").text()

    page.session.move(5)
    tokenize.view, tokenize.text, tokenize.second = "two", "hugs bug", "tie:smallest_pair"
    text = page.run().text()
    assert "The first makes 4 tokens, the second 3. They differ on 1 of 3 passages." in text
    assert "hug + s (merge 5) fires in the second; the first has no such rule." in text

    page.app.segmented_control(key="tokenize_two").set_value("kept")
    page.run()
    [kept] = page.press("keep_text").session.tokenize.kept
    assert (kept.text, kept.counts.tokens) == ("hugs bug", 4)
    assert page.app.button(key="keep_text").disabled
    tokenize.kept = tuple(kept._replace(text="hug" * number) for number in range(MAX_KEPT_TEXTS))
    assert "8 texts are kept, the most that fit; remove one to keep another." in page.run().text()
    assert len(page.press("remove_text_1").session.tokenize.kept) == MAX_KEPT_TEXTS - 1


def test_save_says_what_decoding_loses():
    page = open_page_alone(TOKENIZE)
    page.session.move(7)
    page.session.tokenize.text = "hug pug"

    text = page.open_panel("save_popover").text()

    assert "Decoding does not give every text back" in text
    assert "comes back as hugpug." in text
