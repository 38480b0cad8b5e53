from bpe_core.studies.encoding_proof import EncodingDifference, EncodingProof, ProvedToken
from bpe_ui.pages.tokenize.rules.stage import verdict
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
