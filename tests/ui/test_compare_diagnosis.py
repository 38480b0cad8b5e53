"""Why does mine differ? The answer in words, what can be done with it, and the view."""

import json
from dataclasses import replace

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEConfig, BPEStepper, Corpus
from bpe_core.progress import tell_nobody
from bpe_core.studies.diagnosis import diagnose, finding_sentences
from bpe_ui.pages.compare.diagnosis import actions, sentences, user_input
from bpe_ui.pages.compare.diagnosis.user_input import with_a_mistake
from bpe_ui.pages.compare.settings.choices import TRAIN, without_limits
from bpe_ui.pages.compare.settings.state import Compare
from bpe_ui.stage.text.sentences import plain_text
from bpe_ui.visit.training.training import Source, Training
from tests.apptest.compare_visit import open_compare
from tests.golden.corpora import TEXTS
from tests.unit import planted_mistakes as planted

HUG = EXAMPLES["hug_pug_pun"].corpus
COURSE, HUG_CODE = PROFILES["hf_course"].config, "Hugging Face course rules"
BEGINNING = [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "un")]
FIRST_SEEN = [*BEGINNING, ("p", "ug"), ("hug", "s"), ("b", "un")]
SMALLEST_PAIR = [*BEGINNING, ("hug", "s"), ("p", "ug"), ("b", "un")]
NOT_THE_MOST_FREQUENT = [*BEGINNING, ("b", "un")]
LATER_FIRST = [("p", "un"), ("u", "g")]


def findings_of(merges, *, expected=None, corpus=HUG):
    return diagnose(corpus, merges, expected)


def headline(findings, title=""):
    return plain_text(sentences.headline(findings, title))


FOUR_OF_FIVE = f"The first 4 of your 5 merges are those of “{HUG_CODE}”. Merge 5 differs: "
NOT_THERE = "its pair does not occur at this step."


@pytest.mark.parametrize(
    ("merges", "said"),
    [
        (FIRST_SEEN, f"All 7 merges are those of “{HUG_CODE}”."),
        (NOT_THE_MOST_FREQUENT, f"{FOUR_OF_FIVE}it was not the most frequent pair."),
        ([*BEGINNING, ("g", "b")], f"{FOUR_OF_FIVE}{NOT_THERE}"),
        ([*BEGINNING, ("x", "un")], f"{FOUR_OF_FIVE}{NOT_THERE}"),
        (LATER_FIRST, f"No rules known here begin like your 2 merges. Merge 1 differs: {NOT_THERE}"),
    ],
)
def test_the_closest_rules_and_the_first_step_that_differs_are_named(merges, said):
    assert headline(findings_of(merges)) == said


@pytest.mark.parametrize("merges", [FIRST_SEEN[:1], FIRST_SEEN[:2]])
def test_no_rules_are_named_by_one_or_two_merges(merges):
    assert "too few" in headline(findings_of(merges))
    assert "too few" not in headline(findings_of(merges), HUG_CODE)


def test_characters_that_the_corpus_lacks_are_named_first():
    findings = findings_of([("t", "h"), ("a", "d"), ("th", "e"), ("u", "g")])

    assert set(findings.closest.absent) == set("tade")
    absent = plain_text(sentences.absent(findings, "hug, pug, pun"))
    assert absent.startswith(f"Your merges use {', '.join(findings.closest.absent)}, which the corpus “hug,")
    assert sentences.absent(findings_of(FIRST_SEEN), "hug, pug, pun") == ()


def test_profiles_that_cannot_be_told_apart_are_named_up_to_three():
    words = sentences.rules_in_words(findings_of(NOT_THE_MOST_FREQUENT))

    assert words.startswith(PROFILES["hf_course"].description)
    assert "cannot be told apart from Hugging Face tokenizers, " in words
    assert "SentencePiece" not in words  # it would have put ▁ before each of these words
    assert words.endswith("more.")


def test_the_evidence_has_both_pairs_with_counts_and_words():
    def evidence(merges):
        rows = sentences.evidence(findings_of(merges).closest.deviations[0])
        return [(whose, pair, plain_text(found), is_taken) for whose, pair, found, is_taken in rows]

    taken = ("The rules take", ("p", "ug"), "5 times: pug 5", True)
    assert evidence(NOT_THE_MOST_FREQUENT) == [("Yours", ("b", "un"), "4 times: bun 4", False), taken]
    assert evidence([*BEGINNING, ("g", "b")]) == [("Yours", ("g", "b"), "does not occur", False), taken]


# ---- actions


def opened(merges, rank, *, config=None, corpus=HUG):
    fit = findings_of(merges, expected=config or BPEConfig(), corpus=corpus).closest
    stepper, skipped = actions.question(fit, rank, corpus).run(tell=tell_nobody).result
    Training(Source("text", corpus), stepper).look_ahead()
    return stepper, skipped


def made_by(stepper):
    return [(merge.pair, merge.chosen_by) for merge in stepper.history]


def test_an_opened_step_stands_before_the_merge_with_yours_as_the_next():
    stepper = opened(NOT_THE_MOST_FREQUENT, 4)[0]

    assert stepper.position == 4
    assert made_by(stepper)[4] == (("b", "un"), "user")
    assert stepper.next_pair() == ("p", "ug")


def test_a_merge_that_cannot_be_made_is_skipped_and_counted():
    stepper, skipped = opened([*BEGINNING[:3], ("x", "un"), ("p", "un"), ("b", "un")], 5)

    assert skipped == 1
    assert stepper.position == 4
    [_, deviation] = findings_of([*BEGINNING[:3], ("x", "un"), ("b", "un")]).closest.deviations
    assert sentences.opened(deviation, 1).endswith(
        "1 of them could not be made, because no such pair occurred."
    )


# ---- a mistake in code

PROGRAM, CS336 = Corpus.from_text(TEXTS["program"]), PROFILES["cs336"].config


def list_with(*mistakes):
    return planted.learn(TEXTS["program"], "cs336", mistakes, merges=120)


def test_a_cause_is_said_with_the_rules_it_was_made_in_and_as_certain_as_it_is():
    findings = findings_of(list_with("first occurrence only"), expected=CS336, corpus=PROGRAM)
    wrong = "only the first occurrence of the pair in each word is merged"
    makes_all = f"{wrong}. With this, the rules of “Stanford CS336” make all 120 of your merges."
    assert finding_sentences.cause(findings) == f"In your trainer {makes_all}"
    few = replace(findings, closest=replace(findings.closest, deviating=2))
    perhaps = f"Perhaps {makes_all} This is not certain, because only few "
    assert finding_sentences.cause(few).startswith(perhaps)


@pytest.mark.parametrize(
    ("merges", "allowed", "said"),
    [
        (FIRST_SEEN[:6], 7, "The rules on Train make 7 merges: your loop ends one merge early."),
        (FIRST_SEEN[:6], 5, "The rules on Train make 5 merges: your loop ends one merge late."),
        (FIRST_SEEN[:6], 6, ""),
        ([*SMALLEST_PAIR[:3], ("x", "y")], 5, ""),
    ],
)
def test_a_list_that_ends_one_merge_early_or_late_says_so(merges, allowed, said):
    assert sentences.ending(findings_of(merges, expected=COURSE), allowed) == said


def test_the_page_shows_the_lines_and_the_smallest_corpus_opens_on_train():
    text = json.dumps(list_with("first occurrence only"))
    visit = diagnosis_page(text, PROGRAM, diagnosis_expected="profile:cs336")
    assert "only the first occurrence of the pair" in visit.of_class("cmp-headline")
    diff, test = (code.value for code in visit.app.code)
    changed = [line[1:].strip() for line in diff.splitlines() if line[0] != " "]
    assert changed == ["return [*merged, *word[place + 2 :]]", "place += 2"]
    assert test.startswith("from my_bpe import train")
    assert "The smallest corpus that still shows it: " in visit.text()

    visit.press("diagnosis_trace")

    training = visit.session.training
    assert training.stepper.config == CS336
    assert training.stepper.corpus.characters < 20
    assert f"merge {training.stepper.position + 1} is next" in visit.session.notice


# ---- the view


def diagnosis_page(text="", source="", **settings):
    return open_compare("diagnosis", source, diagnosis_text=text, **settings)


def paste(visit, text):
    visit.app.text_area(key="compare_diagnosis_text").set_value(text)
    return visit.run()


def lines(merges):
    return "\n".join(" ".join(pair) for pair in merges)


def test_an_empty_view_says_what_to_do_and_offers_an_example_with_a_mistake():
    visit = diagnosis_page()
    assert "1. Choose the corpus" in visit.text()
    assert visit.of_class("cmp-headline") == ""

    visit.press("diagnosis_example")

    merges = [tuple(pair) for pair in json.loads(visit.session.state(Compare).diagnosis_text)]
    assert merges[:5] == [("u", "g"), ("u", "n"), ("h", "ug"), ("p", "ug"), ("p", "un")]
    assert visit.of_class("cmp-headline").startswith("The first 3 of your 7 merges are those of")
    assert "Your merge 4 takes p + ug, which occurs 5 times; p + un occurs 12 times." in visit.text()
    assert "diagnosis_example" not in {button.key for button in visit.app.button}


def test_the_corpus_is_brought_beside_the_merges_unless_the_panel_in_the_header_is_open():
    visit = diagnosis_page("a b")
    visit.app.text_area(key="text").set_value("ab ab")
    visit.run().press("take_text")

    assert visit.of_class("cmp-headline").startswith("Your merge is too few")
    assert visit.session.training.source.corpus.documents == ("ab ab",)

    assert "The panel in the header is open" in visit.open_panel("corpus_popover").text()


def test_the_difference_is_looked_for_in_what_was_typed_last_as_the_corpus():
    visit = diagnosis_page("a b")
    visit.app.text_area(key="text").set_value("ab ab")
    visit.run().press("diagnosis_find")
    assert visit.session.training.source.corpus.documents == ("ab ab",)

    visit.session.take_example("hug_pug_pun")  # chosen later than what is in the box
    visit.run().press("diagnosis_find")
    assert visit.session.training.source.name == "hug_pug_pun"


def test_in_predict_mode_the_step_opens_as_a_question_about_the_rule():
    visit = diagnosis_page(lines(NOT_THE_MOST_FREQUENT))
    visit.session.predictions.turn(True)
    visit.run().press("diagnosis_open")

    assert visit.position() == "merge 4 of 7"
    assert visit.session.notice == "Your merges up to 4; what do the rules take as merge 5?"
    visit.act("commit", **visit.pair_ids("p", "ug"))
    assert visit.session.predictions.score == 1.0
    assert visit.session.notice.startswith("Your choice b + un was undone")


def test_a_list_that_cannot_be_read_is_refused_in_one_sentence_stays_and_is_read_once(monkeypatch):
    read = []
    original = user_input.read_user_merges
    monkeypatch.setattr(
        user_input, "read_user_merges", lambda data, name: read.append(data) or original(data, name)
    )
    visit = diagnosis_page("u g\nhug").run()

    [error] = visit.errors()
    assert error.startswith("Line 2 is")
    assert visit.app.text_area(key="compare_diagnosis_text").value == "u g\nhug"
    assert "1. Choose the corpus" in visit.text()

    paste(visit, "u g\nh ug").run()

    assert read == ["u g\nhug", "u g\nh ug"]


def test_the_merges_are_compared_with_the_rules_on_train_and_shown_as_columns_at_the_step():
    # Four columns of the first example are there already; they do not move the step.
    visit = diagnosis_page(lines(SMALLEST_PAIR), Corpus.from_word_counts(dict(HUG.entries)))
    visit.app.selectbox(key="compare_diagnosis_expected").set_value(TRAIN)
    visit.run()
    assert visit.of_class("cmp-headline").startswith("Perhaps either ties go to the pair that is met after")

    visit.press("diagnosis_columns")

    compare = visit.session.state(Compare)
    assert (compare.view, compare.position) == ("columns", 4)
    assert [choice.title for choice in compare.choices][1] == "HF course + last seen"


def test_a_later_step_can_be_looked_at_and_opened_until_other_merges_are_brought():
    text = lines([*BEGINNING[:3], ("x", "un"), ("hug", "s"), ("p", "un")])
    visit = diagnosis_page(text)
    visit.app.selectbox(key="compare_diagnosis_step").set_value(1)
    visit.run()
    assert "Your merge 5 takes hug + s" in visit.text()

    paste(visit, lines([("u", "n"), ("u", "g"), ("x", "un")]))
    assert visit.app.selectbox(key="compare_diagnosis_step").value == 0
    assert "Your merge 1 takes u + n" in visit.text()

    paste(visit, text).app.selectbox(key="compare_diagnosis_step").set_value(1)
    visit.run().press("diagnosis_open")
    assert visit.position().startswith("merge 3 of")
    assert "1 of them could not be made" in visit.session.notice


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_mistake_of_an_example_is_found_at_its_step(name):
    example = EXAMPLES[name]
    stepper = BPEStepper(example.corpus, example.config)
    merges = with_a_mistake(stepper)
    rules = without_limits(example.config)
    right = BPEStepper(example.corpus, rules)
    right.run(len(merges))
    rank = next(rank for rank, merge in enumerate(right.history) if merge.pair != merges[rank])

    [deviation] = findings_of(merges, expected=rules, corpus=example.corpus).closest.deviations

    assert (deviation.rank, deviation.kind) == (rank, "not_most_frequent")
    assert stepper.position == 0


def test_a_cause_of_a_short_list_is_the_headline():
    visit = diagnosis_page("u g\nh ug\nu n\np ug\np un", HUG)
    said = visit.of_class("cmp-headline")
    assert said.startswith("Perhaps")
    assert "each distinct word counts once, however often it occurs" in said


def test_a_list_that_is_right_without_an_end_mark_asks_which_rules_were_meant():
    assert "choose “Textbook” under Compare with" in finding_sentences.end_mark(findings_of(FIRST_SEEN))
    assert finding_sentences.end_mark(findings_of(NOT_THE_MOST_FREQUENT)) == ""
