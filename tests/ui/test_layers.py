"""Who may touch what: the session, HTML and markdown each have one door."""

import re
from pathlib import Path

import pytest

from bpe_ui.stage_view import SCRIPTS

ROOT = Path(__file__).parents[2]
SOURCES = sorted([ROOT / "app.py", *(ROOT / "pages").glob("*.py"), *(ROOT / "bpe_ui").glob("*.py")])


def users_of(pattern):
    return {path.name for path in SOURCES if re.search(pattern, path.read_text(encoding="utf-8"))}


def test_one_module_touches_the_session_state():
    assert users_of(r"\bst\.session_state\b") == {"session.py"}


def test_two_modules_put_html_on_a_page_and_one_of_them_only_the_style():
    assert users_of(r"\bst\.html\(") == {"display.py", "shell.py"}
    assert "st.html(STYLE)" in (ROOT / "bpe_ui/shell.py").read_text(encoding="utf-8")


def test_one_module_builds_html():
    assert users_of(r"</?(span|div|p|li|ul|table|bdi)\b") == {"chips.py"}


@pytest.mark.parametrize(
    "call", ["markdown", "write", "caption", "error", "warning", "info", "metric", "title"]
)
def test_nothing_is_shown_through_what_parses_markdown(call):
    assert users_of(rf"\bst\.{call}\(") == set()


def test_the_one_script_on_a_page_is_a_file_of_ours():
    shell = (ROOT / "bpe_ui/shell.py").read_text(encoding="utf-8")

    assert users_of(r"unsafe_allow") == {"shell.py"}
    assert shell.count("unsafe_allow") == 1
    assert "st.html(COMMIT_BEFORE_ESCAPE, unsafe_allow_javascript=True)" in shell
    assert 'COMMIT_BEFORE_ESCAPE = Path(__file__).with_name("commit_before_escape.html")' in shell


def test_pages_hold_no_loop_and_no_arithmetic():
    for path in (ROOT / "app.py", *(ROOT / "pages").glob("*.py")):
        source = path.read_text(encoding="utf-8")

        assert not re.search(r"^\s*(for|while)\b", source, re.MULTILINE)
        assert not re.search(r"[\w)\]] [-+*/%] [\w(]", re.sub(r'""".*?"""', "", source, flags=re.DOTALL))


STAGE = ROOT / "bpe_ui/stage"


def test_every_script_of_the_stage_is_sent_and_the_one_that_exports_it_comes_last():
    assert sorted(SCRIPTS) == sorted(path.stem for path in STAGE.glob("*.js"))
    exporting = [name for name in SCRIPTS if "export default" in (STAGE / f"{name}.js").read_text("utf-8")]
    assert exporting == [SCRIPTS[-1]]


def test_the_stage_never_makes_markup_of_text():
    for path in STAGE.glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|createContextualFragment|\beval\(",
            path.read_text(encoding="utf-8"),
        )


def test_one_module_mounts_the_stage():
    assert users_of(r"\bst\.components\b") == {"stage_view.py"}
