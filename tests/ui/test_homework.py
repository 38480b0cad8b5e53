"""Homework: what is kept for whom, until when, and what is refused."""

from datetime import date, timedelta

import pytest

from bpe_ui.classroom import homework
from bpe_ui.classroom.homework import HomeworkError, begin, hand_in, has_arrived, last_day, name_of, sheets

TODAY = date.today()


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv(homework.SETTING, str(tmp_path))
    return tmp_path


def test_only_the_key_lists_what_is_handed_in_and_a_sheet_counts_once():
    key, other = begin(TODAY), begin(TODAY)
    name = name_of(key)
    for number, data in ((1, b"Ada"), (2, b"Alan"), (1, b"Ada again")):
        hand_in(name, number, data)

    assert sheets(key) == [b"Alan", b"Ada again"]
    assert sheets(other) == sheets(name) == []
    assert (has_arrived(name, 2), has_arrived(name, 3)) == (True, False)
    homework.forget(key)
    assert (sheets(key), last_day(name)) == ([], None)


def test_after_its_day_nothing_is_taken_shown_or_kept(folder):
    key = begin(TODAY)
    name = name_of(key)
    hand_in(name, 1, b"Ada")
    (folder / f"{name}-{TODAY}").rename(folder / f"{name}-{TODAY - timedelta(1)}")
    (folder / "notes.txt").write_text("not ours")

    assert (sheets(key), last_day(name), has_arrived(name, 1)) == ([], None, False)
    with pytest.raises(HomeworkError):
        hand_in(name, 2, b"Alan")
    homework.forget_old()
    assert [each.name for each in folder.iterdir()] == ["notes.txt"]


def test_number_and_size_are_limited(monkeypatch):
    monkeypatch.setattr(homework, "MOST_SHEETS", 2)
    monkeypatch.setattr(homework, "MOST_HOMEWORKS", 1)
    key = begin(TODAY)
    with pytest.raises(HomeworkError, match="too large"):
        hand_in(name_of(key), 1, b"x" * (homework.MAX_BYTES + 1))
    for number in (1, 2):
        hand_in(name_of(key), number, b"x")
    with pytest.raises(HomeworkError, match="2 sheets"):
        hand_in(name_of(key), 3, b"x")
    hand_in(name_of(key), 2, b"better")
    assert sheets(key) == [b"x", b"better"]
    with pytest.raises(HomeworkError, match="no more"):
        begin(TODAY)
