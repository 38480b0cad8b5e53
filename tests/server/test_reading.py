"""Large lists that people bring are read in a process: the result is whole, and whoever leaves ends it."""

import time

import pytest
import streamlit as st

from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.pages.tokenize.settings import loaded, reading
from tests.counting import count_for_ever

MERGES = {"merges.txt": b"#version: 0.2\nh u\nhu g\n"}


class Left(BaseException):
    """What Streamlit raises in a run whose page somebody left."""


@pytest.fixture(autouse=True)
def all_is_large(monkeypatch):
    monkeypatch.setattr(loaded, "SMALL", 10)
    monkeypatch.setattr(reading, "bar_and_stop", lambda key, on_stop: st.empty())
    monkeypatch.setattr(reading, "show_progress", lambda *told: None)


def test_a_page_that_is_left_ends_the_process(monkeypatch):
    works = []

    def began(function, *arguments):
        works.append(Work(count_for_ever))
        return works[0]

    def leave(*told):
        if works[0]._process is not None:
            raise Left

    monkeypatch.setattr(reading, "Work", began)
    monkeypatch.setattr(reading, "show_progress", leave)

    with pytest.raises(Left):
        loaded.OpenTokenizers().open(MERGES)

    until = time.monotonic() + 10
    while not works[0]._process.has_ended:
        assert time.monotonic() < until
        time.sleep(0.02)
