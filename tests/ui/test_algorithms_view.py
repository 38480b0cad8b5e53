"""What if: the sentences about words in every way and about draws, and the markup of cuts."""

from bpe_core.studies.algorithms import dropout_draws, words_in_each_way
from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_ui.pages.tokenize.algorithms import sentences
from bpe_ui.pages.tokenize.algorithms.three_algorithms import example_that_differs, reasons
from bpe_ui.stage.text.sentences import plain_text
from tests.ui.examples import stepper_of


def word_of(rules, word):
    [found] = words_in_each_way(tokenizer_of_rules(rules, word), word)
    return found


def trained():
    """Learned: b+c, then a+b."""
    return stepper_of({"bc": 5, "ab": 3}, 2).tokenizer()


def test_draws_that_change_nothing_say_how_to_see_another_cut():
    draws = [*dropout_draws(trained(), "abc", 0, seed=1, draws=2)]
    assert plain_text(sentences.draws(draws)) == (
        "Cut as without dropout: 2 of 2 times (100%): 2 draws of 1 word."
        " Raise the probability, or type longer words, to see more than one cut."
    )


def test_on_merges_of_a_training_the_bpe_ways_agree_and_longest_match_need_not():
    words = words_in_each_way(trained(), "abc ab abc")
    assert plain_text(sentences.bpe_ways(words, trained())) == (
        "“Lowest rank first” and “In the order learned” cut all words alike."
        " They never differ on merges from a training."
    )
    assert plain_text(sentences.longest_match(words)) == (
        "“Longest match”, which many people expect BPE to do, cuts 1 of 2 words differently: it looks"
        " only at the tokens, not at the ranks."
    )
    assert list(map(plain_text, reasons(words[0]))) == [
        "Longest match takes ab, which fits."
        " By rank it is never made: b + c (merge 1) uses its last symbol first. That leaves a bc."
    ]


def test_the_example_differs():
    word = example_that_differs()
    assert word.tokens("lowest_rank") == ("low", "est</w>")
    assert word.tokens("longest_match") == ("lowe", "s", "t", "</w>")


def test_rules_by_hand_on_which_the_bpe_ways_differ_are_said_to_be_of_no_training():
    word = word_of("ab c\na b", "abc")
    tokenizer = tokenizer_of_rules("a b\nb c\na bc\nabc d\nab c", "abcd")
    assert plain_text(sentences.bpe_ways([word], tokenizer)) == (
        "“Lowest rank first” and “In the order learned” differ on 1 of 1 word."
        " They never differ on merges from a training, so this list does not come from one."
        " It has 5 merges for 4 tokens, and a training makes each token once."
    )
    assert list(map(plain_text, reasons(word))) == [
        "By lowest rank, ab + c (merge 1) is made after a + b (merge 2), which makes ab."
        " In the order learned, merge 1 has already had its turn."
    ]


def test_the_share_of_draws_counts_each_word_of_each_draw():
    never = dropout_draws(trained(), "bc ab a", 1.0, seed=1, draws=8)
    assert plain_text(sentences.draws(never)) == (
        "Cut as without dropout: 8 of 24 times (33%): 8 draws of 3 words."
    )
