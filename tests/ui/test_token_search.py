"""Finding tokens of the vocabulary: by a text, by an id, and the longest."""

from bpe_ui.visit.training.token_search import matching_tokens, tokens_here
from tests.ui.examples import training_of


def found(training, text):
    return [token for token, _ in tokens_here(matching_tokens(training, text), training)[0]]


def test_the_token_itself_comes_first_and_only_tokens_of_the_position_are_found():
    training = training_of(position=7)
    assert found(training, "hug") == ["hug", "hugs"]
    assert found(training, "G") == ["g", "ug", "hug", "pug", "hugs"]

    training.step_to(1)
    assert found(training, "hug") == []


def test_a_number_is_an_id_and_also_a_text():
    training = training_of({"a1": 2, "b": 1})  # the base symbols 1, a, b have the ids 0, 1, 2

    assert found(training, "1") == ["1", "a"]


def test_a_space_and_an_accent_are_found_as_the_bytes_that_they_are():
    training = training_of({"é": 3, " a": 1}, position=1, alphabet="bytes")

    assert found(training, " ") == ["Ġ"]
    assert found(training, "é") == ["Ã©"]


def test_the_longest_tokens_come_first_by_their_base_symbols_and_those_made_of_nothing_last():
    training = training_of(position=7, special_tokens=("[CLS]",))

    longest = tokens_here(matching_tokens(training, "", "longest"), training)[0]
    assert [token for token, _ in longest] == [
        *("hugs", "hug", "pun", "pug", "bun", "ug", "un"),
        *("b", "g", "h", "n", "p", "s", "u", "[CLS]"),
    ]
    assert [token for token, _ in tokens_here(matching_tokens(training, "un", "longest"), training)[0]] == [
        "pun",
        "bun",
        "un",
    ]
