"""A person's own pattern: compiled, or refused before it can take the process down."""

import time

import pytest

from bpe_core.errors import ConfigError
from bpe_core.pre_tokenizers.custom_pattern import compiled_pattern
from bpe_core.pre_tokenizers.registry import GPT2_PATTERN, GPT4_PATTERN


@pytest.mark.parametrize(
    "pattern", [GPT2_PATTERN, GPT4_PATTERN, r"\w+|\S", r"(a|b)\1", r"\(?R\)", "[(?]R", "a{500}"]
)
def test_ordinary_patterns_are_compiled(pattern: str) -> None:
    assert compiled_pattern(pattern).pattern == pattern


@pytest.mark.parametrize("pattern", ["(", "[a", "a**", r"\p{Nope}", "\\", "(" * 400 + ")" * 400])
def test_what_is_no_regular_expression_is_refused_and_shown(pattern: str) -> None:
    with pytest.raises(ConfigError, match="is not a regular expression") as caught:
        compiled_pattern(pattern)
    assert repr(pattern) in str(caught.value)


@pytest.mark.parametrize(
    "pattern", ["(?R)?a", "(?0)", "(a(?1)?b)", "(?<n>a)(?&n)", "(?P<n>a)(?P>n)", "(?+1)(a)"]
)
def test_a_pattern_that_calls_itself_or_a_group_is_refused(pattern: str) -> None:
    with pytest.raises(ConfigError, match="calls itself or a group"):
        compiled_pattern(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        "a{100000000}",
        "(?:ab|c){300000}",
        "((a{999}){999}){999}",
        "(?:" * 40 + "a" + "){1,100}" * 40,
        "(?:" * 40 + "a" + ")+" * 40,
        "(?:" * 40 + "a" + "){2,}?" * 40,
        "((ab|c){400})(?#a comment){400}",
        "(?x)((ab|c){400})  {400}",
        "(?x)((ab|c){400}) # a comment\n{400}",
        "[(](?:ab|c){300000}",
        r"\((?:ab|c){300000}",
    ],
)
def test_a_pattern_that_would_take_all_memory_is_refused_at_once(pattern: str) -> None:
    started = time.perf_counter()
    with pytest.raises(ConfigError, match="too large to compile"):
        compiled_pattern(pattern)
    assert time.perf_counter() - started < 1
