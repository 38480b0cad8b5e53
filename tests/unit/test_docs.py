"""The documents: what they draw, name and count is so."""

import re
import shlex
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet

from bpe_core import EXAMPLES, PROFILES, BPEStepper, Corpus
from bpe_core.engine.timeline import NEVER
from bpe_ui.pages.command.main import main

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "timeline.md").read_text(encoding="utf-8")


def trained() -> BPEStepper:
    example = EXAMPLES["hug_pug_pun"]
    stepper = BPEStepper(example.corpus, example.config)
    stepper.run()
    return stepper


def drawn_row(name: str) -> list[str]:
    match = re.search(rf"^{name} +(\S.*)$", PAGE, re.MULTILINE)
    assert match
    return match[1].split()


def test_the_drawn_timeline_is_the_real_one() -> None:
    history = trained()._history
    symbols = [
        "|" if symbol < 0 else history.table.text(symbol) for symbol in history.timeline.base_symbols.tolist()
    ]
    merged_at = ["." if rank == NEVER else str(rank) for rank in history.timeline.merged_at.tolist()]
    assert drawn_row("symbol") == symbols
    assert drawn_row("merged_at") == merged_at
    assert drawn_row("position") == [str(position) for position in range(len(symbols))]


def test_the_drawn_changes_of_the_pair_log_are_the_real_ones() -> None:
    stepper = trained()
    counts = []
    for position in range(5):
        stepper.goto(position)
        counts.append({row.pair: row.count for row in stepper.pair_counts()})
    for rank in range(4):
        line = re.search(rf"^{rank}: \S+ \+ \S+ +(.*)$", PAGE, re.MULTILINE)
        assert line
        drawn = {
            (left, right): int(change)
            for left, right, change in re.findall(r"(\S+) (\S+) ([+-]\d+)", line[1])
        }
        before, after = counts[rank], counts[rank + 1]
        changes = {pair: after.get(pair, 0) - before.get(pair, 0) for pair in before | after}
        assert drawn == {pair: change for pair, change in changes.items() if change}


def test_every_path_in_the_documents_and_sources_leads_somewhere() -> None:
    sources = (path for folder in ("bpe_core", "bpe_ui") for path in (ROOT / folder).rglob("*.[pj][ys]"))
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *sources]
    named = {
        (document.name, path)
        for document in documents
        for path in re.findall(
            r"(?<![\w./-])((?:bpe_core|bpe_ui|docs|tests|benchmarks|docker|\.github)/[\w./-]*[\w/])",
            document.read_text(encoding="utf-8"),
        )
    }
    assert len(named) > 40
    assert [each for each in named if not (ROOT / each[1]).exists()] == []


def test_every_target_of_make_in_the_documents_is_one() -> None:
    documents = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]
    told = {
        target
        for document in documents
        for target in re.findall(r"(?:`|^    )make ([a-z-]+)", document.read_text("utf-8"), re.MULTILINE)
    }
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {"run", "test", "quick"} <= told <= set(targets)


def test_what_documents_say_to_press_or_open_is_in_the_app() -> None:
    sources = [path for path in (ROOT / "bpe_ui").rglob("*") if path.suffix in (".py", ".js", ".html", ".md")]
    app = "".join(path.read_text(encoding="utf-8") for path in sources)
    documents = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    text = "".join(path.read_text(encoding="utf-8") for path in documents)
    prose = re.sub("```.*?```", "", text, flags=re.DOTALL)
    labels = re.findall(r"(?<!\*)\*([A-Z0-9][^*]{1,60}?)\*(?!\*)", prose)
    assert len(labels) > 50
    absent = {label for label in (" ".join(label.split()) for label in labels) if label not in app}
    assert absent == {"Use GPT-4o", "Secrets"}  # a template's, and another program's


def test_the_readme_is_short_and_names_every_page_of_the_documents() -> None:
    readme, pages = (ROOT / "README.md").read_text(encoding="utf-8"), (ROOT / "docs").glob("*.md")
    assert len(readme.split()) <= 900
    pictures = re.findall(r'(?:src|srcset)="(.*?)"', readme)
    assert len(pictures) == 2
    assert all((ROOT / picture).stat().st_size < 3_000_000 for picture in pictures)
    assert {page.name for page in pages if f"`docs/{page.name}`" not in readme} == {"index.md"}


def test_the_command_for_a_terminal_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    Path("corpus.txt").write_text("hug hug pug\n", encoding="utf-8")
    Path("merges.txt").write_text("u g\nh ug\n", encoding="utf-8")
    Path("text.txt").write_text("hug", encoding="utf-8")
    Path("mine.txt").write_text("['hug']", encoding="utf-8")
    stepper = BPEStepper(Corpus.from_text("hug hug pug"), PROFILES["hf_course"].config)
    stepper.run()
    Path("tokenizer.json").write_bytes(stepper.tokenizer().to_bytes())
    Path("longer.txt").write_text("u g\nh ug\np ug\n", encoding="utf-8")
    for command in re.findall(r"^    bpe-stepper (.*)$", page, re.MULTILINE):
        assert main(shlex.split(command)) == 0


def test_the_program_for_counted_words_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (ROOT / "docs" / "large_corpora.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    parquet.write_table(pa.table({"word": ["hug", "pug"], "count": [10, 5]}), "words.parquet")
    [program] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    names: dict[str, BPEStepper] = {}
    exec(program, names)
    assert [merge.count for merge in names["stepper"].merges] == [15, 10, 5]
