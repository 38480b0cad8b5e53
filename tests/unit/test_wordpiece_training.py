"""WordPiece as the Hugging Face course trains it: what its pages and code print, and what libraries do."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.engine import scores
from bpe_core.errors import ConfigError, CorpusError, TokenizerFileError
from bpe_core.queries import pair_columns

WORDPIECE = PROFILES["hf_course_wordpiece"].config
HUG = EXAMPLES["hug_pug_pun"].corpus
FOX = EXAMPLES["fox"].corpus


def pairs(stepper: BPEStepper) -> list[tuple[str, str]]:
    return [merge.pair for merge in stepper.merges]


def test_the_course_code_prints_these_tokens_in_this_order() -> None:
    stepper = BPEStepper(EXAMPLES["course_sentences"].corpus, replace(WORDPIECE, vocab_size=70))
    stepper.run()
    base = (
        "[PAD] [UNK] [CLS] [SEP] [MASK] ##a ##b ##c ##d ##e ##f ##g ##h ##i ##k ##l ##m ##n ##o ##p ##r ##s"
    )
    base += " ##t ##u ##v ##w ##y ##z , . C F H T a b c g h i s t u w y"
    learned = "ab ##fu Fa Fac ##ct ##ful ##full ##fully Th ch ##hm cha chap chapt ##thm Hu Hug Hugg sh th is"
    assert [*stepper.view.vocabulary()] == [
        *base.split(),
        *learned.split(),
        "##thms",
        "##za",
        "##zat",
        "##ut",
    ]
    tokenizer = stepper.tokenizer()
    tokens = "Th ##i ##s is th ##e Hugg ##i ##n ##g Fac ##e c ##o ##u ##r ##s ##e [UNK]"
    assert " ".join(tokenizer.encode("This is the Hugging Face course!").tokens) == tokens
    assert tokenizer.encode("HOgging").tokens == ("[UNK]",)


def test_hug_pug_pun_by_hand() -> None:
    """##gs has 5 / (20 × 5) = 1/20; then all six pairs with ##u 1/36; then hu + ##gs 5 / (15 × 5)."""
    stepper = BPEStepper(HUG, WORDPIECE)
    row = stepper.pair_counts(limit=1)[0]
    assert (row.pair, row.count, row.parts, row.score) == (("##g", "##s"), 5, (20, 5), Fraction(1, 20))
    shown = {column.name: column.value(row) for column in pair_columns(WORDPIECE)}
    assert (shown["parts"], shown["score"]) == ("20 × 5", "0.05")
    stepper.run(3)
    assert pairs(stepper) == [("##g", "##s"), ("h", "##u"), ("hu", "##gs")]
    assert [merge.tied_count for merge in stepper.merges] == [0, 5, 0]
    assert stepper.history.scores(0, 3) == [Fraction(1, 20), Fraction(1, 36), Fraction(1, 15)]
    assert stepper.history.scores(2, 3) == [Fraction(1, 15)]
    assert {str(row.score) for row in stepper.at(1).pair_counts(6)} == {"1/36"}
    most_frequent = stepper.at(0).decision().most_frequent
    assert (most_frequent.pair, most_frequent.count, most_frequent.parts) == (("##u", "##g"), 20, (36, 20))


def test_words_of_the_course_are_cut_from_the_left_prefix_by_prefix() -> None:
    stepper = BPEStepper(HUG, WORDPIECE)
    stepper.run(2)
    stepper.step(("hu", "##g"))  # as the course merges by hand
    tokenizer = stepper.tokenizer()
    encoding = tokenizer.encode("hugs bugs mug bum")
    assert encoding.tokens == ("hug", "##s", "b", "##u", "##gs", "[UNK]", "[UNK]")
    assert encoding.offsets == ((0, 3), (3, 4), (5, 6), (6, 7), (7, 9), (10, 13), (14, 17))
    assert tokenizer.decode(encoding.ids) == "hugs bugs [UNK] [UNK]"
    hugs, mug = (word.lookup.tried for word in tokenizer.trace("hugs mug"))
    assert (hugs, mug) == ((("hugs", "hug"), ("##s",)), (("mug", "mu", "m"),))


@pytest.mark.parametrize(("corpus", "merges"), [(HUG, 3), (HUG, None), (FOX, 60), (FOX, None)])
def test_the_library_loads_the_file_and_encodes_alike(corpus: Corpus, merges: int | None) -> None:
    stepper = BPEStepper(corpus, WORDPIECE)
    stepper.run(merges)
    tokenizer = stepper.tokenizer()
    file = tokenizer.to_bytes()
    library, read = Tokenizer.from_str(file.decode()), BPETokenizer.from_files({"tokenizer.json": file})
    for text in ("hugs bugs mug, bum", "The lazy brownest fox; [CLS] naïve", "x" * 101, "hug" * 33, " "):
        ours, theirs = tokenizer.encode(text), library.encode(text)
        assert (
            (ours.ids, ours.tokens)
            == (tuple(theirs.ids), tuple(theirs.tokens))
            == (read.encode(text).ids, ours.tokens)
        )
        assert [*ours.offsets] == theirs.offsets
        assert tokenizer.decode(ours.ids) == library.decode(theirs.ids, skip_special_tokens=False)


def test_text_that_looks_like_the_prefix_is_told_apart_and_no_file_can_hold_it() -> None:
    stepper = BPEStepper(Corpus.from_word_counts({"##a": 2, "ba": 1, "#a": 3}), WORDPIECE)
    stepper.run()
    tokenizer = stepper.tokenizer()
    encoding = tokenizer.encode_word("##a"), tokenizer.encode_word("ba"), tokenizer.encode_word("#a")
    assert encoding == (("#\\#a",), ("ba",), ("#a",))
    with pytest.raises(TokenizerFileError, match="looks like a marker"):
        tokenizer.to_bytes()
    with pytest.raises(TokenizerFileError, match="word_boundary 'inside_prefix'"):
        tokenizer.to_files("subword_nmt")


@pytest.mark.parametrize("unknown", ["keep", "drop"])
def test_a_file_of_the_library_has_a_token_for_unknown_words(unknown: str) -> None:
    rules = replace(PROFILES["hf_course_wordpiece"].config, unknown=unknown, unk_token=None)

    with pytest.raises(TokenizerFileError, match=f"unknown '{unknown}'; it must be 'unk'"):
        BPEStepper(Corpus.from_text("hug hugs pug"), rules).tokenizer().to_bytes()


def test_the_trainer_of_the_library_goes_by_counts() -> None:
    """Its symbols have random ids, so it is asked for the merges before the first tie, and no more."""
    library = Tokenizer(models.WordPiece(unk_token="[UNK]"))
    library.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    words = [word for word, count in HUG.entries for _ in range(count)]
    base = {"u", "g", "n", "s", "b", "h", "p", "##u", "##g", "##n", "##s"}
    trainer = trainers.WordPieceTrainer(vocab_size=len(base) + 4, show_progress=False)
    library.train_from_iterator(words, trainer)
    by_counts = BPEStepper(HUG, BPEConfig(word_boundary="inside_prefix"))
    by_counts.run(4)
    assert {*library.get_vocab()} - base == {merge.token for merge in by_counts.merges}
    by_score = BPEStepper(HUG, WORDPIECE)
    by_score.run(4)
    assert {merge.token for merge in by_score.merges} == {"##gs", "hu", "hugs", "hug"}


def test_scores_that_floats_cannot_tell_apart_are_told_apart() -> None:
    counts = np.array([216_419, 220_557])
    products = np.array([880_261 * 996_606, 914_225 * 977_929])
    one, other = scores.rough(counts, products, 1).tolist()
    assert one == other
    assert counts[0] * products[1] > counts[1] * products[0]
    assert scores.in_order(counts, products, 1).tolist() == [2, 1]


def test_what_scores_need_is_said_in_a_sentence() -> None:
    with pytest.raises(
        ConfigError, match="`pair_score` 'count_over_parts' needs the `word_boundary` 'inside_prefix'"
    ):
        BPEConfig(pair_score="count_over_parts")
    with pytest.raises(
        ConfigError, match="`word_boundary` 'inside_prefix' needs the `alphabet` 'characters'"
    ):
        BPEConfig(word_boundary="inside_prefix", alphabet="bytes")
    with pytest.raises(CorpusError, match="up to 1,000,000 symbols, and this one has 1,000,002"):
        BPEStepper(Corpus.from_word_counts({"hug": 333_334}), WORDPIECE)


@pytest.mark.parametrize(("unknown", "tokens"), [("keep", ("mug",)), ("drop", ()), ("unk", ("[UNK]",))])
def test_an_unknown_word_is_kept_dropped_or_replaced_as_a_whole(
    unknown: str, tokens: tuple[str, ...]
) -> None:
    stepper = BPEStepper(HUG, replace(WORDPIECE, unknown=unknown))
    encoding = stepper.tokenizer().encode("mug")
    assert (encoding.tokens, encoding.unknown) == (tokens, ("mug",))
