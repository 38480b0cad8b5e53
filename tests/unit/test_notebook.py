"""What a notebook shows: the one in docs/ runs, and whatever a text holds is shown as text."""

import ast
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from bpe_core import EXAMPLES, BPEConfig, BPEStepper, Corpus
from tests.ui.hostile import HOSTILE

NOTEBOOK = json.loads((Path(__file__).parents[2] / "docs" / "notebook.ipynb").read_text(encoding="utf-8"))
TAGS = {"div", "b", "code", "bdi", "table", "tr", "th", "td"}


class Shown(HTMLParser):
    """The text of some HTML, and its tags; every tag that is opened is closed."""

    def __init__(self, markup):
        super().__init__()
        self.text, self.tags, self.open = "", set(), []
        self.feed(markup)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.open.append(tag)
        assert attributes == []

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def run_cells():
    """What each code cell's last line gives, as a notebook shows it: HTML, or else a text."""
    names, shown = {}, []
    for cell in NOTEBOOK["cells"]:
        if cell["cell_type"] == "code":
            *lines, last = ast.parse("".join(cell["source"])).body
            exec(compile(ast.Module(lines, []), "a cell", "exec"), names)
            value = eval(compile(ast.Expression(last.value), "a cell", "eval"), names)
            shown.append(value._repr_html_() if hasattr(value, "_repr_html_") else repr(value))
    return shown


def test_the_notebook_in_docs_runs_and_shows_what_its_words_say():
    *shown, played = run_cells()
    begun = Shown(shown[0]).text

    assert "next: u + g" in begun
    assert "u + gug20326.0%" in begun  # 20 times in 3 words, of 77 pairs
    assert shown[6] == "(None, 9, None, 7, 5)"  # b g h n p s u are 0 to 6
    assert "Merge 4 of your 5 differs from “Hugging Face course rules”." in shown[9]
    assert played.startswith("<iframe srcdoc=")
    assert all(cell.get("outputs", []) == [] for cell in NOTEBOOK["cells"])


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_is_text(text):
    corpus = Corpus.from_word_counts({text + "a": 3, text + "b": 2})
    shown = Shown(BPEStepper(corpus, BPEConfig(pre_tokenizer="none"))._repr_html_())
    assert shown.tags <= TAGS
    assert not re.search(r"[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]", shown.text)


def test_a_trace_prints_word_by_word_with_the_rules_that_fire():
    stepper = BPEStepper(EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config)
    stepper.run(3)
    trace = stepper.tokenizer().trace("thug")

    assert repr(trace) == (
        "thug: [UNK] h u g\n  rank 0: u + g -> ug    [UNK] h ug\n  rank 2: h + ug -> hug    [UNK] hug"
    )
    assert trace == tuple(trace)
