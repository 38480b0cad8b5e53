"""The command `bpe-stepper` says what can be set, and what is limited."""

import pytest

from bpe_ui.server import command


def test_its_help_names_the_options_and_the_limits(capsys):
    with pytest.raises(SystemExit, match="0"):
        command.main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    for part in ("--port", "--address", "--memory-mb", "A file can have up to 100 MB", "STREAMLIT_"):
        assert part in told


@pytest.mark.parametrize("given", [["--port", "many"], ["--memory-mb", "all"], ["--nonsense"]])
def test_a_bad_option_is_refused_with_one_line(capsys, given):
    with pytest.raises(SystemExit, match="2"):
        command.main(given)
    assert "bpe-stepper: error:" in capsys.readouterr().err.splitlines()[-1]
