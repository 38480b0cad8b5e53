"""What pyproject.toml, CHANGELOG.md and the Streamlit configuration promise each other."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from streamlit import config as streamlit_config

from tests.unit.test_layers import OUR_LAYERS, imports_of

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("group", ["test", "golden"])
def test_a_dependency_group_equals_the_extra_that_plain_pip_installs(group):
    assert PYPROJECT["dependency-groups"][group] == PYPROJECT["project"]["optional-dependencies"][group]


def test_uv_installs_a_tested_version_of_each_requirement_and_one_that_it_allows():
    tested = {
        each.name: each.specifier
        for each in map(Requirement, PYPROJECT["tool"]["uv"]["constraint-dependencies"])
    }
    tested = {
        canonicalize_name(name): str(specifier).removeprefix("==") for name, specifier in tested.items()
    }
    extras = PYPROJECT["project"]["optional-dependencies"].values()
    for needed in map(Requirement, chain(PYPROJECT["project"]["dependencies"], *extras)):
        assert needed.specifier.contains(tested[canonicalize_name(needed.name)]), needed


def test_the_package_names_every_library_that_it_imports():
    named = {canonicalize_name(Requirement(each).name) for each in PYPROJECT["project"]["dependencies"]}
    libraries = {
        imported.module.partition(".")[0]
        for layer in ("bpe_core", "bpe_ui")
        for file in (ROOT / layer).rglob("*.py")
        for imported in imports_of(file, layer)
        if imported.at_load
    }
    libraries -= OUR_LAYERS | sys.stdlib_module_names
    installed_from = packages_distributions()
    assert "streamlit" in libraries
    assert [each for each in libraries if canonicalize_name(installed_from[each][0]) not in named] == []


def test_the_changelog_and_the_citation_have_the_version():
    version = PYPROJECT["project"]["version"]
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    headings = [
        line for line in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines() if line[:3] == "## "
    ]
    assert any(line.startswith(f"## [{version}]") for line in headings)


def test_streamlit_knows_every_option_that_is_set_or_told_to_set():
    hosting = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    settings = [(ROOT / ".streamlit/config.toml").read_text(encoding="utf-8")]
    settings += re.findall(r"```toml\n(.*?)```", hosting, re.DOTALL)
    known = set(streamlit_config.get_config_options())
    assert len(settings) == 2
    assert {key for text in settings for key in dotted_keys(tomllib.loads(text))} - known == set()


def test_no_style_has_the_whole_page_styled_anew_at_each_change_of_a_class():
    rules = [line for file in ROOT.glob("bpe_ui/**/*.css") for line in file.read_text("utf-8").splitlines()]
    # the last is of long lists: a new item styles all that the rule is about
    slow = r":has\([^{]*\[class|\[class[^]]*\]:has\(|:has\(> :nth-child\(\d\d"
    assert [rule for rule in rules if re.search(slow, rule)] == []


def dotted_keys(settings: dict[str, object], prefix: str = "") -> list[str]:
    """`{"theme": {"light": {"textColor": ...}}}` -> `["theme.light.textColor"]`."""
    keys = []
    for name, value in settings.items():
        dotted = f"{prefix}{name}"
        keys += dotted_keys(value, f"{dotted}.") if isinstance(value, dict) else [dotted]
    return keys
