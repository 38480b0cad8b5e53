"""A component on a static page for the tests of this folder; see `bench.py`.

`open_stage`, `open_columns` and `open_ballot` mount a component and return the page. Parametrize
`color_scheme` or `viewport` to change these. The tests of a process share one page, one after the other; a
test fails if the page reported an error.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_core.studies.comparison import ColumnRules, compare
from bpe_ui.classroom.voting.asking import tell_class
from bpe_ui.classroom.voting.ballot import message_json
from bpe_ui.classroom.voting.class_vote import ClassVote
from bpe_ui.pages.compare.columns.message import Columns, ColumnsOnScreen
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.pages.hood.state import Hood
from bpe_ui.pages.hood.trainers import two_trainers
from bpe_ui.pages.hood.words import choose_words
from bpe_ui.pages.tokenize.settings.state import Tokenize, TokenizeSettings
from bpe_ui.visit.training.training import Source, start_training
from bpe_ui.visit.visit import Visit
from tests.browser.pages import FAILED, errors_of, fail_on_errors, open_new_page
from tests.component.bench import Bench

HUG = EXAMPLES["hug_pug_pun"]
TIES = {
    "First seen": "first_seen",
    "Smallest ids": "smallest_ids",
    "Smallest pair": "smallest_pair",
    "Greatest pair": "greatest_pair",
}


@pytest.fixture(scope="session")
def kept_benches() -> list[Bench]:
    """The page that the last test left as it found it, or nothing."""
    return []


@pytest.fixture
def bench(
    browser: Browser,
    kept_benches: list[Bench],
    color_scheme: str,
    viewport: dict[str, int],
    request: pytest.FixtureRequest,
) -> Iterator[Bench]:
    """The page with nothing mounted."""
    bench = kept_benches.pop() if kept_benches else Bench(open_new_page(browser))
    page = bench.page
    page.set_viewport_size(viewport)
    page.emulate_media(color_scheme=color_scheme, reduced_motion="no-preference")
    yield bench
    has_failed = page.is_closed() or request.node.stash.get(FAILED, False)
    if not has_failed:
        page.evaluate("window.unmount()")  # delivers the messages that are still on their way
    errors = errors_of(page)
    if errors or has_failed:
        page.context.close()
    else:
        page.mouse.move(0, 0)
        kept_benches.append(bench)
    fail_on_errors(errors)


@pytest.fixture
def open_stage(bench: Bench) -> Callable[..., Page]:
    """Mounts the stage with a text, with words and their counts, or with hug, pug, pun."""
    return lambda **given: mount_stage(bench, **given)


def mount_stage(
    bench: Bench,
    *,
    text: str = "",
    words: dict[str, int] | None = None,
    corpus: Corpus | None = None,
    config: BPEConfig | None = None,
    position: int = 0,
    predict: bool = False,
    present: bool = False,
    is_new: bool = False,
) -> Page:
    if words or text:
        corpus = Corpus.from_word_counts(words) if words else Corpus.from_text(text)
    if corpus:
        source = Source("text", corpus)
    else:
        source, config = Source.from_example("hug_pug_pun"), config or HUG.config
    training = start_training(source, config or BPEConfig())
    training.go_to(position)
    visit = Visit(training, present=present, is_new=is_new)
    visit.predictions.turn(predict)
    bench.mount("stage", visit)
    return bench.page


@pytest.fixture
def train(open_stage: Callable[..., Page]) -> Page:
    """The stage with hug, pug, pun."""
    return open_stage()


@pytest.fixture
def open_columns(bench: Bench) -> Callable[..., Page]:
    """Mounts columns with these titles and rules on a corpus, or those of four tie rules on hug, pug, pun."""

    def mount(
        configs: dict[str, BPEConfig] | None = None,
        corpus: Corpus = HUG.corpus,
        position: int = 0,
        **limits: Any,
    ) -> Page:
        configs = configs or {title: replace(HUG.config, tie_break=name) for title, name in TIES.items()}
        columns = [ColumnRules(title, config) for title, config in configs.items()]
        comparison = compare(corpus, columns, **limits)
        training = start_training(Source.from_example("hug_pug_pun"), HUG.config)
        visit = Visit(training)
        visit.state(ColumnsOnScreen).columns = Columns(comparison)
        visit.state(Compare).position = position
        bench.mount("columns", visit)
        return bench.page

    return mount


@pytest.fixture
def open_rules(bench: Bench) -> Callable[..., Page]:
    """Mounts the stage of Tokenize with a text, and all merges of hug, pug, pun or another training."""

    def mount(
        text: str, *, corpus: Corpus = HUG.corpus, config: BPEConfig = HUG.config, **settings: Any
    ) -> Page:
        visit = Visit(start_training(Source("text", corpus), config))
        visit.state(Tokenize).take(TokenizeSettings(text, merges="all", **settings))
        bench.mount("rules", visit)
        return bench.page

    return mount


@pytest.fixture
def open_hood(bench: Bench) -> Callable[..., Page]:
    """Mounts two trainers on words, or on those of hug, pug, pun."""

    def mount(
        words: dict[tuple[str, ...], int] | None = None, *, step: int = 0, present: bool = False
    ) -> Page:
        visit = Visit(start_training(Source.from_example("hug_pug_pun"), HUG.config), present=present)
        given = words or choose_words(visit.training.stepper, 30, 250).words
        visit.state(Hood).stage.show(1, lambda: two_trainers(given, 40, 1), step)
        bench.mount("hood", visit)
        return bench.page

    return mount


@pytest.fixture
def open_ballot(bench: Bench) -> Callable[..., tuple[Page, Visit]]:
    """Mounts a student's ballot on a corpus, or on hug, pug, pun; gives the teacher's visit too."""

    def mount(corpus: Corpus = HUG.corpus, config: BPEConfig = HUG.config) -> tuple[Page, Visit]:
        teacher = Visit(start_training(Source("text", corpus), config))
        teacher.predictions.turn(True)
        teacher.state(ClassVote).open()
        tell_class(teacher)
        assert teacher.state(ClassVote).room is not None
        bench.mount_message("ballot", message_json(teacher.state(ClassVote).room.ballot("Ada")))
        return bench.page, teacher

    return mount
