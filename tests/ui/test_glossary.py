"""The glossary, and the places that explain its words."""

import re
from pathlib import Path

from bpe_core.config import RULES
from bpe_ui.pages.learn.lesson import FOLDER
from bpe_ui.pages.shell import shell
from bpe_ui.stage.component import TERMS_JS
from bpe_ui.stage.html import markup
from bpe_ui.stage.text.glossary import GROUPS, MEANINGS
from bpe_ui.stage.text.sentences import Token

ROOT = Path(__file__).parents[2]


def test_every_row_of_the_file_is_one_word_with_its_meaning():
    rows = (ROOT / "bpe_ui/stage/text/glossary.md").read_text(encoding="utf-8").count("\n| ") - len(GROUPS)

    assert sum(map(len, GROUPS.values())) == len(MEANINGS) == rows
    assert all(MEANINGS.values())


def test_every_title_of_a_component_explains_words_of_the_glossary():
    titles = [
        re.findall(r', "([^"]*)"', given)
        for path in (ROOT / "bpe_ui/stage/component").rglob("*.js")
        for given in re.findall(
            r'(?<!function )makeTitle\(((?:say\("[^"]*"\)|[^()])*)\)', path.read_text(encoding="utf-8")
        )
    ]

    assert len(titles) >= 10
    assert {term for terms in titles for term in terms} <= set(MEANINGS)
    assert all(titles)


CARRIERS = re.compile(
    r'(?:terms=|EXPLAINED = |in_markdown\(|makeTitle\((?:say\("[^"]*"\), )?|"data-terms": )\[?([^\])\n]+)'
)
"""What explains words on a page: attributes, the help of a widget, the titles of panels."""


def test_every_word_is_explained_on_some_page():
    code = [*(ROOT / "bpe_ui").rglob("*.py"), *(ROOT / "bpe_ui/stage/component").rglob("*.js")]
    carried = [found for file in code for found in CARRIERS.findall(file.read_text(encoding="utf-8"))]
    words = {word for found in carried for word in re.findall(r'"([^"]*)"', found)}
    stressed = {
        word for file in FOLDER.glob("*.md") for word in re.findall(r"\*([a-z -]+?)s?\*", file.read_text())
    }
    of_rules = {rule.term for rule in RULES.values()}

    assert MEANINGS.keys() <= words | stressed | of_rules


def test_a_sentence_explains_a_term_once_and_never_inside_corpus_text():
    said = "Each merge: ", Token("merge tie"), " is a tie rule's pick; a tie merges once."
    shown = markup.quiet_line(said, terms=["merge", "tie rule", "tie"])

    assert re.findall(r'data-terms="([^"]+)" tabindex="0">([^<]+)<', shown) == [
        ("merge", "merge"),
        ("tie rule", "tie rule"),
        ("tie", "tie"),
    ]


def test_no_tag_stands_in_the_script_of_a_page_which_would_be_taken_out_with_it():
    held = shell.in_script(MEANINGS)
    assert not re.search(r"<[\w/!]", TERMS_JS + held)
    assert "such as \\u003c/w> or" in held
