"""The views of Tokenize that Python draws."""

from tests.apptest.page_run import TOKENIZE, open_page_alone


def test_what_if_shows_words_in_every_way_rules_by_hand_and_draws_with_dropout():
    page = open_page_alone(TOKENIZE)
    tokenize = page.session.tokenize
    tokenize.view, tokenize.text = "what_if", "hugs thug"
    assert "cuts these words in the same way" in page.run().text()

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
    page.app.slider(key="tokenize_dropout").set_value(100)
    assert "Cut as without dropout: 0 of 16 times (0%): 8 draws of 2 words." in page.run().text()
    assert "seed 9" in page.press("dropout_again").text()
