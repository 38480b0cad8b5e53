"""What a link holds, that it opens the same picture, and how one that cannot be opened is refused."""

import doctest
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEError, Corpus
from bpe_core.studies.going_on import ways_to_go_on
from bpe_ui.frame.address import navigation
from bpe_ui.pages.compare.base_view import verdict
from bpe_ui.stage.text.sentences import plain_text
from bpe_ui.visit.links import link as links
from bpe_ui.visit.links.packing import MAX_LINK
from bpe_ui.visit.links.retrain import Retrained, retrain
from bpe_ui.visit.links.screen import ForcedMerge, Screen
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.training.training import Source, start_training
from bpe_ui.visit.visit import Visit
from tests.ui.examples import training_of
from tests.ui.sent import as_link, packed, picture_of
from tests.ui.stage import said
from tests.ui.test_train_message import data_of

ROOT = Path(__file__).parents[2]
PATIENCE = 60


def test_the_name_of_a_file_stays_at_home():
    training = start_training(Source("file", Corpus.from_text("a b"), "salaries 2026.txt"), BPEConfig())

    assert Screen.of(training).source == Source("file", Corpus.from_text("a b"))


def test_a_link_of_an_example_is_short_enough_for_any_chat():
    assert len(links.link_text(Screen.of(training_of("fox", position=50)))) < 300


def test_a_link_of_a_page_of_text_fits_and_a_book_does_not():
    page = " ".join(f"word{number % 97}" for number in range(300))
    book = " ".join(f"word{number * number}" for number in range(3_000))

    assert len(links.link_text(Screen(Source("text", Corpus.from_text(page)), BPEConfig()))) < 2_000
    long = Screen(Source("text", Corpus.from_text(book)), BPEConfig())
    assert len(links.link_text(long)) > MAX_LINK
    assert links.decode(links.encode(long)) == long


def test_what_a_training_goes_on_from_is_chosen_told_and_in_its_link():
    visit = Visit(training_of("hug_pug_pun", position=4))
    visit.begin_with(visit.on_page("tokenize").base("made", visit.training), "base")
    visit.take_corpus(Source("text", Corpus.from_text("hugo hugo mug bun")), "corpus")
    data = data_of(visit.training)
    told = [said(data, data["snapshots"][position]["sentence"]) for position in (0, 2, 3)]
    assert told[:2] == ["u + g is given; it occurs 3 times here.", "h + ug is given; it occurs 2 times here."]
    assert told[2] == "4 merges are given; 1 of them does not occur here."  # pun

    visit.step_to(4)
    again = retrain(links.read_link(links.link_text(visit.screen("train"))), PATIENCE)
    assert again.training.stepper.merges == visit.training.stepper.merges
    visit.step_to(1)
    with pytest.raises(BPEError, match="The first 3 merges are given: predict what comes after"):
        visit.reveal()

    visit.take_rules(PROFILES["hf_byte_level"].config, "rules", "the rules")
    assert visit.errors == {
        "rules": "To go on from `base`, “What a word is made of” must be Characters, got Bytes."
    }
    ways = ways_to_go_on(visit.training.source.corpus, visit.training.config, visit.training.stepper.base, 2)
    # From nothing 14 letters less 3 u + g and 2 h + ug; from hug o, hug o, m ug, b un: 8 less 2 and 1.
    assert plain_text(verdict(ways)).startswith("From nothing the corpus has 9 tokens, from the base 5. ")
    visit.begin_with(None, "base")
    assert visit.training.stepper.given_merges == 0


def test_superwords_are_learned_after_merges_within_words():
    config = BPEConfig(pre_tokenizer="gpt2")
    visit = Visit(
        start_training(Source("text", Corpus.from_text("by the way, by the sea, by the way")), config)
    )
    visit.step_to(7)
    visit.begin_with(visit.on_page("tokenize").base("made", visit.training), "base", across_spaces=True)
    visit.step_to(10)
    assert [merge.token for merge in visit.training.stepper.merges[7:]] == ["by the", "by the way", ", "]

    visit.take_corpus(Source("word_counts", Corpus.from_word_counts({"by": 2})), "corpus")
    visit.begin_with(visit.training.source.base, "base", across_spaces=True)
    assert visit.errors["base"] == "The corpus has words with counts, which are cut already: bring a text."


def test_an_example_goes_on_across_spaces_and_leaves_its_base_behind():
    visit = Visit(start_training(Source.from_example("hug_bug"), EXAMPLES["hug_bug"].config))
    visit.take_example("by_the_way")
    assert (visit.training.stepper.given_merges, visit.training.stepper.position) == (21, 21)
    visit.step_to(25)
    learned = [merge.token for merge in visit.training.stepper.merges[21:]]
    assert learned == ["byĠthe", "byĠtheĠway", "ĠofĠthe", "ĠNewĠYork"]

    visit.take_corpus(Source("text", Corpus.from_text("a b")), "corpus")
    assert (visit.training.source.base, visit.training.config.pre_tokenizer) == (None, "gpt2")


@pytest.mark.parametrize(
    ("corpus", "merges", "reason"),
    [
        (Corpus.from_text("a b " * 600_000), 0, "has a corpus of more than 2 MB."),
        (Corpus.from_text("\n" * 1_500_000), 0, "has 3,000,042 bytes; at most 2,097,152 fit."),
        (Corpus.from_documents(["a"] * 100_001), 0, "has 100,001 words or documents; at most 100,000 fit."),
        (Corpus.from_text("a"), 1_001, "has 1,001 merges chosen by hand; at most 1,000 fit."),
    ],
)
def test_what_no_file_can_hold_is_said_with_the_limit(corpus, merges, reason):
    forced = tuple(ForcedMerge(rank, "a", "b") for rank in range(merges))
    link = Screen(Source("file", corpus), BPEConfig(), forced)

    with pytest.raises(LinkError) as caught:
        links.encode(link)

    assert str(caught.value) == reason


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\0" * (2 * 2**20 + 1), "is too large: it has 2,097,153 bytes; the limit is 2,097,152."),
        (
            zlib.compress(b"\0" * 20 * 2**20),
            "is too large: it unpacks to more than 2,097,152 bytes, the limit.",
        ),
        (
            packed({"v": 2, "scenery": "unheard of"}),
            "was made by a newer version of this app: its format is 2, and 1 is read here.",
        ),
    ],
    ids=["many bytes", "a bomb", "a version to come"],
)
def test_a_file_that_is_too_large_or_too_new_is_refused_as_such(data, reason):
    with pytest.raises(LinkError) as caught:
        links.decode(data)

    assert str(caught.value) == reason


def test_training_for_a_link_ends_when_time_is_up():
    text = Corpus.from_text(" ".join(f"w{number * number}" for number in range(20_000)))
    link = Screen(Source("text", text), BPEConfig(), (ForcedMerge(9_000_000, "a", "b"),), position=9_000_000)

    made = retrain(link, seconds=0.2)

    assert made.forced_left == 1
    assert 0 < made.position < 20_000


@pytest.mark.parametrize(
    ("forced_left", "position", "where", "what"),
    [
        (1, 1, " at merge 1, not 2", "1 merge chosen by hand was not made"),
        (1, 2, "", "1 merge chosen by hand was not made"),
        (2, 0, " at merge 0, not 2", "2 merges chosen by hand were not made"),
    ],
)
def test_the_notice_says_what_there_was_no_time_for(forced_left, position, where, what):
    training = training_of(position=position)
    link = replace(Screen.of(training), position=2)

    assert navigation._notice(Retrained(training, 0), link, "a link") == "Opened from a link."
    assert navigation._notice(Retrained(training, 0), link, navigation.PLAN) == ""
    assert navigation._notice(Retrained(training, forced_left), link, "a link") == (
        f"Opened from a link{where}: training takes more than 5 seconds, and {what}."
    )


def test_every_file_of_a_page_is_one_entry_which_links_can_open():
    files = {path.relative_to(ROOT).as_posix() for path in (ROOT / "pages").glob("*.py")}
    files.remove("pages/notes.py")  # the window of a teacher beside her page

    assert {page.path for page in pages().values()} == files | {"app.py"}
    for name in pages():
        assert links.read_link(as_link(picture_of(page=name))).page == name


def test_the_page_about_formats_tells_the_truth():
    result = doctest.testfile(
        str(ROOT / "docs" / "formats.md"), module_relative=False, optionflags=doctest.ELLIPSIS
    )

    assert result.attempted >= 10
    assert not result.failed
