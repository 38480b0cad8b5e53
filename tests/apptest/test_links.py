"""Links and files in a new session: the same picture, or the first example and one line that says why."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_ui.share import link_format, links, opening
from bpe_ui.share.links import ForcedMerge, Link, Typed
from bpe_ui.shell.pages import PAGES, Page
from bpe_ui.training.retrain import Retrained
from bpe_ui.training.training import Source, start_training
from bpe_ui.visit import Visit as PersonsVisit
from tests.apptest.visit import ROOT, TOKENIZE, Visit, open_app
from tests.ui.hostile import HOSTILE
from tests.ui.sent import BROKEN, FUTURE, TOO_LARGE, as_link, packed, picture_of

CORPUS, SHARE = "corpus_popover", "share_popover"
HUG = Source.from_example("hug_pug_pun")
HUG_RULES = EXAMPLES["hug_pug_pun"].config


def visit_with(text, page=""):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    if page:
        app.switch_page(page)
    app.query_params["s"] = text
    return Visit(app).run()


def address_in(visit):
    """The link that Share shows."""
    visit.open_panel(SHARE)
    [code] = visit.app.code
    return code.value


def sent_on(visit):
    """The text of the link that Share shows."""
    return address_in(visit).partition("?s=")[2]


def open_file(visit, data):
    visit.open_panel(CORPUS, "Open")
    visit.app.file_uploader(key="open").set_value(("picture.bpestep", data, "application/octet-stream"))
    return visit.run()


def is_the_first_example(visit):
    training = visit.session.training
    return (
        (training.source, training.config, training.stepper.position) == (HUG, HUG_RULES, 0)
        and not visit.session.present
        and not visit.session.predicting
    )


def test_a_link_shows_its_corpus_rules_picks_and_position():
    corpus = Corpus.from_word_counts({"hug": 10, "pug": 5, "pun": 12})
    config = BPEConfig(tie_break="smallest_pair", word_boundary="end_symbol")
    link = Link(Source("table", corpus), config, (ForcedMerge(1, "h", "u"),), position=3)

    visit = visit_with(link_format.link_text(link))

    training = visit.session.training
    assert (training.source.corpus, training.config, training.stepper.position) == (corpus, config, 3)
    assert [merge.chosen_by for merge in training.stepper.merges] == ["rule", "user", "rule"]
    assert visit.stage()["position"] == 3
    assert visit.stage()["notice"] == "Opened from a link."
    assert visit.settings()[0] == "Your table"


def test_a_link_brings_predict_and_present_mode():
    visit = visit_with(link_format.link_text(Link(HUG, HUG_RULES, position=2, predict=True, present=True)))

    assert visit.stage()["predict"]["on"] is True
    assert visit.stage()["present"] is True


def test_a_link_to_tokenize_shows_what_was_typed_there():
    link = Link(HUG, HUG_RULES, position=3, page="tokenize", typed=Typed("thug", "in_order", "all"))

    visit = visit_with(link_format.link_text(link), TOKENIZE)

    assert visit.app.text_area(key="tokenize_text").value == "thug"
    assert visit.app.segmented_control(key="tokenize_algorithm").value == "in_order"
    assert visit.app.segmented_control(key="tokenize_merges").value == "all"
    assert visit.session.training.stepper.position == 3


@pytest.mark.parametrize(("page", "opened_at"), [("tokenize", ""), ("train", TOKENIZE)])
def test_a_link_goes_to_its_page_wherever_it_is_opened(page, opened_at):
    text = link_format.link_text(Link(HUG, HUG_RULES, position=3, page=page))

    visit = visit_with(text, opened_at)

    assert bool(visit.app.get("bidi_component")) == (page == "train")
    assert visit.app.query_params["s"] in (text, [text])
    assert visit.session.training.stepper.position == 3


def test_a_link_is_opened_once_so_that_later_moves_stay():
    visit = visit_with(as_link(picture_of(position=4)))

    visit.step_to(5)
    visit.run()
    assert visit.stage()["position"] == 5
    visit.open_panel(CORPUS, "Example")
    visit.app.selectbox(key="example").select("sennrich")
    visit.run()
    visit.run()

    assert visit.session.training.source.name == "sennrich"


@pytest.mark.parametrize("kind", ["cut short", "a wrong pattern", "a position beyond the end"])
def test_a_broken_link_opens_the_first_example_and_says_so(kind):
    visit = visit_with(BROKEN[kind])

    assert is_the_first_example(visit)
    [line] = visit.errors()
    assert line.startswith("The link is broken: ")
    assert line.endswith(" The first example is shown instead.")
    assert "\n" not in line


def test_a_link_that_asks_for_too_much_opens_the_first_example_and_says_so():
    visit = visit_with(TOO_LARGE["a bomb"])

    assert is_the_first_example(visit)
    [line] = visit.errors()
    assert line.startswith("The link is too large: ")


def test_a_link_of_a_version_to_come_opens_the_first_example_and_says_so():
    visit = visit_with(FUTURE)

    assert is_the_first_example(visit)
    assert visit.errors() == [
        "The link was made by a newer version of this app: its format is 2, and 1 is read here."
        " The first example is shown instead."
    ]


def test_the_line_about_a_broken_link_goes_with_the_first_step():
    visit = visit_with(BROKEN["cut short"])

    assert visit.run().errors()
    assert not visit.step_to(1).errors()
    assert not visit.step_to(0).errors()


def test_on_another_page_a_broken_link_is_said_too():
    visit = visit_with(BROKEN["cut short"], TOKENIZE)

    assert visit.errors() == [
        "The link is broken: it was cut short or changed on its way. The first example is shown instead."
    ]
    assert visit.app.text_area(key="tokenize_text").value == "bug mug thug unhug"


def test_a_hostile_link_is_text_and_nothing_else():
    texts = [text for text in HOSTILE if len(text) < 200]
    config = BPEConfig(special_tokens=tuple(texts), boundary_marker=texts[0][:20], word_boundary="end_symbol")
    corpus = Corpus.from_word_counts({**dict.fromkeys(texts, 2), "ab": 1})
    typed = Typed(" ".join(texts), "in_order", "here")

    visit = visit_with(
        link_format.link_text(Link(Source("file", corpus), config, page="tokenize", typed=typed)), TOKENIZE
    )

    assert visit.session.training.config == config
    tags = [tag for markup in visit.markups() for tag in markup.tags]
    assert tags.count("script") == 2  # our own
    assert {"img", "iframe", "b", "a"}.isdisjoint(tags)
    [line] = visit_with(texts[0]).errors()
    assert line.startswith("The link is ")


def test_what_share_gives_opens_the_same_picture_for_somebody_else():
    visit = open_app()
    visit.step_to(2)
    visit.act("merge_instead", **visit.pair_ids("p", "ug"))
    visit.act("predict", on=True)

    other = visit_with(sent_on(visit))

    here, there = visit.session, other.session
    assert there.training.stepper.history == here.training.stepper.history
    assert there.training.stepper.position == here.training.stepper.position == 3
    assert there.training.source == here.training.source
    assert there.predicting is True
    assert sent_on(other) == sent_on(visit)


def test_share_on_tokenize_keeps_the_page_and_what_is_typed():
    visit = open_app()
    visit.step_to(3)
    visit.go_to_page(TOKENIZE)
    visit.app.text_area(key="tokenize_text").set_value("a thug")
    visit.run()

    link = link_format.read_link(sent_on(visit))

    assert (link.page, link.position, link.typed) == ("tokenize", 3, Typed("a thug", "lowest_rank", "here"))


def train_on(visit, text):
    visit.session.take_corpus(Source("file", Corpus.from_text(text)), "file")
    return visit.run()


def test_where_a_link_would_be_too_long_share_gives_a_file_that_open_takes_back():
    text = " ".join(f"word{number * number}" for number in range(3_000))
    visit = train_on(open_app(), text)
    visit.step_to(5)
    visit.open_panel(SHARE)

    assert not visit.app.code
    assert "Download the file" in [button.proto.label for button in visit.app.get("download_button")]
    assert f"many programs cut links longer than {links.MAX_LINK:,}" in visit.text()

    other = open_file(open_app(), link_format.file_bytes(Link.of(visit.session.training)))
    assert other.session.training.source.corpus == visit.session.training.source.corpus
    assert other.session.training.stepper.position == 5
    assert other.stage()["notice"] == "Opened from a file."
    assert not other.app.session_state[CORPUS]


def test_what_no_file_can_hold_is_said_with_the_limit():
    visit = open_app()
    visit.session.take_corpus(Source("file", Corpus.from_documents(["a b"] * 100_001)), "file")
    visit.open_panel(SHARE)

    assert not visit.app.code
    assert visit.errors() == [
        "This does not fit in a link or file: it has 100,001 words or documents; at most 100,000 fit."
    ]


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"word,count\nhug,10\n", "The file is broken: it was cut short or changed on its way."),
        (
            packed({"v": 2}),
            "The file was made by a newer version of this app: its format is 2, and 1 is read here.",
        ),
        (
            packed(picture_of(position=9)),
            "The file is broken: Position 9 is beyond the end: training stops at 7, no pairs left.",
        ),
        (
            b"\0" * (2 * 2**20 + 1),
            "The file is too large: it has 2,097,153 bytes; the limit is 2,097,152.",
        ),
    ],
)
def test_a_file_that_cannot_be_opened_leaves_everything_as_it_was(data, line):
    visit = open_app()
    visit.step_to(3)

    open_file(visit, data)

    assert visit.errors() == [line]
    assert visit.session.training.stepper.position == 3


def test_a_file_goes_to_its_page():
    data = packed(picture_of(position=2, page="tokenize", typed={"text": "pug"}))

    visit = open_file(open_app(), data)

    assert visit.app.text_area(key="tokenize_text").value == "pug"


def test_where_time_is_up_training_goes_on_in_slices_as_with_any_far_position(monkeypatch):
    monkeypatch.setattr("bpe_ui.share.opening.SECONDS", 0.0)
    targets, train_to = [], PersonsVisit.train_to
    monkeypatch.setattr(
        "bpe_ui.visit.Visit.train_to", lambda self, target: targets.append(target) or train_to(self, target)
    )

    visit = visit_with(as_link(picture_of(corpus={"example": "fox"}, position=40)))

    assert targets == [40]
    assert visit.session.training.stepper.position == 40
    assert visit.session.task is None


def test_merges_by_hand_for_which_there_was_no_time_are_counted(monkeypatch):
    monkeypatch.setattr("bpe_ui.share.opening.SECONDS", 0.0)

    visit = visit_with(as_link(picture_of(picks=[[0, "u", "n"], [1, "h", "u"]], position=2)))

    assert visit.session.training.stepper.position == 0
    assert visit.stage()["notice"] == (
        "Opened from a link at merge 0, not 2: training takes more than 0 seconds, and 2 merges chosen by"
        " hand were not made."
    )


@pytest.mark.parametrize(
    ("forced_left", "position", "notice"),
    [
        (0, 2, "Opened from a link."),
        (
            1,
            1,
            "Opened from a link at merge 1, not 2: training takes more than 5 seconds, and 1 merge chosen by"
            " hand was not made.",
        ),
        (
            1,
            2,
            "Opened from a link: training takes more than 5 seconds, and 1 merge chosen by hand was not"
            " made.",
        ),
    ],
)
def test_the_notice_says_what_there_was_no_time_for(forced_left, position, notice):
    training = start_training(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)
    link = replace(Link.of(training, page="train"), position=2)
    training.go_to(position)

    assert opening._notice(Retrained(training, forced_left), link, "a link") == notice


def test_present_shows_the_stage_alone_and_its_way_out_brings_the_header_back():
    visit = open_app()
    visit.press("present")

    assert visit.stage()["present"] is True
    assert not visit.app.page_link

    visit.act("present", on=False)

    assert visit.stage()["present"] is False
    assert visit.app.page_link


def test_present_on_another_page_goes_to_train():
    visit = open_app()
    visit.go_to_page(TOKENIZE)
    visit.press("present")

    assert visit.stage()["present"] is True


def test_the_sender_picks_the_modes_in_which_a_link_opens():
    visit = open_app()
    visit.open_panel(SHARE)
    visit.app.checkbox(key="share_predict").check()
    visit.app.checkbox(key="share_present").check()
    visit.run()

    link = link_format.read_link(visit.app.code[0].value.partition("?s=")[2])

    assert (link.predict, link.present) == (True, True)
    assert not visit.session.predicting
    assert not visit.session.present


@pytest.mark.parametrize(
    ("url", "is_local"),
    [
        ("http://localhost:8501/", True),
        ("http://127.0.0.1:8501/", True),
        ("http://192.0.2.7:8501/", False),
        ("https://bpe.example.org/", False),
    ],
)
def test_a_link_to_this_computer_says_so_and_one_for_others_has_a_qr_code(url, is_local, monkeypatch):
    visit = open_app()
    monkeypatch.setattr("bpe_ui.share.share_panel._page_address", lambda: url)

    visit.open_panel(SHARE)

    assert visit.app.code[0].value.startswith(f"{url}?s=")
    assert ("works on this computer only" in visit.text()) == is_local
    assert bool(visit.app.get("image")) != is_local


def test_while_the_answer_is_hidden_no_file_tells_it():
    visit = open_app()
    visit.act("predict", on=True)
    visit.open_panel(SHARE)

    hidden = {"download_pairs.csv", "download_worksheet.html"}
    offered = {button.key for button in visit.app.get("download_button")}
    assert not offered & hidden
    assert "once the answer is open" in visit.text()

    visit.act("reveal")
    assert {button.key for button in visit.app.get("download_button")} == offered | hidden


def test_tokenize_tells_no_merge_to_come_while_predicting():
    visit = open_app()
    visit.step_to(1)
    visit.act("predict", on=True)
    visit.go_to_page(TOKENIZE)

    assert "With the first 1, as on Train" in visit.text()
    assert "11 tokens for 18 characters" in visit.text()  # u + g alone: b ug, m ug, t h ug, u n h ug
    assert not [each for each in visit.app.segmented_control if each.key == "tokenize_merges"]


def test_a_page_is_one_entry_which_the_header_and_links_follow(monkeypatch):
    monkeypatch.setitem(PAGES, "made_up", Page("Made up", TOKENIZE))

    assert "Made up" in [link.proto.label for link in open_app().app.page_link]
    assert link_format.read_link(as_link(picture_of(page="made_up"))).page == "made_up"
