"""The timeline: which boundary vanished when, on the example that its docstring draws."""

import numpy as np

from bpe_core import BPEConfig
from bpe_core.engine.timeline import Timeline
from bpe_core.symbols import spell_words


def hug_and_pug_after_two_merges():
    timeline = Timeline(spell_words(["hug", "pug"], BPEConfig()), np.array([10, 5]))
    # symbol       |   h   u   g   |   p   u   g   |
    # merged_at    .   .   1   0   .   .   .   0   .
    timeline.merged_at[[3, 7]] = 0
    timeline.merged_at[2] = 1
    return timeline


def test_tokens_are_cut_where_the_boundary_still_stands():
    timeline = hug_and_pug_after_two_merges()
    g, h, p, u, ug, hug = range(6)
    of_hug = [timeline.word_tokens(0, position).symbols.tolist() for position in range(3)]
    assert of_hug == [[h, u, g], [h, ug], [hug]]
    assert timeline.word_tokens(1, 2).starts.tolist() == [5, 6]
    tokens = timeline.tokens(2)  # with the separators between words
    assert tokens.symbols.tolist() == [-1, hug, -1, p, ug, -1]
    assert tokens.starts.tolist() == [0, 1, 4, 5, 6, 8]
