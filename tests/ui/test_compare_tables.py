"""The files of a comparison: their content, that they can be read back, that no token becomes a formula."""

import csv
import io
import json
from dataclasses import fields
from pathlib import Path

from bpe_core import BPEConfig
from bpe_core.studies.comparison import ColumnSummary
from bpe_ui.pages.compare.columns.tables import comparison_csv, comparison_json
from bpe_ui.pages.compare.settings.state import Settings
from bpe_ui.visit.registry.schema import members_of
from tests.ui.comparisons import compared

FORMATS = (Path(__file__).parents[2] / "docs" / "formats.md").read_text(encoding="utf-8")
RULES = "first_seen", "smallest_pair"


def rows_of(file):
    return list(csv.reader(io.StringIO(file.decode(), newline="")))


def test_the_table_has_every_merge_of_every_column_with_the_one_it_is_compared_with():
    lines = comparison_csv(compared(RULES), against=0).decode().splitlines()

    assert lines[0] == "number,column,left,right,token,id,count,tied_with,kind,number_there,against"
    assert lines[1:3] == [
        "1,first_seen,u,g,ug,7,20,0,same,1,first_seen",
        "1,smallest_pair,u,g,ug,7,20,0,same,1,first_seen",
    ]
    assert lines[9:13] == [
        "5,first_seen,p,ug,pug,11,5,1,differs,5,first_seen",
        "5,smallest_pair,hug,s,hugs,11,5,1,moved,6,first_seen",
        "6,first_seen,hug,s,hugs,12,5,0,differs,6,first_seen",
        "6,smallest_pair,p,ug,pug,12,5,0,moved,5,first_seen",
    ]
    assert len(lines) == 15


def test_compared_with_another_column_the_kinds_change():
    lines = comparison_csv(compared(RULES, merges=5), against=1).decode().splitlines()

    assert lines[9:] == [
        "5,first_seen,p,ug,pug,11,5,1,only_here,,smallest_pair",
        "5,smallest_pair,hug,s,hugs,11,5,1,differs,5,smallest_pair",
    ]


def test_a_column_that_has_ended_has_no_more_rows():
    comparison = compared({"ends": BPEConfig(min_frequency=6), "goes on": BPEConfig()})

    titles = [row[1] for row in rows_of(comparison_csv(comparison))[1:]]
    merges = json.loads(comparison_json(comparison))["steps"]

    assert (titles.count("ends"), titles.count("goes on")) == (4, 7)
    assert [step["merges"][0] is None for step in merges] == [False] * 4 + [True] * 3


def test_the_object_holds_rules_statistics_difference_steps_and_tokens():
    value = json.loads(comparison_json(compared(RULES, merges=5)))

    assert (value["format"], value["is_done"], value["against"]) == (1, True, 0)
    assert value["limits"] == {"merges": 5, "vocab_size": None}
    assert [column["title"] for column in value["columns"]] == ["first_seen", "smallest_pair"]
    assert [column["rules"] for column in value["columns"]] == [{}, {"tie_break": "smallest_pair"}]
    # 113 characters in all; u + g joins 20, u + n 16, h + ug 15, p + un 12 and p + ug 5 of them
    assert value["columns"][0]["symbols"] == [113, 93, 77, 62, 50, 45]
    assert value["columns"][0]["tied"] == [1, 1, 1, 1, 2]
    assert value["columns"][1]["summary"]["only_here"] == 1
    difference = value["first_difference"]
    assert (difference["number"], difference["only_ties_differ"]) == (5, True)
    assert [choice["pair"] for choice in difference["choices"]] == [["p", "ug"], ["hug", "s"]]
    assert difference["choices"][1]["tied"] == [["hug", "s"], ["p", "ug"]]
    assert value["tokens"][4:] == [
        {"token": "pug", "numbers": [5, None]},
        {"token": "hugs", "numbers": [None, 5]},
    ]


def test_the_page_about_formats_names_every_member_of_a_summary_and_of_a_link():
    members = members_of(Settings)
    assert {member.attribute for member in members.values()} == {entry.name for entry in fields(Settings)}
    summary = {entry.name for entry in fields(ColumnSummary)} - {"title"}

    assert {name for name in members.keys() | summary if f"`{name}`" not in FORMATS} == set()
