import json

import pytest

from bpe_core import BPETokenizer
from bpe_core.studies.encoding_proof import EncodingDifference, EncodingProof, ProvedToken
from bpe_ui.pages.tokenize.rules.stage import check, verdict
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.stage.text.sentences import plain_text


def told(**facts):
    return verdict(EncodingProof(**{"library": "tokenizers", "version": "0.23.3", "tokens": 12, **facts}))


def test_the_same_ids_are_counted():
    same = told(first_difference=None)
    assert plain_text(same) == "Checked: Hugging Face's tokenizers 0.23.3 gives the same 12 ids."
    assert plain_text(told(first_difference=None, tokens=1)).endswith("the same 1 id.")


def test_the_first_difference_is_told_with_both_ids_or_that_there_is_no_more():
    difference = EncodingDifference(2, ProvedToken("hug", 9), ProvedToken("h", None))
    assert plain_text(told(first_difference=difference)) == (
        "Not the same: token 3 is hug (id 9) here, and h with Hugging Face's tokenizers 0.23.3."
    )
    difference = EncodingDifference(12, None, ProvedToken("h", 2))
    assert "token 13 is nothing here, and h (id 2) with" in plain_text(told(first_difference=difference))


@pytest.mark.parametrize(("contents", "adds"), [(("XY", "Xy"), True), (("XY",), False)])
def test_what_a_file_leaves_to_chance_may_be_why_it_is_not_the_same(contents, adds):
    added = {"single_word": False, "lstrip": False, "rstrip": False, "normalized": True, "special": False}
    root = {
        "model": {"type": "BPE", "vocab": {"a": 0, "b": 1}, "merges": []},
        "normalizer": {"type": "Lowercase"},
        "added_tokens": [{"id": 2, "content": content, **added} for content in contents],
    }
    tokenizer = BPETokenizer.from_files({"tokenizer.json": json.dumps(root).encode()})
    said = plain_text(check(TokenizeInput(tokenizer, "a"), tokenizer.encode("b")))

    assert said.startswith("Not the same: token 1 is b (id 1) here, and a (id 0) with")
    assert said.endswith("The panel behind Tokenizer says what this file leaves to chance.") is adds
