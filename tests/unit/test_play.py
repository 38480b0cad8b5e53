"""The pages to play on the site."""

from bpe_core import EXAMPLES
from bpe_ui.pages.learn.lesson import FOLDER
from docs import play


def test_each_worked_example_and_each_lesson_with_a_stage_of_training_has_a_page_that_plays(
    monkeypatch,
):
    monkeypatch.setattr("bpe_ui.frame.share.html_file.held", lambda training, **options: {})  # seconds
    examples, lessons = list(play.example_pages()), list(play.lesson_pages())

    assert [page.title for page in examples] == [example.title for example in EXAMPLES.values()]
    trains = {path.stem for path in FOLDER.glob("*.md") if "\npredict:" in path.read_text(encoding="utf-8")}
    assert trains <= {page.address.removeprefix("play/lesson_").removesuffix(".html") for page in lessons}
    assert len(lessons) >= 7
    for page in (*examples, *lessons):
        assert page.html.startswith("<!doctype html>")
        assert f"]({page.address}): {page.about}" in play.index(examples, lessons)
