"""A quiz in a browser: answered by keyboard, handed in, and readable for everybody."""

from playwright.sync_api import expect

from tests.browser.axe import violations
from tests.e2e.app_page import open_app, wait_until_idle


def test_a_student_answers_by_keyboard_hands_in_and_the_sheet_opens_again(page, server):
    open_app(page, f"{server}/quiz")
    number = page.get_by_label("Number of the quiz")
    number.fill("7")
    number.press("Enter")
    expect(page.get_by_text("The corpus:")).to_contain_text("nut 15")
    assert violations(page) == []

    page.get_by_role("radiogroup").first.get_by_role("radio").first.focus()
    page.keyboard.press("Space")
    page.get_by_label("Answer to question 4").fill("[UNK] un")
    page.get_by_label("Answer to question 5").fill("4")
    page.get_by_label("Your name, if you hand it in").fill("Ada")
    page.get_by_role("button", name="Hand in").click()

    expect(page.get_by_text("Ada: 3 of 10 answers are right.")).to_be_visible()
    wait_until_idle(page)
    assert violations(page) == []
    page.reload()
    expect(page.get_by_text("Ada: 3 of 10 answers are right.")).to_be_visible()
