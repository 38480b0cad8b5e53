"""The exercise of docs/autograder.md as written there, from handing out to marks."""

import json
import sys
import types
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "autograder.md").read_text(encoding="utf-8")
FOLDER = DOCS / "autograder"
SUBMISSIONS = sorted(path.stem for path in (FOLDER / "submissions").glob("*.py"))


def loaded(path):
    spec = spec_from_file_location(path.stem, path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def grader():
    return loaded(FOLDER / "grade.py")


@pytest.mark.parametrize("name", SUBMISSIONS)
def test_each_submission_gets_the_points_and_the_report_that_the_page_shows(name):
    results = grader().grade(FOLDER / "submissions" / f"{name}.py")
    points = [f"{test['score']:g} of {test['max_score']}" for test in results["tests"]]
    [row] = [line for line in PAGE.split("\n") if line.startswith(f"| `{name}.py`")]
    assert row.endswith(f"| {' | '.join(points)} |")
    report = results["tests"][-1]["output"]
    assert name == "right" or f"`{name}.py`:\n\n```\n{report}\n```\n" in PAGE
    assert (results["score"] == 10) == (name == "right")


@pytest.mark.parametrize("name", ["my_bpe.py", "test_my_bpe.py"])
def test_what_is_handed_out_is_what_the_page_shows(name):
    assert f"```python\n{(FOLDER / name).read_text(encoding='utf-8')}```\n" in PAGE


def test_the_test_that_is_handed_out_passes_with_the_right_submission_alone(monkeypatch):
    for name in ("right", "alphabet"):
        module = loaded(FOLDER / "submissions" / f"{name}.py")
        monkeypatch.setitem(sys.modules, "my_bpe", types.SimpleNamespace(train=module.train))
        test = loaded(FOLDER / "test_my_bpe.py")
        if name == "right":
            test.test_a_few_words()
            test.test_a_page()
        else:
            with pytest.raises(AssertionError, match="ties go to the last pair in character order"):
                test.test_a_few_words()


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("while True: pass", "train() took more than 1 seconds and was stopped."),
        ("return [0] * 10**10", "train() failed at line 2: MemoryError"),
        ("return text[len(text)]", "train() failed at line 2: IndexError: string index out of range"),
        ("import os; os._exit(0)", "train() ended the program."),
        ("import os; os.kill(os.getpid(), 9)", "train() was stopped by signal 9."),
    ],
)
def test_a_submission_that_does_not_end_well_is_told_in_one_sentence(tmp_path, body, said):
    path, folder = tmp_path / "submission.py", tmp_path / "empty"
    folder.mkdir()
    path.write_text(f"def train(text, merges):\n    {body}\n", encoding="utf-8")
    seconds = 1 if "while" in body else 20
    assert grader().run(path, folder, "hug pug", 3, seconds, 500) == said


def test_what_a_submission_prints_is_dropped_and_what_it_returns_read_as_text(tmp_path):
    path = tmp_path / "submission.py"
    path.write_text("def train(text, merges):\n    print('x' * 10**6)\n    return {0: 'a'}\n")
    results = grader().grade(path)
    assert results["score"] == 0
    assert json.dumps(results).count("This is a vocabulary, which does not say") == 2
