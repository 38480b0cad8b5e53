"""Highlights, how a count is explained, what a merge changed, ties, overlaps, the moving chips."""

from playwright.sync_api import expect

from tests.browser.view_page import (
    chips,
    pair_row,
    part,
    press,
    step,
    word,
)


def lit_chips(page):
    return page.locator("[data-role=words] .chip.lit .token")


# ---- linked highlighting


def test_a_pair_pointed_at_or_focused_lights_up_all_its_places_and_its_count_explains_itself(train):
    pair_row(train, "u + g").hover()
    expect(lit_chips(train)).to_have_text(["u", "g"] * 3)
    for number in (0, 1, 4):  # hug, pug, hugs
        expect(word(train, number).locator(".chip.lit")).to_have_count(2)
    expect(part(train, "pair-detail")).to_have_text("u + g: hug 10 + pug 5 + hugs 5 = 20. ")

    pair_row(train, "h + u").get_by_role("button").first.focus()

    expect(lit_chips(train)).to_have_text(["h", "u", "h", "u"])
    expect(part(train, "pair-detail")).to_have_text("h + u: hug 10 + hugs 5 = 15. ")


# ---- why, and what changed


def test_a_tie_is_in_a_bracket_with_the_rule_that_decided_and_what_others_would_take(train):
    step(train, 4)

    bracket = train.locator("[data-role=pairs] tbody.bracket")
    expect(bracket.locator("button.pair")).to_have_count(2)
    expect(bracket.locator(".state-name")).to_have_text(["next", "tied"])
    expect(bracket.locator(".reason")).to_contain_text(
        "First seen decides: p + ug is met first, in word 2 (pug); hug + s is met in word 5 (hugs)."
    )
    others = part(train, "other-rules")
    expect(others.locator("summary")).to_have_text("Other tie rules would choose hug + s.")
    expect(others.locator("li").first).not_to_be_visible()
    others.locator("summary").click()
    # Of p + ug and hug + s the smaller pair in character order is hug + s.
    expect(others.locator("li", has_text="hug + s")).to_contain_text("Smallest pair")
    step(train, 1)
    expect(bracket.locator("tr")).to_have_count(0)


def test_where_a_pair_counts_twice_but_merges_once_the_stage_says_so(open_stage):
    page = open_stage(words={"aaaa": 3, "bc": 4})

    # aaaa holds three a + a, of which two can be merged.
    expect(part(page, "overlap")).to_have_text(
        "a + a is counted 9 times but merged only 6 times. In aaaa two of them overlap: they share a symbol, "
        "which can be merged only once."
    )
    expect(page.locator("[data-role=words] .chip.next .token")).to_have_text(["a"] * 4)
    pair_row(page, "a + a").hover()
    expect(lit_chips(page)).to_have_text(["a"] * 4)
    expect(part(page, "pair-detail")).to_contain_text("a + a: aaaa 3 × 3 = 9.")
    step(page, 1)
    expect(part(page, "overlap")).to_have_count(0)
    expect(chips(page, 0).locator(".token")).to_have_text(["aa", "aa"])


# ---- motion and ears

MOTION = """() => {
    const component = document.querySelector('#home').firstChild;
    const stage = component.shadowRoot.querySelector('[data-role=stage]');
    document.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}));
    const moving = stage.querySelector('.words-panel').getAnimations({subtree: true});
    return {
        position: stage.dataset.position,
        ghosts: [...stage.querySelectorAll('.ghosts .ghost .token')].map(ghost => ghost.textContent),
        longest: Math.max(0, ...moving.map(animation => animation.effect.getComputedTiming().endTime)),
    };
}"""


def test_two_chips_draw_together_everywhere_and_within_a_quarter_of_a_second(train):
    motion = train.evaluate(MOTION)

    assert motion["position"] == "1"
    assert motion["ghosts"] == ["u", "g"] * 3
    assert 0 < motion["longest"] < 250
    expect(train.locator(".ghosts .ghost")).to_have_count(0)  # and then they are gone


def test_nothing_moves_for_a_person_who_wants_no_motion(train):
    train.emulate_media(reduced_motion="reduce")

    motion = train.evaluate(MOTION)

    assert (motion["position"], motion["ghosts"], motion["longest"]) == ("1", [], 0)


def test_a_screen_reader_is_told_the_merge_and_what_comes_next(train):
    live = part(train, "live")
    expect(live).to_have_attribute("aria-live", "polite")
    step(train, 1)

    expect(live).to_have_text("Merge 1: u + g became ug; it occurred 20 times. Next: u + n, 16 times.")
    press(train, "End", 7)
    expect(live).to_have_text(
        "Merge 7: b + un became bun; it occurred 4 times. "
        "The end: every word is one symbol, so no pairs are left."
    )
