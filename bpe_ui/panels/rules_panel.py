"""The panel in the header where a person chooses the rules: a profile, or each rule by itself.

In: widgets. Out: the session's draft of the rules, and a training with them once they are valid together.
Until then the reason stands above the rules, and the training on screen stays as it is.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st

from bpe_core import PROFILES, TIE_BREAKS, BPEConfig
from bpe_core.config import DEFAULT_MARKERS
from bpe_ui.html import chips, markup
from bpe_ui.setup.rules import RULE_FIELDS, of_word_counts, profile_of, title_of
from bpe_ui.text.glossary import in_markdown
from bpe_ui.visit.session import session, set_widget, widget
from bpe_ui.widgets.choosing import choose_button, choose_from_list, choose_radio, choose_several
from bpe_ui.widgets.display import show, show_error

KEY = "rules_popover"
"""The key of the panel; its widget value says whether it is open."""
OWN_RULES = "own"
"""Stands in the list of profiles for rules that are no profile's."""


def popover() -> None:
    """The rules' name, and the button behind which the profiles and every single rule are."""
    config = session().training.config
    profile = profile_of(config)
    unsettled = any(place.startswith("rule_") for place in session().errors)
    show(chips.setting("a rule is not applied yet" if unsettled else title_of(config)), width="content")
    # With another label it would be another popover, and a closed one.
    panel = st.popover("Rules", key=KEY, on_change="rerun", width="content")
    if not panel.open:
        return
    with panel:
        _profile(config, profile)
        if session().training.source.corpus.kind == "word_counts":
            show(chips.note(of_word_counts(config)))
        show_error("rules")
        groups = {group: group for group in _RULE_GROUPS}
        first = next(iter(groups))
        group = choose_button(
            "Rules to set one by one",
            groups,
            default=first,
            help=in_markdown("rules"),
            key="rule_group",
            persist_state="session",
        )
        _RULE_GROUPS[group or first]()


def _profile(config: BPEConfig, profile: str | None) -> None:
    set_widget("profile", profile or OWN_RULES)
    titles = {name: each.title for name, each in PROFILES.items()}
    choose_from_list(
        "Behave like",
        titles if profile else titles | {OWN_RULES: title_of(config)},
        key="profile",
        help=in_markdown("profile"),
        on_change=_take_profile,
    )
    if profile:
        chosen = PROFILES[profile]
        show(chips.note(chosen.description))
        if chosen.differences:
            with st.expander("Where it differs from the library"):
                show(chips.note(chosen.differences))


def _take_profile() -> None:
    name = widget("profile")
    if name != OWN_RULES:
        session().take_profile(name)


def _text_rules() -> None:
    draft = session().draft
    rule = RULE_FIELDS["normalizers"]
    set_widget("rule_normalizers", list(draft["normalizers"]))
    choose_several(
        f"{rule.title}, in this order",
        rule.titles(),
        key="rule_normalizers",
        placeholder="Nothing",
        help=in_markdown("normalizer"),
        on_change=_take_rule,
        args=("normalizers", rule.what, tuple),
    )
    show_error("rule_normalizers")
    show(chips.explanations([(option.title, option.explanation) for option in rule.options]))
    _radio("pre_tokenizer")
    if draft["pre_tokenizer"] == "pattern":
        _text_rule("pattern", "Your pattern", "the pattern")
    set_widget("rule_special_tokens", _kept_lines("rule_special_tokens", draft["special_tokens"]))
    st.text_area(
        "Special tokens, one per line: cut out of every text first, and never merged",
        key="rule_special_tokens",
        height=90,
        help=in_markdown("special token"),
        on_change=_take_rule,
        args=("special_tokens", "the special tokens", _lines),
    )
    show_error("rule_special_tokens")
    label = "Special tokens around a text, with $A for the text; Tokenize adds them when you ask for it"
    _text_rule("template", label, "the template", placeholder="[CLS] $A [SEP]")


def _symbol_rules() -> None:
    draft = session().draft
    _radio("alphabet")
    if draft["alphabet"] == "bytes":
        _radio("base_vocabulary")
        _radio("id_order")
    _radio("word_boundary")
    if draft["word_boundary"] != "none":
        usual = DEFAULT_MARKERS[draft["word_boundary"]]
        _text_rule("boundary_marker", "How the marker is written", "the marker", placeholder=usual)


def _tie_rules() -> None:
    _radio("tie_break")
    if TIE_BREAKS[session().draft["tie_break"]].is_drawn:
        _number_rule("tie_seed", "Seed", "the seed", least=0)
    _radio("count_overlaps")


def _limit_rules() -> None:
    first = "Training stops at whichever limit it reaches first; without one, when no pair is left."
    show(markup.quiet_line((first,), terms=["limit"]))
    _limit("max_merges", "Maximum merges")
    _limit("vocab_size", "Maximum vocabulary size")
    show(chips.note("The vocabulary counts special tokens, byte tokens, base symbols and merges."))
    _number_rule("min_frequency", "Minimum frequency", "the minimum", least=0)
    show(chips.note("2 leaves out what was seen only once, as subword-nmt does; 0 or 1 leaves out nothing."))


def _limit(field: str, label: str) -> None:
    _number_rule(field, label, "the limit", least=1, optional=True, placeholder="no limit")


def _unknown_rules() -> None:
    _radio("unknown")
    if session().draft["unknown"] == "unk":
        _text_rule("unk_token", "Replacement token", "the unknown token")
        set_widget("rule_fuse_unk", session().draft["fuse_unk"])
        st.checkbox(
            "One token for several unknown symbols in a row",
            key="rule_fuse_unk",
            on_change=_take_rule,
            args=("fuse_unk", "the rule for unknown symbols"),
        )
        show_error("rule_fuse_unk")
    show(chips.note("These rules apply when you tokenize a text; the merges stay the same."))


_RULE_GROUPS: dict[str, Callable[[], None]] = {
    "Words": _text_rules,
    "Symbols": _symbol_rules,
    "Ties": _tie_rules,
    "Limits": _limit_rules,
    "Unknown": _unknown_rules,
}

_FOLLOWS: dict[tuple[str, Any], dict[str, Any]] = {
    ("alphabet", "characters"): {"base_vocabulary": "seen", "id_order": "code_point"},
    ("word_boundary", "none"): {"boundary_marker": None},
}
"""What another choice no longer allows: (field, value) -> the fields that then fall back."""


def _radio(field: str) -> None:
    rule = RULE_FIELDS[field]
    set_widget(f"rule_{field}", session().draft[field])
    choose_radio(
        rule.title,
        rule.titles(),
        captions=rule.explanations(),
        help=in_markdown(rule.what.removeprefix("the ")),
        key=f"rule_{field}",
        on_change=_take_rule,
        args=(field, rule.what),
    )
    show_error(f"rule_{field}")


def _text_rule(field: str, label: str, what: str, *, placeholder: str = "") -> None:
    set_widget(f"rule_{field}", session().draft[field] or "")
    st.text_input(
        label,
        key=f"rule_{field}",
        placeholder=placeholder,
        help=in_markdown(field),
        on_change=_take_rule,
        args=(field, what, lambda text: text or None),
    )
    show_error(f"rule_{field}")


def _number_rule(
    field: str, label: str, what: str, *, least: int, optional: bool = False, placeholder: str = ""
) -> None:
    set_widget(f"rule_{field}", session().draft[field])
    st.number_input(
        label,
        min_value=least,
        value=None if optional else "min",
        step=1,
        key=f"rule_{field}",
        placeholder=placeholder,
        help=in_markdown(label.lower()),
        on_change=_take_rule,
        args=(field, what),
    )
    show_error(f"rule_{field}")


def _take_rule(field: str, what: str, read: Callable[[Any], Any] = lambda value: value) -> None:
    current = session()
    value = read(widget(f"rule_{field}"))
    current.draft[field] = value
    current.draft.update(_FOLLOWS.get((field, value), {}))
    if field == "unknown" and value == "unk" and current.draft["unk_token"] is None:
        current.draft["unk_token"] = "[UNK]"
    if current.draft["unknown"] == current.draft["alphabet"] == "bytes" and field == "alphabet":
        current.draft["unknown"] = "keep"
    for place in [place for place in current.errors if place.startswith("rule_")]:
        del current.errors[place]
    current.take_draft(f"rule_{field}", what)


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line for line in text.splitlines() if line)


def _kept_lines(key: str, values: tuple[str, ...]) -> str:
    """What stands in the box, as long as it says the same as the rule; else the rule, one token a line."""
    typed = widget(key)
    return typed if typed is not None and _lines(typed) == values else "\n".join(values)
