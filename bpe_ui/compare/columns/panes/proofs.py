"""What each column's rules were compared with, and a proof by the installed library."""

import streamlit as st

from bpe_core import PROFILES, BPEError, Corpus
from bpe_core.profiles import Profile
from bpe_core.studies.comparison import Comparison
from bpe_core.studies.library_proof import Proof, cannot_prove, prove
from bpe_ui.compare.settings.state import Compare
from bpe_ui.drafts.rules import profile_of
from bpe_ui.html import chips, markup
from bpe_ui.text.sentences import Sentence, say, say_plainly
from bpe_ui.visit.session import session
from bpe_ui.widgets.display import show

UNDER_WAY = "Training the library on this corpus; please wait."
LARGE_CHARACTERS = 500_000
"""For a larger corpus the library takes long, which the page says beforehand."""


def draw(comparison: Comparison) -> None:
    """A card with a button for each column; those that can be proved here come first."""
    reasons = [cannot_prove(stepper.config, comparison.corpus) for stepper in comparison.steppers]
    for column in sorted(range(len(reasons)), key=lambda column: bool(reasons[column])):
        side, name = comparison.columns[column], profile_of(comparison.columns[column].config)
        profile = None if name is None else PROFILES[name]
        parts = [markup.line(rests_on(profile, can_be_proved=not reasons[column]))]
        if profile is not None and profile.differences:
            parts.append(chips.note(f"Known differences: {profile.differences}"))
        alias = "" if profile is None or profile.title == side.title else profile.title
        show(markup.card(side.title, chips.join(parts), alias))
        _live(comparison, column, reasons[column])


def rests_on(profile: Profile | None, *, can_be_proved: bool = False) -> Sentence:
    """What the rules were compared with, with version and date."""
    if profile is None:
        return say(
            "No named library uses these rules, but Hugging Face tokenizers can be configured to."
            if can_be_proved
            else "No named library uses these rules."
        )
    library = f"{profile.library} {profile.version}".rstrip()
    return say(_RESTS_ON[profile.proved_by], library=library, day=profile.proved_on)


_RESTS_ON = {
    "live": "Compared with {library} on {day}: its recorded output is part of the tests, and you can check it"
    " here.",
    "recorded": "Compared with {library} on {day}: its recorded output is part of the tests.",
    "compared": "Compared with {library} on {day}: its code or printed result was compared once.",
}


def how_long(corpus: Corpus) -> str:
    """How long a proof may take; empty if it takes only a moment.

    >>> how_long(Corpus.from_text("hug pug"))
    ''
    """
    if corpus.characters <= LARGE_CHARACTERS:
        return ""
    return say_plainly(
        "The corpus has {corpus.characters:,} characters: the library may take about 10 seconds.",
        corpus=corpus,
    )


def verdict(proof: Proof) -> Sentence:
    """The result of the proof, in one sentence."""
    if (difference := proof.first_difference) is not None:
        return say(
            "Not equal: merge {it.rank:rank} is {it.ours:pair or nothing: the training has ended} here and"
            " {it.theirs:pair or nothing: the training has ended} in {proof.library} {proof.version}.",
            it=difference,
            proof=proof,
        )
    if proof.first_id_difference is None:
        return say(
            "Equal: {proof.library} {proof.version} makes the same {proof.merges}"
            " {proof.merges:merge|merges}, and every id is the same.",
            proof=proof,
        )
    token, ours, theirs = proof.first_id_difference
    return say(
        "The merges are equal, the ids are not: {proof.library} {proof.version} gives {token:token} the id"
        " {theirs:d or none}, here it has {ours:d or none}.",
        proof=proof,
        token=token,
        ours=ours,
        theirs=theirs,
    )


def told(proof: Proof) -> Sentence:
    """The verdict and, if known, the reason."""
    return verdict(proof) + (say(" {why}", why=proof.reason) if proof.reason else ())


def _live(comparison: Comparison, column: int, reason: str) -> None:
    proofs, stepper = session().of(Compare).proofs, comparison.steppers[column]
    if reason:
        show(markup.quiet_line(say("So it cannot be proved with tokenizers here: {why}", why=reason)))
        return
    if not comparison.is_done:
        show(markup.quiet_line(say("It can be proved once the columns are trained.")))
        return
    if how_long(comparison.corpus):
        show(chips.note(how_long(comparison.corpus)))
    if st.button("Check with the library", key=f"prove_{column}", icon=":material/verified:"):
        with st.spinner(UNDER_WAY, show_time=True):
            try:
                proofs[stepper.config] = told(prove(stepper))
            except BPEError as error:
                proofs[stepper.config] = (str(error),)
    if stepper.config in proofs:
        show(markup.headline(proofs[stepper.config]))
