"""The Train page in a real browser: stepping by keyboard and mouse, and what the window shows."""

import pytest
from playwright.sync_api import expect

from tests.e2e.app_page import wait_until_idle
from tests.e2e.train_page import (
    aside,
    button,
    close_panel,
    fits_the_window,
    open_panel,
    open_train,
    panel,
    position,
    press,
    sentence,
    step,
)

MERGES = ["u + g", "u + n", "h + ug", "p + un", "p + ug", "hug + s", "b + un"]


@pytest.fixture
def train(page, server):
    open_train(page, server)
    return page


def test_hug_pug_pun_is_trained_to_its_end_by_keyboard_and_back(train):
    for number, pair in enumerate(MERGES, start=1):
        expect(sentence(train)).to_contain_text(pair)
        press(train, "ArrowRight", f"merge {number} of 7")
    expect(sentence(train)).to_have_text("The end: every word is one token, so no pairs are left.")
    expect(train.locator(".words .chip")).to_have_text(["hug3", "pug5", "pun4", "bun7", "hugs6"])

    press(train, "ArrowRight", "merge 7 of 7")  # nothing is left to merge: nothing happens

    press(train, "ArrowLeft", "merge 6 of 7")
    expect(sentence(train)).to_have_text("b + un is next: it occurs 4 times, bun 4.")
    press(train, "Home", "merge 0 of 7")
    press(train, "End", "merge 7 of 7")


def test_keys_pressed_faster_than_the_page_answers_leave_a_training_in_order(train):
    for _ in range(12):
        train.keyboard.press("ArrowRight", delay=20)
    expect(position(train)).not_to_have_text("merge 0 of 7")
    wait_until_idle(train)

    made = int(position(train).inner_text().split()[1])
    history = train.locator(".history tbody tr")
    expect(history).to_have_count(made)
    expect(history.first).to_contain_text(MERGES[made - 1])
    press(train, "End", "merge 7 of 7")


def test_the_buttons_are_named_and_do_what_the_keys_do(train):
    train.get_by_role("button", name="To the end").click()
    expect(position(train)).to_have_text("merge 7 of 7")
    train.get_by_role("button", name="Back").click()
    expect(position(train)).to_have_text("merge 6 of 7")
    train.get_by_role("button", name="To the start").click()
    expect(position(train)).to_have_text("merge 0 of 7")
    train.get_by_role("button", name="Merge Shortcut →").click()
    expect(position(train)).to_have_text("merge 1 of 7")


def test_the_slider_jumps_and_its_own_arrow_keys_move_one_step(train):
    slider = train.get_by_role("slider", name="Position")
    slider.focus()

    press(train, "End", "merge 7 of 7")
    press(train, "ArrowLeft", "merge 6 of 7")


def test_the_pair_about_to_merge_is_one_shape_and_the_new_token_is_marked(train):
    step(train, 2)

    expect(train.locator(".words .next-pair")).to_have_text(["hug1", "hug1"])
    expect(train.locator(".words .chip.new")).to_have_text(["un2", "un2"])


def test_the_tie_is_in_a_bracket_and_the_winner_is_named_by_a_word(train):
    step(train, 4)

    bracket = train.locator(".pairs .bracket")
    expect(bracket.locator("td.state")).to_have_text(["next", "tied"])
    expect(bracket.locator(".reason")).to_contain_text("First seen decides: p + ug is met first")


def test_no_shortcut_fires_while_a_person_types_or_a_panel_is_open(train):
    step(train, 1)
    open_panel(train, "Corpus", "Text")
    box = panel(train).get_by_label("Text", exact=True)
    box.fill("hug pug")
    box.press("ArrowLeft")
    box.press("Home")
    close_panel(train)
    expect(position(train)).to_have_text("merge 1 of 7")

    open_panel(train, "Corpus", "Table")
    grid = panel(train).get_by_test_id("stDataFrame").bounding_box()
    train.mouse.click(grid["x"] + 80, grid["y"] + 60)
    train.keyboard.press("ArrowRight")
    train.keyboard.press("ArrowRight")
    wait_until_idle(train)
    expect(position(train)).to_have_text("merge 1 of 7")


def settled_box(page):
    """Where the chart stands once it has stopped growing into its panel."""
    chart = page.get_by_test_id("stVegaLiteChart")
    box = None
    while box != (box := chart.bounding_box()):
        page.wait_for_timeout(400)
    return box


def test_charts_are_drawn_and_stay_where_they_are_while_stepping(train):
    for name in ("Chart", "Progress"):
        train.get_by_role("radio", name=name).click()
        expect(train.get_by_test_id("stVegaLiteChart").get_by_role("img").first).to_be_visible()
        wait_until_idle(train)
    sentence(train).click()  # the arrow keys then no longer choose among the views
    box = settled_box(train)

    step(train, 1)

    assert settled_box(train) == box


def test_the_history_can_be_downloaded(train):
    press(train, "End", "merge 7 of 7")

    with train.expect_download() as download:
        button(train, "merges_csv").first.click()

    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert lines[0] == "number,left,right,token,id,count,tied_with,chosen_by"
    assert lines[5] == "5,p,ug,pug,11,5,1,rule"


def test_another_pair_can_be_merged_and_taken_back(train):
    train.get_by_role("button", name="Merge another").click()
    panel(train).get_by_role("combobox").click()
    train.get_by_role("option", name="p + u").click()
    panel(train).get_by_role("button", name="Merge this pair").click()

    expect(aside(train)).to_contain_text("You chose it.")
    expect(panel(train)).to_have_count(0)
    expect(train.locator(".history .you")).to_have_text("you")
    wait_until_idle(train)
    train.get_by_role("button", name="Back").click()
    expect(position(train)).to_contain_text("merge 0 of")


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
@pytest.mark.parametrize("details", ["History", "Chart", "Progress"])
def test_every_step_of_hug_pug_pun_fits_1280_by_720_without_scrolling(train, details):
    train.get_by_role("radio", name=details).click()
    wait_until_idle(train)
    sentence(train).click()
    assert fits_the_window(train)

    for number in range(1, 8):
        press(train, "ArrowRight", f"merge {number} of 7")
        assert fits_the_window(train)


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 844}])
def test_a_phone_shows_the_words_and_the_controls_at_once_and_never_scrolls_sideways(train):
    step(train, 1)

    expect(train.locator(".words .next-pair").first).to_be_in_viewport()
    expect(button(train, "merge")).to_be_in_viewport()
    wide = "() => document.querySelector('[data-testid=stMain]').scrollWidth"
    assert train.evaluate(wide) <= 390


@pytest.mark.parametrize(
    ("color_scheme", "paper", "next_fill", "learned_fill"),
    [
        ("light", "rgb(251, 250, 247)", "rgb(253, 232, 200)", "rgb(211, 239, 233)"),
        ("dark", "rgb(20, 22, 26)", "rgb(74, 51, 16)", "rgb(18, 60, 56)"),
    ],
)
def test_the_colours_follow_the_theme_of_the_system(train, paper, next_fill, learned_fill):
    step(train, 1)

    expect(train.locator(".stApp")).to_have_css("background-color", paper)
    expect(train.locator(".next-pair").first).to_have_css("background-color", next_fill)
    expect(train.locator(".words .chip.learned").first).to_have_css("background-color", learned_fill)


def test_the_colours_follow_a_theme_that_the_person_picks(page, server):
    picked = 'localStorage.setItem("stActiveTheme-/-v2", JSON.stringify("Dark"))'
    page.add_init_script(picked)
    open_train(page, server)

    expect(page.locator(".words .next-pair").first).to_have_css("background-color", "rgb(74, 51, 16)")


def test_the_browser_asks_no_other_host_for_anything(page, server):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    open_train(page, server)
    press(page, "End", "merge 7 of 7")
    open_panel(page, "Rules", "Ties")

    assert [
        url for url in asked if not url.startswith((server, server.replace("http", "ws"), "data:", "blob:"))
    ] == []


def test_two_people_do_not_see_each_other(new_page, server):
    first, second = new_page(), new_page()
    open_train(first, server)
    open_train(second, server)

    press(first, "End", "merge 7 of 7")

    press(second, "ArrowRight", "merge 1 of 7")
    expect(position(first)).to_have_text("merge 7 of 7")
