"""No cell of a downloaded table is run by a spreadsheet, whatever that one takes for a separator."""

import csv
import io
import re
from collections.abc import Iterator
from itertools import chain

from hypothesis import example, given
from hypothesis import strategies as st

from bpe_ui.frame.share.downloads import FILES
from bpe_ui.visit.visit import Visit
from tests.property.strategies import daily
from tests.ui.examples import training_of

TABLES = [file for row in FILES for file in row if file.name.endswith(".csv")]
FORMULA_SIGNS = tuple("=+-@＝＋－＠")
"""Those of OWASP's page on CSV injection. Its tab and line ends are for spreadsheets that drop `BLANKS`."""
BLANKS = ' "\t\r\n'
CHARACTERS = "a0,;\"'=+-@＝＋－＠\t\r\n |"
"""What separates, quotes and runs."""

texts = st.text(CHARACTERS, min_size=1, max_size=8)


def cells_read(file: bytes) -> Iterator[str]:
    """The cells by each separator, also for a reader that takes a quote for an ordinary character."""
    text = file.decode()
    for separator in ",;\t":
        yield from chain(*csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    yield from re.split(r"[,;\t\r\n]", text)


@given(texts, texts)
@example("a", ';"=1+1;')
@example(';"=1', '"\t"=1')
@daily(80)
def test_no_cell_is_a_formula(word, special):
    visit = Visit(training_of({word: 2, "zz": 1}, position=1, special_tokens=(special,)))
    for table in TABLES:
        for cell in cells_read(table.make(visit)):
            assert not cell.lstrip(BLANKS).startswith(FORMULA_SIGNS), table.name


def test_these_are_all_tables():
    assert {table.name for table in TABLES} == {"history.csv", "pairs.csv", "vocabulary.csv"}
