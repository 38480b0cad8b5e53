"""Who may touch what: the session, HTML and markdown each have one door."""

import re
from pathlib import Path

import pytest

from bpe_ui.pages.shell.shell import SCRIPT

ROOT = Path(__file__).parents[2]
SOURCES = sorted([ROOT / "app.py", *(ROOT / "pages").rglob("*.py"), *(ROOT / "bpe_ui").rglob("*.py")])


def users_of(pattern):
    """The files that hold it, by their paths below a wing of `bpe_ui`."""
    found = (path for path in SOURCES if re.search(pattern, path.read_text(encoding="utf-8")))
    return {re.sub(r"^bpe_ui/\w+/", "", path.relative_to(ROOT).as_posix()) for path in found}


def test_every_module_of_the_pages_and_of_the_packages_below_is_looked_at():
    assert {
        "app.py",
        "pages/compare.py",
        "bpe_ui/visit/session.py",
        "bpe_ui/pages/compare/settings/state.py",
    } <= {path.relative_to(ROOT).as_posix() for path in SOURCES}


def test_one_module_touches_the_session_state():
    assert users_of(r"\bst\.session_state\b") == {"session.py"}


def test_one_module_makes_the_widgets_that_choose_among_options():
    widgets = "selectbox|multiselect|radio|segmented_control|pills|select_slider|feedback|menu_button|tabs"

    assert users_of(rf"\.({widgets})\(") == {"widgets/choosing.py"}


def test_one_module_makes_streamlit_call_for_a_change():
    wraps_it, takes_no_action = "widgets/choosing.py", "widgets/display.py"

    assert users_of(r"\bon_change\b") == {"widgets/hearing.py", wraps_it, takes_no_action}


def test_two_modules_put_html_on_a_page_and_one_of_them_only_the_style():
    assert users_of(r"\bst\.html\(") == {"widgets/display.py", "shell/shell.py"}
    assert "st.html(STYLE)" in (ROOT / "bpe_ui/pages/shell/shell.py").read_text(encoding="utf-8")


def test_one_folder_builds_html():
    assert all(path.startswith("html/") for path in users_of(r"</?(span|div|p|li|ul|table|bdi)\b"))


@pytest.mark.parametrize(
    "call", ["markdown", "write", "caption", "error", "warning", "info", "metric", "title"]
)
def test_nothing_is_shown_through_what_parses_markdown(call):
    assert users_of(rf"\bst\.{call}\(") == set()


def test_the_scripts_on_a_page_are_files_of_ours():
    assert users_of(r"unsafe_allow") == {"shell/shell.py"}
    assert (ROOT / "bpe_ui/pages/shell/shell.py").read_text(encoding="utf-8").count("unsafe_allow") == 1
    # All that is filled in are two random names, that of a cookie, and the glossary with what shows it.
    assert set(SCRIPT.get_identifiers()) == {
        "browser",
        "cookie",
        "meanings",
        "terms",
        "visit",
    }


def test_pages_hold_no_loop_and_no_arithmetic():
    for path in (ROOT / "app.py", *(ROOT / "pages").rglob("*.py")):
        source = path.read_text(encoding="utf-8")

        assert not re.search(r"^\s*(for|while)\b", source, re.MULTILINE)
        assert not re.search(r"[\w)\]] [-+*/%] [\w(]", re.sub(r'""".*?"""', "", source, flags=re.DOTALL))


def test_a_component_never_makes_markup_of_text():
    markup = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|\beval\("
    for path in (ROOT / "bpe_ui/stage/component").rglob("*.js"):
        assert not re.search(markup, path.read_text(encoding="utf-8"))


def test_few_modules_mount_a_component():
    views = {
        "ancestry/panel.py",
        "tokenize/vocabulary/view.py",
        "train/component.py",
        "hood/page.py",
        "compare/columns/component.py",
        "tokenize/compare/view.py",
        "tokenize/settings/typing.py",
        "tokenize/rules/component.py",
        "learn/page.py",
    }
    assert users_of(r"\bst\.components\b") == views | {"shell/address_bar.py", "share/share_panel.py"}
