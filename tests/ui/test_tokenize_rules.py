"""The data of the stage of Tokenize, and what it may send back."""

import json

import pytest

from bpe_core import BPEConfig, BPETokenizer
from bpe_core.studies.encoding_proof import prove_encoding
from bpe_ui.pages.tokenize.rules import component as rules
from bpe_ui.pages.tokenize.rules import stage
from bpe_ui.pages.tokenize.rules.message import message_json
from bpe_ui.pages.tokenize.rules.predicting import TokenPredicting
from bpe_ui.pages.tokenize.rules.stage import RulesStage
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.pages.tokenize.settings.tokenize_input import TokenizeInput
from bpe_ui.visit.training.training import Source, start_training
from bpe_ui.visit.visit import Visit
from tests.ui.examples import stepper_of
from tests.ui.stage import plain_texts, said

BY_HAND = BPETokenizer(BPEConfig(), [ord("a"), ord("b"), ord("c")], [(4, 2), (0, 1)])
"""(ab, c) before (a, b), on which the two ways to apply rules differ."""


def sent(tokenizer, text, place=0, algorithm="lowest_rank", **asked):
    stage = RulesStage()
    stage.begin()
    stage.show(TokenizeInput(tokenizer, text, algorithm, **asked), place, 0)
    return json.loads(message_json(stage, TokenPredicting())["json"])


def candidates(data, position):
    plain = plain_texts(data)
    return [
        (plain[left], plain[right], rank, times, is_late)
        for left, right, rank, times, is_late in data["snapshots"][position]["candidates"]
    ]


def test_in_order_a_rule_whose_turn_is_over_is_late_and_the_sentence_says_so():
    data = sent(BY_HAND, "abc", algorithm="in_order")

    assert candidates(data, 0) == [("a", "b", 1, 1, False), ("b", "c", None, 1, False)]
    assert candidates(data, 1) == [("ab", "c", 0, 1, True)]
    assert said(data, data["snapshots"][1]["sentence"]) == "No pair left has a merge: abc is 2 tokens: ab c"
    assert said(data, data["snapshots"][1]["subtitle"]) == (
        "Last: a + b became ab by merge 2. ab + c has a merge too, but merge 1 has had its turn:"
        " each merge is made once."
    )
    by_rank = sent(BY_HAND, "abc")
    assert candidates(by_rank, 1) == [("ab", "c", 0, 1, False)]
    assert said(by_rank, by_rank["snapshots"][2]["sentence"]).endswith("abc is 1 token: abc")


def test_tokens_in_bytes_say_which_bytes_of_which_character_they_are():
    tokenizer = stepper_of("pho", None).tokenizer()

    data = sent(tokenizer, "bò phở 🍕", place=3)

    told = [(said(data, item[8]), item[7]) for item in data["tokens"]["items"]]
    assert told == [
        ("", "character 1, byte 62"),
        ("ò 1/2", "in character 2, the byte C3: the first of the 2 bytes of ò"),
        ("ò 2/2", "in character 2, the byte B2: the last of the 2 bytes of ò"),
        ("␣phở", "characters 3 to 6, bytes 20 70 68 E1 BB 9F"),
        (
            "␣🍕 1–3/4",
            "in characters 7 to 8, the bytes 20 F0 9F 8D, among them the first 3 of the 4 bytes of 🍕",
        ),
        ("🍕 4/4", "in character 8, the byte 95: the last of the 4 bytes of 🍕"),
    ]
    assert said(data, data["tokens"]["hint"]) == (
        "Small: a token's id, and its text; ò 1/2 is the first of the 2 bytes of ò."
    )
    of_word = {span: said(data, parts) for span, parts in data["word"]["readings"].items()}
    assert of_word["3-4"] == "ở 1/3"
    assert (of_word["0-4"], of_word["0-6"]) == ("␣ph" + "ở 1/3", "␣phở")


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


def test_without_a_pre_tokenizer_the_parts_that_no_rule_joins_are_gone_through_one_by_one():
    vocab = {"▁": 0, "a": 1, "b": 2, "ab": 3, "▁ab": 4}
    model = {"type": "BPE", "vocab": vocab, "merges": ["a b", "▁ ab"]}
    normalizer = {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}
    file = json.dumps({"model": model, "normalizer": normalizer}).encode()
    tokenizer = BPETokenizer.from_bytes("tokenizer.json", file)

    data = sent(tokenizer, "ab b ab", place=5)

    plain = plain_texts(data)
    assert [(plain[item[0]], item[6]) for item in data["tokens"]["items"]] == [
        ("ab", True),
        ("▁", True),
        ("b", True),
        ("▁ab", True),
    ]
    assert data["tokens"]["here"] == [3, 4]
    assert len(tokenizer.encode("ab b ab").word_starts) == 2


def test_a_text_that_cannot_be_tokenized_says_why_until_it_can():
    stage = RulesStage()
    tokenizer = stepper_of("hug_pug_pun", 7).tokenizer()
    stage.show(TokenizeInput(tokenizer, "half a character: \ud83d", "lowest_rank"), 0, 0)
    assert "surrogate" in stage.error
    data = json.loads(message_json(stage, TokenPredicting())["json"])
    assert data["tokens"]["total"] == 0
    assert said(data, data["snapshots"][0]["sentence"]) == ""

    stage.show(TokenizeInput(tokenizer, "hug", "lowest_rank"), 0, 0)

    assert (stage.error, stage.encoding.tokens) == ("", ("hug",))


@pytest.fixture
def visit():
    source = Source.from_example("hug_pug_pun")
    return Visit(start_training(source, stepper_of("hug_pug_pun").config))


def test_each_word_keeps_its_step_until_the_text_changes_or_it_is_asked_about(visit):
    tokenize, stage = visit.state(Tokenize), visit.state(RulesStage)
    visit.move(7)
    tokenize.text = "hugs unhug hugs"

    def show(place, **done):
        position = done.get("position", 0)
        action = {"name": "show_word", "place": place, "history_id": stage.history_id, "jump": stage.jump}
        rules.LISTENER.hear_action(visit, {**action, "position": position})
        rules.data_of(visit, tokenize.request(visit.training))
        return stage.position

    rules.data_of(visit, tokenize.request(visit.training))
    assert show(6, position=3) == 0  # from the end of hugs to unhug
    assert show(3, position=2) == 3
    assert show(8, position=3) == 2
    assert show(11, position=2) == 0  # the other hugs
    visit.state(TokenPredicting).turn(True)
    assert show(0) == 0
    visit.state(TokenPredicting).turn(False)
    tokenize.hear_text("hugs unhug", 7, 1, "")
    assert show(6) == 0


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
    return BPETokenizer.from_bytes("tokenizer.json", json.dumps({"model": model}).encode())


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
    assert not data["predict"]["is_offered"]


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
