"""Other algorithms: the sentences about words by longest match, and about draws."""

from bpe_core.studies.algorithms import dropout_draws, words_in_each_way
from bpe_ui.pages.tokenize.algorithms import sentences
from bpe_ui.pages.tokenize.algorithms.longest_match import example_that_differs, reasons
from bpe_ui.stage.text.sentences import plain_text
from tests.ui.examples import stepper_of


def trained():
    """Learned: b+c, then a+b."""
    return stepper_of({"bc": 5, "ab": 3}, 2).tokenizer()


def test_draws_that_change_nothing_say_how_to_see_another_cut():
    draws = [*dropout_draws(trained(), "abc", 0, seed=1, draws=2)]
    assert plain_text(sentences.draws(draws)) == (
        "Cut as without dropout: 2 of 2 times (100%): 2 draws of 1 word."
        " Raise the probability, or type longer words, to see more than one cut."
    )


def test_longest_match_says_on_how_many_words_it_differs_and_why():
    words = words_in_each_way(trained(), "abc ab abc")
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


def test_the_share_of_draws_counts_each_word_of_each_draw():
    never = dropout_draws(trained(), "bc ab a", 1.0, seed=1, draws=8)
    assert plain_text(sentences.draws(never)) == (
        "Cut as without dropout: 8 of 24 times (33%): 8 draws of 3 words."
    )
