"""Links and files in a new visit: they show the same, or the first example with one line that says why."""

import pytest

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.visit.links.link import link_text
from bpe_ui.visit.links.screen import ForcedMerge, Screen
from bpe_ui.visit.training.training import Source
from tests.apptest.page_run import TOKENIZE, open_app, open_page_alone
from tests.ui.sent import BROKEN, as_link, packed, picture_of

CORPUS, SHARE = "corpus_popover", "share_popover"
HUG = Source.from_example("hug_pug_pun")
HUG_RULES = EXAMPLES["hug_pug_pun"].config
CUT_SHORT = "is broken: it was cut short or changed on its way."
BEYOND_THE_END = "is broken: Position 9 is beyond the end: training stops at 7, no pairs left."


@pytest.fixture
def train():
    return open_app()


def link_on(page):
    """The text of the link that Share shows."""
    code, _ = page.open_panel(SHARE).app.code
    return code.value.partition("?s=")[2]


def open_file(page, data):
    page.open_panel(CORPUS, "Files")
    sent = [("picture.bpestep", data, "application/octet-stream")]
    page.box("file").set_value(sent)
    return page.run()


def test_a_file_of_share_is_brought_alone():
    page = open_app().open_panel(CORPUS, "Files")
    files = [("a.bpestep", b"", ""), ("b.txt", b"hug", "")]
    page.app.file_uploader(key="file").set_value(files)
    assert "must be brought alone" in page.run().errors()[0]


def test_a_link_shows_its_corpus_rules_picks_modes_and_position():
    corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12})
    config = BPEConfig(tie_break="smallest_pair", word_boundary="end_symbol")
    forced = (ForcedMerge(1, "h", "u"),)
    link = Screen(Source("word_counts", corpus), config, forced, position=3, predict=True, present=True)

    page = open_page_alone(link=link_text(link))

    training, stage = page.session.training, page.stage()
    assert (training.source.corpus, training.config, training.stepper.position) == (corpus, config, 3)
    assert training.source.title == "Your word counts"
    assert [merge.chosen_by for merge in training.stepper.merges] == ["rule", "user", "rule"]
    assert (stage["position"], stage["notice"]) == (3, "Opened from a link.")
    assert (stage["predict"]["on"], stage["present"]) == (True, True)


def test_a_link_is_opened_once_so_that_later_moves_stay():
    page = open_page_alone(link=as_link(picture_of(position=4)))

    page.step_to(5).run()
    assert page.stage()["position"] == 5
    page.open_panel(CORPUS, "Example")
    page.app.radio(key="example").set_value("sennrich")
    page.run().run()

    assert page.session.training.source.name == "sennrich"


@pytest.mark.parametrize(
    ("link", "reason"), [(BROKEN["cut short"], CUT_SHORT), (as_link(picture_of(position=9)), BEYOND_THE_END)]
)
def test_a_broken_link_opens_the_first_example_and_says_so_until_the_first_step(link, reason):
    page = open_page_alone(link=link).run()

    training = page.session.training
    assert (training.source, training.config, training.stepper.position) == (HUG, HUG_RULES, 0)
    assert not page.session.present
    assert not page.session.predicting
    assert page.errors() == [f"The address {reason} The first example is shown instead."]
    assert not page.step_to(1).errors()
    assert not page.step_to(0).errors()


def test_a_file_that_cannot_be_opened_leaves_everything_as_it_was(train):
    train.step_to(3)

    for data, reason in ((b"hug,10\n", CUT_SHORT), (packed(picture_of(position=9)), BEYOND_THE_END)):
        assert open_file(train, data).errors() == [f"The file {reason}"]
        assert train.session.training.stepper.position == 3


def test_a_class_begins_in_the_header_of_any_page_goes_on_at_others_and_can_be_ended_before_a_question():
    page = open_page_alone(TOKENIZE).open_panel("teach_popover").press("class_start")
    assert page.session.state(ClassVote).shows_how_to_join

    page.press("class_go_on").go_to_page("app.py")
    assert page.stage()["predict"]["voting"]
    assert page.stage()["predict"]["on"]  # before the first merge, phones are asked what they would read
    page.act("predict", on=False).go_to_page(TOKENIZE).go_to_page("app.py")
    assert not page.stage()["predict"]["on"]
    page.press("class_button").press("class_end")
    assert page.session.state(ClassVote).room is None
    assert not page.stage()["predict"]["voting"]
