"""Column tokens: their places in the original text, unknown ones, and different cuts."""

from dataclasses import replace

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.studies.comparison.column_tokens import ColumnTokens, tokens_of_columns

HUG = EXAMPLES["hug_pug_pun"].corpus


def tokenizer(config: BPEConfig, merges: int = 5, corpus: Corpus = HUG) -> BPETokenizer:
    stepper = BPEStepper(corpus, config)
    stepper.run(merges)
    return stepper.tokenizer()


def placed(column: ColumnTokens) -> list[tuple[str, int, int, bool]]:
    return [(token.token, token.start, token.end, token.differs) for token in column.tokens]


def columns(text: str, *configs: BPEConfig) -> list[ColumnTokens]:
    return tokens_of_columns(text, [tokenizer(config) for config in configs])


def test_tokens_stand_where_they_do_in_the_text_as_given() -> None:
    plain, lower = BPEConfig(), BPEConfig(normalizers=("lowercase",))
    as_given, lowered = columns("  HUG pug", plain, lower)
    assert placed(lowered) == [("hug", 2, 5, True), ("pug", 6, 9, False)]
    assert [token.known for token in as_given.tokens] == [False] * 3 + [True]


def test_the_space_before_a_word_makes_no_difference() -> None:
    in_bytes = BPEConfig(pre_tokenizer="gpt2", alphabet="bytes")
    _, spaced = columns("hug hug", BPEConfig(), in_bytes)
    # The corpus of words holds no space, so it is a token of its own; the words are cut alike.
    tokens = [(token.token, token.known, token.differs) for token in spaced.tokens]
    assert tokens == [("hug", True, False), ("Ġ", False, True), ("hug", True, False)]
    glued = tokenizer(in_bytes, 50, Corpus.from_text("hug hug hug hug"))
    _, whole = tokens_of_columns("hug hug", [tokenizer(BPEConfig()), glued])
    assert placed(whole) == [("hug", 0, 3, False), ("Ġhug", 3, 7, False)]


def test_a_marker_of_its_own_is_a_token_that_the_others_lack() -> None:
    _, marked = columns("gun", BPEConfig(), BPEConfig(word_boundary="end_symbol"))
    # Merges 1 to 3 with the marker: u+g, u+n, un+</w>; so gun is g, un</w>. b</w> stays apart.
    assert [(token.token, token.differs) for token in marked.tokens] == [("g", False), ("un</w>", False)]
    _, apart = columns("gub", BPEConfig(), BPEConfig(word_boundary="end_symbol"))
    assert placed(apart) == [("g", 0, 1, False), ("u", 1, 2, False), ("b", 2, 3, False), ("</w>", 3, 3, True)]


def test_two_bytes_of_a_character_are_cut_otherwise_than_the_character() -> None:
    corpus = Corpus.from_word_counts({"né": 1})
    characters = tokenizer(BPEConfig(), 0, corpus)
    in_bytes = tokenizer(BPEConfig(alphabet="bytes"), 0, corpus)
    whole, parts = tokens_of_columns("né", [characters, in_bytes])
    assert placed(parts) == [("n", 0, 1, False), ("Ã", 1, 2, True), ("©", 1, 2, True)]
    assert [token.differs for token in whole.tokens] == [False, False]
    merged = tokenizer(BPEConfig(alphabet="bytes"), 2, corpus)  # n+Ã, nÃ+©
    [token] = tokens_of_columns("né", [characters, merged])[1].tokens
    assert token.differs


def test_a_stand_in_for_an_unknown_symbol_is_not_known_though_it_has_an_id() -> None:
    hugging_face = PROFILES["hf_tokenizers"].config
    named = replace(hugging_face, special_tokens=())
    with_id, without_id, kept = columns("mug", hugging_face, named, BPEConfig())
    firsts = [column.tokens[0] for column in (with_id, without_id, kept)]
    assert [(first.token, first.id, first.known) for first in firsts] == [
        ("<unk>", 0, False),
        ("<unk>", None, False),
        ("m", None, False),
    ]
    assert [token.known for token in with_id.tokens] == [False, True]


def test_an_empty_text_has_no_tokens() -> None:
    assert columns("", BPEConfig(), BPEConfig(normalizers=("nfc",))) == [ColumnTokens(())] * 2
