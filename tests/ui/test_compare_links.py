"""What links say about the Compare page: the names in a link stay, whatever the code calls its parts."""

import json
import zlib

import pytest

from bpe_core import EXAMPLES
from bpe_ui.compare.settings.state import Settings
from bpe_ui.links.format import file_bytes
from bpe_ui.links.link import Link
from bpe_ui.registry.schema import settings_form
from bpe_ui.training.training import Source

EARLIER = [
    {},
    {"view": "chance", "seeds": 12, "chance_merges": 5},
    {"view": "mine", "mine_text": "u g\nu n\nh ug\n", "mine_expected": "profile:hf_course"},
    {"view": "worlds", "depth": 3},
    {"view": "causes", "cause_from": "train", "cause_to": "tie:random", "cause_order": ["ties", "alphabet"]},
    {
        "columns": [
            {"tie": "random"},
            {"profile": "cs336"},
            {"title": "Own", "rules": {"min_frequency": 2}},
        ],
        "against": 2,
        "until": "merges",
        "merges": 6,
        "position": 4,
        "pane": "text",
        "text": "a thug",
    },
]
"""The member `compare` of links as they were written before parts of the page got other names in the code."""


def read_settings(value):
    return settings_form(Settings).read(value, "compare")


@pytest.mark.parametrize("earlier", EARLIER)
def test_an_earlier_link_is_read_and_written_again_as_it_was(earlier):
    link = Link(
        Source.from_example("hug_pug_pun"),
        EXAMPLES["hug_pug_pun"].config,
        settings={"compare": read_settings(earlier)},
    )

    assert json.loads(zlib.decompress(file_bytes(link)))["compare"] == earlier


def test_the_names_in_an_earlier_link_are_found_in_the_settings():
    assert read_settings({"view": "sides"}) == read_settings({})
    ties, mine = map(read_settings, EARLIER[1:3])
    assert (ties.view, ties.seeds, ties.random_ties_merges) == ("random_ties", 12, 5)
    assert (mine.view, mine.diagnosis_text, mine.diagnosis_expected) == (
        *("diagnosis", "u g\nu n\nh ug\n", "profile:hf_course"),
    )
