"""Lists, rows of buttons, radio buttons and boxes: what a browser sends is taken for what it is."""

from itertools import chain

import pytest

from bpe_ui.pages.compare.settings.state import PANES
from bpe_ui.pages.compare.settings.state import VIEWS as COMPARE_VIEWS
from bpe_ui.pages.tokenize.settings.state import VIEWS as TOKENIZE_VIEWS
from bpe_ui.visit.registry.pages import pages_with_settings
from tests.apptest.page_run import COMPARE, HOOD, LEARN, QUIZ, TOKENIZE, open_page_alone

FORMER_LABEL = "All tokens (1,000,000)"
PLACES = [
    *((TOKENIZE, "tokenize", {"view": view}) for view in TOKENIZE_VIEWS),
    *((COMPARE, "compare", {"view": view}) for view in COMPARE_VIEWS),
    *((COMPARE, "compare", {"pane": pane}) for pane in PANES),
    (HOOD, "hood", {}),
    (QUIZ, "quiz", {}),
    (LEARN, "learn", {"lesson": "pipeline"}),
]
PANELS = {
    "": ("corpus_popover", "rules_popover"),
    TOKENIZE: ("corpus_popover", "rules_popover", "tokenizer_popover"),
    COMPARE: ("corpus_popover", "rules_popover", "columns_popover"),
}


def choosing(page):
    """Every widget on the page that chooses among options."""
    app = page.app
    return [*app.selectbox, *app.radio, *app.multiselect, *app.get("button_group"), *app.menu_button]


def say_a_former_label(page, number):
    """One of the widgets sends a label that is none of its options."""
    chooser = choosing(page)[number]
    chooser.options.append(FORMER_LABEL)
    chooser.set_value([FORMER_LABEL] if chooser.type == "multiselect" else FORMER_LABEL)
    page.run()


def set_on(page):
    """All that is set on the pages, and the rules."""
    current = page.session
    return (
        {name: current.settings_of(name) for name in pages_with_settings()},
        current.draft,
        current.training.config,
    )


@pytest.mark.parametrize(("path", "name", "settings"), PLACES)
def test_a_label_that_is_no_option_any_more_changes_nothing_on_any_page(path, name, settings):
    page = open_page_alone(path)
    for field, value in settings.items():
        setattr(page.session.on_page(name), field, value)
    page.run().run()  # a lesson's stage is in the address of the second run
    before, address = set_on(page), page.address()

    for number in range(len(choosing(page))):
        say_a_former_label(page, number)

    assert set_on(page) == before
    assert page.address() == address


@pytest.mark.parametrize("path", PANELS)
def test_what_a_widget_is_drawn_with_is_what_another_value_is_compared_with(path):
    page = open_page_alone(path)
    for panel in PANELS[path]:
        page.open_panel(panel)
        page.session.take_profile("minbpe_regex")  # other values for the widgets of the open panels
        page.run()
        boxes = page.app.text_input, page.app.text_area, page.app.number_input, page.app.checkbox
        drawn = {each.key for each in (*choosing(page), *chain(*boxes))} & page.session.run.heard.keys()

        assert drawn
        assert {key: page.app.session_state[key] for key in drawn} == {
            key: page.session.run.heard[key] for key in drawn
        }
