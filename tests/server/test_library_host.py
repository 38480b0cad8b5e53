"""Code that a file controls runs in a process that can be ended without harm; the next call works again."""

import os
import signal
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from bpe_core import BPEError, BPETokenizer
from bpe_core.encoding import hosting
from bpe_core.encoding.hosting import EndedError
from bpe_core.errors import TextError
from bpe_ui.machine.worker_pool import library_host as module
from bpe_ui.machine.worker_pool import turns
from bpe_ui.machine.worker_pool.library_host import MEMORY, LibraryHost
from bpe_ui.machine.worker_pool.process import processes
from tests.server.hosted_object import Worker, refuse
from tests.unit.test_hugging_face_files import a_file

HOSTILE = {
    "type": "Split",
    "pattern": {"Regex": "(?:a|a){20}(?<=b)"},
    "behavior": "Isolated",
    "invert": False,
}


@pytest.fixture(scope="module")
def of_tests():
    """Two processes, for a visit with the name of the thread that calls."""
    host = LibraryHost(most=2, whose=lambda: threading.current_thread().name)
    processes.keep_one_ahead(True)
    yield host
    processes.keep_one_ahead(False)
    host.end_idle(0)


@pytest.fixture
def host(of_tests):
    yield of_tests
    threading.current_thread().name = "MainThread"


def visit(name):
    """From now on, call for this visit."""
    threading.current_thread().name = name


@contextmanager
def meanwhile(name, call, *arguments):
    """Call for this visit in a thread; gives the list that gets the answer."""
    answers = []
    thread = threading.Thread(target=lambda: answers.append(call(*arguments)), name=name)
    thread.start()
    time.sleep(0.1)
    yield answers
    thread.join()


def test_an_object_lives_in_another_process_and_is_made_once(host):
    ask = host(Worker, "one")
    name, process, made = ask(Worker.greet)
    assert (name, made) == ("one", 1)
    assert process != os.getpid()
    assert ask(Worker.greet) == ("one", process, 1)


def test_what_takes_too_long_is_ended_and_the_next_call_works_again(host, monkeypatch):
    monkeypatch.setattr(module, "CALL_SECONDS", 0.5)
    ask = host(Worker, "one")
    before = ask(Worker.greet)
    with pytest.raises(EndedError, match=r"^stopped after 0.5 seconds$"):
        ask(Worker.sleep, 60)
    assert is_gone(before[1])
    assert ask(Worker.sleep, 0) == "one"


def is_gone(process: int) -> bool:
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system sets no limit")
def test_what_needs_too_much_memory_is_ended(host):
    ask = host(Worker, "one")
    with pytest.raises(EndedError, match="more memory than it may use"):
        ask(Worker.fill, MEMORY)
    assert ask(Worker.fill, 1_000) == 1_000


def test_a_process_that_ends_early_is_said_and_replaced(host):
    ask = host(Worker, "one")
    with pytest.raises(EndedError, match=r"its process ended early, .* more memory than it may use"):
        ask(Worker.die)
    assert ask(Worker.greet)[0] == "one"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such signal there")
def test_a_process_that_does_not_even_listen_is_ended(host, monkeypatch):
    ask = host(Worker, "one")
    process = ask(Worker.greet)[1]
    os.kill(process, signal.SIGSTOP)
    monkeypatch.setattr(module, "CALL_SECONDS", 0.5)
    with pytest.raises(EndedError, match=r"stopped after 0\.5 seconds"):
        ask(Worker.sleep, "a" * 1_000_000)
    assert is_gone(process)
    monkeypatch.setattr(module, "CALL_SECONDS", 60)
    assert ask(Worker.greet)[0] == "one"


def test_errors_come_as_they_are_where_they_are_ours_and_else_as_their_text(host):
    ask = host(Worker, "one")
    process = ask(Worker.greet)[1]
    with pytest.raises(BPEError, match=r"^The text is too long\.$"):
        ask(Worker.refuse)
    with pytest.raises(EndedError, match="no entry found for key"):
        ask(Worker.panic)
    assert ask(Worker.greet)[1] == process
    for _ in range(2):
        with pytest.raises(BPEError, match="two cannot be made"):
            host(refuse, "two")(Worker.greet)


def test_there_are_few_processes_and_each_keeps_the_objects_it_was_asked_for_last(host, monkeypatch):
    monkeypatch.setattr(module, "MOST_OBJECTS", 2)
    asks = [host(Worker, f"{number}") for number in range(5)]
    processes = set()
    for number, ask in enumerate(asks):
        visit(f"visit {number}")
        processes.add(ask(Worker.greet)[1])
    assert len(processes) == 2
    made = asks[4](Worker.greet)[2]
    assert asks[4](Worker.greet)[2] == made  # it is still there
    assert asks[0](Worker.greet)[0] == "0"  # it was forgotten, and is made again


def test_the_objects_of_a_visit_are_in_one_process(host):
    visit("of two objects")
    one, two = host(Worker, "one"), host(Worker, "two")
    assert one(Worker.greet)[1] == two(Worker.greet)[1]


def test_a_slow_call_gives_way_to_somebody_else_and_is_run_again(host, monkeypatch):
    monkeypatch.setattr(turns, "HEAVY_SECONDS", 0.2)
    slow, quick = [host(Worker, f"{number}") for number in range(2)], host(Worker, "quick")
    with (
        meanwhile("slow 0", slow[0], Worker.sleep, 1) as first,
        meanwhile("slow 1", slow[1], Worker.sleep, 1) as second,
    ):
        before = time.monotonic()
        visit("who has used nothing")
        assert quick(Worker.greet)[0] == "quick"
        assert time.monotonic() - before < 0.9
        assert first == second == []
    assert (first, second) == (["0"], ["1"])


def test_a_pattern_that_takes_hours_holds_nobody_up(host, monkeypatch):
    monkeypatch.setattr(module, "CALL_SECONDS", 1.0)
    hosting.set_host(host)
    try:
        tokenizer = BPETokenizer.from_files({"x.json": a_file(pre_tokenizer=HOSTILE).encode()})
        assert tokenizer.encode("ab").ids == (2,)
        gaps, is_over = [], threading.Event()
        thread = threading.Thread(target=watch, args=(gaps, is_over))
        thread.start()
        with pytest.raises(TextError, match=r"gave no answer: stopped after 1 seconds\.$"):
            tokenizer.encode("a" * 100_000)
        is_over.set()
        thread.join()
        assert len(gaps) > 10
        assert tokenizer.encode("ab").ids == (2,)
    finally:
        hosting.set_host(None)


def watch(gaps: list[float], is_over: threading.Event) -> None:
    """Another thread of the server, which goes on."""
    while not is_over.wait(0.02):
        gaps.append(time.monotonic())


@pytest.mark.skipif(sys.platform == "win32", reason="there the system sets no such limit")
def test_nothing_goes_on_for_hours_where_the_server_is_gone(host):
    ask = host(Worker, "one")
    process = ask(Worker.greet)[1]
    limits = Path(f"/proc/{process}/limits")
    if limits.is_file():
        [limit] = [line for line in limits.read_text().splitlines() if line.startswith("Max cpu time")]
        assert int(limit.split()[3]) <= 70
