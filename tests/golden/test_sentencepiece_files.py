"""A SentencePiece model gives here the ids, offsets and texts that the library gives with it."""

import io

import pytest

from bpe_core import BPETokenizer
from bpe_core.errors import TokenizerFileError
from tests.golden.corpora import read_text
from tests.golden.test_written_files import probes

library = pytest.importorskip("sentencepiece", reason="sentencepiece comes with the golden group")

from tests.fuzz.sentencepiece import difference, difference_of_texts  # noqa: E402

AS_IT_IS = {
    "normalization_rule_name": "identity",
    "remove_extra_whitespaces": False,
    "add_dummy_prefix": False,
    "byte_fallback": True,
}
OWN_MAP = [("a", "A"), ("ab", "xyz"), ("\t", " "), ("é", ""), ("e\u0301", "E "), ("猫", "cat")]
OPTIONS = {
    "default": {},
    "bytes": {"byte_fallback": True},
    "as it is": AS_IT_IS,
    "user-defined": {
        "user_defined_symbols": ["<x>", "▁low", " ", "ﬁ", "\n"],
        "split_digits": True,
        "byte_fallback": True,
    },
    "user-defined, as it is": {**AS_IT_IS, "user_defined_symbols": ["<x>", "<xx>", "he", "  "]},
    "nfkc": {"normalization_rule_name": "nfkc"},
    "nfkc, folded": {"normalization_rule_name": "nfkc_cf", "remove_extra_whitespaces": False},
    "nmt, folded": {"normalization_rule_name": "nmt_nfkc_cf", "byte_fallback": True},
    "own map": {"normalizer": library.SentencePieceNormalizer(norm_map=OWN_MAP)},
    "suffix": {"treat_whitespace_as_suffix": True, "control_symbols": ["<c>"]},
}
MORE = (
    *("a  b   c ", " x", "\tx\u3000y", "<x> low<x><s> </s> <unk>", "ﬁne ① ｱ", "", "▁a ▁▁ b", "12 345"),
    *("the\n", "the\t", "the\xa0", "the\u3000", "the\u2028", "\x85the", "a\0b", "ﷺ e\u0301\u0323 ẛ̣", "각 각"),
)


def trained(**options: object) -> bytes:
    text = "".join(map(read_text, ("english", "hindi", "chinese")))
    model = io.BytesIO()
    library.SentencePieceTrainer.train(
        sentence_iterator=iter(text.splitlines()),
        model_writer=model,
        character_coverage=0.98,  # the rarest characters are unknown
        hard_vocab_limit=False,
        minloglevel=2,
        **{"model_type": "bpe", "vocab_size": 1_100, **options},
    )
    return model.getvalue()


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_ids_offsets_and_decoded_texts_are_the_librarys(options):
    model = trained(**options)
    ours = BPETokenizer.from_files({"config.json": b"{}", "tokenizer.model": model})
    theirs = library.SentencePieceProcessor(model_proto=model)

    for text in [*probes()[::8], *MORE]:
        assert difference(ours, theirs, text) == "", text
    assert difference_of_texts(ours, theirs, [*range(len(ours.vocab))]) == ""


def test_a_unigram_model_is_refused_by_name():
    with pytest.raises(TokenizerFileError, match="of the type 'Unigram'; only 'BPE' can be read"):
        BPETokenizer.from_bytes("tokenizer.model", trained(model_type="unigram", vocab_size=900))
