"""The view of a vocabulary: the tokens it lists, the sentences about them, and the ancestry of one."""

import json
from collections import Counter

import pytest

from bpe_core import BPETokenizer
from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_core.studies.vocabulary_study import study_of
from bpe_ui.pages.tokenize.settings.state import TokenizeSettings
from bpe_ui.pages.tokenize.vocabulary import rows, sentences
from bpe_ui.pages.tokenize.vocabulary.rows import Listing
from bpe_ui.stage.text.sentences import plain_text
from bpe_ui.visit.training.words_view import ListPage
from bpe_ui.visit.visit import Visit
from tests.ui.examples import training_of


def listing_of(text="", merges=4, **rules):
    """The hug corpus: ug, un, hug, pun are learned."""
    training = training_of("hug_pug_pun", merges, **rules)
    tokenizer = training.tokenizer(merges)
    return Listing(study_of(tokenizer), Counter(tokenizer.encode(text).ids), training, merges)


def listing_of_rules(rules, word):
    return Listing(study_of(tokenizer_of_rules(rules, word)), Counter())


def test_counts_are_those_of_the_training_that_goes_on_from_given_merges_too():
    visit = Visit(training_of("hug_pug_pun", position=4))
    visit.begin_with(visit.on_page("tokenize").base("made", visit.training), "base")
    listing = Listing(study_of(visit.training.tokenizer(4)), Counter(), visit.training, 4)
    counts = listing.frame(listing.study.ids).set_index("Token")["Count"]
    assert [counts[token] for token in ("ug", "un", "hug", "pun")] == [20, 16, 15, 12]


def said_of(listing, token):
    [entry] = [entry for entry in listing.study.entries(listing.study.ids) if entry.token == token]
    told = [sentences.origin(listing, entry), *sentences.remarks(listing, entry)]
    return [plain_text(sentence) for sentence in told]


def test_a_row_has_what_training_corpus_and_text_say_of_a_token():
    frame = listing_of("hug hugs").frame([9, 5])

    hug, s = frame.to_dict("records")
    assert hug == {
        "Id": 9,
        "Token": "hug",
        "Made from": "h + ug",
        "Merge": 3,
        "Count": 15,
        "Length": 3,
        "Bytes": 3,
        "Corpus": 15,  # hug 10 times, hugs 5 times
        "Text": 2,
        "Marks": "",
    }
    assert (s["Made from"], s["Corpus"], s["Marks"]) == ("", 5, "base")


def test_without_a_training_a_row_says_nothing_of_a_corpus():
    listing = listing_of_rules("a b", "ab")
    assert {"Count", "Corpus"}.isdisjoint(listing.frame(listing.study.ids).columns)
    assert "dead" not in listing.ids_of


@pytest.mark.parametrize(
    ("settings", "tokens"),
    [
        ({"search": "un"}, "un pun"),
        ({"listed": "dead"}, ""),  # un is in bun, ug in pug; base symbols are never dead
        ({"listed": "learned", "order": "uses"}, "hug pun ug un"),  # 15, 12, 5, 4
        ({"listed": "learned", "order": "length"}, "hug pun ug un"),
    ],
)
def test_tokens_are_searched_chosen_and_put_in_order(settings, tokens):
    listing = listing_of()
    part = listing.part(TokenizeSettings(**settings), 1)
    assert [entry.token for entry in listing.study.entries(part.shown)] == tokens.split()


def test_a_list_has_pages_and_a_page_too_many_is_the_last(monkeypatch):
    monkeypatch.setattr(rows, "PAGE", 4)
    part = listing_of().part(TokenizeSettings(), 9)  # of 11 tokens
    assert part == ListPage((8, 9, 10), found=11, page=3, pages=3)


def test_the_counts_name_every_kind_that_there_is():
    assert plain_text(sentences.counts(listing_of(special_tokens=("[CLS]",)))) == (
        "12 tokens: 7 base, 4 learned, 1 special."
    )
    assert plain_text(sentences.counts(listing_of(merges=5))) == (
        "12 tokens: 7 base, 5 learned. 1 of them dead on this corpus."
    )


def test_a_sentence_says_where_a_token_comes_from():
    listing = listing_of(special_tokens=("[CLS]",))
    assert said_of(listing, "hug") == ["hug (id 10) was learned as merge 3: h + ug occurred 15 times."]
    assert said_of(listing, "s") == ["s (id 6) is a base symbol: words are spelled with it."]
    assert said_of(listing, "u") == [
        "u (id 7) is a base symbol: words are spelled with it.",
        "A part of ug and un.",
    ]
    assert said_of(listing_of(merges=5), "ug") == [
        "ug (id 7) was learned as merge 1: u + g occurred 20 times.",
        "Dead: it is only a part of other tokens now; no word of the corpus has it by itself.",
        "A part of hug and pug.",
    ]
    assert said_of(listing, "[CLS]") == [
        "[CLS] (id 0) is cut out of a text before anything else, and stays whole."
    ]


def test_of_a_model_without_merges_pieces_are_told_with_their_scores():
    model = {"type": "Unigram", "unk_id": 0, "vocab": [["?", 0], ["h", -4], ["hug", -1.5]]}
    tokenizer = BPETokenizer.from_files({"t.json": json.dumps({"model": model}).encode()})
    listing = Listing(study_of(tokenizer), Counter())
    frame = listing.frame(listing.study.ids)
    assert {"Made from", "Merge"}.isdisjoint(frame.columns)
    assert [*frame["Score"]] == [0, -4, -1.5]
    assert plain_text(sentences.counts(listing)) == "3 tokens: 2 characters or bytes, 1 longer."
    assert said_of(listing, "hug") == ["hug (id 2) is a piece of Unigram: no merges make it."]
