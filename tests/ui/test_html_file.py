"""The HTML file of a training holds what the core says, keeps every text a text, and states its limits."""

import base64
import hashlib
import json
import re
import subprocess
import sys
from html import unescape
from itertools import product
from pathlib import Path

import pytest

from bpe_core import EXAMPLES, BPEConfig, BPEStepper, Corpus
from bpe_ui.frame.share.html_file import to_html
from bpe_ui.stage.text import verdicts
from bpe_ui.stage.text.sentences import plain_text
from tests.ui.examples import stepper_of
from tests.ui.hostile import HOSTILE
from tests.ui.stage import plain_texts

ROOT = Path(__file__).parents[2]


def script_of(page, attributes):
    """The only script with these attributes."""
    [script] = re.findall(rf"<script {attributes}>(.*?)</script>", page, re.DOTALL)
    return script


def held_by(page):
    """The message, the verdicts and the glossary in a file."""
    return json.loads(script_of(page, 'type="application/json" id="training"'))


def test_hostile_texts_stay_inside_the_data_and_no_other_script_may_run():
    corpus = Corpus.from_word_counts({text + "a": 2 for text in HOSTILE})
    page = to_html(BPEStepper(corpus, BPEConfig(pre_tokenizer="none", max_merges=3)))

    assert page.count("<script") == page.count("</script") == 2
    assert "<" not in script_of(page, 'type="application/json" id="training"')
    digest = hashlib.sha256(script_of(page, 'type="module"').encode()).digest()
    assert f"script-src 'sha256-{base64.b64encode(digest).decode()}';" in page
    assert "default-src 'none'" in page
    assert not re.search(r'\b(src|href)="', page)


def said_of(pair, given, texts):
    """Score and sentence of a pick, as the file's script finds them."""
    absent = given["absent"]
    score, sentence, _ = given["picks"].get(",".join(map(str, pair)), (0, absent["sentence"], []))
    shown = texts | dict(zip(absent["pick"], map(texts.get, pair), strict=True))
    parts = (part if isinstance(part, str) else shown.get(part.get("t"), part.get("n")) for part in sentence)
    return score, "".join(map(str, parts))


@pytest.mark.parametrize(
    ("corpus", "rules", "symbols_in_all"),
    [("hug_pug_pun", {}, 7 + 7), ({"hug": 3, "x": 2, "ug": 1}, {"limit_alphabet": 3}, 3 + 2)],
    ids=["all letters", "one left out, and with it a word"],
)
def test_of_any_two_symbols_at_any_position_it_says_what_the_core_says_of_the_prediction(
    corpus, rules, symbols_in_all
):
    stepper = stepper_of(corpus, None, **rules)
    held = held_by(to_html(stepper))
    texts = dict(enumerate(plain_texts(held["message"])))

    symbols = [*held["message"]["base"].values()]
    for position, given in enumerate(held["verdicts"]):
        for pair in product(symbols, repeat=2):
            verdict = stepper.at(position).judge(tuple(map(texts.get, pair)))
            expected = verdict.score, plain_text(verdicts.of_prediction(verdict))
            assert said_of(pair, given, texts) == expected
        symbols.append(held["message"]["learned"][str(position)][1])
    assert len(symbols) == symbols_in_all


def test_it_begins_at_the_position_and_moves_nothing():
    stepper = stepper_of("hug_pug_pun", 3)
    message = held_by(to_html(stepper))["message"]

    assert (message["position"], message["first"], message["last"], message["whole"]) == (3, 0, 7, True)
    assert (stepper.position, stepper.known_merges) == (3, 3)


def test_a_notebook_shows_a_page_in_a_frame_that_reaches_nothing_outside():
    page = to_html(stepper_of({"<b>": 3, "&lt;b>": 2, '"><script>': 1}))
    frame = re.fullmatch(
        r'<iframe srcdoc="([^"]*)" sandbox="allow-scripts" [^>]*></iframe>', page._repr_html_()
    )
    assert unescape(frame[1]) == page


def test_it_is_made_without_streamlit():
    module, heavy = "bpe_ui.frame.share.html_file", ("streamlit", "pandas")
    program = f"import sys, {module}; print(*(name in sys.modules for name in {heavy}))"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]


def test_the_file_in_docs_is_what_make_docs_writes():
    example = EXAMPLES["hug_pug_pun"]
    made = to_html(BPEStepper(example.corpus, example.config))
    kept = (ROOT / "docs" / "hug_pug_pun.html").read_text(encoding="utf-8")

    assert kept == made, "`make docs` writes it again"
