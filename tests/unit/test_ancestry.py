"""What a training's tokens are made of, and are a part of."""

from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEStepper, Corpus
from bpe_core.queries.ancestry import MAX_ANCESTORS, Ancestor
from bpe_core.studies.vocabulary_study import VocabularyStudy
from tests.unit.steppers import hug

FOX = "the newest fox of the lowest hills eats 字字字 and sees the widest fox"


def drawn(token: Ancestor) -> object:
    """`hug` of h and ug as ("hug", 2, ["h", ("ug", 0, ["u", "g"])])."""
    return (token.token, token.rank, list(map(drawn, token.parts))) if token.parts else token.token


def test_a_token_stands_above_the_two_that_its_merge_joined_and_a_base_symbol_above_nothing():
    history = hug(None).history  # ids: b g h n p s u, then ug un hug pun pug hugs bun

    assert drawn(history.ancestry(12)) == ("hugs", 5, [("hug", 2, ["h", ("ug", 0, ["u", "g"])]), "s"])
    assert drawn(history.ancestry(2)) == "h"


@pytest.mark.parametrize(
    "profile", ["textbook", "subword_nmt", "hf_byte_level", "sentencepiece", "minbpe_basic"]
)
def test_the_history_says_the_same_as_a_study_of_the_tokenizer(profile):
    config = replace(PROFILES[profile].config, special_tokens=("[CLS]", "[SEP]"))
    stepper = BPEStepper(Corpus.from_text(FOX), config)
    stepper.run(40)
    study = VocabularyStudy(stepper.tokenizer())

    for token_id in study.ids:
        here, there = stepper.history.ancestry(token_id), study.ancestry(token_id)
        assert (here.id, drawn(here), here.bytes) == (there.id, drawn(there), there.bytes)
        assert stepper.history.made_with(token_id, 40) == study.made_with(token_id)
        [entry] = study.entries([token_id])
        assert stepper.history.token_id(entry.token, 40) == token_id


def test_what_comes_later_is_no_token_yet_but_has_its_ancestry():
    history = hug(None).history

    assert history.token_id("hug", 2) is None
    assert history.made_with(7, 3) == [9]  # ug is a part of hug, and of pug after merge 5
    assert history.ancestry(9).rank == 2


def test_the_ancestry_of_a_token_as_long_as_a_book_is_cut_and_its_bytes_are_left_out():
    stepper = BPEStepper(Corpus.from_word_counts({"a" * 2**12: 1}), BPEConfig(), short_texts=True)
    stepper.run()
    [word] = stepper.splits().values()
    root = stepper.history.ancestry(stepper.history[-1].token_id)

    def size(token: Ancestor) -> int:
        return 1 + sum(map(size, token.parts))

    assert (len(word), root.bytes) == (1, b"")
    assert root.parts[0].token.endswith("…(2048 base symbols, id 11)")
    assert MAX_ANCESTORS <= size(root) <= MAX_ANCESTORS + 1


def test_special_tokens_come_first_and_are_made_of_nothing():
    example = EXAMPLES["hug_pug_pun"]
    stepper = BPEStepper(example.corpus, replace(example.config, special_tokens=("[CLS]",)))

    assert drawn(stepper.history.ancestry(0)) == "[CLS]"
    assert stepper.history.token_id("[CLS]", 0) == 0
