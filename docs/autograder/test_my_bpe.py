"""Run this with pytest until it passes."""

from pathlib import Path

from my_bpe import train

from bpe_core.testing import assert_same_merges

HUGS = "hug hug pug pug pun pun pun bun hugs"
TEXT = Path(__file__).with_name("corpus.txt").read_text(encoding="utf-8")


def test_a_few_words():
    assert_same_merges(train(HUGS, 5), HUGS, "hf_course", merges=5)


def test_a_page():
    assert_same_merges(train(TEXT, 80), TEXT, "hf_course", merges=80)
