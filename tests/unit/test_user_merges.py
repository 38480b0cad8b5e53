"""User merges: every way in which people have their merges, and the line that an error names."""

import io
import json

import pytest

from bpe_core.errors import ComparisonError
from bpe_core.merges import Pair
from bpe_core.studies import user_merges
from bpe_core.studies.user_merges import MAX_USER_BYTES, MAX_USER_MERGES, read_user_merges

HUG = (("u", "g"), ("h", "ug"))
SPACED = (("Ġ", "t"), ("Ġt", "he"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("#version: 0.2\nu g\nh ug\n", "merges.txt"),
        ("u g\r\nh ug\r\n", "lines"),
        ("u + g\nh + ug = hug", "lines"),
        ("('u', 'g')\n('h', 'ug')", "lines"),
        ("1. ('u', 'g') -> 'ug'\n2. ('h', 'ug') -> 'hug'", "lines"),
        ('["u", "g"]\n["h", "ug"]', "lines"),
        ("[('u', 'g'), ('h', 'ug')]", "a list of merges"),
        ("merges = [('u', 'g'), ('h', 'ug')]", "a list of merges"),
        ("[(('u', 'g'), 20), (('h', 'ug'), 15)]", "a list of merges"),
        ("['u g', 'h ug']", "a list of merges"),
        ("{('h', 'ug'): 1, ('u', 'g'): 0}", "a dict of merges"),
        ("dict_keys([('u', 'g'), ('h', 'ug')])", "a list of merges"),
        ("defaultdict(<class 'int'>, {('u', 'g'): 20, ('h', 'ug'): 15})", "a dict of merges"),
        ("[(np.int64(117), np.int64(103)), (np.int64(104), np.int64(256))]", "a list of merges"),
        ("{(117, 103): 256, (104, 256): 257}", "a dict of merges"),
        ("[(117, 103), (104, 256)]", "a list of merges"),
        ('[["u", "g"], ["h", "ug"]]', "a list of merges"),
        ("[[117, 103], [104, 256]]", "a list of merges"),
        ('{"h ug": 1, "u g": 0}', "a dict of merges"),
        ('{"model": {"type": "BPE", "merges": [["u", "g"], ["h", "ug"]]}}', "a list of merges"),
        ("minbpe v1\n\n0\n117 103\n104 256\n", "minbpe model"),
        (
            "merge 1/2: (117, 103) -> 256 (b'ug') had 20 occurrences\n"
            "merge 2/2: (104, 256) -> 257 (b'hug') had 15 occurrences",
            "lines",
        ),
        ("Best pair: ('u', 'g')\nBest pair: ('h', 'ug')", "lines"),
        ("b'u' b'g'\nb'h' b'ug'", "lines"),
        ("[(0, ('u', 'g')), (1, ('h', 'ug'))]", "a list of merges"),
        ("({0: b'u', 1: b'g'}, [(b'u', b'g'), (b'h', b'ug')])", "a list of merges"),
        ("{'vocab': {'u': 0}, 'merges': [('u', 'g'), ('h', 'ug')]}", "a list of merges"),
    ],
)
def test_the_same_two_merges_are_read_from(text: str, kind: str) -> None:
    given = read_user_merges(text)
    assert (given.pairs, given.kind) == (HUG, kind)
    assert read_user_merges(text.encode()).pairs == HUG
    assert read_user_merges(b"\xef\xbb\xbf" + text.encode()).pairs == HUG


@pytest.mark.parametrize(
    "text",
    [
        "rank,left,right\n0,u,g\n1,h,ug",
        "right;left;count\ng;u;20\nug;h;15",
        ",pair,freq\n0,\"('u', 'g')\",20\n1,\"('h', 'ug')\",15",
        "count,pair\n20,u g\n15,h ug",
        "u g\t20\nh ug\t15",
        "left\tright\nu\tg\nh\tug",
        "   left right  count\n0     u     g     20\n1     h    ug     15",
        "| rank | pair |\n|---|---|\n| 1 | u g |\n| 2 | h ug |",
        "merges:\n- [u, g]\n- [h, ug]",
        "ug u g\nhug h ug",
        "1. u g → ug\n2. h ug → hug",
        "Step 1: merging u + g -> ug\nStep 2: merging h + ug -> hug",
        "# learned today\n# from a text\nu g\nh ug",
        "Learned merges:\n('u', 'g')\n('h', 'ug')",
        "Out[3]: [('u', 'g'), ('h', 'ug')]",
        ">>> merges\n{('u', 'g'): 'ug', ('h', 'ug'): 'hug'}",
        'export const merges = [["u", "g"], ["h", "ug"]];',
        "Map(2) {\n  'u,g' => 256,\n  'h,ug' => 257\n}",
        "Map(2) { [ 'u', 'g' ] => 256, [ 'h', 'ug' ] => 257 }",
        "[['u' 'g']\n ['h' 'ug']]",
        "[[117 103]\n [104 256]]",
        "array([['u', 'g'],\n       ['h', 'ug']], dtype='<U2')",
        '[{"left": "u", "right": "g", "count": 20}, {"left": "h", "right": "ug", "count": 15}]',
        '{"1": ["h", "ug"], "0": ["u", "g"]}',
        '{"pair": ["u", "g"], "count": 20}\n{"pair": ["h", "ug"], "count": 15}\n',
    ],
)
def test_the_same_two_merges_are_found_in_tables_logs_and_what_programs_print(text: str) -> None:
    assert read_user_merges(text).pairs == HUG


@pytest.mark.parametrize(
    "text",
    [
        "[(b' ', b't'), (b' t', b'he')]",
        "Ġ t\nĠt he",
        "[[32, 116], [104, 101], [256, 257]]",
        "{(32, 116): 256, (256, 257): 259, (104, 101): 257}",
        "minbpe v1\n\n0\n32 116\n104 101\n256 257\n",
        "IA== 0\ndA== 1\naA== 2\nZQ== 3\nIHQ= 4\naGU= 5\nIHRoZQ== 6\n",
    ],
)
def test_bytes_are_written_in_gpt2s_characters(text: str) -> None:
    pairs = read_user_merges(text).pairs
    assert (pairs[0], pairs[-1]) == SPACED


MINBPE_TWICE = """merge 1/3: (117, 103) -> 256 (b'') had 1
merge 2/3: (117, 103) -> 257 (b'') had 1
merge 3/3: (104, 256) -> 258 (b'') had 1"""


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        pytest.param(
            "{(32, 116): 256, (256, 257): 258, (104, 101): 257}",
            [("Ġ", "t"), ("h", "e"), ("Ġt", "he")],
            id="in the order of their numbers",
        ),
        pytest.param("#version: 0.2\ne s\nes t</w>\n", [("e", "s"), ("es", "t</w>")], id="subword-nmt"),
        pytest.param(MINBPE_TWICE, [("u", "g"), ("u", "g"), ("h", "ug")], id="printed twice by minbpe"),
        pytest.param("#version: 0.2\n# #\n## #", [("#", "#"), ("##", "#")], id="no comment"),
        pytest.param("[ u\n[u g", [("[", "u"), ("[u", "g")], id="brackets as symbols"),
        pytest.param("1 0\n10 0", [("1", "0"), ("10", "0")], id="digits are no token numbers"),
        pytest.param("- -\n+ +\n-- -\n", [("-", "-"), ("+", "+"), ("--", "-")], id="plus and minus signs"),
    ],
)
def test_symbols_order_and_repeats_are_kept(text: str, pairs: list[Pair]) -> None:
    assert read_user_merges(text).pairs == tuple(pairs)


def test_a_version_tells_the_kind() -> None:
    assert read_user_merges("#version: 0.2\ne s\nes t</w>\n").kind == "subword-nmt codes"
    assert read_user_merges("\n \n#version: 0.2\nu g\nh ug\n").kind == "merges.txt"


def test_what_subword_nmt_prints_while_it_learns_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    learn_bpe = pytest.importorskip("subword_nmt.learn_bpe").learn_bpe
    codes = io.StringIO()
    learn_bpe(io.StringIO("hug pug hug bug hug"), codes, 2, verbose=True)
    printed = [line.split("\r")[-1] for line in capsys.readouterr().err.splitlines()]
    log = "\n".join(line[line.find("pair ") :] for line in printed if "pair " in line)
    assert read_user_merges(log).pairs == read_user_merges(codes.getvalue()).pairs


@pytest.mark.parametrize(
    "pairs",
    [
        [("it's", '"'), ("\\", "\n"), ("\x00", "é"), ("\xa0", "🤗"), ("\u2028", "'\"")],
        [(b"it's", b'"'), (b"\\", b"\n"), (b"\x00", "é".encode()), (b"\xff", b"'\"")],
    ],
)
def test_whatever_python_prints_in_quotes_is_read(pairs: list[tuple[str | bytes, str | bytes]]) -> None:
    for text in (repr(pairs), repr(tuple(pairs)), "\n".join(map(repr, pairs)), repr(dict.fromkeys(pairs))):
        assert read_user_merges(text).pairs == tuple((as_text(left), as_text(right)) for left, right in pairs)


def as_text(symbol: str | bytes) -> str:
    """Latin-1 has the characters of bytes; those that do not print stand from U+0100 on, in order."""
    if isinstance(symbol, str):
        return symbol
    hidden = [byte for byte in range(256) if byte <= 0x20 or 0x7F <= byte <= 0xA0 or byte == 0xAD]
    return "".join(chr(0x100 + hidden.index(byte)) if byte in hidden else chr(byte) for byte in symbol)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "There are no merges here; at least one is needed."),
        ("u g\nh ug\nhugs", "Line 3 is 'hugs'; expected one merge: two symbols and one space between them."),
        ("[('u', 'g'), ('h', 'ug'), ...]", "This list is cut short where it has ...; print all of it."),
        (
            "{0: b'u', 1: b'g', 2: b'ug'}",
            "This is a vocabulary, which does not say how its tokens were merged.",
        ),
        ("hug 15\npug 12\nbun 4", "It is a vocabulary"),
        ('[["u", "g"], ["h"]]', "Merge 2 is ['h'], not a pair such as"),
        ("[(300, 103)]", "Merge 1 uses token 300, which is neither a byte nor made before it."),
        ("minbpe v1\n\n0\n117 103\n104 900\n", "Merge 2 uses token 900, which is neither a byte"),
    ],
)
def test_an_error_says_where_and_what_is_allowed(text: str, message: str) -> None:
    with pytest.raises(ComparisonError) as caught:
        read_user_merges(text)
    assert str(caught.value).startswith(message)


def test_a_binary_file_and_broken_utf8_are_refused() -> None:
    with pytest.raises(ComparisonError, match=r"^m\.model: It is a binary file"):
        read_user_merges(b"\x0a\x0e\0unk", "m.model")
    with pytest.raises(ComparisonError, match="Byte 3 is not UTF-8"):
        read_user_merges(b"u \xff g")
    with pytest.raises(ComparisonError, match="is not"):
        read_user_merges("u g".encode("utf-16")[:-1])


def test_the_limits_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (MAX_USER_BYTES, MAX_USER_MERGES) == (10_000_000, 50_000)
    monkeypatch.setattr(user_merges, "MAX_USER_BYTES", 10_000)
    monkeypatch.setattr(user_merges, "MAX_USER_MERGES", 500)
    with pytest.raises(ComparisonError, match="at most 10,000 can be read"):
        read_user_merges("a b\n" * 2_501)
    with pytest.raises(ComparisonError, match="There are 501 merges; at most 500 can be read"):
        read_user_merges("a b\n" * 501)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param("[" + "[]," * 2_000_000 + "[]]", "The merges have more than 2,500,000 op", id="lists"),
        pytest.param("[" + "1," * 1_000_000 + "]", "This list has more than 600,000 parts", id="numbers"),
        pytest.param("1,2,300\n3,4,999999999\n", "It is ", id="far numbers"),
        pytest.param("['" + r"\n" * 1_000_000 + "']", "This is a vocabulary", id="escapes"),
        pytest.param(
            ("1" + " " * 4_900 + "x\n") * 400,
            "It is not a list of merges: line 1 is '1  ",
            id="numbers and spaces",
        ),
        pytest.param("minbpe v1\n\n0\n" + "97 97\n" * 1_000_000, "There are 999,003 merges", id="minbpe"),
    ],
)
def test_what_took_up_to_minutes_to_read_is_refused_at_once(text: str, message: str) -> None:
    with pytest.raises(ComparisonError) as caught:
        read_user_merges(text)
    assert str(caught.value).startswith(message)


def test_doubling_numbers_cannot_fill_the_memory() -> None:
    doubling = json.dumps([[97, 97], *([256 + number] * 2 for number in range(60))])
    with pytest.raises(ComparisonError, match="makes a token of"):
        read_user_merges(doubling)


def test_a_space_in_brackets_is_a_symbol_and_digits_that_are_merged_are_no_numbers():
    assert read_user_merges("[ ] + [t]\n[ t] + [h]").pairs == ((" ", "t"), (" t", "h"))
    assert read_user_merges('{"merges": ["1 0", "10 0"]}').pairs == (("1", "0"), ("10", "0"))
