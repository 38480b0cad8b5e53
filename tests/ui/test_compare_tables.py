"""The files of a comparison: their content, that they can be read back, that no token becomes a formula."""

import csv
import io
from dataclasses import fields
from pathlib import Path

from bpe_core import BPEConfig
from bpe_ui.pages.compare.columns.tables import comparison_csv
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

    assert (titles.count("ends"), titles.count("goes on")) == (4, 7)


def test_the_page_about_formats_names_every_member_of_a_link():
    members = members_of(Settings)
    assert {member.attribute for member in members.values()} == {entry.name for entry in fields(Settings)}

    assert {name for name in members if f"`{name}`" not in FORMATS} == set()
