"""Two tokenizers: the sentences about causes, the second tokenizer, and the markup of passages."""

from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, BPEConfig, Corpus
from bpe_core.studies.rule_lists import tokenizer_of_rules
from bpe_core.studies.text_counts import TextCounts
from bpe_core.studies.tokenizer_difference import KINDS, Explanation, RuleThatFires, TokenizerDifference
from bpe_ui.html import cuts
from bpe_ui.links.format import link_text, read_link
from bpe_ui.links.link import Link
from bpe_ui.text.sentences import plain_text
from bpe_ui.tokenize.settings.kept_texts import KeptText
from bpe_ui.tokenize.settings.loaded import tokenizers
from bpe_ui.tokenize.settings.state import ALL, FILE, HERE, Tokenize
from bpe_ui.tokenize.two import differences, sentences
from bpe_ui.tokenize.two.training import train_second
from bpe_ui.training.training import Source, start_training
from bpe_ui.visit.visit import Visit
from tests.ui.hostile import HOSTILE
from tests.ui.markup import read_markup


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
        "u + g (merge 4) fires in the first; the second has no such rule.",
        "u + g (merge 3) fires in the second; in the first it is merge 8, and its turn never comes.",
    ]
    assert said("base_symbols", (("é",), ("Ã", "©")), rules=(rule(1, (None, 2), is_spelled=False),)) == [
        "The base symbols, before any rule, are not the same: é in the first, Ã © in the second.",
        "u + g (merge 3) fires in the second; the first spells these characters with other symbols.",
    ]


def test_a_normalizer_is_said_to_settle_it_only_where_it_does():
    made = ("hug",), ("Hug",)
    assert said("normalizer", made) == [
        "The normalizers make different texts of it: hug in the first, Hug in the second."
    ]
    assert said("normalizer", made, settled_by="hug")[1] == "Once both are given hug, they cut it alike."


def test_a_character_that_neither_knows_is_said_to_be_in_neither_vocabulary():
    assert said("unknown", (("m",), ("m",))) == [
        "m is in neither vocabulary, and the two put different tokens in its place."
    ]
    assert said("unknown", (("m",), ())) == ["Not in the vocabulary: m in the first, nothing in the second."]


def test_every_cause_has_a_title():
    assert set(sentences.TITLES) == set(KINDS)


def test_the_second_tokenizer_is_one_of_train_of_other_rules_or_the_file_that_was_opened_last():
    visit = visit_of()
    assert FILE not in differences.offered(visit)
    assert differences.offered(visit)[ALL] == "Train: all 7 merges"
    first_file, other = (tokenizers.open({"merges.txt": rules}) for rules in (b"h u\n", b"u g\n"))
    visit.of(Tokenize).take_loaded(first_file)
    visit.of(Tokenize).take_second(FILE)
    visit.of(Tokenize).take_loaded(other)
    assert visit.of(Tokenize).second_from_file() is first_file
    visit.of(Tokenize).second_file = None
    assert differences.chosen_key(visit) == HERE
    visit.predictions.on = True
    assert ALL not in differences.offered(visit)
    visit.of(Tokenize).second = ALL
    assert differences.chosen_key(visit) == HERE


def test_a_link_holds_the_texts_that_were_kept_and_the_second_tokenizer_of_a_small_file():
    visit, other = visit_of(), visit_of()
    tokenize = visit.of(Tokenize)
    tokenize.take_loaded(tokenizers.open({"merges.txt": b"h u\nu g\n"}))
    tokenize.take_second(FILE)
    tokenize.merges = HERE
    tokenize.kept = (KeptText("hug ñ", "7 merges from Train", TextCounts(5, 6, 2, 3)),)
    usual = Link(Source.from_example("hug_pug_pun"), visit.training.config)

    sent = link_text(replace(usual, page="tokenize", settings={"tokenize": tokenize.settings()}))
    other.of(Tokenize).take(read_link(sent).settings["tokenize"])

    assert (other.of(Tokenize).kept, other.of(Tokenize).second_file) == (tokenize.kept, tokenize.second_file)
    assert other.of(Tokenize).second_from_file() is tokenize.second_from_file()
    assert other.of(Tokenize).file is None
    named = tokenize.settings().without_content()
    assert (named.second_file.name, named.second_file.content) == ("merges.txt", ())


@pytest.mark.parametrize(("merges", "tokens"), [(0, ("h", "u", "g")), (1, ("h", "ug")), (9, ("hug",))])
def test_a_second_training_has_as_many_merges_as_are_asked_for_also_none(merges, tokens):
    training = train_second(Corpus.from_text("ug ug hug"), BPEConfig(), merges)
    assert training.tokenizer.encode("hug").tokens == tokens


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_adds_no_tag_to_passages(text):
    first, other = (tokenizer_of_rules(rules, text[:100]) for rules in ("a b", "b a"))
    found = TokenizerDifference(first, other, text[:100] + "ab a")
    tags = read_markup(cuts.passages(found.passages, text[:100] + "ab a")).tags
    assert set(tags) <= {"div", "ol", "li", "span", "bdi", "b"}
