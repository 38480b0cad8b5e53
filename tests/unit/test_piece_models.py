"""Files of WordPiece and Unigram give what the library gives, and say how each token was found."""

import json
import random
from pathlib import Path

import pytest
from tokenizers import (
    BertWordPieceTokenizer,
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)

from bpe_core import BPETokenizer
from bpe_core.errors import TokenizerFileError
from bpe_core.files import read_files, wordpiece
from bpe_core.studies.encoding_proof import prove_encoding
from tests.fuzz.texts import nasty_text

SENTENCES = Path(__file__).read_text(encoding="utf-8").splitlines()
VOCAB = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "hug", "##g", "##ging", "##s", "h", "##u", "é"]


def like_bert() -> Tokenizer:
    library = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    library.normalizer, library.pre_tokenizer = (
        normalizers.BertNormalizer(),
        pre_tokenizers.BertPreTokenizer(),
    )
    library.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
    library.train_from_iterator(SENTENCES, trainers.WordPieceTrainer(vocab_size=150, special_tokens=special))
    library.post_processor = processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2))
    return library


def test_a_trained_file_is_traced_to_the_tokens_of_its_library():
    theirs, draw = like_bert(), random.Random(1)
    ours = BPETokenizer.from_files({"tokenizer.json": theirs.to_str().encode()})
    assert (ours.without_merges, ours.merges, ours.vocab) == (
        "WordPiece",
        (),
        theirs.get_vocab() | ours.vocab,
    )
    for text in [nasty_text(draw, list(ours.vocab)) for _ in range(100)]:
        traced = ours.trace(text, add_special_tokens=True)
        assert [token for word in traced for token in word.tokens] == theirs.encode(text).tokens
        assert not any(word.is_disputed for word in traced)
    assert prove_encoding(ours, "hugs bug", ours.encode("hugs bug")).first_difference is None


def test_a_vocabulary_that_is_too_long_says_how_many_tokens_it_has(monkeypatch):
    monkeypatch.setattr(wordpiece, "MOST_TOKENS", 2)

    with pytest.raises(
        TokenizerFileError, match=r"vocab\.txt cannot be read: it has 3 tokens; at most 2 are read\."
    ):
        read_files({"vocab.txt": b"[UNK]\na\nb\n"})


@pytest.mark.parametrize("tokens", [VOCAB, [*VOCAB, "Hug"]])
def test_a_vocab_txt_gives_what_bert_makes_of_it(tmp_path, tokens):
    path, draw = tmp_path / "vocab.txt", random.Random(2)
    path.write_text("\n".join(tokens) + "\n", encoding="utf-8")
    theirs = BertWordPieceTokenizer(str(path), lowercase="Hug" not in tokens)
    ours = BPETokenizer.from_file(path)
    for text in ["Hug hugs É hugging[UNK]", *(nasty_text(draw, tokens) for _ in range(100))]:
        made, encoding = theirs.encode(text), ours.encode(text, add_special_tokens=True)
        assert (made.ids, made.tokens) == ([*encoding.ids], [*encoding.tokens])


def word_piece(**options) -> BPETokenizer:
    vocab = {token: number for number, token in enumerate(VOCAB)}
    library = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]", **options))
    return BPETokenizer.from_files({"t.json": library.to_str().encode()})


def test_wordpiece_tells_what_it_looked_up_for_each_token():
    [word] = word_piece().trace("hugging")
    assert (word.tokens, word.symbol_offsets) == (("hug", "##ging"), ((0, 3), (3, 7)))
    assert word.lookup.tried == (("hugging", "huggin", "huggi", "hugg", "hug"), ("##ging",))
    [word] = word_piece().trace("hux")
    assert (word.tokens, word.unknown) == (("[UNK]",), ("hux",))
    assert word.lookup.tried == (("hux", "hu", "h"), ("##ux", "##u"), ("##x",))
    [word] = word_piece(max_input_chars_per_word=3).trace("hugs")
    assert (word.tokens, word.lookup.tried) == (("[UNK]",), ())


def test_unigram_tells_the_scores_whose_sum_is_the_highest():
    pieces = [("<unk>", 0.0), ("hug", -3.0), ("s", -2.5), ("hu", -1.0), ("gs", -2.0), ("h", -1.0)]
    library = Tokenizer(models.Unigram(pieces, unk_id=0))
    ours = BPETokenizer.from_files({"t.json": library.to_str().encode()})
    [word] = ours.trace("hugs?!")
    assert word.tokens == tuple(library.encode("hugs?!").tokens) == ("hu", "gs", "?!")
    assert word.lookup.scored == (("hu", -1.0), ("gs", -2.0), ("?!", -13.0))  # 10 below the lowest


@pytest.mark.parametrize(
    ("model", "message"),
    [
        ({"type": "WordLevel", "vocab": {}, "unk_token": "a"}, "whole words"),
        ({"type": "WordPiece", "vocab": {}}, "cannot load it: missing field"),
        ({"type": "Unigram", "unk_id": 0, "vocab": [["a"]]}, "cannot load it: invalid length"),
        ({"type": "Unigram", "unk_id": 0, "vocab": []}, "cannot load it"),
    ],
)
def test_a_broken_model_is_refused_with_a_sentence(model, message):
    with pytest.raises(TokenizerFileError, match=message):
        BPETokenizer.from_files({"t.json": json.dumps({"model": model}).encode()})
