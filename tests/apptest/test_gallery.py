"""Each link of docs/gallery.md opens, on its page, with what it promises."""

import re

import pytest

from bpe_ui.pages.tokenize.settings.loaded import tokenizers
from bpe_ui.visit.links.link import read_link
from docs import gallery
from tests.apptest.page_run import ROOT, open_page_alone

TEXT = (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8")
LINKS = dict(re.findall(r"^- \*\*\[(.*?)\]\(http://127\.0\.0\.1:8501/\?s=([\w-]+)\)", TEXT, re.MULTILINE))


def test_the_page_is_as_its_views_say():
    assert gallery.page() == TEXT
    assert len(LINKS) == 10


@pytest.mark.parametrize("title", LINKS)
def test_each_link_opens(title):
    link = read_link(LINKS[title])

    session = open_page_alone(link=LINKS[title]).session

    assert session.errors == {}
    assert session.training.source.title == link.source.title
    assert session.training.stepper.position == link.position
    for page, settings in link.settings.items():
        assert session.settings_of(page) == settings


def test_what_it_says_of_tokens_is_so():
    strawberries = tokens_of("Why strawberry is hard")
    assert strawberries[:4] == ("st", "raw", "berry", "Ġstrawberry")
    assert len(strawberries) == 8
    assert tokens_of("Numbers in threes")[:3] == ("123", "456", "7")
    assert tokens_of("A word that GPT-4o has whole")[-1] == "Ġstrawberry"


def tokens_of(title):
    settings = read_link(LINKS[title]).settings["tokenize"]
    return tokenizers.reopen(settings.file).tokenizer.encode(settings.text).tokens
