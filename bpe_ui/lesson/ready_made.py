"""Lessons that a teacher can open with a click.

Where a note counts a pair, as in "u + g 20", that is its count at the stop; the tests look.
"""

from dataclasses import replace
from typing import Any

from bpe_core import EXAMPLES
from bpe_ui.compare.state import Settings
from bpe_ui.lesson.lesson import Lesson, Stop
from bpe_ui.share.links import Link
from bpe_ui.tokenize.state import TokenizeSettings
from bpe_ui.training.training import Source


def _stop(title: str, note: str, example: str, position: int = 0, *, rules: Any = None, **place: Any) -> Stop:
    config = replace(EXAMPLES[example].config, **(rules or {}))
    view = Link(Source.from_example(example), config, position=position, **place)
    return Stop(title, view, note)


READY_MADE = (
    Lesson(
        "hug, pug, pun in 20 minutes",
        [
            _stop(
                "Five words, cut into characters",
                "Ask: which two neighbours occur most often? Count together: u + g 20, since hug occurs 10"
                " times, pug 5 and hugs 5. Then p + u 17 and u + n 16.",
                "hug_pug_pun",
            ),
            _stop(
                "The first merge",
                "u + g became ug in three words at once, and the corpus has 20 symbols fewer. The counts have"
                " changed: p + u 12, because the pu of pug is gone.",
                "hug_pug_pun",
                1,
            ),
            _stop(
                "What comes next?",
                "Counts are hidden. Let the class pick a pair and give a reason, then press the right arrow."
                " The answer is u + n 16; h + ug 15 is close behind.",
                "hug_pug_pun",
                1,
                predict=True,
            ),
            _stop(
                "A merge of a merge",
                "hug is one token now, made of h and ug. Short pieces come first, words grow from them."
                " Next is p + un 12.",
                "hug_pug_pun",
                3,
            ),
            _stop(
                "A tie",
                "p + ug 5 and hug + s 5: the counts do not decide. Ask what a program should do, and point at"
                " the tied pairs to see what other rules take.",
                "hug_pug_pun",
                4,
            ),
            _stop(
                "The end",
                "Every word is one token: 36 symbols are left of 113. Ask what a tokenizer gains that stops"
                " earlier, and what it loses.",
                "hug_pug_pun",
                7,
            ),
            _stop(
                "New words, after three merges",
                "The merges are applied to words that nobody counted. m and t do not occur in the five words,"
                " so mug and thug become [UNK] ug and [UNK] hug.",
                "hug_pug_pun",
                3,
                page="tokenize",
                tokenize=TokenizeSettings("bug mug thug unhug"),
            ),
        ],
    ),
    Lesson(
        "Ties",
        [
            _stop(
                "Five pairs, one count",
                "l + o 3, o + w 3, w + e 3, e + r 3 and r + </w> 3: nothing in BPE says which goes first."
                " Ask the class to write down a rule that decides, before you show any.",
                "low_lower",
            ),
            _stop(
                "First seen",
                "This rule takes the pair that stands first in the text: it began with lo and low."
                " Next is e + r 3, tied with r + </w> 3.",
                "low_lower",
                2,
            ),
            _stop(
                "Alphabetical order",
                "The same corpus, but of tied pairs the first in alphabetical order is merged: it began with"
                " er and er</w>. Next is l + o 3, tied with o + w 3.",
                "low_lower",
                2,
                rules={"tie_break": "smallest_pair"},
            ),
            _stop(
                "Four rules side by side",
                "The columns diverge at the first merge: step with the right arrow. Ask which of them know"
                " low after three merges, and what the others have learned instead.",
                "low_lower",
                page="compare",
                compare=Settings(),
            ),
            _stop(
                "If ties were drawn at random",
                "A hundred trainings on the same text learn a hundred different vocabularies, and no merge is"
                " in all of them. Yet 9 or 10 symbols are left of 29 each time: ties change what is learned,"
                " and hardly the compression.",
                "low_lower",
                page="compare",
                compare=Settings(view="random_ties"),
            ),
            _stop(
                "Does it matter?",
                "Here the paths meet again: p + ug and hug + s are both merged, whichever goes first. A tie"
                " can change the order alone, or what is learned.",
                "hug_pug_pun",
                page="compare",
                compare=Settings(view="worlds"),
            ),
        ],
    ),
)
"""The lessons in the order in which they are offered."""
