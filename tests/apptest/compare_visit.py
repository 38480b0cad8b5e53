"""A visit to the Compare page without a browser, with a given view, corpus and settings."""

from typing import Any

from bpe_core import BPEConfig, Corpus
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.visit.training.training import Source, start_training
from tests.apptest.page_run import COMPARE, PageRun, open_page_alone


def open_compare(view: str = "columns", source: Corpus | str = "", **settings: Any) -> PageRun:
    """Compare on a corpus, or on an example by its name; the first example if neither is given."""
    visit = open_page_alone(COMPARE)
    if isinstance(source, Corpus):
        visit.session.take_corpus(Source("text", source), "text")
    elif source:
        visit.session.take_example(source)
    visit.session.state(Compare).view = view
    for name, value in settings.items():
        setattr(visit.session.state(Compare), name, value)
    return visit.run()


def show_view(visit: PageRun, view: str) -> PageRun:
    """Press a view's button."""
    visit.app.segmented_control(key="compare_view").set_value(view)
    return visit.run()


def put_on_train(visit: PageRun, corpus: Corpus, config: BPEConfig | None = None) -> PageRun:
    """Another corpus and rules, as if they had been chosen in the header."""
    visit.session.adopt(start_training(Source("text", corpus), config or BPEConfig()), "")
    return visit.run()


def answer_of(visit: PageRun, view: str) -> Any:
    """The core's answer to the question of a view, if it is known yet."""
    return visit.session.works[view].result
