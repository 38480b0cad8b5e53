"""The data of a token's panel: whose token it is, where it comes from, and no answer to a question."""

import json

from bpe_core import BPEConfig, BPETokenizer
from bpe_ui.frame.ancestry.panel import GONE, answer, sources
from bpe_ui.frame.ancestry.stories import NO_TOKEN, ListedTokens, TrainedTokens
from bpe_ui.pages.hood.trainers import listed_ids, two_trainers
from bpe_ui.pages.tokenize.settings.state import Tokenize, TokenizeSettings
from bpe_ui.pages.tokenize.vocabulary.tokenizer_tokens import TokenizerTokens
from bpe_ui.stage.text.sentences import plain_text
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.visit import Visit
from tests.ui.examples import stepper_of, training_of
from tests.ui.stage import said


def told(story):
    """The sentence, and the remarks."""
    return [plain_text(story.sentence), *map(plain_text, story.remarks)]


def pictures(story):
    """The tokens at the top of the pictures."""
    return [root.token for root in story.roots]


def asked(visit, **question):
    """What the panel shows: the sentence and the remarks as texts."""
    given = json.loads(answer(visit, {"serial": 1, "position": None, **question}))
    return [said(given, parts) for parts in [given["sentence"], *given["remarks"]]]


# ---- trainings


def test_every_kind_of_token_of_a_training_has_its_sentence():
    tokens = TrainedTokens(stepper_of(position=None, special_tokens=("[CLS]",)), position=4)

    assert told(tokens.of_text("[CLS]")) == [
        "[CLS] (id 0) is cut out of a text before anything else, and stays whole."
    ]
    assert told(tokens.of_text("s")) == ["s (id 6) is a base symbol: words are spelled with it."]
    assert told(tokens.of_text("ug")) == [
        "ug (id 8) was learned as merge 1: u + g occurred 20 times.",
        "A part of hug.",
    ]
    assert told(tokens.of_id(13)) == ["hugs is not a token yet: merge 6 makes it of hug + s."]


def test_a_word_that_is_no_token_is_told_by_those_that_it_is_cut_into():
    story = TrainedTokens(stepper_of(position=None), position=4).of_text("hugs")

    assert told(story) == ["hugs is not a token here: it is cut into 2 tokens, hug and s."]
    assert pictures(story) == ["hug", "s"]


def test_while_one_is_asked_nothing_is_told_of_what_comes():
    tokens = TrainedTokens(stepper_of(position=None), position=4, tells_future=False)

    assert told(tokens.of_id(11)) == ["pug is not a token yet."]
    assert pictures(tokens.of_id(11)) == []
    assert told(tokens.of_text("pug")) == ["pug is not a token here."]
    assert told(tokens.of_text("ug"))[1:] == ["A part of hug."]  # and not of pug
    assert told(tokens.of_pair(4, 7)) == [
        "pug is not a token: merging p + ug, which occurs 5 times, would make it."
    ]


# ---- merges and tokenizers


def test_the_tokens_of_a_trainer_that_is_watched_are_those_that_it_made():
    words = {("h", "u", "g"): 10, ("p", "u", "g"): 5}
    picture = two_trainers(words, 3, 1)
    tokens = ListedTokens(picture.ids, picture.merges)

    assert (
        picture.ids
        == listed_ids(words, picture.merges)
        == {"g": 0, "h": 1, "p": 2, "u": 3, "ug": 4, "hug": 5, "pug": 6}
    )
    assert told(tokens.of_text("hug")) == ["hug (id 5) was learned as merge 2: h + ug occurred 10 times."]
    assert told(tokens.of_id(0)) == ["g (id 0) is a base symbol: words are spelled with it."]
    assert told(tokens.of_text("hugs")) == [NO_TOKEN]


def test_a_tokenizer_tells_of_ids_and_of_texts_that_are_no_token():
    tokens = TokenizerTokens(BPETokenizer(BPEConfig(), [ord(letter) for letter in "abc"], [(0, 1), (1, 2)]))

    assert told(tokens.of_id(4)) == ["bc (id 4) is made of b + c (merge 2)."]
    assert told(tokens.of_text("abcab")) == [
        "abcab is not a token here: it is cut into 3 tokens, ab, c and ab."
    ]
    assert told(tokens.of_id(99)) == [NO_TOKEN]


# ---- pictures


def test_each_page_says_whose_its_tokens_are():
    named = {page.tokens for page in pages().values() if page.tokens}

    assert "train" in named
    assert named <= set(sources())
    assert not pages()["quiz"].tokens  # which asks


def test_tokenize_has_the_tokens_of_its_tokenizer_and_of_those_beside_it():
    visit = Visit(training_of(position=4))
    visit.state(Tokenize).take(TokenizeSettings("hugs", beside=()))

    assert asked(visit, of="text", text="hugs") == [
        "hugs is not a token here: it is cut into 2 tokens, hug and s."
    ]
    assert asked(visit, of="compared/0", text="hugs")[0].startswith("hugs is not a token here")
    assert asked(visit, of="compared/1", text="hugs") == [GONE]
