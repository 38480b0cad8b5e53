"""The views of Tokenize that Python draws."""

from bpe_ui.tokenize.settings import typing
from bpe_ui.tokenize.settings.kept_texts import MAX_KEPT_TEXTS
from bpe_ui.tokenize.settings.state import Tokenize
from tests.apptest.page_run import TOKENIZE, open_page_alone


def test_what_if_and_two_tokenizers_answer_what_is_typed_and_chosen():
    page = open_page_alone(TOKENIZE)
    tokenize = page.session.of(Tokenize)
    tokenize.view, tokenize.text = "what_if", "hugs thug"
    assert "cuts these words the same way" in page.run().text()

    page.app.segmented_control(key="tokenize_what_if").set_value("by_hand")
    assert "In the order learned: ab c." in page.run().text()
    assert (
        "Lowest rank first, Longest match and Rank of the token: abcd"
        in page.press("rule_list_two_ways").text()
    )
    page.app.text_area(key="tokenize_rules_by_hand").set_value("a b\nabc")
    assert "Line 2 is 'abc'; expected one merge: two symbols and one space between them." in page.run().text()
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


def test_two_texts_are_compared_as_they_are_typed_and_kept():
    page = open_page_alone(TOKENIZE)
    page.session.move(5)
    tokenize = page.session.of(Tokenize)
    tokenize.view, tokenize.text = "texts", "hugs bug"
    assert "Type two texts, such as a sentence in two languages" in page.run().text()

    typing.hear_second(page.session, {"text": "pun hug", "number": 1, "place": 7})
    assert "The second text takes 2 tokens, the first 4: 2.00 times as many." in page.run().text()

    typing.hear_second(page.session, {"text": "xyz", "number": 2, "place": 3})
    assert "3 symbols are unknown to this tokenizer, so the numbers say little." in page.run().text()
    typing.hear_second(page.session, {"text": "pun hug", "number": 3, "place": 7})

    kept = page.run().press("keep_texts").session.of(Tokenize).kept
    assert [(each.text, each.counts.tokens) for each in kept] == [("hugs bug", 4), ("pun hug", 2)]
    assert page.app.button(key="keep_texts").disabled
    tokenize.kept = tuple(kept[0]._replace(text="hug" * number) for number in range(MAX_KEPT_TEXTS))
    assert "8 texts are kept, the most that fit; remove one to keep another." in page.run().text()
    assert len(page.press("remove_text_1").session.of(Tokenize).kept) == MAX_KEPT_TEXTS - 1


def test_save_says_what_decoding_loses():
    page = open_page_alone(TOKENIZE)
    page.session.move(7)
    page.session.of(Tokenize).text = "hug pug"

    text = page.open_panel("save_popover").text()

    assert "Decoding does not give every text back" in text
    assert "comes back as hugpug." in text
