"""The address always says what is on screen: a reload, Back, Forward and a restarted server bring it back."""

from playwright.sync_api import expect

from tests.browser.view_page import expect_at, part, step, where
from tests.e2e.app_page import wait_until_idle
from tests.e2e.conftest import errors_of
from tests.e2e.train_page import BOX, open_panel, open_train, panel, train_on_text, upload

AWAY = (
    *(
        "ERR_CONNECTION_REFUSED",
        "ERR_INTERNET_DISCONNECTED",
        "/_stcore/",
        "WebSocket onerror",
        "Streamlit server is not responding",
    ),
    "when disconnected from server",  # a message that was just to be sent
)
"""Parts of the errors that a page reports while its server is away, and no others do."""


def expect_to_see(page, corpus, position):
    expect(page.locator(".setting").first).to_have_text(corpus)
    expect_at(page, position)
    wait_until_idle(page)


def walk(page, steps):
    step(page, steps)
    page.wait_for_function(f"new URLSearchParams(location.search).get('at') === '{where(page)}'")
    wait_until_idle(page)


def test_a_reload_shows_the_same_and_back_and_forward_go_through_corpora_and_pages_but_not_through_steps(
    page, server
):
    open_train(page, server)
    walk(page, 3)
    page.reload()
    expect_to_see(page, "hug, pug, pun", 3)
    train_on_text(page, "low lower lowest")
    expect_to_see(page, "Your text", 0)
    walk(page, 2)

    page.go_back()
    expect_to_see(page, "hug, pug, pun", 3)
    page.go_forward()
    expect_to_see(page, "Your text", 2)

    page.get_by_role("link", name="Tokenize").click()
    text = page.get_by_label("Text to tokenize")
    expect(text).to_be_visible()
    wait_until_idle(page)  # the page has its address: what changes it now is the text
    before = page.evaluate("location.search")
    text.fill("lowest")
    page.wait_for_function("before => location.search !== before", arg=before)
    wait_until_idle(page)
    page.go_back()
    expect_to_see(page, "Your text", 2)
    page.go_forward()
    expect(text).to_have_value("lowest")
    page.reload()
    expect(text).to_have_value("lowest")
    wait_until_idle(page)


def test_while_the_network_is_away_the_stage_steps_on_and_what_was_typed_is_there_when_it_is_back(
    server, new_page
):
    page, sockets = new_page(), []
    app, away = page.get_by_test_id("stApp"), []
    page.route_web_socket("**/_stcore/stream", lambda socket: _connect(socket, sockets, away))
    open_train(page, server)
    walk(page, 2)
    typed = open_panel(page, "Corpus", "Words").get_by_role("textbox", name=BOX)
    typed.fill("low lower lowest")

    away.append(True)
    page.context.set_offline(True)
    for socket in sockets:
        socket.close()
    expect(typed).to_be_disabled()
    part(page, "merge").dispatch_event("click")
    expect_at(page, 3)
    away.clear()
    page.context.set_offline(False)

    expect(app).to_have_attribute("data-test-connection-state", "CONNECTED", timeout=60_000)
    wait_until_idle(page)
    expect_to_see(page, "hug, pug, pun", 3)
    expect(typed).to_have_value("low lower lowest")
    panel(page).get_by_role("button", name="Train on this").click()
    expect_to_see(page, "Your text", 0)
    page.console_errors[:] = [error for error in errors_of(page) if not any(part in error for part in AWAY)]
    assert errors_of(page) == []
    page.context.close()  # its connections stay as they are made here


def _connect(socket, sockets, away):
    if away:
        socket.close()
    else:
        sockets += [socket, socket.connect_to_server()]


def test_a_corpus_too_large_for_a_link_is_kept_by_the_server_and_asked_for_where_that_has_lost_it(
    server, new_page, tmp_path
):
    file = tmp_path / "numbers.txt"
    file.write_text(" ".join(f"word{number * number}" for number in range(2_000)))
    page = new_page()
    open_train(page, server)
    upload(page, file)
    page.wait_for_function("/kept=[0-9a-f]{8}&.*visit=/.test(location.search)")
    expect(panel(page)).to_have_count(0)
    wait_until_idle(page)
    walk(page, 2)
    page.reload()
    expect_to_see(page, "Your file", 2)
    train_on_text(page, "low lower lowest")
    expect_to_see(page, "Your text", 0)

    page.go_back()

    expect_to_see(page, "Your file", 2)
    second = page.context.new_page()
    second.goto(page.url)
    expect_to_see(second, "Your file", 2)
    elsewhere = new_page()
    elsewhere.goto(page.url)
    expect(elsewhere.locator(".message.error")).to_have_text(
        "The address needs a corpus that was too large for it, and this server no longer has it: add the"
        " corpus again. The first example is shown instead."
    )
    elsewhere.get_by_role("button", name="Add the corpus again").click()
    expect(panel(elsewhere).locator("[type=file]")).to_be_attached()
