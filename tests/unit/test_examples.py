"""The worked examples come out as their authors, or the libraries, have them."""

from dataclasses import replace
from typing import Any

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.examples import Example

EACH_EXAMPLE = pytest.mark.parametrize("example", EXAMPLES.values(), ids=list(EXAMPLES))


def train(name: str, merges: int | None = None, config: BPEConfig | None = None) -> BPEStepper:
    """An example trained to its end, or so many merges, by its own rules or others."""
    example = EXAMPLES[name]
    stepper = BPEStepper(example.corpus, config or example.config)
    stepper.run(merges)
    return stepper


def by_rule(name: str, tie_break: str, **changes: Any) -> BPEConfig:
    return replace(EXAMPLES[name].config, tie_break=tie_break, **changes)


def with_rules_of(profile: str, **changes: Any) -> BPEConfig:
    return replace(PROFILES[profile].config, **changes)


def history(stepper: BPEStepper) -> list[tuple[str, str, int]]:
    return [(*merge.pair, merge.count) for merge in stepper.merges]


def merges(text: str) -> list[tuple[str, str, int]]:
    """The merges in a text such as "u g 20, u n 16"."""
    return [(left, right, int(count)) for left, right, count in map(str.split, text.split(", "))]


def tokens(stepper: BPEStepper, text: str) -> str:
    """The tokens of a text, joined by spaces; both algorithms must agree on them."""
    tokenizer = stepper.tokenizer()
    encoding = tokenizer.encode(text)
    assert tokenizer.encode(text, algorithm="in_order").tokens == encoding.tokens
    return " ".join(encoding.tokens)


# Every example


@EACH_EXAMPLE
def test_the_merges_are_the_stated_outcome(example: Example) -> None:
    stepper = BPEStepper(example.corpus, example.config)
    stepper.run(len(example.outcome))
    assert tuple(history(stepper)) == example.outcome


@EACH_EXAMPLE
def test_the_text_form_gives_the_corpus_back(example: Example) -> None:
    read = {
        "text": Corpus.from_text,
        "documents": lambda text: Corpus.from_documents(text.split("\n")),
        "word_counts": Corpus.from_word_count_text,
    }
    assert read[example.corpus.kind](example.text_form) == example.corpus


@EACH_EXAMPLE
def test_the_rules_are_the_profiles_with_limits_and_special_tokens_of_its_own(example: Example) -> None:
    own: dict[str, Any] = {
        "max_merges": example.config.max_merges,
        "vocab_size": example.config.vocab_size,
        "special_tokens": example.config.special_tokens,
    }
    assert replace(PROFILES[example.profile].config, **own) == example.config


@EACH_EXAMPLE
def test_every_probe_gives_tokens(example: Example) -> None:
    tokenizer = train(example.name).tokenizer()
    assert all(tokenizer.encode(probe).tokens for probe in example.probes)


@EACH_EXAMPLE
def test_the_description_is_in_whole_sentences(example: Example) -> None:
    assert example.description.endswith(".")
    assert example.description == " ".join(example.description.split())
    assert EXAMPLES[example.name] is example


@EACH_EXAMPLE
def test_the_counts_in_the_history_never_rise(example: Example) -> None:
    counts = [merge.count for merge in train(example.name).merges]
    assert counts == sorted(counts, reverse=True)


def test_the_seven_examples_and_the_small_sibling_are_there() -> None:
    names = "hug_pug_pun hug_bug highest low_lower course_sentences fox sennrich aaabdaaabac"
    assert list(EXAMPLES) == names.split()


# 1. hug, pug, pun


def test_hug_pug_pun_starts_from_seven_letters_and_ends_after_seven_merges() -> None:
    stepper = train("hug_pug_pun")
    assert stepper.base_symbols == tuple("bghnpsu")
    assert history(stepper) == merges("u g 20, u n 16, h ug 15, p un 12, p ug 5, hug s 5, b un 4")
    assert stepper.stop_reason == "no pairs left"


def test_hug_pug_pun_counts_u_g_twenty_times() -> None:
    stepper = train("hug_pug_pun", 0)
    assert {row.pair: row.count for row in stepper.pair_counts()} == {
        ("u", "g"): 20,
        ("p", "u"): 17,
        ("u", "n"): 16,
        ("h", "u"): 15,
        ("g", "s"): 5,
        ("b", "u"): 4,
    }
    shares = {share.word: share.contribution for share in stepper.view.word_shares(("u", "g"))}
    assert shares == {"hug": 10, "pug": 5, "hugs": 5}


def test_hug_pug_pun_ties_at_five_after_four_merges() -> None:
    picks = dict.fromkeys(["first_seen", "smallest_ids", "greatest_pair"], ("p", "ug"))
    for tie_break, chosen in {**picks, "smallest_pair": ("hug", "s")}.items():
        stepper = train("hug_pug_pun", 4, by_rule("hug_pug_pun", tie_break))
        tied = stepper.tied_pairs()
        assert set(tied) == {("p", "ug"), ("hug", "s")}
        assert tied[0] == stepper.next_pair() == chosen
        assert stepper.step().count == 5


def test_hug_pug_pun_with_three_merges_tokenizes_new_words() -> None:
    words = {"bug": "b ug", "mug": "[UNK] ug", "thug": "[UNK] hug", "unhug": "un hug"}
    words["mmug"] = "[UNK] [UNK] ug"
    stepper = train("hug_pug_pun", 3)
    assert {word: tokens(stepper, word) for word in words} == words


def test_the_unknown_token_of_hug_pug_pun_has_no_id() -> None:
    encoding = train("hug_pug_pun", 3).tokenizer().encode("thug")
    assert encoding.ids == (None, 9)
    assert encoding.unknown == ("t",)


def test_hug_pug_pun_with_a_marker_of_its_own_ties_at_the_second_step() -> None:
    stepper = train("hug_pug_pun", 1, by_rule("hug_pug_pun", "first_seen", word_boundary="end_symbol"))
    assert history(stepper) == [("u", "g", 20)]
    assert set(stepper.tied_pairs()) == {("u", "n"), ("n", "</w>")}
    assert stepper.step().count == 16


def test_hug_pug_pun_with_the_marker_glued_on_starts_with_p_u() -> None:
    stepper = train("hug_pug_pun", 1, by_rule("hug_pug_pun", "first_seen", word_boundary="end_suffix"))
    assert history(stepper) == [("p", "u", 17)]


def test_dropping_the_unknown_letter_turns_mug_into_ug_without_a_word() -> None:
    config = with_rules_of("hf_tokenizers", special_tokens=(), unknown="drop", unk_token=None)
    encoding = train("hug_pug_pun", 3, config).tokenizer().encode("mug")
    assert encoding.tokens == ("ug",)
    assert encoding.unknown == ("m",)


# 1, the small sibling


def test_hug_bug_counts_three_pairs() -> None:
    stepper = train("hug_bug", 0)
    assert [(word.word, word.count) for word in stepper.words] == [("hug", 2), ("bug", 3)]
    assert {row.pair: row.count for row in stepper.pair_counts()} == {
        ("h", "u"): 2,
        ("u", "g"): 5,
        ("b", "u"): 3,
    }


def test_hug_bug_numbers_special_tokens_then_letters_then_merges() -> None:
    stepper = train("hug_bug", 1)
    assert list(stepper.view.vocabulary()) == ["[CLS]", "[SEP]", "b", "g", "h", "u", "ug"]
    assert list(stepper.view.vocabulary().values()) == list(range(7))
    assert stepper.merges[0].token_id == 6


def test_gug_has_the_ids_three_and_six() -> None:
    encoding = train("hug_bug").tokenizer().encode("gug")
    assert encoding.tokens == ("g", "ug")
    assert encoding.ids == (3, 6)


# 2. highest, higher, lower


def test_highest_fills_seventeen_tokens_with_twelve_base_symbols_and_five_merges() -> None:
    stepper = train("highest")
    assert len(stepper.base_symbols) == 12
    assert stepper.position == 5
    assert len(stepper.view.vocabulary()) == 17
    assert stepper.stop_reason == "vocabulary size reached"


def test_highest_starts_with_a_tie_of_five() -> None:
    stepper = train("highest", 0)
    assert set(stepper.tied_pairs()) == {("e", "s"), ("s", "t"), ("t", "</w>"), ("e", "r"), ("r", "</w>")}
    assert stepper.next_pair() == ("e", "s")


def test_other_rules_start_highest_elsewhere() -> None:
    for tie_break, pair in {"smallest_ids": ("e", "r"), "greatest_pair": ("t", "</w>")}.items():
        assert train("highest", 0, by_rule("highest", tie_break)).next_pair() == pair


def test_highest_splits_its_own_words_at_their_endings() -> None:
    stepper = train("highest")
    splits = {
        "highest": "h i g h est</w>",
        "higher": "h i g h er</w>",
        "lower": "l o w er</w>",
        "lowest": "l o w est</w>",
        "cooler": "c o o l er</w>",
        "coolest": "c o o l est</w>",
    }
    assert {word: " ".join(split) for word, split in stepper.splits().items()} == splits
    assert {word: tokens(stepper, word) for word in splits} == splits


# 3. low, lower, lowest


def test_low_lower_holds_sixteen_merges() -> None:
    stepper = train("low_lower")
    assert stepper.position == 16
    assert stepper.stop_reason == "no pairs left"


def test_low_lower_tells_another_story_by_each_rule() -> None:
    stories = {"first_seen": "lo low er", "shortest_token": "er lo low", "greatest_pair": "we"}
    for tie_break, learned in stories.items():
        stepper = train("low_lower", len(learned.split()), by_rule("low_lower", tie_break))
        assert [merge.token for merge in stepper.merges] == learned.split()


def test_lowest_ends_as_one_token_and_not_as_low_and_est() -> None:
    assert tokens(train("low_lower"), "lowest") == "lowest</w>"


# 4. The four course sentences


def test_course_sentences_fill_fifty_tokens_with_thirty_base_symbols_and_twenty_merges() -> None:
    stepper = train("course_sentences")
    assert len(stepper.base_symbols) == 30
    assert stepper.position == 20
    assert history(stepper) == list(EXAMPLES["course_sentences"].outcome)
    assert stepper.stop_reason == "vocabulary size reached"


def test_course_sentences_tokenize_a_sentence_with_unknown_words() -> None:
    assert tokens(train("course_sentences"), "This is not a token.") == "This Ġis Ġ n o t Ġa Ġtoken ."


def test_with_its_special_token_the_course_prints_nineteen_merges() -> None:
    config = replace(EXAMPLES["course_sentences"].config, special_tokens=("<|endoftext|>",))
    stepper = train("course_sentences", config=config)
    assert stepper.position == 19
    assert stepper.merges[-1].token == "Ġtokeni"
    assert list(stepper.view.vocabulary())[:3] == ["<|endoftext|>", ",", "."]


# 5. The quick brown fox


def test_the_quickest_brownest_fox_needs_nine_tokens_for_twenty_five_characters() -> None:
    text = "the quickest brownest fox"
    stepper = train("fox")
    assert len(text) == 25
    assert tokens(stepper, text) == "the</w> quick es t</w> brow n es t</w> fox</w>"
    assert len(stepper.tokenizer().encode(text).tokens) == 9


def test_fox_makes_fifty_merges_of_seventeen_sentences() -> None:
    stepper = train("fox")
    assert stepper.position == 50
    assert stepper.stop_reason == "merge limit reached"
    assert len(EXAMPLES["fox"].text_form.splitlines()) == 17


def test_fox_gives_every_learned_token_an_id_and_zebra_comes_back_whole() -> None:
    stepper = train("fox")
    tokenizer: BPETokenizer = stepper.tokenizer()
    assert all(tokenizer.vocab[merge.token] == merge.token_id for merge in stepper.merges)
    encoding = tokenizer.encode("zebra")
    assert None not in encoding.ids
    assert tokenizer.decode(encoding.ids) == "zebra"


def test_ten_learned_tokens_of_the_fox_are_missing_from_its_last_segmentation() -> None:
    stepper = train("fox")
    left = {symbol for split in stepper.splits().values() for symbol in split}
    assert sum(merge.token not in left for merge in stepper.merges) == 10


# 6. Sennrich's paper


def test_five_of_sennrichs_first_eight_merges_are_ties() -> None:
    stepper = train("sennrich", 8)
    assert sum(merge.tied_count > 0 for merge in stepper.merges) == 5
    assert stepper.view.statistics().ties == 5


def test_subword_nmt_learns_other_merges_from_sennrichs_words() -> None:
    stepper = train("sennrich", 4, with_rules_of("subword_nmt"))
    assert history(stepper) == merges("s t</w> 9, e st</w> 9, l o 7, w est</w> 6")


# 7. aaabdaaabac


def test_aaabdaaabac_ties_at_the_second_merge() -> None:
    stepper = train("aaabdaaabac", 1)
    assert set(stepper.tied_pairs()) == {("aa", "a"), ("a", "b")}


def test_libraries_differ_at_the_second_merge_of_aaabdaaabac() -> None:
    picks = dict.fromkeys(["minbpe_basic", "subword_nmt"], ("aa", "a"))
    picks |= dict.fromkeys(["hf_tokenizers", "hf_byte_level"], ("a", "b"))
    for profile, pair in picks.items():
        assert train("aaabdaaabac", 2, with_rules_of(profile)).merges[1].pair == pair, profile


def test_aaa_counts_the_pair_twice_and_merges_it_once() -> None:
    stepper = train("aaabdaaabac", 0)
    assert stepper.pair_counts(limit=1)[0].count == 4
    assert stepper.step().token == "aa"
    assert stepper.splits()["aaabdaaabac"] == ("aa", "a", "b", "d", "aa", "a", "b", "a", "c")
