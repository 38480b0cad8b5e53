"""The panel in the header to choose the rules: a profile, or each rule by itself.

Choices go to the visit's draft of the rules, and into a training once they are valid together. Until then the
reason is shown above the rules, and the training on screen stays as it is.
"""

from typing import Any, get_args

import streamlit as st

from bpe_core import PROFILES, BPEConfig, BPEError
from bpe_core.config import RULES, Choice, Flag, Integer, Rule, RuleTab, Several, Text, TokenList
from bpe_ui.frame.widgets.choosing import choose_button, choose_from_list, choose_radio, choose_several
from bpe_ui.frame.widgets.display import opened_panel, show, show_error
from bpe_ui.frame.widgets.hearing import heard_by
from bpe_ui.stage.html import chips, cuts, markup
from bpe_ui.stage.html.chips import join
from bpe_ui.stage.text.glossary import in_markdown
from bpe_ui.stage.text.sentences import say, say_plainly
from bpe_ui.visit.drafts.rules import after_choice, is_asked, of_word_counts, profile_of, rules_title
from bpe_ui.visit.session import session, set_widget, widget

KEY = "rules_popover"
"""The key of the panel; its widget value says whether it is open."""
OWN_RULES = "own"
"""The entry in the list of profiles for rules that no profile has."""
_FIRST_TAB = get_args(RuleTab)[0]
_ABOUT = {
    "Limits": "Training stops at whichever limit it reaches first; without one, when no pair is left.",
    "Unknown": "These rules apply when you tokenize a text; the merges stay the same.",
}
"""The text above the rules of a tab."""


def popover() -> None:
    """The button with the rules' name, and the panel to choose a profile or to change single rules."""
    config = session().training.config
    profile = profile_of(config)
    unsettled = any(place.startswith("rule_") for place in session().errors)
    title = "a rule is not applied yet" if unsettled else rules_title(config)
    panel = opened_panel("Rules", KEY, title.removesuffix(" rules"))
    if panel is None:
        return
    with panel:
        _profile(config, profile)
        _base()
        if session().training.source.corpus.kind == "word_counts":
            show(chips.note(of_word_counts(config)))
        show_error("rules")
        chosen = choose_button(
            "Rules to set one by one",
            {tab: tab for tab in get_args(RuleTab)},
            default=_FIRST_TAB,
            help=in_markdown("rules"),
            key="rule_group",
            persist_state="session",
        )
        tab = chosen or _FIRST_TAB
        if tab in _ABOUT:
            show(markup.quiet_line(say(_ABOUT[tab]), terms=["limit"]))
        for field, rule in RULES.items():
            if rule.tab == tab and is_asked(field, session().draft):
                _rule(field, rule)


def _profile(config: BPEConfig, profile: str | None) -> None:
    set_widget("profile", profile or OWN_RULES)
    titles = {name: each.title for name, each in PROFILES.items()}
    choose_from_list(
        "Behave like",
        titles if profile else titles | {OWN_RULES: rules_title(config)},
        help=in_markdown("profile"),
        **heard_by(_take_profile, key="profile"),
    )
    if profile:
        chosen = PROFILES[profile]
        show(chips.note(chosen.description))
        if chosen.differences:
            with st.expander("Where it differs from the library"):
                show(chips.note(chosen.differences))


def _base() -> None:
    """What the training begins with: nothing, the merges made so far, or a tokenizer that is open."""
    visit, titles = session(), {"": "Nothing"}
    source, stepper = visit.training.source, visit.training.stepper
    if stepper.position > stepper.given_merges:
        so_far = "The {n:,} {n:merge|merges} made so far; then choose another corpus, or another way to cut"
        titles["made"] = say_plainly(so_far, n=stepper.position)
        titles["across"] = say_plainly(
            "The {n:,} {n:merge|merges} made so far, within words; then across spaces", n=stepper.position
        )
    opened = visit.on_page("tokenize").file
    if opened is not None:
        titles["file"] = say_plainly("{title}, as on Tokenize", title=opened.title)
    if source.base is not None:
        titles["base"] = source.base.title
    set_widget("base", "" if source.base is None else "base")
    about = "Merges that come first, in their order, and keep their ids: training goes on after them."
    choose_from_list("Begin with", titles, help=about, **heard_by(_take_base, key="base"))
    if len(titles) == 1:
        show(chips.note("Make some merges, or open a tokenizer on Tokenize, to go on from those."))
    show_error("base")


def _take_base() -> None:
    visit, chosen = session(), widget("base")
    visit.errors.pop("base", None)
    if chosen == "base":
        return
    try:
        across = chosen == "across"
        base = visit.on_page("tokenize").base("made" if across else chosen, visit.training)
    except BPEError as error:
        visit.errors["base"] = str(error)
    else:
        visit.begin_with(base, "base", across_spaces=across)


def _take_profile() -> None:
    name = widget("profile")
    if name != OWN_RULES:
        session().take_profile(name)


def _rule(field: str, rule: Rule) -> None:
    """The widget of a rule, its error and its note."""
    key, value, label = f"rule_{field}", session().draft[field], rule.label
    if isinstance(rule, Several):
        value = list(value)
    elif isinstance(rule, TokenList):
        typed = widget(key)  # which stays as it is, if it says the same
        value = typed if typed is not None and _lines(typed) == value else "\n".join(value)
    elif isinstance(rule, Text):
        value = value or ""
    set_widget(key, value)
    hear = {"help": in_markdown(rule.term), **heard_by(_take_rule, field, key, key=key)}
    if isinstance(rule, Choice):
        captions = [option.explanation for option in rule.options.values()]
        choose_radio(label, _titles(rule), captions=captions, **hear)
        if rule.samples:
            with st.container(key=f"samples_{field}"):
                words = session().training.config.cutter.words
                show(join(markup.labelled("Now:", cuts.cut(words(text))) for text in rule.samples))
    elif isinstance(rule, Several):
        in_order = say_plainly("{label}, in this order", label=label)
        choose_several(in_order, _titles(rule), placeholder="Nothing", **hear)
    elif isinstance(rule, Flag):
        st.checkbox(label, **hear)
    elif isinstance(rule, Integer):
        no_limit = "no limit"
        none: dict[str, Any] = {"value": None, "placeholder": no_limit} if rule.is_optional else {}
        st.number_input(label, min_value=rule.least, step=1, **none, **hear)
    elif isinstance(rule, TokenList):
        st.text_area(label, height=90, **hear)
    elif isinstance(rule, Text):
        usual = rule.usual if isinstance(rule.usual, str) else rule.usual(session().draft)
        st.text_input(label, placeholder=usual, **hear)
    show_error(key)
    if isinstance(rule, Several):
        options = rule.options.values()
        show(chips.explanations([(each.title, each.explanation) for each in options]))
    if rule.note:
        show(chips.note(rule.note))


def _titles(rule: Choice | Several) -> dict[Any, str]:
    return {value: option.title for value, option in rule.options.items()}


def word_marks() -> None:
    """The rule for marks on words, for where words are typed."""
    field, key = "word_boundary", "corpus_word_marks"
    rule = RULES[field]
    if isinstance(rule, Choice) and is_asked(field, session().draft):
        set_widget(key, session().draft[field])
        titles = {value: f"{option.title}: {option.explanation}" for value, option in rule.options.items()}
        choose_from_list(rule.label, titles, **heard_by(_take_rule, field, key, key=key))
        show_error(f"rule_{field}")


def _take_rule(field: str, key: str) -> None:
    current, rule = session(), RULES[field]
    value = widget(key)
    if isinstance(rule, TokenList):
        value = _lines(value)
    elif isinstance(rule, Several):
        value = tuple(value)
    elif isinstance(rule, Text):
        value = value or None
    current.draft = after_choice(current.draft, field, value)
    for place in [place for place in current.errors if place.startswith("rule_")]:
        del current.errors[place]
    current.take_draft(f"rule_{field}", rule.what)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.splitlines() if line)
