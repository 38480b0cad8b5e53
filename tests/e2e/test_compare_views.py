"""The panes beside the columns, and the views of random ties, worlds and causes, compared with the core."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from bpe_core import EXAMPLES, PROFILES, TIE_BREAKS
from bpe_core.studies.causes import CauseWalk
from bpe_core.studies.random_ties import RandomTies
from bpe_core.studies.worlds import grow_worlds
from bpe_ui.compare.choices import TIE_PICK
from bpe_ui.compare.state import Settings
from bpe_ui.compare.titles import short_title
from bpe_ui.training.training import Source
from tests.browser.columns_truth import trained
from tests.browser.view_page import columns
from tests.e2e.app_page import wait_until_idle
from tests.e2e.compare_page import HUG, cards, enter_number, headline, open_compare, picture, profiles

TIES = [choice.name for choice in TIE_PICK]
TITLES = [TIE_BREAKS[name].title for name in TIES]
FOX = EXAMPLES["fox"]
SECONDS = 60


@pytest.fixture(scope="module")
def ties_of_hug():
    """The four columns that the page begins with, at their ends."""
    return trained(HUG.corpus, [replace(HUG.config, tie_break=name) for name in TIES])


def numbers_in(text):
    return [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", text)]


def cells(page, table):
    """The body of a table of numbers, by its caption."""
    return (
        page.get_by_role("region", name=table)
        .locator("tbody tr")
        .evaluate_all("rows => rows.map(row => [...row.cells].map(cell => cell.textContent))")
    )


# ---- the panes


LANES = """chart => {
    return [...chart.querySelectorAll('text')].map(text => {
        const box = text.getBoundingClientRect();
        return [text.textContent, box.x + box.width / 2, box.y];
    });
}"""


def test_the_picture_has_each_columns_tokens_in_the_order_in_which_it_learns_them(page, server, ties_of_hug):
    open_compare(page, server, Settings(pane="picture"))
    chart = picture(page, "The tokens that 4 columns learn at merges 1 to 7")
    said = "5 at the same merge in all columns; 2 in all columns at different merges; 0 not in every column"
    expect(chart).to_have_attribute("aria-label", re.compile(re.escape(said)))
    expect(chart.locator("text").filter(has_text=re.compile("^Greatest pair$"))).to_be_visible()
    shown = chart.evaluate(LANES)

    middles = {text: x for text, x, _ in shown if text in TITLES}
    lanes = {
        title: [
            text
            for text, x, y in sorted(shown, key=lambda each: each[2])
            if abs(x - middle) < 30 and text not in TITLES
        ]
        for title, middle in middles.items()
    }

    assert lanes == {
        title: [merge.token for merge in stepper.history]
        for title, stepper in zip(TITLES, ties_of_hug, strict=True)
    }


def test_ties_say_how_many_pairs_were_tied_at_each_step_of_each_column(page, server, ties_of_hug):
    open_compare(page, server, Settings(pane="ties"))
    expect(headline(page)).to_have_text("In every column, 1 of 7 merges was chosen among tied pairs.")

    alt = "All columns: 1 of 7 merges tied"  # they are tied alike, so one row of bars stands for all
    chart = picture(page, f"How many pairs were tied at each merge. {alt}.")
    expect(chart).to_be_visible()
    marks = chart.locator("path[aria-label]").evaluate_all("marks => marks.map(mark => mark.ariaLabel)")
    bars = [dict(re.findall(r"([\w ]+): ([\d.]+)", mark)) for mark in marks if "pairs tied" in mark]

    meant = [(merge.rank + 1, merge.tied_count + 1) for merge in ties_of_hug[0].history if merge.tied_count]
    assert [(int(bar[" merge"]), int(bar[" pairs tied"])) for bar in bars] == meant == [(5, 2)]


def test_in_the_end_the_table_has_the_figures_of_the_core(page, server):
    names = ("textbook", "hf_byte_level", "minbpe_regex")
    settings = profiles(*names, pane="end", until="merges", merges=60, against=1)
    open_compare(page, server, settings, Source.from_example("fox"), FOX.config)
    steppers = trained(FOX.corpus, [PROFILES[name].config for name in names], 60)
    there = {merge.pair: merge.rank for merge in steppers[1].history}
    tokens = [{merge.token for merge in stepper.history} for stepper in steppers]

    meant, meant_beside = [], []
    for name, stepper in zip(names, steppers, strict=True):
        figures = stepper.view.statistics()
        ranks = [(merge.rank, there.get(merge.pair)) for merge in stepper.history]
        beside = Counter(
            "only here" if other is None else "same" if rank == other else "moved" for rank, other in ranks
        )
        meant.append(
            [
                PROFILES[name].title,
                f"{figures.symbols_at_start:,} → {figures.symbols:,}",
                f"{figures.symbols_at_start / figures.symbols:.2f}×",
                str(figures.vocabulary_size),
            ]
        )
        kinds = "same", "moved", "only here"
        meant_beside.append([PROFILES[name].title, *(str(beside[kind]) for kind in kinds)])

    expect(page.get_by_role("region", name="The columns in numbers")).to_be_visible()
    assert cells(page, "The columns in numbers") == meant
    beside = f"The merges, compared with {PROFILES[names[1]].title}"
    assert cells(page, beside) == [meant_beside[0], meant_beside[2]]
    shared = len(set.intersection(*tokens))
    expect(headline(page)).to_have_text(f"All columns learn {shared} tokens in common, of up to 60 each.")
    chart = picture(page, "The learned tokens by who learns them.")
    only = len(tokens[0] - tokens[1] - tokens[2])
    said = f"{PROFILES[names[0]].title}: {shared} in all columns, {only} only here, of 60."
    expect(chart).to_have_attribute("aria-label", re.compile(re.escape(said)))
    expect(picture(page, "The compression over the merges, a line a column.")).to_be_visible()


def test_a_text_is_shown_in_every_columns_tokens_and_what_is_cut_otherwise_is_marked(page, server):
    open_compare(page, server, Settings(pane="text", until="merges", merges=5, text="hugs pug mug"))
    steppers = trained(HUG.corpus, [replace(HUG.config, tie_break=name) for name in TIES], 5)

    def shown(card):
        return card.locator(".cmp-token").evaluate_all(
            """tokens => tokens.map(token => [
                token.firstElementChild.textContent, token.classList.contains('differs')])"""
        )

    expect(cards(page)).to_have_count(4)
    for card, stepper in zip(cards(page).all(), steppers, strict=True):
        encoding = stepper.tokenizer().encode("hugs pug mug")
        assert [token for token, _ in shown(card)] == list(encoding.tokens)
    assert [token for token, differs in shown(cards(page).nth(2)) if differs] == ["hugs", "p", "ug"]
    assert [token for token, differs in shown(cards(page).nth(1)) if differs] == []
    expect(cards(page).nth(2).locator("h3")).to_contain_text("3 cut differently from First seen")
    expect(cards(page).nth(2).locator(".cmp-token.differs").first).to_contain_text("(cut differently)")

    box = page.get_by_label(re.compile("^Your text"))
    box.fill("bun bug")
    box.press("Control+Enter")

    expect(cards(page).nth(0).locator(".cmp-token")).to_have_count(4)
    texts = [token for token, _ in shown(cards(page).nth(0))]
    assert texts == list(steppers[0].tokenizer().encode("bun bug").tokens)


# ---- random ties


def test_random_ties_answer_with_the_cores_verdict_and_numbers(page, server):
    open_compare(page, server, Settings(view="random_ties", seeds=30))
    config = replace(HUG.config, tie_break="random", tie_seed=0)
    for merges in (7, 5):
        enter_number(page, "compare_random_ties_merges", merges)
        study = RandomTies(HUG.corpus, config, seeds=30, merges=merges)
        assert study.advance(SECONDS)
        meant = study.result()

        expect(headline(page)).to_have_text(meant.verdict)
        wait_until_idle(page)

        told = dict(cells(page, "The runs in numbers"))
        assert told["Different vocabularies"] == str(meant.vocabularies)
        assert told["Different merge lists"] == str(meant.merge_lists)
        assert told["Merges that every run learns"] == str(meant.always)
        assert told["Merges that only some runs learn"] == str(meant.sometimes)
    bars = picture(page, "Bars: in how many of 30 runs each merge is learned.")
    expect(bars).to_be_visible()
    assert (meant.vocabularies, meant.sometimes) == (2, 2)
    counts = {" + ".join(share.pair): share.runs for share in meant.merges if share.runs < 30}
    assert set(counts) == {"p + ug", "hug + s"}
    assert sum(counts.values()) == 30
    drawn = " ".join(bars.locator("text").all_text_contents())
    for pair, runs in counts.items():
        assert pair in drawn
        assert re.search(rf"\b{runs}\b", drawn)


# ---- the tree of worlds


def test_the_tree_of_worlds_and_its_table_have_every_choice_of_the_core(page, server):
    open_compare(page, server, Settings(view="worlds", depth=5))
    worlds = grow_worlds(HUG.corpus, HUG.config, 5)
    assert (worlds.merge_lists, worlds.endings) == (2, 2)
    expect(headline(page)).to_have_text(
        "Ties allow 2 merge lists of 5 merges; they end with 2 different splits of the words."
    )
    expect(
        page.get_by_text(f"{len(worlds.worlds)} states and {len(worlds.branches)} merges.")
    ).to_be_visible()
    graph = page.get_by_role("figure", name="A graph of states and the merges between them")
    expect(graph.locator("g.node.state")).to_have_count(4)
    expect(graph.locator("g.node.branch")).to_have_count(3)
    expect(graph.locator("g.edge.taken")).to_have_count(4)  # two arrows, each through what it says
    ends = [texts(node) for node in graph.locator("g.node.state").all()][-2:]
    assert sorted(end[1:] for end in ends) == [["p ug", "hugs"], ["pug", "hug s"]]

    page.get_by_text("All merges of the graph as a table").click()

    table = page.get_by_test_id("stDataFrame").locator("tbody [role=row]")
    expect(table).to_have_count(len(worlds.branches))
    rows = table.evaluate_all("rows => rows.map(row => [...row.cells].map(cell => cell.textContent))")
    depth = {world.number: world.depth for world in worlds.worlds}
    name = {0: "start", 1: "3 before #1", 2: "2 before #1", 3: "1 before #1", 4: "#1", 5: "#2", 6: "#3"}
    assert [[*row[:5], row[6]] for row in rows] == [
        [
            str(depth[branch.target]),
            name[branch.source],
            " + ".join(branch.pair),
            str(branch.count),
            str(branch.tied),
            name[branch.target],
        ]
        for branch in worlds.branches
    ]
    ways = {row[2]: row[5] for row in rows[-2:]}
    assert "smallest pair" in ways["hug + s"]
    assert "first seen" in ways["p + ug"]


def texts(node):
    return node.locator("text").all_text_contents()


# ---- causes


def changed(step):
    return step.effect.moved + len(step.effect.new) + len(step.effect.gone)


def test_causes_tell_which_change_moved_which_merges(page, server):
    settings = Settings(view="causes", cause_merges=60)
    open_compare(page, server, settings, Source.from_example("fox"), FOX.config)
    start, end = (PROFILES[name].config for name in ("minbpe_regex", "hf_tokenizers"))
    walk = CauseWalk(FOX.corpus, start, end, merges=60)
    assert walk.advance(SECONDS)
    steps = walk.steps()
    assert len(steps) == 4

    expect(cards(page)).to_have_count(4)
    for number, (card, step) in enumerate(zip(cards(page).all(), steps, strict=True), start=1):
        expect(card.locator("h3")).to_have_text(f"{number}. {step.cause.title}")
        effect, told = step.effect, numbers_in(card.locator(".cmp-line").text_content())
        if effect.first_difference is None:
            assert told == [step.merges]
            continue
        moved = [effect.same, effect.moved, len(effect.gone), len(effect.new)]
        assert told == [effect.first_difference + 1, *moved]
        first = card.locator(".cmp-labelled", has_text="New:").locator(".cmp-pair").first
        if effect.new:
            expect(first).to_have_attribute("title", " + ".join(effect.new[0]))
    most = max(steps, key=changed)
    expect(headline(page)).to_contain_text(f"4 causes. {most.cause.title} changes the most:")

    page.get_by_role("button", name="Show these as columns").click()

    expect(columns(page)).to_be_visible()
    between = [f"{number}. {step.cause.title}" for number, step in enumerate(steps[:-1], start=1)]
    titles = [PROFILES["minbpe_regex"].title, *between, PROFILES["hf_tokenizers"].title]
    expect(page.locator("[data-role=merges] thead .title")).to_have_text(
        [short_title(title) for title in titles]
    )
    expect(page.locator("[data-role=merges] thead .under .quiet")).to_have_text(["60"] * 5)
