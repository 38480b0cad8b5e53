"""Tours: what changes one, and what a file holds and refuses."""

from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_ui.registry.schema import LinkError
from bpe_ui.share.link_format import file_bytes, read_file
from bpe_ui.share.links import Link
from bpe_ui.tokenize.state import TokenizeSettings
from bpe_ui.tour.tour import MAX_STOPS, Stop, Tour, TourError, title_of
from bpe_ui.tour.tour_format import read_tour, tour_bytes
from bpe_ui.training.training import Source
from tests.ui.hostile import HOSTILE
from tests.ui.sent import packed
from tests.ui.tours import HUG_TOUR

HUG = Link(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config)


def tour_of(*titles):
    tour = Tour("A tour")
    for title in titles:
        tour.add(Stop(title, HUG))
    return tour


def titles_of(tour):
    return " ".join(stop.title for stop in tour.stops), tour.here


def test_a_stop_is_added_after_the_present_one():
    tour = tour_of("a", "b", "c")
    assert titles_of(tour) == ("a b c", 2)

    tour.here = 0
    tour.add(Stop("new", HUG))

    assert titles_of(tour) == ("a new b c", 1)


def test_a_stop_is_moved_to_the_ends_at_most_and_removed_down_to_none():
    tour = tour_of("a", "b", "c")

    tour.shift(-1)
    assert titles_of(tour) == ("a c b", 1)
    tour.shift(1)
    tour.shift(1)
    assert titles_of(tour) == ("a b c", 2)

    tour.remove()
    assert titles_of(tour) == ("a b", 1)
    tour.here = 0
    tour.remove()
    assert titles_of(tour) == ("b", 0)
    tour.remove()
    assert titles_of(tour) == ("", 0)


def test_a_tour_has_a_limit_and_says_so():
    tour = tour_of(*map(str, range(MAX_STOPS)))

    with pytest.raises(TourError, match="at most 50 stops"):
        tour.add(Stop("one more", HUG))

    assert read_tour(tour_bytes(tour)) == tour


def test_a_new_stop_is_called_by_its_page_corpus_and_position():
    tokenize = replace(HUG, page="tokenize", source=Source("text", Corpus.from_text("a b")))

    assert title_of(replace(HUG, position=4)) == "hug, pug, pun, merge 4"
    assert title_of(tokenize) == "Tokenize: Your text, merge 0"


def test_a_file_holds_each_corpus_once_however_many_stops_show_it():
    own = Source("text", Corpus.from_text(" ".join(f"word{number * number}" for number in range(3_000))))
    view = Link(own, BPEConfig(tie_break="smallest_pair"), position=2)
    one, many = (Tour("Mine", [Stop("a", view)] * count + [Stop("b", HUG)]) for count in (1, 40))

    assert read_tour(tour_bytes(many)) == many
    assert len(tour_bytes(many)) < len(tour_bytes(one)) + 200
    first, *others = (stop.view.source for stop in read_tour(tour_bytes(many)).stops[:40])
    assert all(other is first for other in others)


@pytest.mark.parametrize("text", HOSTILE)
def test_any_title_note_and_text_come_along(text):
    view = replace(HUG, page="tokenize", tokenize=TokenizeSettings(text))
    tour = Tour(text[:80], [Stop(text[:80], view, text[:1000])])

    assert read_tour(tour_bytes(tour)) == tour


def written(**members):
    stop = {"title": "a", "view": {"corpus": 0}}
    return {"v": 1, "corpora": [{"example": "hug_pug_pun"}], "stops": [stop], **members}


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (written(stops=[]), "has no stops."),
        (written(here=1), "is broken: here must be an integer from 0 to 0, got 1."),
        (written(stops=[{}]), "is broken: corpus must be an integer from 0 to 0, got None."),
        (
            written(stops=[{"view": {"corpus": 1}}]),
            "is broken: corpus must be an integer from 0 to 0, got 1.",
        ),
        (written(stops=[{"view": []}]), "is broken: view must be an object, got []."),
        (written(stops=[7]), "is broken: a stop must be an object, got 7."),
        (written(stops=[{}] * 51), "is too large: stops has 51 entries; at most 50 fit."),
        (written(corpora=[{}] * 51), "is too large: corpora has 51 entries; at most 50 fit."),
        (written(title="\ud800"), "is broken: Title "),
        (written(title="a" * 81), "is broken: title must be a text of at most 80 characters"),
        (written(teacher="me"), "is broken: it has the unknown member 'teacher'."),
    ],
)
def test_a_broken_tour_is_refused_in_one_sentence(value, reason):
    with pytest.raises(LinkError) as caught:
        read_tour(packed(value))

    assert str(caught.value).startswith(reason)
    assert str(caught.value).endswith(".")


def test_a_view_is_no_tour_and_a_tour_no_view_and_both_say_where_they_are_opened():
    with pytest.raises(LinkError, match="is no tour; open it under Corpus, Open"):
        read_tour(file_bytes(HUG))
    with pytest.raises(LinkError, match="is a tour; open it under Tour"):
        read_file(tour_bytes(HUG_TOUR))
