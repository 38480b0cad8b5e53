"""Compare on Tokenize: what stands in the table, its sentences, its links, and its markup."""

from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, BPEError
from bpe_core.studies.text_counts import TextCounts, text_counts
from bpe_core.studies.tokenizer_difference import Explanation, RuleThatFires
from bpe_ui.pages.tokenize.compare import sentences, table
from bpe_ui.pages.tokenize.settings.beside import KEPT, file_beside, training_beside
from bpe_ui.pages.tokenize.settings.loaded import tokenizers
from bpe_ui.pages.tokenize.settings.state import Tokenize
from bpe_ui.stage.text.sentences import plain_text
from bpe_ui.visit.links.link import link_text, read_link
from bpe_ui.visit.links.screen import Screen
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.training.training import Source, start_training
from bpe_ui.visit.visit import Visit


@pytest.mark.parametrize("example", ["course_sentences", "pho"])
def test_a_training_over_bytes_without_merges_is_kept_as_what_it_is(example):
    training = start_training(Source.from_example(example), EXAMPLES[example].config)
    kept = training_beside(training.source, training.tokenizer(0))
    assert (kept.file, kept.tokenizer().vocab) == (None, training.tokenizer(0).vocab)


def said(*facts, **rules):
    return [plain_text(sentence) for sentence in sentences.explanation(Explanation(*facts, **rules))]


def rule(by, ranks, *, is_spelled=True):
    return RuleThatFires(by, ("u", "g"), ranks, is_spelled)


def visit_of(example="hug_pug_pun"):
    return Visit(start_training(Source.from_example(example), EXAMPLES[example].config))


def test_counts_say_how_many_tokens_each_makes_and_on_how_many_passages_they_differ():
    assert plain_text(sentences.counts((14, 1), 3, 12)) == (
        "The first makes 14 tokens, the second 1. They differ on 3 of 12 passages."
    )
    assert plain_text(sentences.counts((1, 1), 0, 1)) == (
        "The first makes 1 token, the second 1. They cut the whole text alike."
    )


def test_a_rule_is_said_to_be_missing_to_lose_its_turn_or_to_lack_its_symbols():
    assert said("merge", rules=(rule(0, (3, None)), rule(1, (7, 2)))) == [
        "u + g (merge 4) is made in the first; the second has no such merge.",
        "u + g (merge 3) is made in the second; in the first it is merge 8, and its turn never comes.",
    ]
    assert said("base_symbols", (("é",), ("Ã", "©")), rules=(rule(1, (None, 2), is_spelled=False),)) == [
        "The base symbols, before any merge, are not the same: é in the first, Ã © in the second.",
        "u + g (merge 3) is made in the second; the first spells these characters with other symbols.",
    ]


def table_of(visit):
    request = visit.state(Tokenize).request(visit.training)
    columns = table.columns(visit, request)
    texts = table.texts(visit, request, columns)
    return columns, texts, [[text_counts(column.tokenizer, text) for column in columns] for text in texts]


def test_a_fresh_start_has_the_own_tokenizer_alone_on_the_words_that_it_learned_from():
    columns, texts, counts = table_of(visit_of("hug_pug_pun"))
    assert [column.kept.name for column in columns] == ["hug, pug, pun"]
    assert texts == ("hug pug pun bun hugs",)
    assert table.picked((), counts) == []


def test_two_trainings_are_compared_on_the_text_of_the_other_under_the_names_of_their_corpora():
    visit, other = visit_of("hug_pug_pun"), visit_of("low_lower")
    kept = training_beside(other.training.source, other.training.tokenizer(0))
    visit.state(Tokenize).beside = (kept,)
    visit.training.stepper.run(1)  # u + g
    columns, texts, counts = table_of(visit)
    assert [column.kept.title for column in columns] == [
        "hug, pug, pun · Hugging Face course rules · 1 merge",
        "low, lower, lowest · Textbook · 0 merges",
    ]
    assert texts == ("hug pug pun bun hugs", "low lower lowest newer wider")
    assert counts[0][0] == TextCounts(characters=20, bytes=20, tokens=13, unknown=0)
    assert counts[0][1].unknown > 0


def test_the_better_vocabulary_is_the_one_with_more_characters_per_token_on_the_others_text():
    on_own, good, bad = TextCounts(8, 8, 2, 0), TextCounts(9, 9, 3, 0), TextCounts(8, 8, 4, 0)
    said = plain_text(sentences.each_others(("A", "B"), [[on_own, bad], [good, on_own]]))
    assert said.startswith("A compresses the other's text better: 3.000 characters")
    assert said.endswith("against 2.000 of B.")
    assert "both make tokens of 3.00" in plain_text(
        sentences.each_others(("A", "B"), [[on_own, good], [good, on_own]])
    )
    without_winner = plain_text(
        sentences.each_others(("A", "B"), [[on_own, replace(bad, unknown=3)], [good, on_own]])
    )
    assert "3 symbols are unknown" in without_winner
    assert "compresses the other's text better" not in without_winner


def test_clicks_pick_two_cells_at_most_and_a_second_click_on_one_leaves_it():
    assert table.turned([(0, 0)], 2) == (1, 2)
    assert table.turned([(0, 0), (0, 1)], 5) == (2, 5)
    assert table.turned([(0, 0), (0, 1)], 1) == (2,)
    assert table.picked((16,), [[TextCounts(1, 1, 1, 0)]]) == []


def test_a_link_holds_the_texts_the_trainings_and_small_files_and_makes_the_same_tokenizers():
    visit, other = visit_of(), visit_of()
    tokenize = visit.state(Tokenize)
    small = tokenizers.open({"merges.txt": b"h u\nu g\n"}).file
    tokenize.beside = file_beside(small), training_beside(visit.training.source, visit.training.tokenizer(3))
    tokenize.texts, tokenize.cells = ("hug ñ", "pug"), (1, 2)
    usual = Screen(Source.from_example("hug_pug_pun"), visit.training.config)

    sent = link_text(replace(usual, page="tokenize", settings={"tokenize": tokenize.settings()}))
    other.state(Tokenize).take(read_link(sent).settings["tokenize"])

    assert other.state(Tokenize).settings() == tokenize.settings()
    file, training = other.state(Tokenize).beside
    assert file.tokenizer() is tokenizers.reopen(small).tokenizer
    assert training.tokenizer().encode("hug pug").ids == visit.training.tokenizer(3).encode("hug pug").ids
    [named] = tokenize.settings().without_content().beside
    assert (named.file.name, named.file.content) == ("merges.txt", ())


def test_four_tokenizers_have_a_column_each_and_the_pages_own_can_leave():
    visit = visit_of()
    tokenize, training = visit.state(Tokenize), visit.training
    tokenize.beside = tuple(training_beside(training.source, training.tokenizer(n)) for n in (1, 2, 3, 4))
    sizes = [len(column.tokenizer.merges) for column in table_of(visit)[0]]
    assert sizes == [7, 1, 2, 3]

    tokenize.has_own_column = False

    assert [len(column.tokenizer.merges) for column in table_of(visit)[0]] == [1, 2, 3, 4]


@pytest.mark.parametrize("numbers", [{"merges": (0,)}, {"merges": (0, 9)}, {"base_codes": (97, 97)}])
def test_a_link_with_merges_of_no_training_is_refused_in_a_sentence(numbers):
    written = {"base_codes": [], "merges": [], **{name: list(each) for name, each in numbers.items()}}
    with pytest.raises((BPEError, LinkError)):
        [each.tokenizer() for each in KEPT.read([written], "beside")]
