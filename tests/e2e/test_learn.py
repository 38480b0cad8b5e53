"""A lesson in a browser: answered by keys, stepped on its stage, and on one screen."""

from playwright.sync_api import expect

from bpe_core import EXAMPLES
from bpe_ui.pages.learn.state import LearnSettings
from bpe_ui.visit.links.link import link_text
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.training.training import Source
from tests.browser.axe import violations
from tests.browser.view_page import expect_at, fits_the_window, part
from tests.e2e.app_page import open_app, wait_until_idle


def test_a_student_goes_through_the_first_parts_of_a_lesson_by_keyboard(page, server):
    open_app(page, f"{server}/learn")
    page.locator(".st-key-learn_card_2").click()
    title, verdict = page.get_by_role("heading", level=1), part(page, "verdict")
    expect(title).to_have_text("Count the pairs")
    expect(page.get_by_role("button", name="Skip")).to_be_visible()
    expect(part(page, "question").get_by_role("button")).to_have_count(4)
    wait_until_idle(page)
    assert fits_the_window(page)

    page.keyboard.press("1")
    expect(verdict).to_contain_text("20 against 15")
    page.keyboard.press("2")
    expect(verdict).to_contain_text("Right. hug 10 + pug 5 + hugs 5 is 20")
    page.keyboard.press("ArrowRight")
    expect(part(page, "stage")).to_have_attribute("data-position", "1")
    assert violations(page) == []

    wait_until_idle(page)
    page.keyboard.press("PageDown")
    expect(title).to_have_text("The first merge")
    expect(part(page, "stage")).to_have_attribute("data-position", "0")
    expect(verdict).to_have_text("")
    part(page, "answer").fill("twelve")
    page.keyboard.press("Enter")
    expect(verdict).to_have_text("Once more. Type one number, in digits.")
    expect(part(page, "answer")).to_have_value("twelve")
    part(page, "answer").fill("12.")
    page.keyboard.press("Enter")
    expect(verdict).to_contain_text("Right. Only pun still has it.")
    page.keyboard.press("ArrowRight")
    expect_at(page, 1)
    wait_until_idle(page)
    page.reload()
    expect(verdict).to_contain_text("Right. Only pun still has it.")
    expect_at(page, 1)


def link_to(lesson, part_number, answer, **place):
    learn = LearnSettings(lesson, part_number, {f"{lesson}/{part_number}": answer} if answer else {})
    link = Screen(
        Source.from_example("fox"), EXAMPLES["fox"].config, page="learn", settings={"learn": learn}, **place
    )
    return f"learn?s={link_text(link)}"


FULLEST = [("pipeline", 0, "0"), ("ties", 3, "2"), ("what_goes_wrong", 3, "1"), ("encode_decode", 4, "1")]


def test_the_fullest_parts_fit_on_a_projector_with_their_answers(page, server):
    for lesson, part_number, answer in FULLEST:
        open_app(page, f"{server}/{link_to(lesson, part_number, answer, present=True)}")

        expect(part(page, "verdict")).to_contain_text("Right.")
        wait_until_idle(page)
        assert fits_the_window(page)
