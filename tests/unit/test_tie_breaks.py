"""Tie-breaks: each rule's choice on ties worked out by hand."""

import pytest

from bpe_core import TIE_BREAKS, BPEConfig, BPEStepper, Corpus, TieBreak
from bpe_core.phrases import Phrase
from bpe_core.studies.diagnosis import diagnose
from bpe_core.tie_breaks import scramble
from tests.unit.new_options import can_be_set_linked_and_compared

BYTES = {"alphabet": "bytes", "pre_tokenizer": "none"}
GPT2_BYTES = {"alphabet": "bytes", "pre_tokenizer": "gpt2"}


@pytest.mark.parametrize(
    ("text", "rule", "options", "pair"),
    [
        # Length counts the marker as printed: ab has 2 characters, be</w> and cd</w> have 6.
        ("abe cd", "shortest_token", {"word_boundary": "end_suffix"}, "a+b"),
        # The marker sorts before letters, as it is written.
        ("ba", "smallest_pair", {"word_boundary": "end_symbol"}, "a+</w>"),
        # Bytes compare as bytes: the space is byte 32, smaller than "a", but printed Ġ (U+0120).
        ("a b", "smallest_pair", BYTES, "Ġ+b"),
        # In the libraries "ax x" starts with a+x where the space is 220, with space+x where it is 32.
        ("ax x", "smallest_ids", GPT2_BYTES, "a+x"),
        ("ax x", "smallest_ids", {**GPT2_BYTES, "id_order": "byte_value"}, "Ġ+x"),
    ],
)
def test_each_rule_takes_its_own_pair(text, rule, options, pair):
    stepper = BPEStepper(Corpus.from_text(text), BPEConfig(tie_break=rule, **options))
    assert "+".join(stepper.next_pair()) == pair


def test_the_scrambling_step_gives_splitmix64s_published_numbers():
    # The first outputs of SplitMix64 for the seed 1234567, as its public test vectors list them.
    gamma, mask = 0x9E3779B97F4A7C15, (1 << 64) - 1
    state, outputs = 1234567, []
    for _ in range(3):
        outputs.append(scramble(state))
        state = (state + gamma) & mask
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


BY_RIGHT_SYMBOL = TieBreak(
    name="by_right_symbol",
    title="By right symbol",
    explanation="Takes the pair whose right symbol comes first in character order.",
    key=lambda candidate, table, seed: table.sort_key(candidate.right),
    reason=lambda tie: Phrase(
        "{tie.rule} decides: of {tie.tied} pairs, {tie.taken.pair:pair} ends earlier than"
        " {tie.other.pair:pair}.",
        tie=tie,
    ),
)


def test_a_new_rule_is_one_entry_for_training_explanation_diagnosis_and_the_pages_options(monkeypatch):
    monkeypatch.setitem(TIE_BREAKS, BY_RIGHT_SYMBOL.name, BY_RIGHT_SYMBOL)
    corpus = Corpus.from_text("zy ab xc mm")  # all pairs once; by right symbol: a+b, x+c, m+m, z+y
    stepper = BPEStepper(corpus, BPEConfig(tie_break="by_right_symbol"))
    reason = stepper.view.decision().reason
    assert reason == "By right symbol decides: of 4 pairs, a + b ends earlier than x + c."
    stepper.run()
    merges = [merge.pair for merge in stepper.merges]
    assert merges == [("a", "b"), ("x", "c"), ("m", "m"), ("z", "y")]
    assert stepper.merges[1].tied == (("m", "m"), ("z", "y"))

    [tied] = BPEStepper(corpus, BPEConfig()).history.snapshots(0, 0)
    assert {pick.rule: pick.pair for pick in tied.rule_picks}["by_right_symbol"] == ("a", "b")

    [cause] = diagnose(corpus, merges).causes
    assert [change.name for change in cause.changes] == ["by_right_symbol"]
    assert diagnose(corpus, merges, expected=stepper.config).closest.prefix == 4
    first_seen = [("z", "y"), ("a", "b"), ("x", "c"), ("m", "m")]
    causes = diagnose(corpus, first_seen, expected=stepper.config).causes
    changes = {change.name: change for cause in causes for change in cause.changes}
    assert changes["first_seen"].code == "- pair = tied[0]\n+ pair = by_right_symbol(tied)"
    assert can_be_set_linked_and_compared("tie_break", BY_RIGHT_SYMBOL)
