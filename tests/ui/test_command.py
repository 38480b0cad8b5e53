"""The command `bpe-stepper`: its options and limits, what it prints, and its exit status."""

import io
import json
import subprocess
import sys

import pytest

from bpe_core import PROFILES, BPEStepper, Corpus
from bpe_core.studies.grading import check_merges
from bpe_ui.pages.command.main import main
from bpe_ui.visit.links.link import read_link
from tests.golden.corpora import TEXTS
from tests.unit import planted_mistakes as planted

TEXT = TEXTS["program"][:700]
MISTAKE = "last pair not counted"


@pytest.fixture
def files(tmp_path, monkeypatch):
    """A folder with a corpus, a right and a wrong list of merges."""
    monkeypatch.chdir(tmp_path)
    contents = {
        "corpus.txt": TEXT.encode(),
        "right.txt": repr(planted.learn(TEXT, "cs336", (), 30)).encode(),
        "wrong.txt": repr(planted.learn(TEXT, "cs336", (MISTAKE,), 30)).encode(),
        "other.txt": "[('ä', 'ä')]".encode(),
        "empty.txt": b"",
        "binary.bin": b"\0\1",
    }
    (tmp_path / "hidden").mkdir()
    (tmp_path / "hidden" / ".git").write_bytes(b"no corpus")
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def check(name, *options):
    return main(["check", name, "--corpus", "corpus.txt", "--like", "cs336", *options])


def test_its_help_names_the_options_and_the_limits(capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])
    told = " ".join(capsys.readouterr().out.split())
    for part in ("--port", "--address", "--memory-mb", "A file can have up to 100 MB", "STREAMLIT_", "check"):
        assert part in told


def test_the_exit_status_says_whether_merges_are_the_same_and_the_report_why_not(files, capsys):
    assert check("right.txt") == 0
    assert capsys.readouterr().out == "All 30 merges are those of “Stanford CS336”.\n"
    assert check("wrong.txt") == 1
    report = check_merges(files / "wrong.txt", TEXT, "cs336")
    assert capsys.readouterr().out == f"{report}\n"
    assert check("wrong.txt", "--json") == 1
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(report.as_json()))
    assert main(["check", "wrong.txt", "--corpus", "corpus.txt", "--like", "right.txt", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["causes"][0]["is_certain"]


def test_gradescope_is_given_points_for_the_share_of_right_choices(files):
    scores = {}
    for name in ("right.txt", "wrong.txt", "other.txt"):
        check(name, "--gradescope", "results.json", "--points", "20")
        results = json.loads((files / "results.json").read_text(encoding="utf-8"))
        [test] = results["tests"]
        assert (results["score"], 20) == (test["score"], test["max_score"])
        scores[name] = test["status"], test["score"]
    right = check_merges(files / "wrong.txt", TEXT, "cs336").right
    assert scores == {
        "right.txt": ("passed", 20),
        "wrong.txt": ("failed", round(20 * right / 30, 2)),
        "other.txt": ("failed", 0),
    }


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("none.txt --corpus corpus.txt --like cs336", "none.txt' cannot be read: No such file or directory."),
        ("empty.txt --corpus corpus.txt --like cs336", "empty.txt: There are no merges here; at least"),
        ("binary.bin --corpus corpus.txt --like cs336", "binary.bin: It is a binary file."),
        ("other.txt --corpus corpus.txt --like cs336", "Your merges use 'ä', which the corpus does not"),
        ("right.txt --corpus corpus.txt --like cs336 --merges 40", "those of “Stanford CS336”, but 40 are"),
        ("right.txt --corpus none.txt --like cs336", "none.txt' cannot be read: No such file or directory."),
        ("right.txt --corpus empty.txt --like cs336", "'empty.txt' is empty."),
        ("right.txt --corpus corpus.txt --like cs33", "must be one of 'textbook', "),
        ("right.txt --corpus corpus.txt --like cs336 --merges 0", "merges"),
        ("right.txt --corpus corpus.txt --like cs336 --gradescope no/r.json", "r.json' cannot be opened: No"),
        ("right.txt --corpus /dev/zero --like cs336", "'/dev/zero' has more than 100,000,000 bytes; no more"),
        ("right.txt --corpus hidden --like cs336", "The folder 'hidden' has no files."),
    ],
)
def test_what_cannot_be_read_is_one_sentence_and_status_2(files, capsys, given, said):
    assert main(["check", *given.split()]) == 2
    told = capsys.readouterr()
    assert said in " ".join(told.err.split())
    assert told.err.count("\n") <= 3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--port", "99999"], "--port: must be a whole number from 1 to 65,535, got '99999'"),
        (["--memory-mb", "1"], "--memory-mb: must be a whole number from 4 to 999,999,999, got '1'"),
        *(
            (f"check right.txt --corpus corpus.txt --like cs336 --points={points}".split(), points)
            for points in ("nan", "inf", "-5", "ten")
        ),
        (["check", "right.txt", "--corpus", "", "--like", "cs336"], "--corpus: must be the name of a file"),
    ],
)
def test_an_option_that_cannot_be_is_refused_before_anything_is_done(files, capsys, given, said):
    with pytest.raises(SystemExit, match="2"):
        main(given)
    assert said in capsys.readouterr().err


def test_an_address_that_is_none_is_one_sentence(capsys):
    assert main(["--address", "no such host", "--port", "8999"]) == 2
    assert "The app cannot be served at no such host, port 8999: " in capsys.readouterr().err


@pytest.mark.parametrize(("encoding", "given"), [("ascii", "check"), ("cp1252", "help"), ("ascii", "json")])
def test_a_terminal_that_is_not_utf_8_is_told_all_the_same(files, monkeypatch, encoding, given):
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding))
    if given == "help":
        with pytest.raises(SystemExit, match="0"):
            main(["check", "--help"])
        sys.stdout.flush()
        assert b"characters, \\u2581 before words" in written.getvalue()
        return
    assert check("right.txt", *(["--json"] if given == "json" else [])) == 0
    told = written.getvalue().decode(encoding)
    said = json.loads(told)["headline"] if given == "json" else told.encode().decode("unicode_escape").strip()
    assert said == "All 30 merges are those of “Stanford CS336”."


def test_a_folder_is_a_corpus_of_its_files_in_the_order_of_their_names(files):
    for name in ("parts/b.txt", "parts/a/1.txt", "parts/.hidden"):
        (files / name).parent.mkdir(parents=True, exist_ok=True)
        (files / name).write_text(name)
    assert Corpus.from_file(files / "parts") == Corpus.from_documents(["parts/a/1.txt", "parts/b.txt"])


@pytest.mark.parametrize(
    ("tokens", "status", "said"),
    [
        ("hug Ġ hug s", 0, "The 4 tokens are those of the tokenizer."),
        ("hu g Ġ hu g s", 1, "only one merge is made in each word"),
        ("[1, 'a']", 2, "The tokens must all be texts, all bytes or all ids."),
    ],
)
def test_tokens_of_a_text_are_compared_with_those_of_a_tokenizer(files, capsys, tokens, status, said):
    for name, content in {"merges.txt": "h u\nhu g\n", "text.txt": "hug hugs", "tokens.txt": tokens}.items():
        (files / name).write_text(content, encoding="utf-8")

    given = "check --tokens tokens.txt --text text.txt --tokenizer merges.txt"
    assert main(given.split()) == status
    assert said in " ".join("".join(capsys.readouterr()).split())


def test_merges_that_go_on_from_a_tokenizer_are_checked_as_bpe_continue_learns_them(files, capsys):
    bpe_continue = pytest.importorskip("bpe_continue")
    base = BPEStepper(Corpus.from_text(TEXT), PROFILES["hf_byte_level"].config)
    base.run(12)
    (files / "base.json").write_bytes(base.tokenizer().to_bytes())
    text = "hug hugs pug the hugs of a pug"
    (files / "corpus.txt").write_text(text, encoding="utf-8")
    size = len(base.vocabulary())
    library = bpe_continue.continue_training(
        (files / "base.json").read_bytes(), vocab_size=size + 5, texts=[text], show_progress=False
    )
    learned = json.loads(library.to_str())["model"]["merges"]
    (files / "more.json").write_text(json.dumps(learned), encoding="utf-8")
    (files / "swapped.json").write_text(
        json.dumps([*learned[:-2], learned[-1], learned[-2]]), encoding="utf-8"
    )

    given = ["--corpus", "corpus.txt", "--like", "hf_byte_level", "--base", "base.json"]
    assert main(["check", "more.json", *given]) == 0
    assert capsys.readouterr().out.startswith(f"All {len(learned)} merges are those of")
    assert main(["check", "swapped.json", *given]) == 1
    assert f"Merge {len(learned) - 1} of your {len(learned)} differs" in capsys.readouterr().out


def test_what_a_check_needs_is_said(files, capsys):
    for given, said in (("--tokens x", "--text and --tokenizer"), ("", "MERGES or --tokens and --corpus")):
        assert main(["check", *given.split()]) == 2
        assert f"This needs {said}" in capsys.readouterr().err


def test_none_of_it_loads_streamlit(files):
    program = (
        "import sys; from bpe_ui.pages.command.main import main\n"
        "main('check wrong.txt --corpus corpus.txt --like cs336 --open'.split())\n"
        "print(*({'streamlit', 'pandas', 'altair'} & {name.partition('.')[0] for name in sys.modules}))"
    )
    path = [path for path in sys.path if path]
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {path!r}\n{program}"],
        cwd=files,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == ""


@pytest.mark.parametrize("like", ["cs336", "right.txt"])
def test_the_address_opens_the_same_comparison(files, capsys, like):
    main(["check", "wrong.txt", "--corpus", "corpus.txt", "--like", like, "--open", "http://course:99"])
    shown = capsys.readouterr().out.splitlines()[-1]
    start, sent = shown.split("?s=")
    assert start == "The same in the app: http://course:99/compare"
    link, compare = read_link(sent), read_link(sent).settings["compare"]
    assert (link.page, compare.view) == ("compare", "diagnosis")
    assert link.source.corpus == Corpus.from_text(TEXT)
    assert [tuple(pair) for pair in json.loads(compare.diagnosis_text)] == planted.learn(
        TEXT, "cs336", (MISTAKE,), 30
    )
    assert compare.diagnosis_expected == ("profile:cs336" if like == "cs336" else "train")
    assert like == "cs336" or check_merges(files / like, TEXT, link.config).status == "same"


def test_progress_is_shown_on_a_terminal_and_then_taken_away(files, monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr("bpe_ui.pages.command.check.SECONDS", 0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    check("wrong.txt")
    assert "possible causes" in sys.stderr.getvalue()
    assert sys.stderr.getvalue().endswith("\r\x1b[K")
