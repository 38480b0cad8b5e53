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
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bpe_core import Corpus
from bpe_core.merges import Pair
from bpe_core.studies.diagnosis import Findings, diagnose
from tests.golden.corpora import TEXTS
from tests.unit import planted_mistakes as planted

SCRIPTS = ("program", "hindi", "japanese", "arabic", "english")
SPECIAL = f" {planted.SPECIAL} "
MOST_CHARACTERS = 6_000
MERGES = 120


@dataclass
class Row:
    """The results for all lists with one mistake."""

    lists: int = 0
    step_right: int = 0
    named: int = 0
    by_rules: int = 0
    wrong: list[str] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def line(self, mistake: str) -> str:
        """The row of the table."""
        figures = self.lists, self.step_right, self.named, self.by_rules, len(self.unnamed), len(self.wrong)
        slowest, mean = max(self.seconds), sum(self.seconds) / len(self.seconds)
        return f"| {mistake} | {' | '.join(map(str, figures))} | {mean:.1f} | {slowest:.1f} |"


def text_of(name: str) -> str:
    """A text, with two special tokens in it."""
    text = TEXTS[name][:MOST_CHARACTERS]
    third = len(text) // 3
    return text[:third] + SPECIAL + text[third : 2 * third] + SPECIAL + text[2 * third :]


def diagnosed(corpus: Corpus, merges: Sequence[Pair]) -> tuple[Findings, float]:
    """The findings, and how many seconds of this process they took."""
    began = time.process_time()
    findings = diagnose(corpus, merges)
    return findings, time.process_time() - began


def judge(row: Row, text: str, profile: str, mistakes: tuple[str, ...], merges: list[Pair]) -> None:
    """Add one list to a row."""
    findings, seconds = diagnosed(Corpus.from_text(text), merges)
    mistake, closest = findings.mistake, findings.closest
    rules = closest if mistake is None else mistake.rules
    row.lists += 1
    row.seconds.append(seconds)
    if rules.profile in planted.PROFILES:
        right = planted.learn(text, rules.profile, merges=MERGES)
        differing = (rank for rank, pair in enumerate(merges) if right[rank : rank + 1] != [pair])
        row.step_right += rules.prefix == next(differing, len(merges))
    else:
        row.step_right += rules.profile is None
    names = [{each.name for each in fit.mistakes} for fit in mistake.fits] if mistake is not None else []
    # A profile that drops capitals gives what this mistake gives with another profile.
    is_lost = "lowercase" in rules.config.normalizers
    wanted = [planted.MISTAKE_OF[each] for each in mistakes if not (is_lost and each == "capitals lost")]
    if any(all(any(want in name for name in fit) for want in wanted) for fit in names):
        row.named += 1
    elif (
        mistake is not None
        and mistake.is_certain
        and not any(all(any(want in name for want in wanted) for name in fit) for fit in names)
    ):
        row.wrong.append(f"{profile}, {' and '.join(mistakes)}: {names}")
    elif not closest.deviations:
        row.by_rules += 1
    else:
        row.unnamed.append(
            f"{profile}, {text[:12]!r}, {' and '.join(mistakes)}: {closest.description}, {names}"
        )


def cases(texts: Sequence[str], pairs: int) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Text, profile and mistakes: first each mistake alone with all, then random pairs."""
    for name in texts:
        for profile in planted.PROFILES:
            for mistake in planted.MISTAKE_OF:
                yield name, profile, (mistake,)
    draw = random.Random(1)
    for _ in range(pairs):
        two = draw.sample(list(planted.MISTAKE_OF), 2)
        yield draw.choice(texts), draw.choice(list(planted.PROFILES)), (two[0], two[1])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--texts", nargs="+", default=SCRIPTS, choices=TEXTS)
    parser.add_argument("--pairs", type=int, default=60)
    parser.add_argument(
        "--seconds", type=float, default=3_600, help="stop after these, cases drawn in any order"
    )
    options = parser.parse_args()
    rows: dict[str, Row] = defaultdict(Row)
    drawn, until = list(cases(options.texts, options.pairs)), time.monotonic() + options.seconds
    random.Random(2).shuffle(drawn)
    for name, profile, mistakes in drawn:
        if time.monotonic() > until:
            break
        text = text_of(name)
        merges = planted.learn(text, profile, mistakes, MERGES)
        alone = [
            planted.learn(text, profile, mistakes[:at] + mistakes[at + 1 :], MERGES)
            for at in range(len(mistakes))
        ]
        if merges and merges not in alone:  # otherwise the mistake changes nothing
            judge(
                rows[mistakes[0] if len(mistakes) == 1 else "two mistakes"], text, profile, mistakes, merges
            )
    print(
        "| mistake | lists | step right | named | rules explain it | not named | wrong | seconds | slowest |"
    )
    print("|---|" + "---|" * 8)
    for mistake, row in rows.items():
        print(row.line(mistake))
    for row in rows.values():
        for case in row.wrong:
            print(f"- wrong: {case}")
        for case in row.unnamed:
            print(f"- not named: {case}")


if __name__ == "__main__":
    main()
