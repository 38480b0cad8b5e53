"""The pages to play on the site: each worked example and the training of each lesson; `make site` makes them.

MkDocs calls `on_files`: the pages, and an index to them, join the site without standing in the repository.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from bpe_core import EXAMPLES, BPEError, BPEStepper
from bpe_ui.frame.share.html_file import MOST_MERGES, to_html
from bpe_ui.pages.learn.lesson import FOLDER, read_lesson

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files

INDEX = "play.md"


class PlayPage(NamedTuple):
    """A training that plays in a browser without a server."""

    address: str
    """Its place on the site, such as `play/example_fox.html`."""

    title: str
    about: str
    """What it shows, in a line."""

    html: str


def example_pages() -> Iterator[PlayPage]:
    """A page for each worked example, from its start."""
    for name, example in EXAMPLES.items():
        html = to_html(BPEStepper(example.corpus, example.config))
        yield PlayPage(f"play/example_{name}.html", example.title, example.description, html)


def lesson_pages() -> Iterator[PlayPage]:
    """A page for each lesson: the first training that it shows on its stage and that fits in a file."""
    for path in sorted(FOLDER.glob("*.md")):
        lesson = read_lesson(path.stem, path.read_text(encoding="utf-8"))
        for stage in (part.stage for part in lesson.parts if part.stage.view == "train"):
            stepper = BPEStepper(stage.source.corpus, stage.config)
            stepper.run(MOST_MERGES)
            stepper.goto(min(stage.position, stepper.known_merges))
            try:
                html = to_html(stepper)
            except BPEError:  # too large for a file: another part's may fit
                continue
            yield PlayPage(f"play/lesson_{path.stem}.html", lesson.title, lesson.summary, html)
            break


def index(examples: list[PlayPage], lessons: list[PlayPage]) -> str:
    """The page that lists them, as Markdown."""
    lines = [
        "# Play it here",
        "",
        "Each page plays in this browser, without a server: → is the next merge, P predicts it.",
    ]
    for heading, pages in (("Worked examples", examples), ("From the lessons", lessons)):
        lines += ["", f"## {heading}", ""]
        lines += [f"- [{page.title}]({page.address}): {page.about}" for page in pages]
    return "\n".join(lines) + "\n"


def on_files(files: "Files", config: "MkDocsConfig") -> "Files":
    """Add the pages and their index to the site."""
    from mkdocs.structure.files import File

    examples, lessons = list(example_pages()), list(lesson_pages())
    for page in (*examples, *lessons):
        files.append(File.generated(config, page.address, content=page.html))
    files.append(File.generated(config, INDEX, content=index(examples, lessons)))
    return files
