"""Unreachable tokens: those whose text, given as a word, becomes other tokens."""

import json
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import BPEConfig, BPETokenizer
from bpe_core.studies.unreachable import taken_first, unreachable_tokens
from bpe_core.studies.vocabulary_study import study_of
from bpe_ui.pages.tokenize.settings.state import TokenizeSettings
from bpe_ui.pages.tokenize.vocabulary import sentences
from bpe_ui.pages.tokenize.vocabulary.rows import Listing
from bpe_ui.stage.text.sentences import plain_text


@st.composite
def merge_lists(draw):
    """Rules for a, b and c that no training need make: a token may have several, or be made late."""
    size, pairs = 3, []
    for _ in range(draw(st.integers(1, 9))):
        pair = draw(st.tuples(*[st.integers(0, size - 1)] * 2))
        if pair not in pairs:
            pairs.append(pair)
            size += 1
    return pairs


@given(merge_lists())
def test_a_token_is_unreachable_if_its_text_as_a_word_is_cut_otherwise(pairs):
    tokenizer = BPETokenizer(BPEConfig(), [97, 98, 99], pairs)
    found = unreachable_tokens(tokenizer)

    cut = [each for token, each in tokenizer.vocab.items() if tokenizer.encode_word(token) != (token,)]
    assert sorted(found) == cut
    assert None not in [taken_first(tokenizer, each) for each in found]


def test_pieces_of_a_unigram_model_are_unreachable_if_others_score_more():
    pieces = [["<unk>", 0.0], ["a", -1.0], ["b", -1.0], ["ab", -5.0], ["ba", -1.5]]  # ab: -2 as a + b
    model = {"type": "Unigram", "unk_id": 0, "vocab": pieces}
    tokenizer = BPETokenizer.from_files({"tokenizer.json": json.dumps({"model": model}).encode()})
    assert [tokenizer.token_of[each] for each in unreachable_tokens(tokenizer)] == ["ab"]


def test_vocabulary_lists_them_with_the_merge_that_takes_a_part_first():
    tokenizer = BPETokenizer(BPEConfig(), [97, 98, 99], [(0, 1), (1, 2), (0, 4)])  # abc of a + bc
    study = study_of(tokenizer)
    study.unreachable = {*unreachable_tokens(tokenizer)}
    listing = Listing(study, Counter(), tokenizer=tokenizer)

    assert listing.part(TokenizeSettings(listed="unreachable"), 1).shown == (tokenizer.vocab["abc"],)
    assert [*listing.frame([4, 5])["Taken first"]] == ["", "1: a + b"]
    [entry] = study.entries([5])
    said = "Unreachable: in its text, merge 1, a + b, takes a part first."
    assert said in [plain_text(line) for line in sentences.remarks(listing, entry)]
