"""Whatever somebody brings, the core takes it or says in one sentence why not, with a `BPEError`."""

import json
from contextlib import suppress
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, example, given
from hypothesis import strategies as st

from bpe_core import EXAMPLES, BPEConfig, BPEError, BPEStepper, BPETokenizer, Corpus
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.pre_tokenizers import registry as pre_tokenizers
from bpe_core.studies.comparison import ColumnRules, compare
from bpe_core.studies.diagnosis import diagnose
from bpe_core.studies.grading import check_merges
from bpe_core.studies.quiz import Quiz
from bpe_core.studies.random_ties import random_ties
from bpe_core.studies.user_merges import read_user_merges
from tests.property.strategies import daily

MARKS = "\u0301\u0315\u0344\u0f73\uff9e"

pieces_of_text = st.sampled_from(
    [
        *("hug", "a", " ", "\n", "\r\n", "\t", "\x1c", "\x85", "\u2028", "\0", "\ufeff", "\ud800", "😀", "é"),
        *("9" * 25, "-1", "1e999", "NaN", "٣", *",;:'\"“”[](){}"),
        *("[" * 2_000, "\\", "\\UFFFFFFFF", "\\ud800", "\\777", "\\x", "->", "+", "None", "null"),
        *("#version: 0.2\n", "minbpe v1\n", "YQ== 0\n", "97 98\n", "word,count\n"),
        *("</w>", "Ġ", "▁", "b'", *MARKS),
        *("```", ">>> ", "Out[1]:", "E   ", "assert ", " == ", "@@ -1 +1 @@\n", "\x1b[32m"),
    ]
)
hostile_texts = st.lists(pieces_of_text | st.text(max_size=3), max_size=20).map("".join)
hostile_bytes = hostile_texts.map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary(max_size=60)

hostile_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | hostile_texts
    | st.binary(max_size=3)
    | st.sampled_from([1, -1]).map(lambda sign: sign * 10**5000)
    | st.sampled_from([2**63, np.int64(3), np.int8(-1), np.float64(2.5), "a" * 100_000])
    | st.sampled_from([["a"], ["a", "b"], "ab", [], [1, 2], [None, "a"]]).map(np.array),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.lists(inner, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3)
    ),
    max_leaves=6,
)
json_texts = hostile_values.filter(lambda value: _fits_json(value)).map(json.dumps)
names = st.sampled_from(
    ["a.txt", "a.csv", "a.tsv", "a.json", "a.jsonl", "a.parquet", "merges.txt", "vocab.json", "a", "\ud800"]
)


def _fits_json(value: Any) -> bool:
    with suppress(TypeError, ValueError):
        return bool(json.dumps(value))
    return False


def _is_taken_or_refused(function: Any, *arguments: Any) -> Any:
    """The result, or None if the input is refused in one sentence."""
    message = "One sentence."
    taken = None
    try:
        taken = function(*arguments)
    except BPEError as error:
        message = str(error)
    assert "\n" not in message
    assert message.endswith(".")
    assert len(message) < 3_000
    return taken


@given(hostile_texts | json_texts)
@daily(40, fuzz=20_000)
def test_any_text_is_read_or_refused(text: str) -> None:
    _is_taken_or_refused(Corpus.from_text, text)
    _is_taken_or_refused(Corpus.from_word_count_text, text)
    _is_taken_or_refused(read_user_merges, text)


@given(names, hostile_bytes | json_texts.map(str.encode))
@daily(40, fuzz=20_000)
def test_any_file_is_read_or_refused(name: str, data: bytes) -> None:
    _is_taken_or_refused(Corpus.from_uploads, {name: data})
    _is_taken_or_refused(read_user_merges, data, "the file")
    _is_taken_or_refused(BPETokenizer.from_files, {"the file": data})


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"{number}{'0' * 5_000}\tu\tg\n" for number in range(1, 4)),
        f'{{"{"9" * 5_000}": ["a", "b"]}}',
        "[\\ud800][a] -> [\\ud800a] 256",
        '[["\\ud800", "a"]]',
        '[["a", "b"], ["", "ab"]]',
        "{(97, 98): -5}",
        "{(97, 98): 99999999999}",
        "\n".join(["'" * 2_000 + "," + "'" * 2_000] * 20),
        "merges = [" + "('h', 'u'), " * 5_000 + "('u', 'g')]",
    ],
    ids=range(9),
)
def test_such_lists_are_read_or_refused(text: str) -> None:
    _is_taken_or_refused(read_user_merges, text)
    tokenizer = _is_taken_or_refused(BPETokenizer.from_files, {"merges.json": text.encode()})
    if tokenizer is not None:
        assert tokenizer.token_bytes


@pytest.mark.parametrize("beside", [["dog", "cat"], [[]], [1], {"b'\\x00'": 0, "b'é'": 1}])
def test_any_json_beside_a_list_of_merges_is_taken_or_refused(beside: Any) -> None:
    for name in ("vocab.json", "labels.json"):
        files = {"merges.txt": b"a b\n", name: json.dumps(beside).encode()}
        _is_taken_or_refused(BPETokenizer.from_files, files)


@given(hostile_values)
@daily(40, fuzz=20_000)
def test_any_value_is_a_corpus_or_refused(value: Any) -> None:
    for make in (Corpus.from_text, Corpus.from_documents, Corpus.from_word_counts):
        for given_value in (value, [value], [("hug", value)], [(value, 1)]):
            _is_taken_or_refused(make, given_value)


@given(st.dictionaries(st.sampled_from(list(BPEConfig.__dataclass_fields__)), hostile_values, max_size=2))
@daily(40, fuzz=20_000)
def test_any_values_are_rules_or_refused(rules: dict[str, Any]) -> None:
    config = _is_taken_or_refused(lambda: BPEConfig(**rules))
    if config is not None:
        tokenizer = _is_taken_or_refused(lambda: BPEStepper(Corpus.from_text("hug pug"), config).tokenizer())
        assume(tokenizer is not None)
        _is_taken_or_refused(tokenizer.to_bytes)


@given(hostile_values)
@daily(40, fuzz=20_000)
def test_any_position_pair_id_and_text_is_taken_or_refused(value: Any) -> None:
    example = EXAMPLES["hug_pug_pun"]
    stepper = BPEStepper(example.corpus, example.config)
    tokenizer = stepper.tokenizer()
    for take in (
        *(stepper.goto, stepper.step, stepper.view.judge),
        *(tokenizer.encode, tokenizer.trace, tokenizer.encode_word, tokenizer.decode),
    ):
        _is_taken_or_refused(take, value)
    _is_taken_or_refused(stepper.history.snapshots, 0, value)
    _is_taken_or_refused(tokenizer.decode, [value])
    _is_taken_or_refused(lambda: tokenizer.encode("hug", algorithm=value))


@given(hostile_values)
@example({"0": "#version: 0.2\n", 0: False})
@daily(30, fuzz=20_000)
def test_any_argument_of_a_study_is_taken_or_refused(value: Any) -> None:
    corpus, config = EXAMPLES["hug_pug_pun"].corpus, EXAMPLES["hug_pug_pun"].config
    columns = [ColumnRules("a", config), ColumnRules("b", config)]
    for take in (
        lambda: compare(corpus, columns, merges=value),
        lambda: random_ties(corpus, config, seeds=2, merges=value),
        lambda: diagnose(corpus, value),
        lambda: check_merges(value, corpus, config),
        lambda: Quiz.of_seed(value),
    ):
        _is_taken_or_refused(take)


@given(
    st.text(r"a.\w\s()[]{}|*+?^$-:<>=!12,#&P'", max_size=25),
    st.text("ab \n\u0301", max_size=80).map(lambda text: text * 20),
)
@daily(40, fuzz=20_000, suppress_health_check=[HealthCheck.filter_too_much])
def test_any_pattern_cuts_or_is_refused(pattern: str, text: str) -> None:
    config = _is_taken_or_refused(lambda: BPEConfig(pre_tokenizer="pattern", pattern=pattern))
    if config is not None:
        with mock.patch.object(pre_tokenizers, "PATTERN_SECONDS", 0.2):
            _is_taken_or_refused(Corpus.from_text(text).count_words, config)


@given(
    st.text("abΣé한ﬁ ▁<s>\n" + MARKS, max_size=30),
    st.sampled_from(MARKS),
    st.integers(0, 300),
    st.lists(st.sampled_from(list(NORMALIZERS)), max_size=4),
    st.sampled_from([name for name in PRE_TOKENIZERS if name != "pattern"]),
    st.lists(st.text("ab<s>" + MARKS, min_size=1, max_size=4), max_size=4, unique=True),
)
@daily(40, fuzz=20_000)
def test_any_row_of_marks_between_special_tokens_is_counted_and_encoded_or_refused(
    text: str, mark: str, length: int, normalizers: list[str], pre_tokenizer: str, special_tokens: list[str]
) -> None:
    config = BPEConfig(
        normalizers=tuple(normalizers), pre_tokenizer=pre_tokenizer, special_tokens=tuple(special_tokens)
    )
    row = text + mark * length + text
    counts = _is_taken_or_refused(Corpus.from_text(row).count_words, config)
    tokenizer = BPETokenizer(config, [], [])
    encoding = _is_taken_or_refused(tokenizer.encode, row)
    # What a corpus may hold, a text to encode may hold too; training may read a corpus line by line.
    assert counts is None or encoding is not None or "\n" in row
