"""A teacher and three phones through a whole class: one loses the network, one reloads, one comes late."""

from urllib.parse import urlsplit

from playwright.sync_api import expect

from tests.browser.view_page import expect_at, part
from tests.e2e.app_page import open_app, wait_until_idle

PHONE = {"width": 390, "height": 844}
LOST = "The connection is lost; trying again."


def sentence(phone):
    return phone.locator("[data-role=sentence]:visible")


def test_a_class_from_its_start_to_its_end(server, new_page):
    teacher, ada, alan, grace = (new_page() for _ in range(4))
    for phone in (ada, alan, grace):
        phone.set_viewport_size(PHONE)
    open_app(teacher, f"{server}/tokenize")
    teacher.get_by_role("button", name="Start a class").click()
    door = urlsplit(teacher.locator(".room-address").inner_text())
    code = "".join(teacher.locator(".room-code").inner_text().split())
    assert door.hostname not in ("127.0.0.1", "localhost")
    address = f"http://127.0.0.1:{door.port}/"  # the same, for a test that asks no other host
    expect(teacher.get_by_text("No other device has opened the address yet.")).to_be_visible()

    # Ada types the address and the code, once wrongly; Alan scans them.
    ada.goto(address)
    ada.get_by_role("textbox").fill("AAAAAA")
    ada.get_by_role("button", name="Join").click()
    expect(sentence(ada).first).to_contain_text("No class is open with this code.")
    ada.get_by_role("textbox").fill(f" {code[:3].lower()}-{code[3:]}")
    ada.get_by_role("button", name="Join").click()
    alan.goto(f"{address}?room={code}")
    for phone in (ada, alan):
        expect(sentence(phone)).to_have_text("You are in.")
    expect(teacher.get_by_text("2 people have joined")).to_be_visible()

    # The class follows, in Present too, and nothing that Ada taps or types moves her stage.
    teacher.get_by_role("button", name="Go on").click()
    teacher.get_by_role("link", name="Train").click()
    expect_at(teacher, 0)
    for phone in (ada, alan):
        expect_at(phone, 0)
    teacher.get_by_role("button", name="Present").click()
    expect(teacher.get_by_role("button", name=f"Class {code[:3]} {code[3:]}")).to_be_visible()
    wait_until_idle(teacher)
    for position in (1, 2):
        teacher.keyboard.press("ArrowRight")
        for page in (teacher, ada, alan):
            expect_at(page, position)
    ada.keyboard.press("ArrowLeft")
    ada.locator(".history tbody tr").first.click()
    expect(part(ada, "merge")).to_be_hidden()
    expect_at(ada, 2)

    # Alan explores what he was sent, without the class, and comes back.
    alan.get_by_role("button", name="Explore on my own").click()
    part(alan, "merge").click()
    expect_at(alan, 3)
    teacher.keyboard.press("ArrowLeft")
    expect_at(ada, 1)
    expect_at(alan, 3)
    alan.get_by_role("button", name="Back to class").click()
    expect_at(alan, 1)

    # A question is asked, and no phone has the answer; Alan reloads, Ada loses the network, Grace comes late.
    teacher.keyboard.press("p")
    for phone in (ada, alan):
        expect(sentence(phone)).to_have_text("Which pair is merged next?")
        expect(phone.locator(".stage")).to_have_count(0)
    alan.get_by_role("button", name="u + n").click()
    expect(sentence(alan)).to_have_text("Your vote: u + n.")
    alan.reload()
    expect(sentence(alan)).to_have_text("Your vote: u + n.")
    ada.context.set_offline(True)
    expect(ada.get_by_text(LOST)).to_be_visible()
    grace.goto(f"{address}?room={code}")
    grace.get_by_role("button", name="p + ug").click()
    expect(teacher.locator(".st-key-vote_panel .cmp-line")).to_have_text("2 of 2 have voted")
    teacher.get_by_role("button", name="Reveal").click()
    expect(teacher.locator(".st-key-vote_panel .cmp-line")).to_have_text("1 of 2 chose u + n.")
    expect(sentence(alan)).to_contain_text("Right: u + n is next")
    ada.context.set_offline(False)
    expect(sentence(ada)).to_contain_text("u + n is next")
    expect(ada.get_by_text(LOST)).to_be_hidden()
    assert all("ERR_INTERNET_DISCONNECTED" in error for error in ada.console_errors)
    ada.console_errors.clear()

    # The teacher's own reload ends nothing; End class does.
    teacher.reload()
    teacher.get_by_role("button", name=f"Class {code[:3]}").click()
    expect(teacher.get_by_text("3 people have joined")).to_be_visible()
    teacher.get_by_role("button", name="End class").click()
    for phone in (ada, alan, grace):
        expect(sentence(phone).first).to_have_text("The class has ended.")
    expect(teacher.get_by_role("button", name="Start a class")).to_be_visible()
