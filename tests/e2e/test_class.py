"""A teacher and four phones through a whole class: one loses the network, one reloads, one comes late.

A phone that hears nothing for 25 seconds connects again, after pauses that grow to ten seconds; the server
says something every ten seconds, and drops a phone that does not answer for 20 to 40. (A class ends if its
teacher is away for a minute, but not if a phone is.) In `make test` the clock of the phone without a network
is put forward by a minute; `make fuzz` waits for a minute.
"""

from itertools import product
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from bpe_ui.visit.lesson_plan.plan_format import plan_bytes
from bpe_ui.visit.lesson_plan.ready_plans import ready_plan
from bpe_ui.visit.links.packing import as_text
from bpe_ui.visit.training.window import SNAPSHOTS_AHEAD, SNAPSHOTS_BACK
from tests.browser.axe import violations
from tests.browser.view_page import expect_at, part, press, words_on_screen
from tests.e2e.app_page import open_app, wait_until_drawn, wait_until_idle
from tests.e2e.train_page import start_class, train_on_text
from tests.e2e.wifi import wifi

PHONE = {"width": 390, "height": 844}
LOST = "The connection is lost; trying again."
A_MINUTE = 60_000


def sentence(phone):
    return phone.locator("[data-role=sentence]:visible")


def choose(phone, pair):
    phone.get_by_role("button", name=pair).click()
    expect(sentence(phone)).to_have_text(f"Your vote: {pair}.")


def put_clock_forward(phone):
    phone.clock.run_for(A_MINUTE)


def wait_for_a_minute(phone):
    phone.wait_for_timeout(A_MINUTE)


@pytest.mark.parametrize(
    "for_a_minute", [put_clock_forward, pytest.param(wait_for_a_minute, marks=pytest.mark.fuzz)]
)
def test_a_class_from_its_start_to_its_end(server, new_page, for_a_minute):
    teacher, *phones = (new_page() for _ in range(5))
    ada, alan, grace, mary = phones
    for phone in phones:
        phone.set_viewport_size(PHONE)
    open_app(teacher, f"{server}/tokenize")
    start_class(teacher)
    door = urlsplit(teacher.locator(".room-address").inner_text())
    code = "".join(teacher.locator(".room-code").inner_text().split())
    assert door.hostname not in ("127.0.0.1", "localhost")
    address = f"http://127.0.0.1:{door.port}/"  # the same, for a test that asks no other host
    expect(teacher.get_by_text("No other device has opened the address yet.")).to_be_visible()

    # Ada types the address and the code, once wrongly; the others scan them, all but Grace, who comes late.
    ada.goto(address)
    ada.get_by_role("textbox").fill("AAAAAA")
    ada.get_by_role("button", name="Join").click()
    expect(sentence(ada).first).to_contain_text("No class is open with this code.")
    ada.get_by_role("textbox").fill(f" {code[:3].lower()}-{code[3:]}")
    ada.get_by_role("button", name="Join").click()
    alan.goto(f"{address}?room={code}")
    with wifi(door.port) as network:
        if for_a_minute is put_clock_forward:
            mary.clock.install()
        mary.goto(f"http://127.0.0.1:{network.port}/?room={code}")
        here = (ada, alan, mary)
        for phone in here:
            expect(sentence(phone)).to_have_text("You are in.")
        expect(teacher.get_by_text("3 people have joined")).to_be_visible()

        # The class follows, in Present too, and nothing that Ada taps or types moves her stage.
        teacher.get_by_role("button", name="Go on").click()
        expect(ada.get_by_text("Your teacher is on another page: Tokenize.")).to_be_visible()
        teacher.get_by_role("link", name="Train").click()
        for phone in here:  # none reads the first merge before it is asked for
            expect(sentence(phone)).to_have_text("Which pair is merged next?")
        expect_at(teacher, 0)
        wait_until_idle(teacher)
        teacher.keyboard.press("p")
        for page in (teacher, *here):
            expect_at(page, 0)
        teacher.get_by_role("button", name="Present").click()
        expect(teacher.get_by_role("button", name="Exit Present")).to_be_visible()  # the stage is there anew
        wait_until_drawn(teacher)
        expect(teacher.get_by_role("button", name=f"Class {code[:3]} {code[3:]}")).to_be_visible()
        for position in (1, 2):
            teacher.keyboard.press("ArrowRight")
            for page in (teacher, *here):
                expect_at(page, position)
            expect(sentence(teacher)).to_contain_text("is next")  # the first merge is told as a story
        ada.keyboard.press("ArrowLeft")
        ada.locator(".history tbody tr").first.click()
        expect(part(ada, "merge")).to_be_hidden()
        expect_at(ada, 2)

        # Alan explores by himself, without the class, and comes back.
        alan.get_by_role("button", name="Explore on my own").click()
        part(alan, "merge").click()
        expect_at(alan, 3)
        teacher.keyboard.press("ArrowLeft")
        for phone in (ada, mary):
            expect_at(phone, 1)
        expect_at(alan, 3)
        alan.get_by_role("button", name="Back to class").click()
        expect_at(alan, 1)

        # A question is asked, and no phone has the answer.
        teacher.keyboard.press("p")
        for phone in here:
            expect(sentence(phone)).to_have_text("Which pair is merged next?")
            expect(phone.locator(".stage")).to_have_count(0)

        # Alan reloads, then his browser is told that it is offline, and Grace comes late. From her vote on
        # Mary's phone is out of reach, which nobody tells it.
        choose(alan, "u + n")
        alan.reload()
        expect(sentence(alan)).to_have_text("Your vote: u + n.")
        alan.context.set_offline(True)
        expect(alan.get_by_text(LOST)).to_be_visible()
        choose(mary, "p + ug")
        expect(teacher.locator(".st-key-vote_panel .cmp-line")).to_contain_text("2 of ")
        network.go_away()
        grace.goto(f"{address}?room={code}")
        choose(grace, "p + ug")
        choose(ada, "h + ug")
        choose(ada, "u + n")  # she has changed her mind
        alan.context.set_offline(False)
        expect(alan.get_by_text(LOST)).to_be_hidden()
        expect(teacher.locator(".st-key-vote_panel .cmp-line")).to_have_text("Vote on your phone: 4 of 4")
        for_a_minute(mary)
        expect(mary.get_by_text(LOST)).to_be_visible()
        teacher.get_by_role("button", name="Reveal").click()
        expect(teacher.locator(".st-key-vote_panel .cmp-line")).to_have_text("2 of 4 chose u + n.")
        for phone in (ada, alan):
            expect(sentence(phone)).to_contain_text("Right: u + n is next")
        network.come_back()
        for phone in (grace, mary):
            expect(sentence(phone)).to_contain_text("u + n 16", timeout=30_000)
        expect(mary.get_by_text(LOST)).to_be_hidden()
        assert all("ERR_INTERNET_DISCONNECTED" in error for error in alan.console_errors)
        alan.console_errors.clear()
        expect(teacher.locator(".st-key-vote_panel .cmp-line")).to_have_text("2 of 4 chose u + n.")

        # Everybody ends at the teacher's stage.
        teacher.keyboard.press("p")
        for position in (1, 2):
            for page in (teacher, *phones):
                expect_at(page, position)
            teacher.keyboard.press("ArrowRight")
        for page in (teacher, *phones):
            expect_at(page, 3)

        # The teacher's own reload ends nothing; End class does.
        teacher.reload()
        teacher.get_by_role("button", name=f"Class {code[:3]}").click()
        expect(teacher.get_by_text("4 people have joined")).to_be_visible()
        teacher.get_by_role("button", name="End class").click()
        for phone in phones:
            expect(sentence(phone).first).to_have_text("The class has ended.")
        expect(ada.get_by_role("textbox")).to_have_value("")
        expect(teacher.locator(".st-key-class_button")).to_have_count(0)


def test_a_phone_explores_as_far_as_it_was_sent_and_comes_back(server, new_page, browser):
    teacher = new_page()
    fingers = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    phone = fingers.new_page()
    open_app(teacher, server)
    train_on_text(teacher, " ".join("".join(letters) for letters in product("abcd", repeat=5)))
    expect(teacher.locator(".setting").first).to_have_text("Your text")
    expect(teacher.locator(".words-panel h2")).to_have_text("1,024 words after 0 merges")
    wait_until_idle(teacher)
    start_class(teacher)
    port = urlsplit(teacher.locator(".room-address").inner_text()).port
    code = "".join(teacher.locator(".room-code").inner_text().split())
    teacher.get_by_role("button", name="Go on").click()
    expect_at(teacher, 0)
    wait_until_idle(teacher)
    teacher.keyboard.press("p")
    expect(part(teacher, "reveal")).to_be_hidden()
    known = int(part(teacher, "known").inner_text().split()[1].replace(",", ""))
    assert known > 222
    phone.goto(f"http://127.0.0.1:{port}/?room={code}")
    expect_at(phone, 0)
    expect(phone.get_by_text("Tap a pair to see where its count comes from.")).to_be_visible()

    # Far away, and on its own to both ends of what it was sent.
    go_to(teacher, 170)
    expect_at(phone, 170)
    first, last = 170 - SNAPSHOTS_BACK, 170 + SNAPSHOTS_AHEAD
    phone.get_by_role("button", name="Explore on my own").click()
    expect(phone.get_by_text(f"On your own, up to merge {last}.")).to_be_visible()
    controls = phone.locator(".controls").bounding_box()
    assert controls["y"] + controls["height"] == pytest.approx(PHONE["height"], abs=1)
    press(phone, "End", then=last)
    expect(part(phone, "merge")).to_be_disabled()
    press(phone, "Home", then=first)
    press(phone, "ArrowLeft", then=first)
    press(phone, "ArrowRight", then=first + 1)
    phone.get_by_role("button", name="Back to class").click()
    expect_at(phone, 170)
    assert words_on_screen(phone) == words_on_screen(teacher)

    # The stage that the teacher leaves is marked as old, and a vote that they leave is closed meanwhile.
    teacher.get_by_role("link", name="Tokenize").click()
    expect(phone.get_by_text("Last shown: after merge 170.")).to_be_visible()
    teacher.get_by_role("link", name="Train").click()
    expect(phone.get_by_text("Last shown:")).to_be_hidden()
    expect_at(teacher, 170)
    wait_until_idle(teacher)
    teacher.keyboard.press("p")
    expect(sentence(phone)).to_have_text("Which pair is merged next?")
    phone.locator(".choice").first.click()
    expect(sentence(phone)).to_contain_text("Your vote:")
    teacher.get_by_role("link", name="Tokenize").click()
    expect(sentence(phone)).to_have_text("The vote is closed.")
    expect(phone.locator(".choice:enabled")).to_have_count(0)
    teacher.get_by_role("link", name="Train").click()
    expect(sentence(phone)).to_contain_text("Your vote:")

    # In Present the button of the class lies over no control of a view that ends at the window's lower edge.
    teacher.get_by_role("link", name="Tokenize").click()
    expect(phone.get_by_text("Your teacher is on another page: Tokenize.")).to_be_visible()
    teacher.get_by_role("button", name="Present").click()
    teacher.get_by_role("button", name="Exit Present").click()
    expect(teacher.get_by_role("link", name="Train")).to_be_visible()
    fingers.close()


def go_to(page, position):
    """Type the number of a merge."""
    part(page, "go-to").fill(str(position))
    page.keyboard.press("Enter")
    expect_at(page, position)
    part(page, "go-to").blur()


def box(locator):
    """Left, top, right and bottom on screen."""
    place = locator.bounding_box()
    return place["x"], place["y"], place["x"] + place["width"], place["y"] + place["height"]


def test_a_class_votes_by_a_lesson_plan_and_nothing_on_the_wall_is_cut_or_covered(server, page):
    open_app(page, f"{server}/?plan={as_text(plan_bytes(ready_plan(45)))}")
    start_class(page)
    assert violations(page) == []
    page.get_by_role("button", name="Go on").click()
    votes = page.locator(".st-key-vote_panel")
    expect(votes).to_contain_text("0 of 0")
    wait_until_idle(page)
    controls = box(page.locator(".stage .controls"))
    for panel in ("words", "pairs", "vocabulary", "history"):
        assert box(page.locator(f".{panel}-panel"))[3] <= controls[1]
    main = page.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollHeight - element.clientHeight") == 0

    page.get_by_role("button", name="Present").click()
    expect(page.get_by_role("link", name="Train")).to_have_count(0)
    wait_until_idle(page)
    expect(page.locator(".stage .controls button:visible")).to_have_text(["Reveal", "Exit"])
    page.keyboard.press("PageDown")
    expect_at(page, 1)
    expect(part(page, "score")).to_be_hidden()
    expect(part(page, "notice")).to_be_empty()
