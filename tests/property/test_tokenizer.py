"""What holds for every text, every trained tokenizer and every list of merge rules."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import PROFILES, TIE_BREAKS, BPEConfig, BPEStepper, Corpus
from bpe_core.encoding.merge_rules import ALGORITHMS, MergeRules
from bpe_core.studies.vocabulary_study import VocabularyStudy
from tests.oracle import learn

# Few letters force overlaps and ties; the marker's own characters and the backslash may go wrong.
WORDS = st.text("ab", min_size=1, max_size=12)
TEXTS = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)
ODD_TEXTS = st.text("ab </w>▁\\Ġé́日🤗\n\t", max_size=30)
ANY_TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
BOUNDARIES = st.sampled_from(["none", "end_symbol", "end_suffix", "start_prefix"])


def trained(text, config, merges):
    stepper = BPEStepper(Corpus.from_text(text), config)
    stepper.run(max_merges=merges)
    return stepper.tokenizer()


@st.composite
def trained_tokenizers(draw, texts=TEXTS, **fixed):
    """A tokenizer that some rules trained on some text, up to some position."""
    config = BPEConfig(
        word_boundary=draw(BOUNDARIES),
        alphabet=fixed.pop("alphabet", None) or draw(st.sampled_from(["characters", "bytes"])),
        tie_break=draw(st.sampled_from(list(TIE_BREAKS))),
        count_overlaps=draw(st.booleans()),
        **fixed,
    )
    return trained("a " + draw(texts), config, draw(st.integers(1, 40)))


@st.composite
def rule_lists(draw):
    """Rules that no training would learn: in any order, as long as every token can be made."""
    base, count = draw(st.integers(1, 3)), draw(st.integers(0, 8))
    pairs = []
    for rank in range(count):
        made_before = st.integers(0, base + rank - 1)
        pairs.append((draw(made_before), draw(made_before)))
    order = draw(st.permutations(range(count)))
    new_number = {base + rank: base + order.index(rank) for rank in range(count)}
    shuffled = [tuple(new_number.get(symbol, symbol) for symbol in pairs[rank]) for rank in order]
    return base, shuffled


def without_repeats(base, pairs):
    """The rules whose tokens, as text, no earlier rule joins from the same two parts."""
    text_of = {number: chr(ord("a") + number) for number in range(base)}
    while len(text_of) < base + len(pairs):
        for rank, (left, right) in enumerate(pairs):
            if left in text_of and right in text_of:
                text_of[base + rank] = text_of[left] + text_of[right]
    joined = [(text_of[left], text_of[right]) for left, right in pairs]
    return text_of, joined, len(set(joined)) == len(joined)


def lowest_rank_slowly(symbols: list[str], rules: list[tuple[str, str]]) -> list[str]:
    """Look at every pair again before every merge; take the leftmost pair of the lowest rank."""
    symbols = list(symbols)
    while True:
        pairs = list(pairwise(symbols))
        ranked = [(rules.index(pair), place) for place, pair in enumerate(pairs) if pair in rules]
        if not ranked:
            return symbols
        _, place = min(ranked)
        symbols[place : place + 2] = [symbols[place] + symbols[place + 1]]


def in_order_slowly(symbols: list[str], rules: list[tuple[str, str]]) -> list[str]:
    """One sweep from left to right for each rule."""
    for left, right in rules:
        merged, place = [], 0
        while place < len(symbols):
            if tuple(symbols[place : place + 2]) == (left, right):
                merged.append(left + right)
                place += 2
            else:
                merged.append(symbols[place])
                place += 1
        symbols = merged
    return list(symbols)


@given(rule_lists(), st.lists(st.integers(0, 2), max_size=25))
def test_rules_apply_as_in_their_slow_form_whatever_the_list(base_and_pairs, word):
    base, pairs = base_and_pairs
    texts, joined, all_different = without_repeats(base, pairs)
    if not all_different:
        return
    rules = MergeRules([ord("a") + number for number in range(base)], pairs, BPEConfig())
    word = [number % base for number in word]

    result = rules.merge(word)

    expected = lowest_rank_slowly([texts[number] for number in word], joined)
    assert [rules.table.text(symbol) for symbol in result.symbols] == expected
    ends = [*result.starts[1:], len(word)] if word else []
    spelled = ["".join(texts[n] for n in word[a:b]) for a, b in zip(result.starts, ends, strict=True)]
    assert spelled == expected
    assert len(result.fired) == len(word) - len(result.symbols)


@given(trained_tokenizers(texts=st.one_of(TEXTS, ODD_TEXTS)))
def test_every_token_that_a_training_learns_has_the_rule_of_its_merge(tokenizer):
    study = VocabularyStudy(tokenizer)
    assert all(
        entry.rule.pair == tokenizer.merges[entry.rule.rank]
        for entry in study.entries(study.of_kind["learned"])
    )


@given(trained_tokenizers(), TEXTS)
def test_merges_of_a_training_give_the_same_if_each_is_applied_once_in_the_order_learned(tokenizer, text):
    for word in tokenizer.trace(text):
        assert [*word.tokens] == in_order_slowly([*word.symbols], [*tokenizer.merges])


@given(st.dictionaries(WORDS, st.integers(1, 5), min_size=1, max_size=8), BOUNDARIES, st.integers(1, 20))
def test_the_words_of_the_corpus_encode_to_their_final_splits(word_counts, boundary, merges):
    config = BPEConfig(word_boundary=boundary)
    stepper = BPEStepper(Corpus.from_word_counts(word_counts), config)
    stepper.run(max_merges=merges)
    _, splits = learn(word_counts, config, max_merges=merges)
    tokenizer = stepper.tokenizer()
    assert [list(tokenizer.encode(word).tokens) for word in word_counts] == splits


@given(trained_tokenizers(texts=st.one_of(TEXTS, ODD_TEXTS)), ODD_TEXTS)
def test_a_trace_ends_with_the_tokens_of_encode_and_each_step_follows_from_the_one_before(tokenizer, text):
    encoding = tokenizer.encode(text)

    words = tokenizer.trace(text)

    assert [token for word in words for token in word.tokens] == list(encoding.tokens)
    assert [token_id for word in words for token_id in word.ids] == list(encoding.ids)
    assert [symbol for word in words for symbol in word.unknown] == list(encoding.unknown)
    for word in words:
        symbols = list(word.symbols)
        for step in word.steps:
            assert tokenizer.merges[step.rank] == step.pair
            for place in reversed(step.positions):
                assert tuple(symbols[place : place + 2]) == step.pair
                symbols[place : place + 2] = [step.token]
            assert tuple(symbols) == step.symbols
        assert tuple(symbols) == word.tokens
        assert encoding.normalized[slice(*word.offsets)] == word.word


@given(trained_tokenizers(texts=ODD_TEXTS, unknown="drop"), ODD_TEXTS, st.sampled_from(ALGORITHMS))
def test_offsets_come_in_order_and_stay_inside_the_text(tokenizer, text, algorithm):
    encoding = tokenizer.encode(text, algorithm=algorithm)
    assert len(encoding.offsets) == len(encoding.ids) == len(encoding.tokens)
    assert all(0 <= start <= end <= len(encoding.normalized) for start, end in encoding.offsets)
    for before, after in pairwise(encoding.offsets):
        assert before[0] <= after[0]
        assert before[1] <= after[1]


@pytest.mark.parametrize("profile", ["hf_byte_level", "minbpe_regex", "minbpe_basic"])
@given(training=ANY_TEXTS, text=ANY_TEXTS, merges=st.integers(1, 30))
def test_any_text_comes_back_from_all_256_bytes(profile, training, text, merges):
    tokenizer = trained("a" + training, PROFILES[profile].config, merges)
    encoding = tokenizer.encode(text)
    assert encoding.unknown == ()
    assert tokenizer.decode(encoding.ids) == text


@example("e e e a</w>b c</w>d </w> ▁ ▁a <\\/w> \\▁ a▁", "end_suffix", "characters")
@given(ODD_TEXTS, BOUNDARIES.filter(lambda style: style != "none"), st.sampled_from(["characters", "bytes"]))
def test_a_trained_text_comes_back_with_one_space_between_its_words(text, boundary, alphabet):
    tokenizer = trained("a " + text, BPEConfig(word_boundary=boundary, alphabet=alphabet), 20)
    assert tokenizer.decode(tokenizer.encode("a " + text).ids) == " ".join(["a", *text.split()])


@given(trained_tokenizers(alphabet="characters", unknown="bytes"), st.text("ab é日🤗\\<0xC3>\n", max_size=30))
def test_any_text_comes_back_where_unknown_characters_are_written_as_bytes(tokenizer, text):
    space = "" if tokenizer.config.word_boundary == "none" else " "
    assert tokenizer.decode(tokenizer.encode(text).ids) == space.join(text.split())
    assert None not in tokenizer.encode(text).ids


@given(ODD_TEXTS, ODD_TEXTS, BOUNDARIES, st.sampled_from(["keep", "drop", "unk"]))
def test_unknown_symbols_are_the_same_whatever_is_done_with_them(training, text, boundary, policy):
    config = BPEConfig(word_boundary=boundary, unk_token="[UNK]")
    encoding = trained("a" + training, replace(config, unknown=policy), 0).encode(text)
    assert encoding.unknown == trained("a" + training, config, 0).encode(text).unknown
    without_id = sum(token_id is None for token_id in encoding.ids)
    assert without_id == (0 if policy == "drop" else len(encoding.unknown))
