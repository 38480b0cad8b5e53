"""Begin from these merges: what the package bpe-continue makes of the same base and corpus."""

import json
import random
from dataclasses import replace

import pytest

from bpe_core import PROFILES, BPEConfig, BPEError, BPEStepper, BPETokenizer, Corpus
from bpe_core.studies.unreachable import unreachable_tokens

ALPHABETS = ("ab ", "abcde \n", "hugpnsb 12é", "the quick brown fox né ")
BYTES = replace(PROFILES["hf_byte_level"].config, base_vocabulary="all_bytes", min_frequency=0)


def text_of(draw):
    return "".join(draw.choices(draw.choice(ALPHABETS), k=draw.randrange(5, 200)))


def base_of(draw, config):
    stepper = BPEStepper(Corpus.from_text(text_of(draw)), config)
    stepper.run(draw.randrange(40))
    return stepper.tokenizer()


@pytest.mark.parametrize("pre_tokenizer", ["gpt2", "none"])
@pytest.mark.parametrize(
    "seed", [*range(30), *(pytest.param(n, marks=pytest.mark.fuzz) for n in range(30, 500))]
)
def test_a_training_that_goes_on_learns_what_bpe_continue_learns(seed, pre_tokenizer):
    bpe_continue = pytest.importorskip("bpe_continue")
    draw = random.Random(seed)
    special_tokens = draw.choice([(), ("<s>",)])
    config = replace(BYTES, pre_tokenizer=pre_tokenizer, special_tokens=special_tokens)
    base, documents = base_of(draw, config), [text_of(draw) for _ in range(draw.randrange(1, 4))]
    more = draw.randrange(1, 60)

    stepper = BPEStepper(Corpus.from_documents(documents), config, base=base)
    stepper.run(stepper.given_merges + more)
    tokenizer = stepper.tokenizer()
    library = bpe_continue.continue_training(
        base.to_bytes(), vocab_size=len(base.vocab) + more, texts=documents, show_progress=False
    )

    model = json.loads(library.to_str())["model"]
    assert [list(pair) for pair in tokenizer.merges] == model["merges"]
    assert tokenizer.vocab == {**model["vocab"], **{token: base.vocab[token] for token in special_tokens}}
    made = {merge.token: merge.token_id for merge in stepper.merges}
    assert made.items() <= tokenizer.vocab.items()
    assert stepper.vocabulary() == tokenizer.vocab
    assert stepper.statistics().vocabulary_size == len(library.get_vocab())
    for token, token_id in {
        **dict(zip(stepper.base_symbols, stepper.history.base_symbol_ids, strict=True)),
        **made,
    }.items():
        told = stepper.history.ancestry(token_id)
        assert library.id_to_token(told.id) == told.token == token
        assert all(library.token_to_id(part.token) == part.id for part in told.parts)
    for word in stepper.history.word_histories([each.word for each in stepper.words]):
        assert all(library.id_to_token(each) in stepper.base_symbols for each in word.ids)
    assert unreachable_tokens(tokenizer) == []
    for text in [*documents, text_of(draw)]:
        assert list(tokenizer.encode(text).ids) == library.encode(text, add_special_tokens=False).ids


def test_given_merges_come_first_and_those_that_do_not_occur_stay_in_the_tokenizer():
    english = BPEStepper(Corpus.from_text("hug pug hug pun pun"), BPEConfig())
    english.run()
    stepper = BPEStepper(Corpus.from_text("hugo hugo"), BPEConfig(max_merges=5), base=english.tokenizer())

    assert [(merge.token, merge.chosen_by) for merge in stepper.merges] == [("ug", "given"), ("hug", "given")]
    assert stepper.step().chosen_by == "rule"
    assert stepper.tokenizer().merges[: len(english.merges)] == english.tokenizer().merges
    assert stepper.tokenizer().encode("hugo pun").tokens == ("hugo", "pun")
    stepper.undo()
    assert stepper.tokenizer().vocab.items() >= english.tokenizer().vocab.items()
    stepper.goto(1)
    assert stepper.splits() == {"hugo": ("h", "ug", "o")}
    with pytest.raises(BPEError, match="The first 2 merges are given"):
        stepper.step(("ug", "o"))
    assert stepper.step().token == "hug"  # the given one, whatever the rule would take
    facts = stepper.view.pair_facts(("hug", "o"))
    assert facts.ids == (english.vocabulary()["hug"], len(english.vocabulary()))  # o is the first new one
    assert stepper.branch().merges == stepper.merges
    assert stepper.with_rules(BPEConfig()).given_merges == 2


def test_limits_count_what_is_learned_here():
    base = BPEStepper(Corpus.from_text("ab ab"), BPEConfig())
    base.run()
    text = Corpus.from_text("abcdef abcdef")
    one = BPEStepper(text, BPEConfig(max_merges=1), base=base.tokenizer())
    one.run()
    sized = BPEStepper(text, BPEConfig(vocab_size=9), base=base.tokenizer())  # a b ab, then c d e f
    sized.run()

    assert (one.given_merges, one.position, one.stop_reason) == (1, 2, "merge limit reached")
    assert len(sized.tokenizer().vocab) == 9


def test_a_base_whose_rules_no_training_makes_is_one_sentence():
    twice = BPETokenizer(BPEConfig(), [97, 98, 99], [(0, 1), (1, 2), (3, 2), (0, 4)])  # ab, bc, ab c, a bc
    late = BPETokenizer(BPEConfig(), [97, 98, 99], [(4, 2), (0, 1)])  # ab c before a b
    with pytest.raises(BPEError, match="in 'abc', an earlier merge follows a later one"):
        BPEStepper(Corpus.from_text("abc"), BPEConfig(), base=late)
    assert BPEStepper(Corpus.from_text("abc bc"), BPEConfig(), base=twice).given_merges == 3


@pytest.mark.parametrize(
    ("base", "config", "said"),
    [
        (BPEConfig(word_boundary="end_suffix"), BPEConfig(), "must be Attached to the last symbol, got Not"),
        (BPEConfig(alphabet="bytes"), BPEConfig(), "“What a word is made of” must be Bytes, got Characters"),
        (PROFILES["hf_course_wordpiece"].config, BPEConfig(), "must both be BPE"),
    ],
)
def test_a_base_that_cannot_be_gone_on_from_is_one_sentence(base, config, said):
    tokenizer = BPEStepper(Corpus.from_text("hug pug"), base).tokenizer()
    with pytest.raises(BPEError, match=said):
        BPEStepper(Corpus.from_text("hug"), config, base=tokenizer)


def test_a_base_from_a_file_and_of_ranks_goes_on_and_is_written():
    trained = BPEStepper(Corpus.from_text("hug pug hug pun"), replace(BYTES, pre_tokenizer="gpt2"))
    trained.run()
    more = Corpus.from_text("hugo hugo pugs")
    ours = BPEStepper(more, trained.config, base=trained.tokenizer())
    ours.run()
    opened = BPETokenizer.from_files({"tokenizer.json": trained.tokenizer().to_bytes()})
    theirs = BPEStepper(more, trained.config, base=opened)
    theirs.run()

    assert theirs.tokenizer().vocab == ours.tokenizer().vocab
    again = BPETokenizer.from_files({"tokenizer.json": ours.tokenizer().to_bytes()})
    assert again.encode("hugo pugs").ids == ours.tokenizer().encode("hugo pugs").ids
    ranks = BPETokenizer.from_files(trained.tokenizer().to_files("tiktoken"))
    of_ranks = BPEStepper(more, ranks.config, base=ranks)
    of_ranks.run()
    assert of_ranks.tokenizer().encode("hugo pugs").tokens == ours.tokenizer().encode("hugo pugs").tokens
