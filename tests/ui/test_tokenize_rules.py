"""The data of the stage of Tokenize, and what it may send back."""

import json

import pytest

from bpe_core import BPEConfig, BPETokenizer, Corpus
from bpe_core.studies.encoding_proof import prove_encoding
from bpe_ui.pages.tokenize.rules import component as rules
from bpe_ui.pages.tokenize.rules import stage
from bpe_ui.pages.tokenize.rules.message import message_json
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.visit.training.training import Source, start_training
from bpe_ui.visit.visit import Visit
from tests.ui.examples import stepper_of
from tests.ui.stage import plain_texts, said

BY_HAND = BPETokenizer(BPEConfig(), [ord("a"), ord("b"), ord("c")], [(4, 2), (0, 1)])
"""(ab, c) before (a, b)."""


def sent(tokenizer, text, place=0, **asked):
    stage = RulesStage()
    stage.begin()
    stage.show(TokenizeInput(tokenizer, text, **asked), place, 0)
    return json.loads(message_json(stage)["json"])


def candidates(data, position):
    plain = plain_texts(data)
    return [
        (plain[left], plain[right], rank, times)
        for left, right, rank, times in data["snapshots"][position]["candidates"]
    ]


def test_the_candidates_have_the_ranks_of_their_merges():
    data = sent(BY_HAND, "abc")

    assert candidates(data, 0) == [("a", "b", 1, 1), ("b", "c", None, 1)]
    assert candidates(data, 1) == [("ab", "c", 0, 1)]


@pytest.mark.parametrize(("place", "here"), [(0, [1, 2]), (3, [2, 3])])
def test_tokens_around_the_text_are_there_and_the_word_at_a_place_is_found_between_them(place, here):
    config = BPEConfig(special_tokens=("[CLS]", "[SEP]"), template="[CLS] $A [SEP]")
    tokenizer = BPETokenizer(config, [ord("a"), ord("b")], [(0, 1)])

    data = sent(tokenizer, "ab ab", place, add_special_tokens=True)

    plain = plain_texts(data)
    assert [plain[item[0]] for item in data["tokens"]["items"]] == ["[CLS]", "ab", "ab", "[SEP]"]
    assert data["tokens"]["here"] == here
    assert data["tokens"]["of_text"] == [1, 3]
    assert data["counts"][:2] == [["tokens", "4", "1.00 a word"], ["words", "2", ""]]
    assert said(data, data["check"]).startswith("Checked: ")


def test_a_text_that_cannot_be_tokenized_says_why_until_it_can():
    stage = RulesStage()
    tokenizer = stepper_of("hug_pug_pun", 7).tokenizer()
    stage.show(TokenizeInput(tokenizer, "half a character: \ud83d"), 0, 0)
    assert "surrogate" in stage.error
    data = json.loads(message_json(stage)["json"])
    assert data["tokens"]["total"] == 0
    assert said(data, data["snapshots"][0]["sentence"]) == ""

    stage.show(TokenizeInput(tokenizer, "hug"), 0, 0)

    assert (stage.error, stage.encoding.tokens) == ("", ("hug",))


@pytest.fixture
def visit():
    source = Source.from_example("hug_pug_pun")
    return Visit(start_training(source, stepper_of("hug_pug_pun").config))


def test_each_word_keeps_its_step_until_the_text_changes(visit):
    tokenize, stage = visit.state(Tokenize), visit.state(RulesStage)
    visit.move(7)
    tokenize.text, tokenize.place = "hugs unhug hugs", 3

    def show(place, **done):
        position = done.get("position", 0)
        action = {"name": "show_word", "place": place, "history_id": stage.history_id, "jump": stage.jump}
        rules.LISTENER.hear_action(visit, {**action, "position": position})
        rules.data_of(visit, tokenize.request(visit.training))
        return stage.position

    rules.data_of(visit, tokenize.request(visit.training))
    assert show(6, position=3) == 0  # from hugs to unhug
    assert show(3, position=2) == 3
    assert show(8, position=3) == 2
    assert show(11, position=2) == 0  # the other hugs
    tokenize.hear_text("hugs unhug", 7, 1, "")
    assert show(6) == 0


def test_the_word_shown_before_stays_with_how_many_merges_both_have_until_the_text_changes():
    shown = RulesStage()

    def show(text, place):
        shown.begin()
        shown.show(TokenizeInput(BY_HAND, text), place, 0)
        data = json.loads(message_json(shown)["json"])
        return data["beside"] and said(data, data["beside"]["said"])

    assert show("abc ab abc", 0) is None
    assert show("abc ab abc", 4) == "abc after 2 merges. Shared with ab: 1."
    assert show("abc ab abc", 8) == "ab after 1 merge. Shared with abc: 1."
    assert show("abc ab", 4) is None


def test_the_library_is_asked_only_when_typing_rests(visit, monkeypatch):
    tokenize = visit.state(Tokenize)
    tokenize.text = "hug "
    asked = []
    monkeypatch.setattr(
        stage, "prove_encoding", lambda *given, **more: asked.append(given) or prove_encoding(*given, **more)
    )

    def line():
        data = json.loads(rules.data_of(visit, tokenize.request(visit.training))["json"])
        return said(data, data["check"])

    assert (line(), asked) == ("Checked when you pause.", [])
    visit.state(RulesStage).begin()
    assert line().startswith("Checked: ")
    assert len(asked) == 1


def without_merges(model) -> BPETokenizer:
    return BPETokenizer.from_files({"tokenizer.json": json.dumps({"model": model}).encode()})


WORD_PIECE = without_merges(
    {
        "type": "WordPiece",
        "unk_token": "?",
        "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 9,
        "vocab": {token: number for number, token in enumerate(["?", "hug", "##gi", "##ng", "s"])},
    }
)
UNIGRAM = without_merges({"type": "Unigram", "unk_id": 0, "vocab": [["?", 0], ["hu", -1.5], ["gs", -2]]})


def looked_up(data, position):
    return [(plain_texts(data)[text], result) for text, result in data["snapshots"][position]["looked_up"]]


def test_a_word_of_wordpiece_shows_each_beginning_that_was_looked_up_and_then_takes_it():
    data = sent(WORD_PIECE, "hugging")
    plain = plain_texts(data)
    assert data["last"] == 3
    assert [plain[symbol] for symbol in data["word"]["symbols"]] == [*"hugging"]
    assert data["word"]["merged_at"] == [0, 0, -1, 1, -1, 2]
    assert [plain[step[3]] for step in data["word"]["steps"]] == ["hug", "##gi", "##ng"]
    missed = [(text, "no token") for text in ("hugging", "huggin", "huggi", "hugg")]
    assert looked_up(data, 0) == [*missed, ("hug", "taken")]
    assert looked_up(data, 2) == [("##ng", "taken")]
    assert said(data, data["snapshots"][0]["sentence"]).startswith(
        "hug is taken next: the longest beginning of"
    )
    assert said(data, data["snapshots"][3]["sentence"]) == "hugging is 3 tokens: hug ##gi ##ng"


def test_a_word_that_wordpiece_cannot_spell_becomes_one_unknown_token_in_its_last_step():
    data = sent(WORD_PIECE, "hugsx")
    assert data["word"]["merged_at"] == [0, 0, 1, 1]
    assert looked_up(data, 1) == [(text, "no token") for text in ("##sx", "##s")]
    assert "the whole word becomes ?" in said(data, data["snapshots"][1]["sentence"])
    too_long = sent(WORD_PIECE, "s" * 10)
    assert (too_long["last"], "too long" in said(too_long, too_long["snapshots"][0]["sentence"])) == (0, True)


def test_a_word_of_unigram_shows_its_pieces_with_their_scores_and_why_there_are_no_merges():
    data = sent(UNIGRAM, "hugsx")
    assert data["last"] == 0
    assert looked_up(data, 0) == [("hu", "-1.50"), ("gs", "-2.00"), ("x", "-12.00")]
    assert "no merges" in said(data, data["snapshots"][0]["subtitle"])
    assert data["word"]["merged_at"] == [-1, -1]


def test_a_corpus_of_ones_own_begins_with_its_own_words():
    own = start_training(Source("text", Corpus.from_text("the cat sat\non a mat")), BPEConfig())
    assert Tokenize().text_of(own) == "the cat sat"
