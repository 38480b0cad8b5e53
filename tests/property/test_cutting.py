"""The page that cuts words counts what `Corpus.count_words` counts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import PROFILES, BPEConfig, Corpus
from bpe_core.corpus.cutting import count_words
from tests.golden.corpora import TEXTS


@pytest.mark.parametrize("profile", PROFILES)
def test_all_texts_have_the_same_words_in_the_same_order(profile: str) -> None:
    config = PROFILES[profile].config
    for text in TEXTS.values():
        corpus = Corpus.from_text(text)
        assert list(count_words(corpus, config).items()) == list(corpus.count_words(config).items())


CONFIGS = st.builds(
    BPEConfig,
    pre_tokenizer=st.sampled_from(["whitespace", "spaces", "gpt2", "metaspace", "sentencepiece", "none"]),
    normalizers=st.sampled_from([(), ("lowercase",), ("nfc", "strip_accents")]),
    special_tokens=st.sampled_from([(), ("<s>",), ("<s>", "<s>a", "<")]),
)
WRITTEN = st.lists(st.sampled_from(["a", "B", " ", "\n", "<s>", "<", "é", "▁"]), max_size=12).map("".join)


@given(st.lists(WRITTEN, max_size=3), CONFIGS)
def test_documents_have_the_same_words(documents: list[str], config: BPEConfig) -> None:
    corpus = Corpus.from_documents(documents)
    assert list(count_words(corpus, config).items()) == list(corpus.count_words(config).items())


@given(st.dictionaries(WRITTEN.filter(bool), st.integers(1, 5), min_size=1, max_size=4), CONFIGS)
def test_words_with_counts_are_not_cut_again(words: dict[str, int], config: BPEConfig) -> None:
    corpus = Corpus.from_word_counts(words)
    assert list(count_words(corpus, config).items()) == list(corpus.count_words(config).items())
