"""A person's own pattern: compiled, or refused before it can take the process down."""

from random import Random

import pytest

from bpe_core.errors import ConfigError
from bpe_core.files.tiktoken_pattern import as_python
from bpe_core.pre_tokenizers import custom_pattern
from bpe_core.pre_tokenizers.custom_pattern import MAX_PATTERN_SIZE, compiled_pattern
from bpe_core.pre_tokenizers.patterns import GPT2_PATTERN, GPT4_PATTERN
from tests.unit.test_pre_tokenizers import GPT4O, LLAMA3


@pytest.mark.parametrize("pattern", [GPT2_PATTERN, GPT4_PATTERN, GPT4O, LLAMA3], ids=range(4))
def test_published_patterns_stay_below_a_hundredth_of_the_bound(pattern: str, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(custom_pattern, "MAX_PATTERN_SIZE", MAX_PATTERN_SIZE // 100)
    compiled_pattern.cache_clear()
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
        "((a{999}){999}){999}",
        "(?:" * 40 + "a" + "){1,100}" * 40,
        "(?:" * 40 + "a" + "){2,}?" * 40,
        "((ab|c){400})(?#a comment){400}",
        "(?x)((ab|c){400}) # a comment\n{400}",
        "[(](?:ab|c){300000}",
    ],
)
def test_a_pattern_that_would_take_all_memory_is_refused_at_once(pattern: str) -> None:
    with pytest.raises(ConfigError, match="too large to compile"):
        compiled_pattern(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        *(
            r"[\p{L}&&[^\p{Han}]]+",
            r"[a-c[x-z]]+",
            r"[a-z--b]+",
            r"[a-z~~b]+",
            r"[a||b]+",
            r"[\w&&\P{Han}&&[^a]]+",
        ),
        *(r"\h+", r"\H+", r"[^\h]+", r"[\h&&[^a]]+", r"\x{61}+", r"[\u{61}-\u{63}]+", r"\x{1F600}"),
        *(r"a$", r"a\z", r"a\Z", r"(?m)a$", r"(?i)ss|[a-c[x-z]]", r"[[^a]]+", r"[]a]+", r"[\[a]+", r"[a&b]+"),
    ],
)
def test_a_pattern_cuts_as_it_does_in_tiktoken(pattern: str) -> None:
    tiktoken = pytest.importorskip("tiktoken")
    cut = as_python(f"{pattern}|[\\s\\S]")
    draw = Random(pattern)
    for _ in range(30):
        text = "".join(draw.choices("abcxyzfFgH09 \n\rß漢一[]&|-ſKAs\u0345\u200d😀", k=8))
        parts = {text[start:end].encode() for start in range(8) for end in range(start + 1, 9)}
        ranks = [bytes([byte]) for byte in range(256)] + sorted(part for part in parts if len(part) > 1)
        ids = {token: number for number, token in enumerate(ranks)}
        theirs = tiktoken.Encoding("", pat_str=f"{pattern}|[\\s\\S]", mergeable_ranks=ids, special_tokens={})
        ours = [match[0].encode() for match in compiled_pattern(cut).finditer(text)]
        assert ours == [theirs.decode_single_token_bytes(each) for each in theirs.encode(text)], text


@pytest.mark.parametrize("pattern", [r"\X+", r"[[:alpha:]]+", r"\Ka", r"\<a", r"\x{1234567}"])
def test_what_may_cut_otherwise_than_in_tiktoken_is_refused(pattern: str) -> None:
    with pytest.raises(ConfigError, match="tiktoken and this app may read differently"):
        as_python(pattern)
