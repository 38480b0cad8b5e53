"""The supplied lesson plans, of 20, 45 and 90 minutes, which a teacher may use as they are, copy and change.

>>> [(plan.minutes, len(plan.stops)) for plan in map(ready_plan, READY_PLANS)]
[(20, 4), (45, 7), (90, 9)]
"""

from dataclasses import replace
from typing import Any

from bpe_core import EXAMPLES
from bpe_ui.visit.lesson_plan.plan import LessonPlan, PlanStop
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.pages import settings_codecs
from bpe_ui.visit.training.training import Source

QUIZ_NUMBER = 1
"""Ten questions that are the same for everybody."""


def ready_plan(minutes: int) -> LessonPlan:
    """The plan of this length, at its beginning; a new copy each time, which may be changed."""
    title, stops = READY_PLANS[minutes]
    return LessonPlan(title, [replace(stop, minutes=its_minutes) for stop, its_minutes in stops])


def _stop(title: str, note: str, example: str = "hug_pug_pun", **place: Any) -> PlanStop:
    """A stop without its time; what is set on its page stands in `on_page`, as in a link."""
    on_page, page = place.pop("on_page", {}), place.get("page", "")
    settings = {page: settings_codecs()[page].read(on_page, page)} if on_page else {}
    config = place.pop("config", EXAMPLES[example].config)
    link = Screen(Source.from_example(example), config, settings=settings, **place)
    return PlanStop(title, link, note)


# ---- the stops

FIVE_WORDS = _stop(
    "Five words",
    "First: Press Start a class under Teach, let the phones join, and press Go on. They vote in each view"
    " that asks for a pair. Without phones hands are enough: start no class.\n"
    "Say: A language model reads tokens, not words. Here is how tokens are found. Our text is five words:"
    " hug 10 times, pug 5, pun 12, bun 4 and hugs 5. At first every character is a symbol of its own.\n"
    "Ask: Which two neighbours stand side by side most often? A word counts as often as it occurs.\n"
    "Do: Count one pair together: p + u is in pun and in pug, 12 + 5 = 17. Then let the class choose. When"
    " most phones have voted, press Reveal. Without phones, pick the pair with the most hands and press"
    " Commit.\n"
    "Answer: u + g, 20 times: hug 10, pug 5, hugs 5. Merge makes it one symbol.",
    predict=True,
)
VOTE = _stop(
    "What comes next?",
    "Ask: u + g is one symbol now. Which pair is merged next? Give them a minute to count, and to vote.\n"
    "Do: Press Reveal when most have voted.\n"
    "Answer: u + n, 16 times. Those who chose p + u remembered 17. But the u of pug is now part of"
    " ug, so 12 are left. h + ug is close, with 15.\n"
    "Say: After every merge the counts change, so we count again. That is all of BPE: count, merge, count"
    " again.\n"
    "Do: Press Merge and vote again: h + ug with 15, then p + un with 12.",
    position=1,
    predict=True,
)
TO_THE_END = _stop(
    "Until nothing is left",
    "Ask: Two pairs occur 5 times each. Which of the two would you merge? Let them vote.\n"
    "Do: Press Reveal. Then press the right arrow until merge 7, the last.\n"
    "Say: It was a tie, and this library takes the pair that it saw first: p + ug, in word 2, pug.\n"
    "Ask: Every word is one symbol now. Why would you stop earlier?\n"
    "Answer: A vocabulary has a limited size, and pieces that many words share help with new words.\n"
    "Do: Click hugs to see what it was made of.",
    position=4,
    predict=True,
)
CHECK = _stop(
    "On your own",
    "Say: A new text, and everybody works alone: hug bug hug bug bug.\n"
    "Ask: Write down the first two merges, with their counts.\n"
    "Do: After two minutes they vote on the first one. Press Reveal, then Merge; then the second one.\n"
    "Answer: u + g 5 times, then b + ug 3 times.\n"
    "Ask: Who wrote b + u? It occurred 3 times before the first merge, and 0 times after it.",
    "hug_bug",
    config=FIVE_WORDS.view.config,  # the example's own has special tokens, of which no note speaks
    predict=True,
)
TIE = _stop(
    "A tie",
    "Say: p + ug and hug + s occur 5 times each. BPE merges the most frequent pair, but it does not"
    " say which one if there are two.\n"
    "Ask: Which of the two would you merge, and what should decide? Let them vote.\n"
    "Do: Press Reveal.\n"
    "Answer: Every program has its own tie rule. This one takes the pair that it saw first: p + ug, in"
    " word 2, pug.\n"
    "Do: Under the two pairs of the table, open Other tie rules would choose. Then press the right arrow"
    " until merge 7, the last.",
    position=4,
    predict=True,
)
NEW_WORDS = _stop(
    "New words",
    "Say: The 7 merges are the tokenizer. Now it applies them to new words, in the order in which they"
    " were learned.\n"
    "Do: Step through bug with the right arrow. It ends as b ug.\n"
    "Ask: Why does mug begin with [UNK]? Why is thug [UNK] hug, but unhug un hug?\n"
    "Answer: No word of the text had an m or a t, so they are not in the vocabulary.\n"
    "Do: Press Esc to leave Present, and type the names of your class into the box with the text.",
    page="tokenize",
    position=7,
    on_page={"text": "bug mug thug unhug"},
)
FOUR_RULES = _stop(
    "Four ways to decide a tie",
    "Say: The same five words, and four tie rules. The first difference comes at merge 5.\n"
    "Do: Go to merge 5 with the right arrow. Smallest pair takes hug + s, the others p + ug.\n"
    "Ask: One merge more. Do the vocabularies still differ?\n"
    "Answer: No. After merge 6 all four have both. If training had stopped at 5, they would have"
    " different tokens.",
    page="compare",
)
QUIZ = _stop(
    "Ten questions",
    f"Do: Press Send to the class. The phones show the quiz with number {QUIZ_NUMBER}: the same ten"
    " questions for all, one after the other. Above them you see how many have handed in.\n"
    "Do: Press End quiz. Class results shows each sheet and names the hardest question.\n"
    "Ask: About the hardest question: what would you have to count again?\n"
    "Without a class, or as homework: Press Esc to leave Present, and send them the link in Share."
    " They hand in, and send you their links. Put these into Class results, behind Homework or print.",
    page="quiz",
    on_page={"seed": QUIZ_NUMBER},
)
WORKSHEET = _stop(
    "On paper",
    "Before class: open this view, turn Predict off, and print Share, Worksheet with 4 merges, and its"
    " answer key.\n"
    "Say: Five words, each of them once: low, lower, lowest, newer, wider. The end of a word is a symbol"
    " too.\n"
    "Ask: Find the first 4 merges. In a tie, take the pair that you meet first as you read.\n"
    "Answer: l + o, lo + w, e + r and er + </w>, 3 times each. After that no pair occurs twice.",
    "low_lower",
    predict=True,
)
BYTES = _stop(
    "Bytes",
    "Say: GPT-2 and its successors do not spell with letters, but with the 256 bytes. This tokenizer has"
    " learned 15 merges from three sentences of Vietnamese.\n"
    "Ask: Why is there no [UNK], though mug was in no sentence?\n"
    "Answer: Every text is bytes. m, u and g are one byte each, ở is 3 and 🍜 is 4. With the space before"
    " them, phở and 🍜 were frequent enough to be one token each. Their bytes are shown as GPT-2 writes"
    " them: Ġ is the space.\n"
    "Do: Press Esc to leave Present. Let them dictate words of other languages and emojis, and type them"
    " into the box with the text.",
    "pho",
    page="tokenize",
    position=15,
    on_page={"text": "mug phở 🍜"},
)
LIBRARIES = _stop(
    "Four libraries, one text",
    "Say: The words of the worksheet, trained with the rules of four libraries.\n"
    "Ask: Which one did what you did on paper?\n"
    "Do: Step to merge 1. Textbook and minbpe merge l + o, Hugging Face e + r, subword-nmt w + e.\n"
    "Ask: Whose is right?\n"
    "Answer: All of them. In each column 3 to 5 pairs occur 3 times, and each library breaks that tie"
    " with its own tie rule. So always say whose rules you mean.",
    "low_lower",
    page="compare",
    on_page={
        "choices": [
            {"profile": name} for name in ("textbook", "minbpe_regex", "hf_tokenizers", "subword_nmt")
        ]
    },
)
WHY_MINE = _stop(
    "Why does mine differ?",
    "Say: A student wrote a trainer, and it finds u + g, p + u, u + n, h + u.\n"
    "Ask: Merge 2 should be u + n. The text on the right names several mistakes, and each of them makes these"
    " merges. What do they have in common?\n"
    "Answer: After u + g they count p + u too often. If the counts of the old neighbours are not lowered,"
    " p + u still counts 17 instead of 12.\n"
    "Do: Read the lines of code below that text. Then let those who have a trainer paste their own merges.",
    page="compare",
    on_page={
        "view": "diagnosis",
        "diagnosis_text": "u g\np u\nu n\nh u",
        "diagnosis_expected": "profile:hf_course",
    },
)

READY_PLANS: dict[int, tuple[str, tuple[tuple[PlanStop, int], ...]]] = {
    20: ("BPE in 20 minutes", ((FIVE_WORDS, 5), (VOTE, 6), (TO_THE_END, 4), (CHECK, 5))),
    45: (
        "BPE in 45 minutes",
        (
            *((FIVE_WORDS, 6), (VOTE, 6), (TIE, 6), (NEW_WORDS, 7)),
            *((FOUR_RULES, 5), (CHECK, 5), (QUIZ, 10)),
        ),
    ),
    90: (
        "BPE in 90 minutes",
        (
            *((FIVE_WORDS, 7), (VOTE, 8), (TIE, 7), (WORKSHEET, 15), (NEW_WORDS, 8)),
            *((BYTES, 9), (LIBRARIES, 10), (WHY_MINE, 10), (QUIZ, 16)),
        ),
    ),
}
"""The title and the stops, with the minutes for each, of the plan of each length."""
