"""The Charts page: what a training does to its corpus and vocabulary, merge by merge.

A click on a chart goes to that position.
"""

from collections.abc import Sequence

import streamlit as st

from bpe_core.studies.comparison import train_in_turns
from bpe_ui.charts import frames, sentences
from bpe_ui.charts.frames import Charted
from bpe_ui.charts.settings import SECOND_TRAININGS, ChartSettings, second_training
from bpe_ui.compare.settings.limits import can_be_compared
from bpe_ui.html import chips, cuts, markup
from bpe_ui.long_work import view_work
from bpe_ui.plots import charts
from bpe_ui.text.sentences import plain_text, say_plainly
from bpe_ui.visit.session import session, widget
from bpe_ui.widgets.choosing import choose_from_list
from bpe_ui.widgets.display import ink, show, show_note
from bpe_ui.widgets.fields import Tab, shown_in, tab_buttons
from bpe_ui.widgets.present import exit_button

LENGTHS_LISTED = 3
"""For how many lengths the tokens are listed."""
HEIGHT, FONT_SIZE = 450, 14
"""Of a chart in a window 720 pixels high ..."""
PRESENT_HEIGHT, PRESENT_FONT_SIZE = 370, 20
"""... and of one below large sentences, to be read from the back of a room."""


def draw() -> None:
    """What is set, the chart, and the second training's work."""
    with st.container(key="charts_setup", horizontal=True, vertical_alignment="center"):
        tab_buttons("Chart", TABS, "chart", of="charts")
        choose_from_list(
            "Compare with",
            {"": "Compare with nothing"} | SECOND_TRAININGS,
            label_visibility="collapsed",
            width=290,
            **shown_in("second", of="charts"),
        )
        exit_button()
    visit, second = session(), None
    chosen = visit.of(ChartSettings).second
    if chosen and can_be_compared():
        corpus, rules = second_training(chosen, visit.training)
        second = view_work.ask("charts", train_in_turns, corpus, ((SECOND_TRAININGS[chosen], rules),))
    steppers = {"On Train": visit.training.stepper}
    if second is not None and second.is_over and second.result is not None:
        steppers[SECOND_TRAININGS[chosen]] = second.result.steppers[0]
    charted = []
    for title, stepper in steppers.items():
        known = stepper.known_merges
        here = min(visit.training.stepper.position, known)
        charted.append(Charted(title, stepper, here, here if visit.predicting else known))
    TABS[visit.of(ChartSettings).chart].draw(charted)
    if visit.predicting:
        show_note("While you predict, the charts end at the present position.")
    elif not visit.training.history_is_whole and visit.task is None:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            so_far = "{it.known_merges:,} merges are known so far."
            show(chips.note(say_plainly(so_far, it=visit.training.stepper)), width="content")
            st.button("Train to the end", key="charts_train", on_click=visit.train_to, args=(None,))
    if second is not None and second.result is not None:
        most = second.result.steppers[0].config.max_merges
        show_note(
            "{title} is trained up to merge {most:,} at most.", title=SECOND_TRAININGS[chosen], most=most
        )
    if second is not None:
        view_work.go_on(second)


# ---- the charts


def _size(trainings: Sequence[Charted]) -> None:
    alt_text = _say(
        trainings,
        sentences.size,
        "Each merge writes the most frequent pair as one symbol: the corpus gets shorter, and the vocabulary"
        " longer by one token. Look where the line flattens: from there on, more tokens save little.",
        terms=["merge", "pair", "symbol", "corpus", "vocabulary"],
    )
    symbols = [each.stepper.history.symbols(each.length) for each in trainings]
    _lines(trainings, symbols, "Symbols in the corpus", "symbols", alt_text)


def _ties(trainings: Sequence[Charted]) -> None:
    alt_text = _say(
        trainings,
        sentences.ties,
        "Where several pairs share the highest count, a rule has to break the tie, and two programs may"
        " diverge. Each mark is such a merge: the higher, the more pairs were tied.",
        terms=["count", "tie"],
    )
    frame = frames.tie_frame(trainings)
    if frame.empty:
        show_note("No mark yet: at every merge, one pair alone had the highest count.")
        return
    length = max(training.length for training in trainings)
    chart = charts.tie_chart(frame, trainings[0].position, length, look=_look())
    _draw(chart, "ties", alt_text, goes_to_clicks=True)


def _lengths(trainings: Sequence[Charted]) -> None:
    alt_text = _say(
        trainings,
        sentences.lengths,
        "Short tokens are pieces that many words share; long ones are words or endings that occur often."
        " Step on, and the bars grow to the right. A base symbol is one character, or one byte.",
        terms=["token", "base symbol"],
    )
    look = _look()
    chart = charts.length_chart(
        frames.length_frame(trainings), look=look._replace(height=look.height * 2 // 3)
    )
    _draw(chart, "lengths", alt_text)
    rows = [
        [cuts.label(f"{length:,}"), cuts.cut(tokens)]
        for length, tokens in frames.tokens_by_length(trainings[0])[:LENGTHS_LISTED]
    ]
    heads = "Base symbols", "The longest tokens, in the order of their ids"
    show(cuts.table("The longest tokens", heads, rows))


def _words(trainings: Sequence[Charted]) -> None:
    distinct = session().of(ChartSettings).distinct
    alt_text = _say(
        trainings,
        sentences.distinct_words if distinct else sentences.words,
        "A whole word is one token and needs no further merges. Frequent words get there first; rare ones"
        " stay in pieces, and that is what lets a tokenizer write words that it has never seen.",
        terms=["whole word", "token", "merge"],
    )
    st.toggle(
        "Count each distinct word once, not as often as it occurs",
        **shown_in("distinct", of="charts"),
    )
    whole = [each.stepper.history.whole_words(each.length, distinct=distinct).shares for each in trainings]
    _lines(trainings, whole, "Words that are one token", "words", alt_text)


TABS = {
    "size": Tab("Tokens in the corpus", _size),
    "ties": Tab("Ties", _ties),
    "lengths": Tab("Token lengths", _lengths),
    "words": Tab("Whole words", _words),
}
"""The charts, in the order of their buttons."""


def _say(
    trainings: Sequence[Charted], fact: sentences.Fact, what_to_look_at: str, terms: Sequence[str]
) -> str:
    """Show what a chart shows and what to look at, with these terms; returns the first sentence as text."""
    lines = sentences.found(trainings, fact)
    show(markup.headline(lines[0], terms=["compression"]))
    for about_another in lines[1:]:
        show(chips.tokens_of("charted", markup.line(about_another)))
    show(markup.quiet_line((what_to_look_at, *sentences.last_made(trainings[0])), terms=terms))
    return " ".join(map(plain_text, lines))


def _lines(
    trainings: Sequence[Charted], values: Sequence[Sequence[float]], title: str, name: str, alt_text: str
) -> None:
    number = ".0%" if name == "words" else ",d"
    frame = frames.line_frame(trainings, values)
    chart = charts.line_chart(frame, title, trainings[0].position, look=_look(), number=number)
    _draw(chart, name, f"{title} over the merges. {alt_text}", goes_to_clicks=True)


def _draw(chart: charts.Layered, name: str, alt_text: str, *, goes_to_clicks: bool = False) -> None:
    key = f"chart_{name}"
    st.altair_chart(
        chart, key=key, alt=alt_text, on_select=(lambda: _go_to_click(key)) if goes_to_clicks else "ignore"
    )


def _look() -> charts.Look:
    size = (PRESENT_HEIGHT, PRESENT_FONT_SIZE) if session().present else (HEIGHT, FONT_SIZE)
    return charts.Look(ink(), *size)


def _go_to_click(key: str) -> None:
    """Go to the position that a person clicked, if the training on Train has reached it."""
    visit = session()
    try:
        place = widget(key)["selection"][charts.PLACE][0]["place"]
    except (TypeError, LookupError):  # nothing is selected, or the browser sent something else
        return
    if type(place) is int and 0 <= place <= visit.training.stepper.known_merges and visit.task is None:
        visit.move(place)
