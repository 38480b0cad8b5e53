"""Under the hood: the pictures and sentences of the two trainers."""

import pytest

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_ui.pages.hood.page import differences
from bpe_ui.pages.hood.state import Hood, HoodSettings
from bpe_ui.pages.hood.trainers import two_trainers
from bpe_ui.pages.hood.words import choose_words
from bpe_ui.stage.text.sentences import plain_text
from bpe_ui.visit.training.training import Source, start_training

HUG = EXAMPLES["hug_pug_pun"]


def training_of(corpus=None, config=HUG.config):
    source = Source("text", corpus) if corpus else Source.from_example("hug_pug_pun")
    return start_training(source, config)


@pytest.fixture(scope="module")
def hug():
    chosen = choose_words(training_of().stepper, 30, 250)
    return two_trainers(chosen.words, 40, 1)


def shown(sub_step, title):
    """A table as texts: the mark and the cells of each row."""
    [table] = [table for table in sub_step.tables if table.title == title]
    return [(row.mark, *map(plain_text, row.cells)) for row in table.rows]


def sub_steps(recording, pane, part):
    return [each for each in recording.panes[pane].sub_steps if each.part == part]


def test_a_merge_is_count_choose_merge_record_here_and_pop_check_merge_update_push_there(hug):
    slow, fast = ([each.name for each in sub_steps(hug, pane, 2)] for pane in (0, 1))
    assert slow == ["count", "choose", "merge", "record"]
    assert fast == ["pop", "check", "push back", "pop", "check", "record", "merge", "update", "push"]


def test_the_marked_line_is_the_line_that_ran(hug):
    lines = {each.name: hug.panes[1].code[each.line].strip() for each in hug.panes[1].sub_steps}
    assert lines["pop"] == "negative_count, pair = heappop(self.queue)"
    assert lines["push back"] == "heappush(self.queue, (-count, pair))"
    assert lines["merge"].startswith("changes = [(number, self.merge_word(self.words[number], pair, token))")


def test_a_stale_entry_is_named_popped_and_pushed_back_with_the_count_of_now(hug):
    pop, check, back, *_ = sub_steps(hug, 1, 2)
    assert plain_text(pop.said) == "Pops the first entry: p + u, 17."
    assert plain_text(check.said) == "p + u occurs 12 times now, not 17: this entry is stale."
    assert plain_text(back.said) == "Pushes p + u back with its count of now, 12."
    assert ("stale", "h + u", "15", "stale: 0 now") in shown(pop, "queue")
    assert ("new", "p + u", "12", "") in shown(back, "queue")


def test_links_lead_around_what_was_merged(hug):
    merge = next(each for each in sub_steps(hug, 1, 1) if each.name == "merge")
    assert [row[1:] for row in shown(merge, "words[4]")] == [
        ("symbol", "h", "ug", "", "s"),
        ("id", "2", "7", "", "5"),
        ("previous", "–", "0", "", "1"),
        ("following", "1", "3", "", "–"),
    ]
    assert ("new", "4", "5", "h ⇄ ug ⇄ s") in shown(merge, "words")


def test_each_pair_is_shown_with_the_words_that_hold_it(hug):
    count = next(each for each in sub_steps(hug, 1, 0) if each.name == "count")
    assert shown(count, "pair_counts, words_with")[:2] == [
        ("", "u + g", "20", "0, 1, 4"),
        ("", "p + u", "17", "1, 2"),
    ]


def test_the_headline_says_what_the_merge_cost_both(hug):
    headline, cost = map(plain_text, hug.headlines[2])
    assert headline == "Merge 2: u + n occurs 16 times and becomes un."
    assert cost == (
        "Recount everything: 8 pairs counted, 13 symbols looked at. "
        "Keep a queue: 6 counts changed, 6 symbols looked at and 2 entries popped."
    )
    assert plain_text(hug.headlines[-1][0]) == "The end: both learned the same 7 merges."


def test_all_panes_begin_each_merge_together(hug):
    parts = [[hug.panes[pane].sub_steps[at].part for pane, at in enumerate(place)] for place in hug.places]
    assert all(slow == fast for slow, fast in parts)
    assert hug.places[-1] == tuple(len(pane.sub_steps) - 1 for pane in hug.panes)


def test_the_limits_say_what_differs_from_train():
    def limits(training):
        chosen = choose_words(training.stepper, 30, 250)
        return differences(chosen, 40, training)

    assert limits(training_of()) == "Here: the tie rule “smallest ids” (on Train: “first seen”)."
    config = BPEConfig(tie_break="smallest_ids")
    assert limits(training_of(HUG.corpus, config)) == ""


def test_words_that_are_equal_without_some_characters_count_as_one():
    words = {"hug": 3, "qhug": 2, "q": 1}
    chosen = choose_words(
        training_of(Corpus.from_word_counts(words), BPEConfig(limit_alphabet=3)).stepper, 9, 99
    )
    assert (chosen.words, chosen.of) == ({("h", "u", "g"): 5}, 1)


def test_the_stage_keeps_its_position_while_it_is_about_the_same_and_a_link_says_where_it_stands(hug):
    def show(about=1, made=hug):
        hood.step = hood.stage.show(about, lambda: made or pytest.fail("made twice"), hood.step)
        return hood.step

    hood = Hood(step=30)
    assert show() == 30
    assert show(made=None) == 30
    assert show(about=2) == 0
    hood.take(HoodSettings(5))
    assert show(about=3) == 5
    assert hood.settings() == HoodSettings(5)
