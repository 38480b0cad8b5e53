"""The browser and Python fill a template in the same way."""

import json
from pathlib import Path

from bpe_core.phrases import Phrase

CASES = json.loads(Path(__file__).with_name("template_cases.json").read_text(encoding="utf-8"))


def test_a_template_says_the_same_in_python_and_in_the_browser(bench):
    by_python = [Phrase(template, **values) for template, values, _ in CASES]
    say = "async cases => { const { say } = await import('/component/say.js');"
    by_browser = bench.page.evaluate(say + " return cases.map(([t, values]) => say(t, values)); }", CASES)

    assert by_python == by_browser == [said for *_, said in CASES]
