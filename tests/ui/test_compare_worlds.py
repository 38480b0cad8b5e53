"""The tree of ties: the graph as DOT, its words and its table."""

import re
from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_core.studies.worlds import grow_worlds
from bpe_ui.compare.settings.state import Compare
from bpe_ui.compare.worlds import graph as worlds_graph
from bpe_ui.compare.worlds import view
from bpe_ui.text.sentences import plain_text
from tests.apptest.compare_visit import answer_of, open_compare
from tests.ui.hostile import HOSTILE

QUOTED = re.compile(r'"((?:[^"\\\n]|\\["\\l])*)"')
"""A DOT string as we write it; its only escapes are a quote, a backslash and a line's end."""


def hug_worlds(depth=6):
    return grow_worlds(EXAMPLES["hug_pug_pun"].corpus, BPEConfig(), depth)


def read_label(label):
    """The lines that Graphviz shows for the inside of a DOT string."""
    text = label.replace("\\l", "\n").replace('\\"', '"').replace("\\\\", "\\").replace("&amp;", "&")
    return text.removesuffix("\n").split("\n")


def arrow_labels(dot):
    """(source, target, lines, attributes of its second half) of every arrow: w0 -> m0, m0 -> w4."""
    said = re.findall(r'^(m\d+) \[label="((?:[^"\\]|\\.)*)" .*\]$', dot, re.MULTILINE)
    sources = {name: source for source, name in re.findall(r"^(w\d+) -> (m\d+) \[", dot, re.MULTILINE)}
    targets = {name: rest for name, *rest in re.findall(r"^(m\d+) -> (w\d+) \[(.*)\]$", dot, re.MULTILINE)}
    return [
        (sources[name], target, read_label(label), rest)
        for name, label in said
        for target, rest in [targets[name]]
    ]


def test_merges_without_a_choice_share_an_arrow_and_each_choice_has_its_own():
    arrows = worlds_graph.arrows(hug_worlds())

    assert [(arrow.source, arrow.target, [branch.pair for branch in arrow.branches]) for arrow in arrows] == [
        (0, 4, [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un")]),
        (4, 7, [("p", "ug"), ("hug", "s")]),
        (4, 7, [("hug", "s"), ("p", "ug")]),
    ]


def test_every_branch_of_the_graph_is_on_one_arrow():
    worlds = grow_worlds(EXAMPLES["highest"].corpus, BPEConfig(word_boundary="end_symbol"), 5)

    on_arrows = [branch for arrow in worlds_graph.arrows(worlds) for branch in arrow.branches]

    assert sorted(on_arrows, key=repr) == sorted(worlds.branches, key=repr)


def test_the_way_of_the_rule_is_solid_and_thick_and_every_other_dashed():
    dot = worlds_graph.dot(hug_worlds(), "smallest_pair")

    styles = {lines[0]: ("penwidth" in rest, "dashed" in rest) for _, _, lines, rest in arrow_labels(dot)}
    assert styles == {"u + g  20": (True, False), "hug + s  5": (True, False), "p + ug  5": (False, True)}


def test_a_choice_says_which_rules_make_it_and_a_merge_without_choice_does_not():
    labels = {
        lines[0]: " ".join(lines) for _, _, lines, _ in arrow_labels(worlds_graph.dot(hug_worlds(), ""))
    }

    assert labels["p + ug  5"].endswith("(first seen, smallest ids, greatest pair, shortest token)")
    assert labels["hug + s  5"].endswith("(last seen, smallest pair, longest token)")
    assert labels["u + g  20"] == "u + g  20 u + n  16 h + ug  15 p + un  12"


def test_the_boxes_show_the_words_that_tell_the_states_apart():
    worlds = hug_worlds()

    assert [worlds.words[index].word for index in worlds_graph.words_to_show(worlds)] == ["pug", "hugs"]
    assert 'label="Start\\lp u g\\lh u g s\\l3 more words\\l"' in worlds_graph.dot(worlds, "first_seen")
    assert 'label="#2: 6 merges, 2 ways\\lpug\\lhugs\\l"' in worlds_graph.dot(worlds, "first_seen")


def test_a_state_at_which_training_is_over_has_a_double_border_and_says_why():
    dot = worlds_graph.dot(hug_worlds(depth=7), "first_seen")

    [line] = [line for line in dot.splitlines() if 'peripheries="2"' in line]
    assert "End: no pairs left" in line


@pytest.mark.parametrize(
    "text", [*HOSTILE, 'a"b', "a\\", "a\\N", "\\", '"', "<b>x</b>", "&amp;&quot;", "]; x [", "//"]
)
def test_hostile_text_stays_inside_quoted_strings(text):
    corpus = Corpus.from_word_counts({text[:40]: 2, "ab": 2})
    worlds = grow_worlds(corpus, BPEConfig(), 2)

    dot = worlds_graph.dot(worlds, "first_seen")

    outside = QUOTED.sub("q", dot)
    assert not re.search(r'["<>\\&/]', outside.replace("->", ""))
    assert re.fullmatch(
        r"digraph worlds \{\n(?:(?:\w+=q ?)+\n|(?:node|edge|[wm]\d+|[wm]\d+ -> [wm]\d+) \[(?:\w+=q ?)+\]\n"
        r"|\{ rank=q; [w\d; ]+ \}\n)+\}",
        outside,
    )
    assert not re.search(r"&(?!amp;)", "".join(QUOTED.findall(dot)))


@pytest.mark.parametrize("text", ['say "hi"', "a\\N", "\\", "&lt;", "<b>", "plain"])
def test_a_quoted_text_is_shown_as_it_is(text):
    assert QUOTED.fullmatch(worlds_graph.quoted(text))
    assert read_label(worlds_graph.quoted(text)[1:-1]) == [text]


@pytest.mark.parametrize(
    ("depth", "said"),
    [
        (6, "Ties allow 2 merge lists of 6 merges; all of them end with the same splits."),
        (5, "Ties allow 2 merge lists of 5 merges; they end with 2 different splits of the words."),
        (4, "Ties allow 1 merge list: in 4 merges there is nothing to choose."),
    ],
)
def test_the_headline_tells_merge_lists_from_ends(depth, said):
    assert plain_text(view.headline(hug_worlds(depth))) == said


def test_the_explanation_says_where_training_is_over_before_the_depth():
    assert "Training is over after 7 merges." in plain_text(view.explanation(hug_worlds(depth=9)))
    assert "over" not in plain_text(view.explanation(hug_worlds(depth=6)))


def test_the_table_has_a_row_for_every_merge_of_the_graph():
    frame = view.branch_frame(hug_worlds())

    assert frame.iloc[0].tolist() == [1, "start", "u + g", 20, 0, "all rules", "3 before #1"]
    assert frame[frame["merge"] == 5][["from", "pair", "tied with", "to"]].to_numpy().tolist() == [
        ["#1", "p + ug", 1, "1 before #2"],
        ["#1", "hug + s", 1, "1 before #2"],
    ]
    assert len(frame) == 8


def test_the_boxes_are_numbered_without_a_gap():
    worlds = grow_worlds(EXAMPLES["aaabdaaabac"].corpus, EXAMPLES["aaabdaaabac"].config, 3)

    titles = re.findall(r'^w\d+ \[label="(Start|#\d+)', worlds_graph.dot(worlds, "first_seen"), re.MULTILINE)

    assert titles == ["Start", "#1", "#2"]


@pytest.mark.parametrize(
    ("name", "depth"), [("hug_pug_pun", 6), ("highest", 1), ("aaabdaaabac", 3), ("fox", 6)]
)
def test_the_usual_graph_is_as_deep_as_a_window_shows(name, depth):
    config = replace(EXAMPLES[name].config, max_merges=None, vocab_size=None)
    worlds = grow_worlds(EXAMPLES[name].corpus, config, 6)

    assert worlds_graph.readable_depth(worlds) == depth
    wide, high = worlds_graph.size(worlds.down_to(depth), worlds_graph.TYPE_SIZE)
    assert wide <= worlds_graph.ROOM_WIDE
    assert high <= worlds_graph.ROOM_HIGH


# ---- the view


def test_another_depth_is_drawn_in_another_place_so_that_the_browser_draws_it_anew():
    visit = open_compare("worlds")
    first = visit.session.of(Compare).graphs
    assert "Ties allow 2 merge lists of 6 merges" in visit.text()
    [chart] = visit.app.get("graphviz_chart")
    assert "p + ug  5" in chart.proto.spec

    visit.app.number_input(key="compare_depth").set_value(7)
    visit.run()

    assert visit.session.of(Compare).graphs == first + 1
    assert "Ties allow 2 merge lists of 7 merges" in visit.text()


def test_the_usual_depth_is_drawn_as_far_as_it_can_be_read_and_the_headline_tells_of_all_of_it():
    visit = open_compare("worlds", "highest")
    assert "Ties allow 960 merge lists of 6 merges" in visit.text()
    assert "Drawn to merge 1 of 6" in visit.text()

    visit.app.segmented_control(key="compare_tree").set_value("fitted")
    visit.run()

    assert "Ties allow 960 merge lists of 6 merges" in visit.text()
    assert "Drawn to merge" not in visit.text()


def test_a_depth_that_was_chosen_is_drawn_as_it_is_also_beyond_the_limit_of_an_example():
    visit = open_compare("worlds", "aaabdaaabac", depth=5)

    assert visit.session.training.config.max_merges == 3
    assert "merge lists of 5 merges" in visit.text()
    assert "Drawn to merge" not in visit.text()


def test_of_a_corpus_too_large_for_the_tree_its_most_frequent_words_are_drawn_at_a_click():
    long = "".join(chr(ord("a") + number % 26) * 2 for number in range(1_000))
    visit = open_compare("worlds", Corpus.from_word_counts({long: 1, "hug": 2, "pug": 1}))
    assert visit.errors() == ["Too large to draw: 2,006 symbols in 3 distinct words; the limit is 2,000."]

    visit.press("worlds_frequent")

    assert [word.word for word in answer_of(visit, "worlds_of_frequent_words").words] == ["hug", "pug"]
    assert visit.of_class("cmp-headline").startswith("Ties allow")
    assert visit.run().of_class("cmp-headline").startswith("Ties allow")

    visit.press("worlds_random_ties")
    assert visit.session.of(Compare).view == "random_ties"
