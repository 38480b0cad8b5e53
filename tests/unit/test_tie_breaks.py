"""Tie-breaks: each rule's choice on ties worked out by hand."""

from importlib.util import find_spec, module_from_spec

import pytest

from bpe_core import TIE_BREAKS, BPEConfig, BPEStepper, Corpus, TieBreak
from bpe_core.studies.diagnosis import Diagnosis
from bpe_core.tie_breaks import _scramble

# "zy ab x" holds z+y in word 1 and a+b in word 2, once each.
CHOICES = [
    ("zy ab x", "first_seen", ("z", "y")),
    ("zy ab x", "last_seen", ("a", "b")),
    ("zy ab x", "smallest_ids", ("a", "b")),
    ("zy ab x", "smallest_pair", ("a", "b")),
    ("zy ab x", "greatest_pair", ("z", "y")),
    ("zy ab x", "shortest_token", ("a", "b")),
    ("zy ab x", "longest_token", ("a", "b")),
]


@pytest.mark.parametrize(("text", "rule", "pair"), CHOICES)
def test_each_rule_takes_its_own_pair(text: str, rule: str, pair: tuple[str, str]) -> None:
    assert BPEStepper(Corpus.from_text(text), BPEConfig(tie_break=rule)).next_pair() == pair


@pytest.mark.parametrize(
    ("rule", "pair"), [("shortest_token", ("a", "b")), ("longest_token", ("b", "e</w>"))]
)
def test_token_length_counts_the_marker_as_printed(rule: str, pair: tuple[str, str]) -> None:
    # The tied tokens are ab with 2 characters, be</w> and cd</w> with 6; be</w> comes before cd</w>.
    config = BPEConfig(tie_break=rule, word_boundary="end_suffix")
    assert BPEStepper(Corpus.from_text("abe cd"), config).next_pair() == pair


def test_greatest_pair_takes_the_longer_of_two_that_begin_alike() -> None:
    # After a+b (3 times), "ab" + c and "a" + c are tied once each: "ab" is greater than its beginning "a".
    stepper = BPEStepper(Corpus.from_text("ab ab abc ac"), BPEConfig(tie_break="greatest_pair"))
    assert stepper.step().pair == ("a", "b")
    assert stepper.next_pair() == ("ab", "c")


def test_the_marker_sorts_before_letters_as_it_is_written() -> None:
    config = BPEConfig(tie_break="smallest_pair", word_boundary="end_symbol")
    # "ba": b+a and a+</w>, once each.
    assert BPEStepper(Corpus.from_text("ba"), config).next_pair() == ("a", "</w>")


def test_with_the_byte_alphabet_pairs_compare_as_bytes_not_as_printed() -> None:
    # The space is byte 32 and printed Ġ (U+0120): as bytes it is smaller than "a", as printed greater.
    config = BPEConfig(tie_break="smallest_pair", alphabet="bytes", pre_tokenizer="none")
    assert BPEStepper(Corpus.from_text("a b"), config).next_pair() == ("Ġ", "b")


def test_smallest_ids_follow_the_id_order() -> None:
    # facts of the libraries: "ax x" starts with a+x where the space is 220, with space+x where it is 32.
    corpus = Corpus.from_text("ax x")
    rules = {"alphabet": "bytes", "pre_tokenizer": "gpt2", "tie_break": "smallest_ids"}
    assert BPEStepper(corpus, BPEConfig(**rules)).next_pair() == ("a", "x")  # type: ignore[arg-type]
    by_value = BPEConfig(**rules, id_order="byte_value")  # type: ignore[arg-type]
    assert BPEStepper(corpus, by_value).next_pair() == ("Ġ", "x")


def test_every_rule_of_the_config_is_registered_and_explained() -> None:
    for name, rule in TIE_BREAKS.items():
        assert rule.name == name
        assert rule.explanation.endswith(".")
        assert "\n" not in rule.explanation


def test_the_scrambling_step_gives_splitmix64s_published_numbers() -> None:
    # The first outputs of SplitMix64 for the seed 1234567, as its public test vectors list them.
    gamma, mask = 0x9E3779B97F4A7C15, (1 << 64) - 1
    state, outputs = 1234567, []
    for _ in range(3):
        outputs.append(_scramble(state))
        state = (state + gamma) & mask
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


BY_RIGHT_SYMBOL = TieBreak(
    name="by_right_symbol",
    title="By right symbol",
    explanation="Takes the pair whose right symbol comes first in character order.",
    key=lambda candidate, table, seed: table.sort_key(candidate.right),
    reason=lambda taken, other, tied, seed: f"of {tied} pairs, {taken.text} ends earlier than {other.text}",
)


def test_a_new_rule_is_one_entry_for_training_explanation_diagnosis_and_the_pages_options(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(TIE_BREAKS, BY_RIGHT_SYMBOL.name, BY_RIGHT_SYMBOL)
    corpus = Corpus.from_text("zy ab xc mm")  # all pairs once; by right symbol: a+b, x+c, m+m, z+y
    config = BPEConfig(tie_break="by_right_symbol")
    stepper = BPEStepper(corpus, config)
    decision = stepper.view.decision()
    assert decision is not None
    assert decision.reason == "By right symbol decides: of 4 pairs, a + b ends earlier than x + c."
    stepper.run()
    merges = [merge.pair for merge in stepper.merges]
    assert merges == [("a", "b"), ("x", "c"), ("m", "m"), ("z", "y")]
    assert stepper.merges[1].tied == (("m", "m"), ("z", "y"))

    picks = BPEStepper(corpus, BPEConfig()).view.rule_picks()
    assert {pick.rule: pick.pair for pick in picks}["by_right_symbol"] == ("a", "b")

    diagnosis = Diagnosis(corpus, merges)
    while not diagnosis.is_done:
        diagnosis.advance(1.0)
    assert diagnosis.findings is not None

    spec = find_spec("bpe_ui.setup.rules")
    assert spec is not None
    assert spec.loader is not None
    rules = module_from_spec(spec)  # a second copy, as a page that starts now would load it
    spec.loader.exec_module(rules)
    assert "by_right_symbol" in rules.RULE_FIELDS["tie_break"].values()
