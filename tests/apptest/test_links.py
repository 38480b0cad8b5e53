"""Links and files in a new visit: they show the same, or the first example with one line that says why."""

import pytest

from bpe_core import EXAMPLES
from bpe_ui.visit.training.training import Source
from tests.apptest.page_run import open_app, open_page_alone
from tests.ui.sent import BROKEN, as_link, packed, picture_of

CORPUS = "corpus_popover"
HUG = Source.from_example("hug_pug_pun")
HUG_RULES = EXAMPLES["hug_pug_pun"].config
CUT_SHORT = "is broken: it was cut short or changed on its way."
BEYOND_THE_END = "is broken: Position 9 is beyond the end: training stops at 7, no pairs left."


@pytest.fixture
def train():
    return open_app()


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
