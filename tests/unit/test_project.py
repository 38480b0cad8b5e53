"""What pyproject.toml, CHANGELOG.md and the Streamlit configuration promise each other."""

import tomllib
from pathlib import Path

import pytest
from streamlit import config as streamlit_config

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("group", ["test", "golden", "bench"])
def test_a_dependency_group_equals_the_extra_that_plain_pip_installs(group):
    assert PYPROJECT["dependency-groups"][group] == PYPROJECT["project"]["optional-dependencies"][group]


def test_the_changelog_has_a_section_for_the_version():
    version = PYPROJECT["project"]["version"]
    headings = [
        line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "
    ]
    assert any(line.startswith(f"## [{version}]") for line in headings)


def test_streamlit_knows_every_option_that_is_set():
    settings = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    known = set(streamlit_config.get_config_options())
    unknown = {key for key in dotted_keys(settings) if key not in known}
    assert unknown == set()


def dotted_keys(settings: dict[str, object], prefix: str = "") -> list[str]:
    """`{"theme": {"light": {"textColor": ...}}}` -> `["theme.light.textColor"]`."""
    keys = []
    for name, value in settings.items():
        dotted = f"{prefix}{name}"
        keys += dotted_keys(value, f"{dotted}.") if isinstance(value, dict) else [dotted]
    return keys
