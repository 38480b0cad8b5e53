"""Where things are: the window, the phone, the themes, present mode, and texts that would break a layout."""

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, PROFILES, BPEConfig, Corpus
from bpe_ui.compare.choices import LIBRARY_PICK, TIE_PICK, ColumnChoice
from bpe_ui.compare.state import Settings
from bpe_ui.share.links import Link
from bpe_ui.training.training import Source
from tests.e2e import compare_page
from tests.e2e.app_page import wait_until_idle
from tests.e2e.train_page import (
    QUESTION,
    chips,
    close_panel,
    expect_at,
    fits_the_window,
    open_on_text,
    open_on_words,
    open_panel,
    open_train,
    pair_row,
    part,
    position,
    press,
    sentence,
    stage,
    step,
    width_of_page,
    words_on_screen,
)
from tests.ui.hostile import HOSTILE

HUG = EXAMPLES["hug_pug_pun"]
PHONE = {"width": 390, "height": 844}
SCRIPTS = "日本語 السلام עולם नमस्ते 👨‍👩‍👧‍👦 e\u0301 \u202eabc a\n\tb" + "x" * 400


@pytest.fixture
def train(page, server):
    open_train(page, server)
    return page


def is_on_screen(page, selector):
    """Whether all of an element of the stage lies inside the window."""
    return page.locator(selector).first.evaluate(
        """element => {
            const box = element.getBoundingClientRect();
            return box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0
                && box.right <= innerWidth;
        }"""
    )


def wider_than_their_box(page):
    """The panels of the stage in which something sticks out sideways."""
    boxes = stage(page).locator(".panel, .headline, .controls, .statistics-line")
    return boxes.evaluate_all(
        "boxes => boxes.filter(box => box.scrollWidth > box.clientWidth + 1).map(box => box.className)"
    )


# ---- the window of a projector


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_every_position_fits_1280_by_720_without_scrolling(train, color_scheme):
    assert fits_the_window(train)
    for number in range(1, 8):
        press(train, "ArrowRight", number)
        assert fits_the_window(train)
        for role in ("sentence", "words", "pairs", "merge", "scrubber", "statistics"):
            assert is_on_screen(train, f"[data-role={role}]"), (number, role)
        for selector in (".history-panel", ".words-panel", ".pairs-panel", ".controls"):
            assert is_on_screen(train, selector), (number, selector)
    assert wider_than_their_box(train) == []


@pytest.mark.parametrize("words", [7, 15, 40])
def test_however_many_words_there_are_some_of_the_vocabulary_is_seen(page, server, words):
    open_on_text(page, server, " ".join(f"word{number}" for number in range(words)))

    panel = page.locator(".vocabulary-panel").bounding_box()
    chip = part(page, "vocabulary").locator(".chip").first.bounding_box()
    assert chip["y"] + chip["height"] <= panel["y"] + panel["height"]


def test_predicting_and_its_verdict_fit_the_window_too(page, server):
    open_train(page, server, Link(Source.from_example("hug_pug_pun"), HUG.config, position=4, predict=True))
    part(page, "predict-counts").check()
    pair_row(page, "hug + s").get_by_role("button").first.click()
    part(page, "commit").click()
    expect(sentence(page)).to_contain_text("Half right")

    assert fits_the_window(page)
    assert is_on_screen(page, "[data-role=score]")
    assert wider_than_their_box(page) == []


def test_the_words_stay_where_they_are_from_step_to_step(train):
    def places():
        return train.locator("[data-role=words] li .count").evaluate_all(
            "counts => counts.map(count => count.getBoundingClientRect()).map(box => [box.x, box.y])"
        )

    before = places()
    for number in range(1, 8):
        press(train, "ArrowRight", number)
        assert places() == before


@pytest.mark.parametrize(
    ("color_scheme", "choices"), [("light", TIE_PICK[:2]), ("dark", TIE_PICK), ("light", LIBRARY_PICK)]
)
def test_the_columns_fit_1280_by_720_at_every_position_and_beside_every_pane(
    page, server, color_scheme, choices
):
    compare_page.open_compare(page, server, Settings(choices=choices))
    for name in compare_page.PANES:
        compare_page.choose_pane(page, name)
        assert fits_the_window(page), name
    sentence(page).click()
    for number in range(1, 8):
        compare_page.press(page, "ArrowRight", number)
        assert fits_the_window(page), number
        for selector in (".columns .headline", ".columns .controls", ".words-panel", ".merges-panel"):
            assert is_on_screen(page, selector), (number, selector)
        row = compare_page.row(page, number).bounding_box()
        sheet = page.locator(".merges-panel .sheet").bounding_box()
        assert sheet["y"] <= row["y"] <= row["y"] + row["height"] <= sheet["y"] + sheet["height"] + 1


# ---- a phone


@pytest.mark.parametrize("viewport", [PHONE])
@pytest.mark.parametrize("predict", [False, True])
def test_a_phone_never_scrolls_sideways_and_has_everything(page, server, viewport, predict):
    link = Link(Source.from_example("hug_pug_pun"), HUG.config, position=4, predict=predict)
    open_train(page, server, link)

    assert width_of_page(page) <= viewport["width"]
    assert is_on_screen(page, "[data-role=words] .chip")
    for role in ("commit" if predict else "merge", "back", "predict", "history", "pairs", "find-pair"):
        expect(part(page, role)).to_be_visible()
        part(page, role).scroll_into_view_if_needed()
    assert wider_than_their_box(page) == []


@pytest.mark.parametrize("viewport", [PHONE])
def test_a_finger_steps_picks_and_scrubs(server, new_page, viewport):
    page = new_page(has_touch=True, is_mobile=True)
    open_train(page, server)

    part(page, "merge").tap()
    expect_at(page, 1)
    pair_row(page, "p + u").get_by_role("button").first.tap()
    part(page, "merge-instead").tap()
    expect_at(page, 2)
    part(page, "start").tap()
    expect_at(page, 0)
    chips(page, 0).first.tap()
    expect(chips(page, 0).first).to_have_attribute("aria-pressed", "true")
    assert width_of_page(page) <= viewport["width"]


@pytest.mark.parametrize("viewport", [PHONE])
def test_compare_never_scrolls_sideways_on_a_phone_and_a_finger_steps_the_columns(server, new_page, viewport):
    page = new_page(has_touch=True, is_mobile=True)
    settings = Settings(choices=LIBRARY_PICK, diagnosis_text="u g\nu n\nb un")
    compare_page.open_compare(page, server, settings)
    part(page, "forward").tap()
    compare_page.expect_at(page, 1)
    for name in compare_page.PANES:
        compare_page.choose_pane(page, name)
        compare_page.wait_until_drawn(page)
        assert width_of_page(page) <= viewport["width"], name
    for name in list(compare_page.VIEWS)[1:]:
        compare_page.choose_view(page, name)
        expect(compare_page.headline(page)).to_be_visible()
        compare_page.wait_until_drawn(page)
        assert width_of_page(page) <= viewport["width"], name


# ---- colours


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
    words = part(train, "words")
    expect(words.locator(".chip.next").first).to_have_css("background-color", next_fill)
    expect(words.locator(".chip.learned").first).to_have_css("background-color", learned_fill)


def test_the_colours_follow_a_theme_that_the_person_picks(server, new_page):
    page = new_page()
    picked = 'localStorage.setItem("stActiveTheme-/-v2", JSON.stringify("Dark"))'
    page.add_init_script(picked)
    open_train(page, server)

    next_chip = page.locator("[data-role=words] .chip.next").first
    expect(next_chip).to_have_css("background-color", "rgb(74, 51, 16)")


def test_the_pair_about_to_merge_and_the_new_token_are_told_by_shape_as_well_as_colour(train):
    step(train, 2)

    left = train.locator("[data-role=words] .chip.next-left").first
    right = train.locator("[data-role=words] .chip.next-right").first
    ends, begins = left.bounding_box(), right.bounding_box()
    assert abs(ends["x"] + ends["width"] - begins["x"]) <= 1.5  # one shape of two halves
    # With the merge's number:
    expect(train.locator("[data-role=words] .chip.new")).to_have_text(["un2", "un2"])


# ---- present mode


@pytest.mark.parametrize("color_scheme", ["light", "dark"])
def test_present_mode_is_the_stage_alone_in_large_type_and_exit_ends_it(train, color_scheme):
    step(train, 4)
    font = "element => parseFloat(getComputedStyle(element).fontSize)"
    small = chips(train, 0).first.evaluate(font)
    small_row = pair_row(train, "p + ug").evaluate(font)

    train.get_by_role("button", name="Present").click()

    expect(train.locator(".st-key-header")).to_have_count(0)
    expect_at(train, 4)
    assert chips(train, 0).first.evaluate(font) >= max(1.4 * small, 24)
    assert pair_row(train, "p + ug").evaluate(font) > small_row
    assert sentence(train).evaluate(font) >= 24
    assert fits_the_window(train)
    assert is_on_screen(train, "[data-role=merge]")
    assert is_on_screen(train, "[data-role=exit]")
    assert wider_than_their_box(train) == []
    press(train, "ArrowRight", 5)

    part(train, "exit").click()

    expect(train.locator(".st-key-header")).to_be_visible()
    expect_at(train, 5)
    assert chips(train, 0).first.evaluate(font) == small


def test_a_teacher_steps_a_class_through_questions_in_present_mode(page, server):
    open_train(page, server, Link(Source.from_example("hug_pug_pun"), HUG.config, predict=True, present=True))
    part(page, "reveal").click()
    expect(sentence(page)).to_contain_text("u + g is next")
    assert fits_the_window(page)
    press(page, "ArrowRight", 1)
    expect(sentence(page)).to_have_text(QUESTION)

    assert fits_the_window(page)


# ---- texts that would break it


def test_hostile_text_is_only_ever_shown(server, new_page):
    page = new_page()
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    text = " ".join(text[:60] for text in HOSTILE)
    open_on_text(page, server, f"{text} {text}")
    for number in range(1, 4):
        press(page, "ArrowRight", number)
    pair = page.locator("[data-role=pairs] button.pair").nth(2)
    pair.hover()
    pair.click()
    chips(page, 0).first.hover()
    part(page, "find-pair").fill("<")
    expect(page.locator(".pairs-panel h2")).to_contain_text("found")
    part(page, "find-pair").fill("")
    expect(page.locator(".pairs-panel h2")).to_have_text("Pairs, most frequent first")
    sentence(page).click()
    page.keyboard.press("p")
    expect(sentence(page)).to_have_text(QUESTION)
    part(page, "reveal").click()
    page.keyboard.press("p")
    open_panel(page, "Share")
    close_panel(page)
    page.get_by_role("link", name="Tokenize").click()
    page.get_by_label("Text to tokenize").fill(text)
    page.get_by_label("Text to tokenize").press("Control+Enter")
    expect(page.locator(".trace").first).to_be_visible()
    wait_until_idle(page)

    assert dialogs == []
    assert page.locator("[data-testid=stMain] img").count() == 0
    own = page.locator(":has(> #earlier-visit) > script")
    assert page.locator("[data-testid=stMain] script").count() == own.count() == 2
    assert page.locator("[data-testid=stMain] [onerror], [data-testid=stMain] [onfocus]").count() == 0


def test_hostile_text_is_only_ever_shown_on_compare(server, new_page):
    page = new_page()
    dialogs = []
    page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    texts = [text[:60] for text in HOSTILE]
    own = ColumnChoice("own", '<img src=x onerror=alert(1)> "&', BPEConfig(tie_break="last_seen"))
    settings = Settings(
        choices=(*TIE_PICK[:2], own), text="\n".join(texts), depth=3, diagnosis_text="<b> x\n\" '"
    )
    corpus = Corpus.from_text(f"{' '.join(texts)} {' '.join(texts)}")
    compare_page.open_compare(page, server, settings, Source("text", corpus), BPEConfig())
    for name in compare_page.PANES:
        compare_page.choose_pane(page, name)
        assert width_of_page(page) <= 1280, name
    sentence(page).click()
    for number in range(1, 4):
        compare_page.press(page, "ArrowRight", number)
    assert page.locator("[data-role=merges] thead .title").last.text_content() == own.name
    for name in list(compare_page.VIEWS)[1:]:
        compare_page.choose_view(page, name)
        expect(compare_page.headline(page)).to_be_visible(timeout=60_000)
        compare_page.wait_until_drawn(page)

    assert dialogs == []
    assert page.locator("[data-testid=stMain] img").count() == 0
    assert page.locator("[data-testid=stMain] [onerror], [data-testid=stMain] [onfocus]").count() == 0
    expect(page.get_by_test_id("stException")).to_have_count(0)


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}, PHONE])
def test_a_text_in_many_scripts_stays_inside_its_panels(page, server, viewport):
    open_on_text(page, server, SCRIPTS)
    for number in range(1, 5):
        press(page, "ArrowRight", number)

    assert width_of_page(page) <= viewport["width"]
    assert wider_than_their_box(page) == []
    expect(page.locator("[data-role=words] .symbols[dir=rtl]")).to_have_count(2)
    scroller = page.locator(".words-panel .scroll")
    assert scroller.evaluate("box => box.scrollWidth - box.clientWidth") <= 1


def test_spaces_and_newlines_can_be_read(page, server):
    open_on_text(page, server, "a b\n\tc", BPEConfig(pre_tokenizer="none"))

    expect(page.locator("[data-role=words] .chip .token")).to_have_text(["a", "", "b", "LF", "TAB", "c"])
    expect(chips(page, 0).nth(1).get_by_role("img")).to_have_accessible_name("space")
    assert chips(page, 0).nth(1).bounding_box()["width"] > 8


def test_the_bytes_of_a_cut_character_can_be_read(page, server):
    open_on_text(page, server, "é", PROFILES["hf_byte_level"].config)

    # As the byte-level alphabet has them: C3 is Ã and A9 is ©.
    assert words_on_screen(page) == ["Ã ©"]


def test_a_japanese_text_without_spaces_is_one_word_and_is_trained_to_its_end(page, server):
    open_on_text(page, server, "すもももももももものうち")
    expect(sentence(page)).to_have_text("も + も is next: it occurs 7 times, すもももももももものうち 1 × 7.")
    last = int(part(page, "scrubber").get_attribute("max"))

    press(page, "End", last)

    assert words_on_screen(page) == ["すもももももももものうち"]
    expect(sentence(page)).to_contain_text("The end")


# ---- people and hosts


def test_two_people_do_not_see_each_other(server, new_page):
    first, second = new_page(), new_page()
    open_train(first, server)
    open_on_words(second, server, {"ab": 3, "abc": 2})

    press(first, "End", 7)
    press(second, "ArrowRight", 1)
    press(second, "p", 1)

    expect(sentence(second)).to_have_text(QUESTION)
    expect_at(first, 7)
    press(first, "ArrowLeft", 6)
    expect(sentence(first)).to_contain_text("b + un is next")
    expect(position(second)).to_have_text("merge 1 of 2")


def test_the_browser_asks_no_other_host_for_anything(server, new_page):
    page = new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    open_train(page, server)
    press(page, "End", 7)
    open_panel(page, "Rules", "Ties")

    own = (server, server.replace("http", "ws"), "data:", "blob:")
    assert [url for url in asked if not url.startswith(own)] == []
