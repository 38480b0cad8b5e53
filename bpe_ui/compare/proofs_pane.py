"""What each column was held against, and the proof that can be had here and now.

In: a comparison. Out: a card for each column: library, version and day of its proof; and, where the installed
library can follow the rules, a button that trains it on the same corpus and compares merges and ids.
"""

import streamlit as st

from bpe_core import PROFILES, BPEError
from bpe_core.comparison import Comparison
from bpe_core.merges import Pair
from bpe_core.profiles import Profile
from bpe_core.proof import Proof, cannot_prove, prove
from bpe_ui import chips
from bpe_ui.compare import markup
from bpe_ui.compare.state import Held
from bpe_ui.display import show
from bpe_ui.sentences import Number, Sentence, Token, plural, the_pair
from bpe_ui.session import profile_of, session

UNDER_WAY = (
    "Training the library on this corpus; the page waits for it. That is a moment on a small corpus, and some"
    " 10 seconds on one of 5 MB."
)
WORK = "proof"
"""Under this name the session keeps the proofs of the comparison on screen."""


def draw(comparison: Comparison) -> None:
    """A card for each column, and its button."""
    for column, side in enumerate(comparison.sides):
        name = profile_of(side.config)
        profile = None if name is None else PROFILES[name]
        parts = [markup.line(rests_on(profile))]
        if profile is not None and profile.differences:
            parts.append(chips.note(f"Known differences: {profile.differences}"))
        alias = "" if profile is None or profile.title == side.title else profile.title
        show(markup.card(side.title, chips.join(parts), alias))
        _live(comparison, column)


def rests_on(profile: Profile | None) -> Sentence:
    """What the rules were held against, with version and day."""
    if profile is None:
        return ("No library has exactly these rules.",)
    version = f" {profile.version}" if profile.version else ""
    how = {
        "live": "its recorded output is part of the tests, and it can be proved here and now",
        "recorded": "its recorded output is part of the tests",
        "compared": "its code or printed result was compared once",
    }[profile.proved_by]
    return (f"Held against {profile.library}{version} on {profile.proved_on}: {how}.",)


def verdict(proof: Proof) -> Sentence:
    """What came of the proof, in one sentence."""
    where = f"{proof.library} {proof.version}"
    difference = proof.first_difference
    if difference is not None:
        return (
            f"Not equal: merge {difference.rank + 1:,} is ",
            *_pair(difference.ours),
            " here and ",
            *_pair(difference.theirs),
            f" in {where}.",
        )
    if proof.first_id_difference is None:
        merges = Number(proof.merges), f" {plural('merge', proof.merges)}"
        return f"Equal: {where} makes the same ", *merges, ", and every id is the same."
    token, ours, theirs = proof.first_id_difference
    return (
        f"The merges are equal, the ids are not: {where} gives ",
        Token(token),
        f" the id {_number(theirs)}, here it has {_number(ours)}.",
    )


def _live(comparison: Comparison, column: int) -> None:
    proofs, stepper = _proofs(comparison), comparison.steppers[column]
    reason = cannot_prove(stepper.config, comparison.corpus)
    if reason:
        show(markup.quiet_line((reason,)))
        return
    if not comparison.is_done:
        show(markup.quiet_line(("It can be proved as soon as the columns are trained.",)))
        return
    if st.button("Prove it now", key=f"prove_{column}", icon=":material/verified:"):
        with st.spinner(UNDER_WAY, show_time=True):
            try:
                proofs[column] = verdict(prove(stepper))
            except BPEError as error:
                proofs[column] = (str(error),)
    if column in proofs:
        show(markup.headline(proofs[column]))


def _proofs(comparison: Comparison) -> dict[int, Sentence]:
    """What was proved of this comparison, by column."""
    works, corpus = session().compare.works, comparison.corpus
    key = comparison.sides, comparison.merges, comparison.vocab_size
    held = works.get(WORK)
    if held is None or not held.is_for(corpus, key):
        held = works[WORK] = Held(corpus, key, {})
    proofs: dict[int, Sentence] = held.work
    return proofs


def _pair(pair: Pair | None) -> Sentence:
    return ("nothing: the training has ended",) if pair is None else the_pair(pair)


def _number(token_id: int | None) -> str:
    return "none" if token_id is None else f"{token_id:,}"
