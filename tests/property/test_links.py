"""Links: what is written is read back, and any other text at most raises the error that opening documents."""

import base64
import json
import zlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import EXAMPLES, BPEError, BPEStepper, Corpus
from bpe_core.config import RULES, BPEConfig
from bpe_core.normalizers import NORMALIZERS
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_core.studies.quiz import MAX_SEED, TOPICS
from bpe_ui.pages.compare.settings.choices import PROFILE_CHOICES, RULE_CHOICES, TRAIN, ColumnChoice
from bpe_ui.pages.compare.settings.state import PANES, VIEWS, Compare, Settings
from bpe_ui.pages.hood.state import HoodSettings
from bpe_ui.pages.quiz.state import MAX_NUMBER, QuizSettings
from bpe_ui.pages.tokenize.settings.state import TokenizeSettings
from bpe_ui.stage.text.visible import has_visible
from bpe_ui.visit.links import link as links
from bpe_ui.visit.links.packing import MAX_LINK
from bpe_ui.visit.links.retrain import retrain
from bpe_ui.visit.links.screen import ForcedMerge, Screen
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.training.training import Source, Training
from tests.property import strategies
from tests.property.strategies import json_values
from tests.ui.sent import as_link, picture_of

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
words = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)
tokens = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=5)

configs = st.builds(
    BPEConfig,
    normalizers=st.lists(st.sampled_from(list(NORMALIZERS)), max_size=3).map(tuple),
    pre_tokenizer=st.sampled_from([name for name in PRE_TOKENIZERS if name != "pattern"]),
    boundary_marker=st.none() | tokens,
    word_boundary=st.sampled_from(["none", "end_symbol", "end_suffix", "start_prefix"]),
    tie_break=st.sampled_from(["first_seen", "random", "greatest_pair"]),
    tie_seed=st.integers(0, 10**12),
    count_overlaps=st.booleans(),
    min_frequency=st.integers(0, 5),
    max_merges=st.none() | st.integers(1, 10**9),
    vocab_size=st.none() | st.integers(1, 10**9),
    special_tokens=st.lists(tokens, max_size=3, unique=True).map(tuple),
    unknown=st.sampled_from([*RULES["unknown"].options]),
    unk_token=tokens,
    fuse_unk=st.booleans(),
)
corpora = st.one_of(
    texts.map(Corpus.from_text),
    st.lists(texts, max_size=4).map(Corpus.from_documents),
    st.dictionaries(words, st.integers(1, 10**6), max_size=5).map(Corpus.from_word_counts),
)
sources = st.one_of(
    st.sampled_from(list(EXAMPLES)).map(Source.from_example),
    st.builds(Source, st.sampled_from(["text", "word_counts", "file"]), corpora),
)
picks = st.lists(
    st.tuples(st.integers(0, 500), tokens, tokens), max_size=4, unique_by=lambda pick: pick[0]
).map(lambda found: tuple(ForcedMerge(*pick) for pick in sorted(found)))
own_columns = st.builds(
    ColumnChoice,
    st.just("own"),
    st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60).filter(has_visible),
    configs,
)
limits = st.integers(1, 10_000)


@st.composite
def compared(draw):
    """All that can be set on the Compare page."""
    columns = st.sampled_from([*RULE_CHOICES, *PROFILE_CHOICES]) | own_columns
    choices = draw(st.lists(columns, min_size=2, max_size=8, unique_by=lambda choice: choice.key).map(tuple))
    return Settings(
        view=draw(st.sampled_from(VIEWS)),
        choices=choices,
        merges=draw(st.none() | limits),
        position=draw(st.integers(0, 10_000)),
        pane=draw(st.sampled_from(PANES)),
        text=draw(st.none() | texts),
        seeds=draw(st.integers(2, 1_000)),
        ties_merges=draw(st.none() | limits),
        diagnosis_text=draw(texts),
        diagnosis_expected=draw(st.sampled_from(["", TRAIN, *(choice.key for choice in PROFILE_CHOICES)])),
    )


def settings_of(**pages):
    """The settings of none, some or all of these pages."""
    return st.fixed_dictionaries({}, optional=pages)


any_link = st.builds(
    Screen,
    source=sources,
    config=configs,
    forced_merges=picks,
    position=st.integers(0, links.MAX_POSITION),
    page=st.sampled_from(list(pages())),
    predict=st.booleans(),
    present=st.booleans(),
    settings=settings_of(
        tokenize=st.builds(TokenizeSettings, texts, st.just("all")),
        compare=compared(),
        hood=st.builds(HoodSettings, st.integers(0, 100_000)),
        quiz=st.builds(
            QuizSettings,
            st.none() | st.integers(0, MAX_SEED),
            st.lists(st.sampled_from([*TOPICS]), min_size=1, unique=True).map(tuple),
            st.sampled_from(["", "hug 10, pug 5"]),
            st.tuples(*[texts] * len(TOPICS)),
            texts,
            st.booleans(),
            st.integers(0, MAX_NUMBER),
            how_many=st.integers(0, 10),
        ),
    ),
)


def outcome_of(text):
    """What opening this link comes to: a training, or the line that says why not."""
    try:
        return retrain(links.read_link(text), seconds=0.5).training
    except (LinkError, BPEError) as error:
        line = str(error)
    assert "\n" not in line
    assert 0 < len(line) < 400
    return line


@given(any_link)
def test_what_is_written_is_read_back(link):
    assert links.decode(links.encode(link)) == link
    text = links.link_text(link)
    assert len(text) > MAX_LINK or links.read_link(text) == link


@given(strategies.word_counts(), strategies.configs, st.data())
def test_a_training_with_merges_chosen_by_hand_comes_back_as_it_was(word_counts, config, data):
    corpus = Corpus.from_word_counts(word_counts)
    training = Training(Source("word_counts", corpus), BPEStepper(corpus, config))
    for _ in range(data.draw(st.integers(0, 6))):
        stepper = training.stepper
        pairs = [row.pair for row in stepper.pair_counts()]
        if not pairs or stepper.is_done:
            break
        if data.draw(st.booleans()):
            stepper.step(data.draw(st.sampled_from(pairs)))
        else:
            stepper.step()
    training.stepper.run()
    training.go_to(data.draw(st.integers(0, training.stepper.known_merges)))

    again = retrain(links.read_link(links.link_text(Screen.of(training))), seconds=30).training

    assert again.stepper.position == training.stepper.position
    assert again.stepper.history == training.stepper.history
    assert again.stepper.splits() == training.stepper.splits()


@given(
    st.text(max_size=200) | st.binary(max_size=200).map(lambda data: base64.urlsafe_b64encode(data).decode())
)
def test_no_text_makes_opening_fail_otherwise(text):
    assert isinstance(outcome_of(text), str)


@given(st.binary(max_size=200))
def test_no_bytes_make_opening_fail_otherwise(data):
    assert isinstance(outcome_of(as_link(data)), str)
    with pytest.raises(LinkError):
        links.decode(data)


@given(st.data())
@strategies.daily(40, fuzz=20_000)
def test_a_link_with_a_few_characters_changed_opens_or_says_why_not(data):
    text = list(as_link(picture_of(position=4, picks=[[0, "u", "n"]])))
    for _ in range(data.draw(st.integers(1, 3))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.characters())

    assert isinstance(outcome_of("".join(text)), str | Training)


members = st.sampled_from(
    ["v", "corpus", "rules", "picks", "position", "page", "predict", "present", "tokenize", "compare"]
)
members_of_compare = st.sampled_from([*Settings.__dataclass_fields__])
rules = st.sampled_from([*BPEConfig.__dataclass_fields__, "speed"])
small_numbers = st.integers(-2, 9)


@given(st.dictionaries(members, json_values, max_size=3), st.dictionaries(rules, json_values, max_size=2))
@strategies.daily(40, fuzz=20_000)
def test_any_value_of_any_member_opens_or_says_why_not(changed, rules):
    value = picture_of(rules=rules) | changed

    assert isinstance(outcome_of(as_link(value)), str | Training)


@given(
    st.dictionaries(
        st.sampled_from(["example", "from", "text", "documents", "word_counts"]), json_values, max_size=3
    ),
    st.lists(st.tuples(small_numbers, st.sampled_from("uhgpn"), st.sampled_from("ung")), max_size=3),
    small_numbers,
)
@strategies.daily(40, fuzz=20_000)
def test_any_corpus_any_picks_and_any_position_open_or_say_why_not(corpus, picks, position):
    value = picture_of(picks=picks, position=position)

    assert isinstance(outcome_of(as_link(value)), str | Training)
    assert isinstance(outcome_of(as_link(value | {"corpus": corpus})), str | Training)


@given(st.dictionaries(members_of_compare, json_values | small_numbers, max_size=3))
@strategies.daily(40, fuzz=20_000)
def test_any_value_of_any_member_of_compare_opens_or_says_why_not(members):
    value = picture_of(page="compare", compare=members)

    assert isinstance(outcome_of(as_link(value)), str | Training)


@given(compared())
def test_what_a_link_sets_on_compare_is_what_compare_then_sends(sent):
    compare = Compare()
    compare.take(sent)

    assert compare.settings() == sent


def test_the_strategies_reach_links_that_open():
    value = zlib.decompress(base64.urlsafe_b64decode(as_link(picture_of(position=4)) + "=="))

    assert json.loads(value)["position"] == 4
    assert isinstance(outcome_of(as_link(picture_of(position=4))), Training)
