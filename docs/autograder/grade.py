"""Grade one submission: python grade.py SUBMISSION.py [RESULTS.json]

The submission is somebody's code. It runs in a process of its own, in an empty folder, with limits of time
and memory; docs/autograder.md says what it can do nevertheless. This process reads what it wrote, as text.
"""

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bpe_core.studies.grading import Report, check_merges

SECONDS, MEGABYTES = 20, 1_000
CASES = (
    ("a few words", "hug hug pug pug pun pun pun bun hugs", 5, 2),
    ("a page", Path(__file__).with_name("corpus.txt").read_text(encoding="utf-8"), 80, 8),
)
"""What is trained on, how many merges, and the points for them."""

RUN = """
import sys
from importlib.util import module_from_spec, spec_from_file_location

submission, merges, seconds, megabytes = sys.argv[1], *map(int, sys.argv[2:])
try:
    import resource
except ImportError:  # Windows has no such limits
    pass
else:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000_000, 10_000_000))
spec = spec_from_file_location("submission", submission)
module = module_from_spec(spec)
spec.loader.exec_module(module)
learned = module.train(open("text.txt", encoding="utf-8", newline="").read(), merges)
with open("merges.txt", "w", encoding="utf-8") as file:
    file.write(repr(learned))
"""


def grade(submission: Path, *, seconds: int = SECONDS, megabytes: int = MEGABYTES) -> dict:
    """What Gradescope reads from results.json."""
    tests = []
    for name, text, merges, points in CASES:
        with TemporaryDirectory() as folder:
            wrong = run(submission.resolve(), Path(folder), text, merges, seconds, megabytes)
            learned = Path(folder) / "merges.txt"
            report = (
                Report("unreadable", wrong)
                if wrong
                else check_merges(learned, text, "hf_course", merges=merges)
            )
        tests.append(report.graded(name, points))
    return {"score": sum(test["score"] for test in tests), "tests": tests}


def run(submission: Path, folder: Path, text: str, merges: int, seconds: int, megabytes: int) -> str:
    """Run a submission, which writes merges.txt into the folder; what went wrong, in a sentence."""
    (folder / "text.txt").write_bytes(text.encode())
    command = [sys.executable, "-I", "-c", RUN, str(submission), *map(str, (merges, seconds, megabytes))]
    with open(folder / "errors.txt", "wb") as errors:
        try:
            done = subprocess.run(
                command,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            return f"train() took more than {seconds} seconds and was stopped."
    if done.returncode < 0:
        return f"train() was stopped by signal {-done.returncode}."
    if done.returncode:
        with open(folder / "errors.txt", "rb") as errors:
            lines = errors.read()[-10_000:].decode(errors="replace").split("\n")
        line = next((each.split(", ")[1] for each in reversed(lines) if f'"{submission}"' in each), "line ?")
        return f"train() failed at {line}: {' '.join(lines[-2:]).strip()}"
    return "" if (folder / "merges.txt").exists() else "train() ended the program."


if __name__ == "__main__":
    results = grade(Path(sys.argv[1]))
    for test in results["tests"]:
        print(f"--- {test['name']}: {test['score']:g} of {test['max_score']} points\n\n{test['output']}\n")
    if len(sys.argv) > 2:
        Path(sys.argv[2]).write_text(json.dumps(results, indent=2, ensure_ascii=False), encoding="utf-8")
