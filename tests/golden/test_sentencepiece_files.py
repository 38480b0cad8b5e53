"""A SentencePiece model gives here the ids and texts that the library gives with it."""

import io

import pytest

from bpe_core import BPETokenizer
from bpe_core.errors import TokenizerFileError
from tests.golden.corpora import read_text
from tests.golden.test_written_files import probes

library = pytest.importorskip("sentencepiece", reason="sentencepiece comes with the golden group")

AS_IT_IS = {
    "normalization_rule_name": "identity",
    "remove_extra_whitespaces": False,
    "add_dummy_prefix": False,
    "byte_fallback": True,
}
OPTIONS = [
    {},
    {"byte_fallback": True},
    AS_IT_IS,
    {"user_defined_symbols": ["<x>", "▁low"], "split_digits": True, "byte_fallback": True},
]
MORE = ("a  b   c ", " x", "\tx\u3000y", "<x> low<x><s> </s> <unk>", "ﬁne ① ｱ", "", "▁a ▁▁ b", "12 345")


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


@pytest.mark.parametrize("options", OPTIONS, ids=["default", "bytes", "as it is", "user-defined"])
def test_ids_and_decoded_texts_are_the_librarys(options):
    model = trained(**options)
    ours = BPETokenizer.from_files({"config.json": b"{}", "tokenizer.model": model})
    theirs = library.SentencePieceProcessor(model_proto=model)

    for text in [*probes(), *MORE]:
        ids = theirs.encode(text)
        assert list(ours.encode(text).ids) == ids, text
        assert ours.decode(ids) == theirs.decode(ids), text


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model_type": "unigram", "vocab_size": 900}, "of the type 'Unigram'; only 'BPE' can be read"),
        ({"treat_whitespace_as_suffix": True}, "treat_whitespace_as_suffix cannot be represented"),
    ],
)
def test_other_models_are_refused_by_name(options, message):
    with pytest.raises(TokenizerFileError, match=message):
        BPETokenizer.from_bytes("tokenizer.model", trained(**options))
