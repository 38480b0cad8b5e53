"""Why does mine differ? on planted mistakes: how often step and cause are right, and how long it takes.

The lists come from trainers with a mistake (`tests/unit/planted_mistakes.py`, which shares no code with the
product), on texts of several scripts. Prints a table in Markdown, with a row for each mistake, and the wrong
answers.

    make bench-diagnosis
    .venv/bin/python -m benchmarks.diagnosis --texts program hindi

"Rules explain it" counts lists that some rules without a mistake make too: nothing can tell the two apart. A
cause is wrong if it is named as certain and another one was planted.
"""

import argparse
import time
from collections import defaultdict
from itertools import product

from benchmarks.measuring import print_head, print_line
from bpe_core import Corpus
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis import diagnose
from tests.golden.corpora import TEXTS
from tests.unit import planted_mistakes as planted

SCRIPTS = ("program", "hindi", "japanese", "arabic", "english")
SPECIAL = f" {planted.SPECIAL} "
MOST_CHARACTERS = 6_000
MERGES = 120
KINDS = ("named", "rules explain it", "not named", "wrong")

Result = tuple[bool, str, float, str]
"""Whether the step is right, one of `KINDS`, the seconds of this process, and what was found."""


def text_of(name: str) -> str:
    """A text, with two special tokens in it."""
    text = TEXTS[name][:MOST_CHARACTERS]
    third = len(text) // 3
    return text[:third] + SPECIAL + text[third : 2 * third] + SPECIAL + text[2 * third :]


def judged(text: str, profile: str, planted_one: str, merges: list[Pair]) -> Result:
    """What is found on one list."""
    began = time.process_time()
    findings = diagnose(Corpus.from_text(text), merges)
    seconds = time.process_time() - began
    rules = findings.closest
    if rules.profile in planted.PROFILES:
        right = planted.learn(text, rules.profile, merges=MERGES)
        differing = (rank for rank, pair in enumerate(merges) if right[rank : rank + 1] != [pair])
        is_step_right = rules.prefix == next(differing, len(merges))
    else:
        is_step_right = rules.profile is None
    names = [change.name for cause in findings.causes for change in cause.changes]
    if planted.MISTAKE_OF[planted_one] in names:
        kind = "named"
    elif findings.is_certain:
        kind = "wrong"
    else:
        kind = "not named" if rules.deviations else "rules explain it"
    found = f"{profile}, {text[:12]!r}, {planted_one}: {rules.description}, {names}"
    return is_step_right, kind, seconds, found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--texts", nargs="+", default=SCRIPTS, choices=TEXTS)
    given = parser.parse_args()
    rows: dict[str, list[Result]] = defaultdict(list)
    for name, profile, mistake in product(given.texts, planted.PROFILES, planted.MISTAKE_OF):
        text = text_of(name)
        merges = planted.learn(text, profile, [mistake], MERGES)
        if merges and merges != planted.learn(text, profile, (), MERGES):
            rows[mistake].append(judged(text, profile, mistake, merges))
    print_head("mistake", "lists", "step right", *KINDS, "seconds", "slowest")
    for name, row in rows.items():
        rights, kinds, seconds, _ = zip(*row, strict=True)
        times = f"{sum(seconds) / len(row):.1f}", f"{max(seconds):.1f}"
        print_line(name, len(row), sum(rights), *map(kinds.count, KINDS), *times)
    for _, kind, _, found in (result for row in rows.values() for result in row):
        if kind in ("wrong", "not named"):
            print(f"- {kind}: {found}")


if __name__ == "__main__":
    main()
