"""Two tokenizers on one text: the passages on which they differ, and the cause of each."""

import json
import random
from typing import Any

import pytest

from bpe_core import BPEConfig, BPEStepper, BPETokenizer, Corpus, Tokenizer
from bpe_core.encoding.merge_rules import number_merges
from bpe_core.studies.tokenizer_difference import Explanation, RuleThatFires, TokenizerDifference

HUG = "u g, h ug"


def built(rules: str, letters: str = "Hghsu '", **config: Any) -> BPETokenizer:
    """A tokenizer with these rules on these letters."""
    base = sorted(letters)
    pairs = [tuple(rule.split()) for rule in rules.split(", ") if rule]
    return BPETokenizer(BPEConfig(**config), list(map(ord, base)), number_merges(base, pairs))


def trained(merges: int, **config: Any) -> BPETokenizer:
    """A tokenizer that has learned h + u, and then hu + g with what marks the end of a word."""
    stepper = BPEStepper(Corpus.from_word_counts({"hug": 1}), BPEConfig(**config))
    stepper.run(merges)
    return stepper.tokenizer()


def in_bytes() -> BPETokenizer:
    """A tokenizer that spells words in bytes, and merges nothing."""
    return BPETokenizer(BPEConfig(alphabet="bytes"), list(range(256)), [])


def from_json(merges: list[str], *, ignore_merges: bool = False, **stages: Any) -> Tokenizer:
    """A `tokenizer.json` with the token hug, whether a rule makes it or not."""
    vocab = {"h": 0, "u": 1, "g": 2, "ug": 3, "hug": 4, "H": 5}
    model = {"type": "BPE", "vocab": vocab, "merges": merges, "ignore_merges": ignore_merges}
    return BPETokenizer.from_files({"tokenizer.json": json.dumps({"model": model, **stages}).encode()})


def differences(first: Tokenizer, second: Tokenizer, text: str) -> dict[str, Explanation]:
    found = TokenizerDifference(first, second, text)
    return {text[passage.start : passage.end]: found.explanation(passage) for passage in found.differing}


@pytest.mark.parametrize(
    ("first", "second", "text", "where", "kind", "made"),
    [
        (built(HUG, special_tokens=("<s>",)), built(HUG), "hug <s>", "<s>", "added_token", (("<s>",), ())),
        (
            built(HUG, normalizers=("lowercase",)),
            built(HUG),
            "Hug",
            "Hug",
            "normalizer",
            (("hug",), ("Hug",)),
        ),
        (
            from_json(["u g", "h ug"], normalizer={"type": "Lowercase"}),
            built(HUG),
            "Hug",
            "Hug",
            "normalizer",
            (("hug",), ("Hug",)),
        ),
        (
            built("' s", pre_tokenizer="words_and_punctuation"),
            built("' s, g 's"),
            "hug's",
            "g's",
            "pre_tokenizer",
            (("hug", "'", "s"), ("hug's",)),
        ),
        (built(HUG), built(HUG, pre_tokenizer="none"), "hug s", " ", "pre_tokenizer", ((), ("hug s",))),
        (built(HUG), built(HUG, letters="Hughs é"), "hugé", "é", "unknown", (("é",), ())),
        (built(HUG, unknown="drop"), built(HUG, letters="Hughs é"), "hugé", "é", "unknown", (("é",), ())),
        (in_bytes(), built("", letters="é"), "é", "é", "base_symbols", (("Ã", "©"), ("é",))),
        (
            trained(2, word_boundary="end_symbol"),
            trained(2),
            "hug",
            "hug",
            "base_symbols",
            (("h", "u", "g", "</w>"), ("h", "u", "g")),
        ),
        (
            from_json(["u g"], ignore_merges=True),
            from_json(["u g"]),
            "hug",
            "hug",
            "whole_word",
            (("hug",), ()),
        ),
    ],
)
def test_the_cause_is_the_first_stage_that_does_what_the_other_does_not(
    first, second, text, where, kind, made
):
    cause = differences(first, second, text)[where]
    assert (cause.kind, cause.made) == (kind, made)


def test_where_all_stages_agree_the_first_rules_that_fire_in_one_alone_are_named_with_both_ranks():
    only_one = differences(built("u g, h ug"), built("h u, u g"), "hug")["hug"]
    assert only_one.kind == "merge"
    assert only_one.rules == (
        RuleThatFires(0, ("u", "g"), (0, 1), is_spelled=True),
        RuleThatFires(1, ("h", "u"), (None, 0), is_spelled=True),
    )
    other_order = differences(built("u g, h u"), built("h u, u g"), "hug")["hug"]
    assert other_order.kind == "rank_order"
    assert [rule.ranks for rule in other_order.rules] == [(0, 1), (1, 0)]
    fewer = differences(built(HUG), built("u g"), "hug hugs")["hug"]
    assert fewer.rules == (RuleThatFires(0, ("h", "ug"), (1, None), is_spelled=True),)


def test_a_rule_of_a_marked_symbol_is_sought_with_the_marker_of_the_other():
    more = differences(trained(1), trained(2, word_boundary="end_suffix"), "hug")["hug"]
    assert more.rules == (RuleThatFires(1, ("hu", "g</w>"), (None, 1), is_spelled=True),)
    assert differences(trained(2), trained(2, word_boundary="end_suffix"), "hug hug") == {}


def test_spaces_and_the_signs_for_them_are_no_difference():
    first = built(HUG)
    second = built("u g, h ug, ▁ hug", letters="hugs▁", pre_tokenizer="metaspace")
    assert [each.tokens for each in TokenizerDifference(first, second, "hug s").passages] == [
        (("hug",), ("▁hug",)),
        ((), ("▁",)),
        (("s",), ("s",)),
    ]
    assert [*differences(first, second, "hug s")] == [" "]


def test_passages_hold_every_token_once_and_what_is_said_of_a_rule_is_so():
    draw = random.Random(2)
    checked = 0
    for _ in range(60):
        tokenizers = []
        for _ in range(2):
            symbols, rules = list("abc"), []
            while len(rules) < 6:
                pair = draw.choice(symbols), draw.choice(symbols)
                if " ".join(pair) not in rules:
                    rules.append(" ".join(pair))
                    symbols.append("".join(pair))
            tokenizers.append(built(", ".join(rules), letters="abc"))
        text = " ".join("".join(draw.choices("abc", k=draw.randint(1, 8))) for _ in range(4))
        found = TokenizerDifference(*tokenizers, text)
        for number, tokenizer in enumerate(tokenizers):
            tokens = sum((passage.tokens[number] for passage in found.passages), ())
            assert tokens == tokenizer.encode(text).tokens
        for passage in found.passages:
            assert passage.differs == (passage.tokens[0] != passage.tokens[1])
            if passage.differs:
                for rule in found.explanation(passage).rules:
                    lists = [each.merges for each in tokenizers]
                    ranks = (each.index(rule.pair) if rule.pair in each else None for each in lists)
                    assert rule.ranks == (*ranks,)
                    checked += 1
    assert checked > 30
