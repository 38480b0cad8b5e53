"""The address of a page: it holds what is on screen, reads back, and is refused if it is broken."""

import pytest

from bpe_core import EXAMPLES
from bpe_ui.frame.address import address
from bpe_ui.pages.compare.settings.state import Settings
from bpe_ui.pages.tokenize.settings.state import TokenizeSettings
from bpe_ui.visit.links.link import link_text
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.training.training import Source

FOX = Screen(Source.from_example("fox"), EXAMPLES["fox"].config, position=3)


def test_the_position_in_the_address_goes_before_the_one_in_the_link():
    assert address.read({"s": link_text(FOX)}, "train").position == 3
    assert address.read({"s": link_text(FOX), "at": "5"}, "train").position == 5


def test_on_compare_it_is_the_position_of_the_columns():
    link = address.read({"at": "4"}, "compare")

    assert (link.page, link.position, link.settings) == ("compare", 0, {"compare": Settings(position=4)})


def test_on_tokenize_it_is_the_rule_that_is_next_in_the_traced_word():
    link = address.read({"at": "2"}, "tokenize")

    assert (link.page, link.position, link.settings) == (
        "tokenize",
        0,
        {"tokenize": TokenizeSettings(step=2)},
    )


def test_without_a_link_it_is_the_first_example_on_the_page_of_the_address():
    link = address.read({"at": "2"}, "glossary")

    assert (link.page, link.source.name, link.position) == ("glossary", "hug_pug_pun", 2)


@pytest.mark.parametrize("at", ["", "-1", "1.5", "0x5", "٣", "9" * 5_000, "<b>"])
def test_any_other_position_is_refused_in_a_sentence(at):
    with pytest.raises(LinkError, match="is broken: at must be an integer from 0 to 10,000,000, got '"):
        address.read({"at": at}, "train")
