"""Heavy work in a process of its own: its result is whole, it can be stopped any time, and slows nobody."""

import gc
import io
import os
import signal
import subprocess
import sys
import time
import weakref
from unittest.mock import patch

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEError, BPEStepper
from bpe_core.engine import admission
from bpe_core.progress import Progress, tell_nobody
from bpe_core.studies.causes import changing_causes, walk_causes
from bpe_core.studies.comparison import ColumnRules, compare, train_in_turns
from bpe_core.studies.diagnosis import diagnose
from bpe_ui.machine.limits import memory
from bpe_ui.machine.worker_pool import serving
from bpe_ui.machine.worker_pool import work as work_module
from bpe_ui.machine.worker_pool.process import Processes
from bpe_ui.machine.worker_pool.queue import ASKED_SECONDS, SETTING, Queue, Ticket, _most_at_once
from bpe_ui.machine.worker_pool.work import Call, Work
from bpe_ui.pages.compare.diagnosis.actions import train_to_step
from bpe_ui.pages.compare.ties.drawn import draw_ties
from bpe_ui.visit.drafts.columns_offer import read_corpus_files
from bpe_ui.visit.training.training import make_merges, new_stepper
from tests.counting import (
    count,
    count_for_ever,
    hear_nothing,
    modules_loaded,
    take_all_memory,
)
from tests.stops import stop_at

HUG = EXAMPLES["hug_pug_pun"]
PATIENCE = 30.0


@pytest.fixture(autouse=True, scope="module")
def started_ahead():
    """A process is ready for the next test, as on a server."""
    work_module.processes.keep_one_ahead(True)
    yield
    work_module.processes.keep_one_ahead(False)


@pytest.fixture(autouse=True)
def queue(monkeypatch):
    """A queue of which one works at a time."""
    queue = Queue(most=1)
    monkeypatch.setattr(work_module, "queue", queue)
    return queue


def over(work):
    """The work once it is over."""
    deadline = time.monotonic() + PATIENCE
    while not work.wait(0.1):
        assert time.monotonic() < deadline
    return work


def result_of(work):
    assert over(work).error == ""
    return work.result


def begun(function):
    """Work that has told how far it is."""
    work = Work(function)
    deadline = time.monotonic() + PATIENCE
    while work.progress is None and time.monotonic() < deadline:
        assert not work.wait(0.02)
    return work


def counted_words():
    return Work(new_stepper, HUG.corpus, HUG.config)


def code_of(process):
    """The exit code of a process that ends soon."""
    return process._process.wait(PATIENCE)


# ---- what comes back


def test_a_training_comes_back_as_it_would_be_here_on_the_very_corpus_that_was_given():
    here = BPEStepper(HUG.corpus, HUG.config)
    trained = result_of(Work(make_merges, result_of(counted_words()), 4))
    here.run(4)

    assert trained.corpus is HUG.corpus
    assert trained.merges == here.merges
    assert trained.splits() == here.splits()
    trained.run()
    here.run()
    assert trained.merges == here.merges


@pytest.fixture
def no_collection():
    """Free memory by reference counts only: on a server the garbage collector runs rarely."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def is_gone(held):
    deadline = time.monotonic() + PATIENCE
    while held() is not None and time.monotonic() < deadline:
        time.sleep(0.01)  # the thread that took what came back ends
    return held() is None


def test_a_training_that_came_back_goes_when_the_last_lets_go_of_it(no_collection):
    trained = result_of(Work(make_merges, BPEStepper(HUG.corpus, HUG.config), 4))
    held = weakref.ref(trained)
    del trained
    assert is_gone(held)


class Files(dict):
    """Can be held by weak references."""


PROFILE = PROFILES["subword_nmt"].config
COLUMNS = [ColumnRules("one", HUG.config), ColumnRules("two", PROFILE)]
MERGES = (("u", "g"), ("h", "ug"), ("b", "u"))
STUDIES = {
    "comparison": (Call(compare, (HUG.corpus, COLUMNS)), lambda found: found.rows(0, 99)),
    "second training": (Call(train_in_turns, (HUG.corpus, [("it", PROFILE)])), lambda found: found.length),
    "random ties": (Call(draw_ties, (HUG.corpus, HUG.config, 5, None)), None),
    "causes": (Call(walk_causes, (HUG.corpus, HUG.config, PROFILE)), lambda found: found.steps()),
    "causes that change a merge": (Call(changing_causes, (HUG.corpus, [(HUG.config, PROFILE)])), None),
    "diagnosis": (Call(diagnose, (HUG.corpus, MERGES, None)), lambda found: found.closest),
    "opened step": (
        Call(train_to_step, (HUG.corpus, HUG.config, MERGES, 1)),
        lambda found: (found[0].merges, found[1]),
    ),
}
"""The questions of views, and the part of the answers that must be the same; None: all of it."""


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_can_be_stopped_at_any_moment_and_goes_on_in_another_process(name):
    call, answer_in = STUDIES[name]
    answer_in = answer_in or (lambda found: found)
    so_far = None
    with (
        patch("bpe_core.stepper._PROGRESS_SECONDS", 0),
        patch("bpe_core.studies.comparison.trainings.ROUND", 2),
    ):
        telling = 1
        while True:
            outcome = handed_over(handed_over(call).run(so_far, tell=stop_at(telling)))
            so_far = outcome.result if outcome.result is not None else so_far
            if not outcome.was_stopped:
                break
            telling += 1 + telling // 2  # at ever larger intervals
    assert telling > 1
    assert answer_in(outcome.result) == answer_in(call.run(tell=tell_nobody).result)


def handed_over(value):
    file = io.BytesIO()
    serving.send(value, file, {1: HUG.corpus})
    file.seek(0)
    return serving.receive(file, {1: HUG.corpus})


# ---- stopping, and what fails


def test_work_that_is_stopped_comes_back_as_far_as_it_came():
    work = begun(count_for_ever)
    process = work._process
    work.stop()
    assert result_of(work) == work.progress.done > 0
    assert (work.is_stopped, work.is_done) == (True, False)
    assert code_of(process) is not None


def test_work_that_was_stopped_goes_on_from_there():
    work = Work(count, 5)
    work.result = 3
    work.stop()
    assert work.wait(0)

    work.go_on()

    assert not work.is_over
    assert result_of(work) == 5
    assert work.progress.done == 4, "it told of the fourth number first, and so soon not again"


@pytest.mark.parametrize("said", [1, 2])
def test_one_that_does_not_hear_is_ended_soon_or_when_it_is_said_again(said, monkeypatch):
    monkeypatch.setattr(work_module, "STOP_SECONDS", 0.2 if said == 1 else 60)
    work = begun(hear_nothing)
    process = work._process
    for _ in range(said):
        work.stop()
    assert result_of(work) is None
    assert work.is_stopped
    assert code_of(process) == -signal.SIGKILL


def test_a_process_that_ends_early_is_told_in_a_sentence_and_in_a_line_of_the_log(caplog):
    work = begun(hear_nothing)
    os.kill(work._process.number, signal.SIGKILL)
    assert "its process ended early" in over(work).error
    assert caplog.text.splitlines()[0].endswith("A worker process has ended early, with the code -9.")
    assert len(caplog.text.splitlines()) == 1


def test_work_that_takes_more_memory_than_there_is_ends_in_that_sentence_and_writes_nothing(caplog, capfd):
    too_much = "There is no answer: it needs more memory than it may use. Try a smaller corpus."
    assert over(Work(take_all_memory)).error == too_much
    assert caplog.text == capfd.readouterr().err == ""


def test_work_that_is_refused_leaves_the_queue(queue, monkeypatch):
    monkeypatch.setattr(memory, "budget", lambda: -1)
    monkeypatch.setattr(memory, "SMALL_BYTES", 0)
    admission.set_host(memory.ledger.admit)
    try:
        assert "a visit may use" in over(counted_words()).error
    finally:
        admission.set_host(None)
    assert queue.is_turn_of(Ticket(), PATIENCE)


def test_merges_that_come_to_more_than_a_visit_may_keep_end_the_work():
    class Full:
        def check(self):
            raise BPEError("No more merges fit.")

    with patch.object(serving.threading, "Thread"):
        tell = serving._teller(io.BytesIO(), io.BytesIO(), Full())
    with pytest.raises(BPEError, match="No more merges"):
        tell(Progress(1, 3, "merges"))


def test_work_that_nobody_holds_ends_with_its_process_and_leaves_the_queue():
    work = begun(hear_nothing)
    process = work._process
    del work
    gc.collect()
    assert code_of(process) == -signal.SIGKILL
    assert result_of(counted_words()).position == 0


# ---- in a moment, here


@pytest.mark.parametrize("limit", ["HERE_SECONDS", "HERE_MOST_SECONDS"])
def test_what_takes_longer_is_left_where_it_is_and_goes_on_in_a_process(limit, monkeypatch):
    monkeypatch.setattr(work_module, limit, -1)
    work = Work(count, 5)
    work.try_here()
    assert (work.result, work.is_over) == (1, False)
    assert result_of(work) == 5


# ---- the queue


def test_the_others_wait_their_turn_and_are_told_what_for():
    first, second = begun(count_for_ever), counted_words()
    assert second.waits_for == "", "it may be its turn at once"
    assert not second.wait(0.01)
    assert second.waits_for == "1 piece of work is under way. Yours begins after that."
    first.stop()
    result_of(first)
    assert second.waits_for == "", "it is its turn"
    assert result_of(second).position == 0
    assert second.waits_for == ""


def test_who_has_left_the_page_does_not_keep_the_others_waiting(monkeypatch):
    queue, now = Queue(most=1), [100.0]
    monkeypatch.setattr("bpe_ui.machine.worker_pool.queue.time.monotonic", lambda: now[0])
    works, left, stays = Ticket(), Ticket(), Ticket()
    assert [queue.is_turn_of(ticket) for ticket in (works, left, stays)] == [True, False, False]
    assert "1 waits before yours" in queue.sentence(stays)

    now[0] += ASKED_SECONDS + 1
    assert not queue.is_turn_of(stays)
    assert "before yours" not in queue.sentence(stays)
    queue.leave(works)
    assert queue.is_turn_of(stays)


# ---- the process that is started ahead


@pytest.fixture
def processes():
    """Those of a server that keeps one ahead."""
    processes = Processes()
    processes.keep_one_ahead(True)
    yield processes
    processes.keep_one_ahead(False)


def test_a_process_waits_for_whoever_needs_the_next_one_and_another_takes_its_place(processes, monkeypatch):
    monkeypatch.setattr(work_module, "processes", processes)
    ahead = processes._ahead
    work = begun(count_for_ever)
    assert work._process is ahead
    assert processes._ahead not in (None, ahead)
    work.stop()
    assert result_of(work) > 0


def test_a_process_has_loaded_what_views_ask_before_it_is_asked_and_no_streamlit():
    functions = [call.function for call, _ in STUDIES.values()] + [
        make_merges,
        new_stepper,
        read_corpus_files,
    ]
    listed = "import bpe_ui.worker, sys; print(*sys.modules)"
    ahead = {*subprocess.check_output([sys.executable, "-c", listed], text=True).split()}
    assert {function.__module__ for function in functions} <= ahead

    loaded = result_of(Work(modules_loaded, functions))
    assert "streamlit" not in loaded


def test_the_setting_says_how_many_work_at_a_time_and_without_it_one_for_each_processor(monkeypatch):
    monkeypatch.setenv(SETTING, "3")
    assert _most_at_once() == 3
    monkeypatch.delenv(SETTING)
    assert _most_at_once() == os.cpu_count()


@pytest.mark.parametrize("setting", ["", "0", "-1", "2.5", "many", "٣", "9" * 5_000])
def test_a_setting_that_says_no_number_of_processes_is_refused(setting, monkeypatch):
    monkeypatch.setenv(SETTING, setting)
    with pytest.raises(
        ValueError, match=rf"^{SETTING} must be a number of processes from 1 .* got '{setting[:50]}"
    ) as refused:
        _most_at_once()
    assert len(str(refused.value)) < 200
