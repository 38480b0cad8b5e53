"""The sentences of the panes and of the causes, and the markup that shows them."""

from dataclasses import replace

from bpe_core import PROFILES, BPEConfig, Corpus
from bpe_core.studies.causes import changing_causes
from bpe_ui.pages.compare.columns.panes import end, text, why
from bpe_ui.stage.html import markup
from bpe_ui.stage.text.sentences import plain_text
from tests.ui.comparisons import compared
from tests.ui.markup import read_markup

# ---- why


def told(comparison):
    """The sentence about the first difference and the rules that part the columns."""
    divergence = comparison.divergence()
    pairs = why.parted_columns(divergence)
    columns, merges = comparison.columns, divergence.rank + 1
    rules = [(columns[here].config, columns[there].config) for here, there in pairs]
    found = changing_causes(comparison.corpus, rules, merges)
    said = *why.first_difference(divergence), *why.because_of(found, why.causes_of(columns, pairs))
    return plain_text(said)


def test_the_first_difference_of_hug_pug_pun_is_told_with_its_numbers():
    comparison = compared(("first_seen", "smallest_ids", "smallest_pair"))
    divergence = comparison.divergence()

    assert told(comparison) == (
        "The first 4 merges are the same. Merge 5 is the first difference: 2 pairs occur 5 times. Reason:"
        " tie rule."
    )
    assert why.columns_by_pair(divergence) == {("p", "ug"): [0, 1], ("hug", "s"): [2]}
    # The first column stands beside the first that takes another pair.
    assert why.parted_columns(divergence) == [(0, 2)]


def test_of_the_rules_that_differ_only_those_part_the_columns_that_change_a_merge_so_far():
    # " ab ab" is Ġ a b twice. As printed Ġ (U+0120) comes after a; as a byte the space (32) comes before it.
    printed = PROFILES["hf_byte_level"].config
    rules = {"printed": printed, "value": replace(printed, id_order="byte_value", special_tokens=("<s>",))}
    comparison = compared(rules, Corpus.from_text(" ab ab"))

    assert told(comparison) == (
        "Merge 1 is the first difference: 2 pairs occur 2 times. Reason: symbols and ids."
    )
    [line] = why.causes(comparison, (1,))
    assert plain_text(line) == "Differs from printed in special tokens and symbols and ids."
    # Where training them all again takes too long, all that differ are named.
    different = why.causes_of(comparison.columns, [(0, 1)])
    assert (
        plain_text(why.because_of([], different))
        == " The rules differ in special tokens and symbols and ids."
    )


def test_a_column_that_has_ended_diverges_because_of_the_rule_that_ended_it():
    comparison = compared({"all": BPEConfig(), "often": BPEConfig(min_frequency=5)})

    assert comparison.divergence().picks[1].pair is None
    assert told(comparison).endswith("is the first difference. Reason: minimum frequency.")


# ---- the end, ties, text


def ends(comparison):
    """The headline of the pane, and who learns what."""
    summaries, tokens = comparison.summaries(), comparison.tokens()
    learned = end.who_learns([column.title for column in summaries], tokens)
    return plain_text(end.vocabularies(summaries, tokens)), [plain_text(line) for _, line in learned]


def test_the_end_tells_shared_vocabularies_from_equal_ones_and_names_the_tokens():
    rules = "first_seen", "smallest_ids", "smallest_pair"
    five, seven = compared(rules, merges=5), compared(rules)

    assert ends(five) == (
        "All columns learn 4 tokens in common, of up to 5 each.",
        [
            "All learn ug, un, hug and pun.",
            "first_seen and smallest_ids learn pug.",
            "smallest_pair learns hugs.",
        ],
    )
    assert ends(seven) == ("All columns learn the same 7 tokens: only the order differs.", [])
    assert ends(compared(rules[:2]))[0] == "All columns learn the same 7 tokens, in the same order."


def test_a_text_is_counted_and_its_differences_are_marked_in_words_and_shape():
    sides = compared(("first_seen", "smallest_pair"), merges=5).encode("hugs pug")

    assert text.note(sides[0], None) == "3 tokens"
    assert text.note(sides[1], ("First seen", 3)) == "3 tokens, 3 split differently from First seen"
    assert text.note(sides[0], ("First seen", 3)) == "3 tokens, the same as First seen"
    assert text.note(sides[0], ("Textbook", 5)).startswith("3 tokens, and Textbook 5: split alike")
    shown = read_markup(markup.text_tokens(sides[1].tokens, 10))
    assert (shown.classes().count("differs"), shown.classes().count("word-start")) == (3, 2)
    assert shown.text.count("(split differently)") == 3
