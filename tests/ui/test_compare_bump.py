import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, Corpus
from bpe_ui.compare.columns.panes import bump_frames
from bpe_ui.compare.columns.panes.bump_chart import bump_chart
from bpe_ui.compare.columns.panes.bump_frames import bump_of, window_of
from bpe_ui.compare.settings.choices import LIBRARY_PICK
from bpe_ui.compare.settings.titles import short_title
from tests.ui.comparisons import compared, rules_named
from tests.ui.hostile import HOSTILE

RULES = "first_seen", "smallest_pair"
INK = "#1d2129"


def kinds(bump):
    return {(row.lane, row.token): row.kind for row in bump.nodes.itertuples()}


def test_two_rules_that_learn_pug_and_hugs_in_another_order_cross_in_the_picture():
    bump = bump_of(compared(RULES))

    assert [row.token for row in bump.nodes.itertuples() if row.lane == 1] == [
        *("ug", "un", "hug", "pun", "hugs", "pug", "bun")
    ]
    assert {token for (_, token), kind in kinds(bump).items() if kind == "moved"} == {"pug", "hugs"}
    crossing = bump.links[bump.links["kind"] == "moved"]
    assert list(zip(crossing["row"], crossing["row_there"], strict=True)) == [(4, 5), (5, 4)]
    assert bump.difference == 4
    assert bump.ends.empty
    assert bump.feet.empty


def test_a_token_that_a_column_does_not_learn_falls_out_and_says_so():
    bump = bump_of(compared(RULES, merges=5))

    assert (kinds(bump)[0, "pug"], kinds(bump)[1, "hugs"]) == ("some", "some")
    assert list(bump.ends["what"]) == ["never", "never"]
    assert [(row.lane, row.row, row.text, row.about) for row in bump.feet.itertuples()] == [
        (0, 5, "lacks hugs", "not learned: hugs"),
        (1, 5, "lacks pug", "not learned: pug"),
    ]
    about = bump.nodes[bump.nodes["token"] == "pug"]["about"]
    assert list(about) == ["pug · first_seen: merge 5; smallest_pair: not learned"]


def test_libraries_have_short_titles_of_their_own_and_eight_of_them_short_lines():
    bump = bump_of(compared({choice.title: choice.rules(BPEConfig()) for choice in LIBRARY_PICK}))
    assert " ".join(bump.titles) == "Textbook HF subword-nmt minbpe tiktoken CS336 HF bytes rustbpe"
    assert max(map(len, bump.heads["text"])) <= bump_frames.SHORT_LINE

    titles = [short_title(profile.title) for profile in PROFILES.values()]
    assert len({*titles}) == len(titles)
    assert max(map(len, titles)) <= 15


def test_a_token_learned_outside_the_picture_says_on_which_side_of_it():
    comparison = compared(RULES)

    assert list(bump_of(comparison, first=4, rows=1).ends["what"]) == ["later", "later"]
    assert list(bump_of(comparison, first=5, rows=2).ends["what"]) == ["earlier", "earlier"]


def test_the_picture_begins_just_before_the_first_difference_and_stays_inside_the_merges():
    comparison = compared(("first_seen", "greatest_pair"), EXAMPLES["fox"].corpus, merges=50)
    first = comparison.first_divergence

    assert window_of(comparison, None) == (max(0, first - 2), bump_frames.ROWS_SHOWN)
    assert window_of(comparison, 49) == (50 - bump_frames.ROWS_SHOWN, bump_frames.ROWS_SHOWN)


def test_columns_of_bytes_and_of_characters_are_joined_where_they_learn_the_same_token():
    corpus = Corpus.from_word_counts({"hé": 3})  # é is two bytes: h + Ã, then hÃ + ©
    bump = bump_of(compared(("hf_tokenizers", "minbpe_regex"), corpus))

    assert [(row.lane, row.row, row.token) for row in bump.nodes.itertuples()] == [
        *((0, 0, "hé"), (1, 0, "hÃ"), (1, 1, "hÃ©"))
    ]
    assert [(row.row, row.row_there, row.kind) for row in bump.links.itertuples()] == [(0, 1, "moved")]


def drawn(bump, ink=INK, **options):
    return bump_chart(bump, ink=ink, **options).to_dict()


def test_the_chart_tells_kinds_apart_by_dashes_and_not_by_colour_alone():
    chart = drawn(bump_of(compared(RULES, merges=5)))

    boxes = [layer for layer in chart["layer"] if layer["mark"].get("cornerRadius")]
    kinds_of = [{row["kind"] for row in chart["datasets"][layer["data"]["name"]]} for layer in boxes]
    assert kinds_of == [{"same"}, {"some"}]
    assert [layer["mark"]["strokeDash"] for layer in boxes] == [[1, 0], [5, 3]]


def test_the_alternative_text_has_the_numbers_of_each_kind():
    bump = bump_of(compared(RULES))

    assert bump.alt.startswith(
        "The tokens that 2 columns learn at merges 1 to 7, lines joining equal ones:"
        " 5 at the same merge in all columns; 2 in all columns at different merges; 0 not in every column."
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_stays_data(text):
    corpus = Corpus.from_word_counts({text: 3, "zz" + text: 2})
    rules = {f"one {text}": rules_named("first_seen"), f"two {text}": rules_named("greatest_pair")}
    chart = drawn(bump_of(compared(rules, corpus, merges=8)))
    rows = [row for data in chart.pop("datasets").values() for row in data]
    labels = {row["token"] for row in rows if "token" in row}
    labels |= {row["text"] for row in rows if "lane" in row and "line" in row}

    assert labels
    assert not [label for label in labels if len(label) > 3 and label in str(chart)]
