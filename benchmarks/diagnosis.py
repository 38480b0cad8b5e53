"""Why does mine differ? on planted mistakes: how often step and cause are right, and how long it takes.

The lists come from trainers with one mistake or two (`tests/unit/planted_mistakes.py`, which shares no code
with the product), on texts of several scripts. Prints a table in Markdown, with a row for each mistake, and
the wrong answers.

    make bench-diagnosis
    .venv/bin/python -m benchmarks.diagnosis --texts program hindi --pairs 0

"Rules explain it" counts lists that some rules without a mistake make too: nothing can tell the two apart. A
cause is wrong if it is named as certain and another one was planted; if it is named as one of two, it counts
as "not named".
"""

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Sequence
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


def judged(text: str, profile: str, mistakes: Sequence[str], merges: list[Pair]) -> Result:
    """What is found on one list."""
    began = time.process_time()
    findings = diagnose(Corpus.from_text(text), merges)
    seconds = time.process_time() - began
    mistake, closest = findings.mistake, findings.closest
    rules = closest if mistake is None else mistake.rules
    if rules.profile in planted.PROFILES:
        right = planted.learn(text, rules.profile, merges=MERGES)
        differing = (rank for rank, pair in enumerate(merges) if right[rank : rank + 1] != [pair])
        is_step_right = rules.prefix == next(differing, len(merges))
    else:
        is_step_right = rules.profile is None
    names = [{each.name for each in fit.mistakes} for fit in mistake.fits] if mistake is not None else []
    # A profile that drops capitals gives what this mistake gives with another profile.
    is_lost = "lowercase" in rules.config.normalizers
    wanted = [planted.MISTAKE_OF[each] for each in mistakes if not (is_lost and each == "capitals lost")]
    of_each = [[any(want in name for name in fit) for want in wanted] for fit in names]
    if any(map(all, of_each)):
        kind = "named"
    elif mistake is not None and mistake.is_certain and not any(map(any, of_each)):
        kind = "wrong"
    else:
        kind = "not named" if closest.deviations else "rules explain it"
    found = f"{profile}, {text[:12]!r}, {' and '.join(mistakes)}: {closest.description}, {names}"
    return is_step_right, kind, seconds, found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--texts", nargs="+", default=SCRIPTS, choices=TEXTS)
    parser.add_argument("--pairs", type=int, default=60, help="how often two random mistakes are planted")
    given = parser.parse_args()
    draw, names = random.Random(1), list(planted.MISTAKE_OF)
    cases = [(text, profile, [name]) for text, profile, name in product(given.texts, planted.PROFILES, names)]
    for _ in range(given.pairs):
        text, profile = draw.choice(given.texts), draw.choice([*planted.PROFILES])
        cases.append((text, profile, draw.sample(names, 2)))
    rows: dict[str, list[Result]] = defaultdict(list)
    for name, profile, mistakes in cases:
        text = text_of(name)
        merges = planted.learn(text, profile, mistakes, MERGES)
        fewer = (mistakes[:at] + mistakes[at + 1 :] for at in range(len(mistakes)))
        if merges and all(merges != planted.learn(text, profile, few, MERGES) for few in fewer):
            row = rows[mistakes[0] if len(mistakes) == 1 else "two mistakes"]
            row.append(judged(text, profile, mistakes, merges))
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
