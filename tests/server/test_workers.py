"""Heavy work in a process of its own: it comes back whole, can be stopped at any time, and slows nobody."""

import gc
import io
import os
import signal
import time
import weakref
from contextlib import suppress

import pytest

from bpe_core import EXAMPLES, PROFILES, BPEError, BPEStepper, Corpus
from bpe_core.progress import Progress
from bpe_core.studies.causes import CauseWalk
from bpe_core.studies.comparison import Column, Comparison
from bpe_core.studies.diagnosis import Diagnosis
from bpe_core.studies.random_ties import RandomTies
from bpe_core.studies.worlds import grow_worlds
from bpe_ui.long_work.view_tasks import OnePiece
from bpe_ui.server import memory
from bpe_ui.server.memory import NoRoomError, budget
from bpe_ui.tokenize.two.second import SecondTraining
from bpe_ui.workers import job as job_module
from bpe_ui.workers import work
from bpe_ui.workers.job import Job
from bpe_ui.workers.line import ASKED_SECONDS, SETTING, Line, Place, _most_at_once
from bpe_ui.workers.worker import MEMORY_TO_READ, CorpusPickler, CorpusUnpickler

HUG = EXAMPLES["hug_pug_pun"]
PATIENCE = 30.0


@pytest.fixture(autouse=True)
def line(monkeypatch):
    """A line in which one works at a time."""
    line = Line(most=1)
    monkeypatch.setattr(job_module, "line", line)
    return line


def result_of(job):
    deadline = time.monotonic() + PATIENCE
    while not job.wait(0.1):
        assert time.monotonic() < deadline
    return job.result


def test_a_training_comes_back_as_it_would_be_here_on_the_very_corpus_that_was_given():
    here = BPEStepper(HUG.corpus, HUG.config)
    counted = result_of(Job(HUG.corpus, work.count_words, HUG.corpus, HUG.config))
    trained = result_of(Job(HUG.corpus, work.make_merges, counted, 4))
    here.run(4)

    assert trained.corpus is HUG.corpus
    assert trained.merges == here.merges
    assert trained.splits() == here.splits()
    trained.run()
    here.run()
    assert trained.merges == here.merges


def test_a_study_comes_back_with_its_answers():
    columns = [Column(rule, HUG.config) for rule in ("one", "two")]
    compared = result_of(Job(HUG.corpus, work.go_on, Comparison(HUG.corpus, columns, merges=5)))
    assert compared.is_done
    assert compared.corpus is HUG.corpus
    assert compared.first_divergence is None


def test_what_is_wrong_with_a_file_is_said_as_it_would_be_here():
    with pytest.raises(BPEError) as here:
        Corpus.from_uploads({"words.csv": b"\xff"})
    job = Job(None, work.read_files, {"words.csv": b"\xff"}, None)
    with pytest.raises(BPEError) as there:
        job.wait(PATIENCE)
    assert (type(there.value), str(there.value)) == (type(here.value), str(here.value))


@pytest.fixture
def no_collection():
    """Only what nothing holds any more goes: on a server all objects are looked through rarely."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def test_a_training_that_came_back_goes_when_the_last_lets_go_of_it(no_collection):
    trained = result_of(Job(HUG.corpus, work.make_merges, BPEStepper(HUG.corpus, HUG.config), 4))
    held = weakref.ref(trained)
    del trained
    assert held() is None


class Files(dict):
    """Can be held by weak references."""


def test_files_that_were_refused_are_let_go_of_at_once(no_collection):
    files = Files({"words.csv": b"\xff"})
    held = weakref.ref(files)
    job = Job(None, work.read_files, files, None)
    with suppress(BPEError):
        result_of(job)
    del files, job
    assert held() is None


PROFILE = PROFILES["subword_nmt"].config
STUDIES = {
    "comparison": lambda: Comparison(HUG.corpus, [Column("one", HUG.config), Column("two", PROFILE)]),
    "random ties": lambda: RandomTies(HUG.corpus, HUG.config, seeds=10),
    "causes": lambda: CauseWalk(HUG.corpus, HUG.config, PROFILE),
    "worlds": lambda: OnePiece(grow_worlds, HUG.corpus, HUG.config, 3),
    "diagnosis": lambda: Diagnosis(HUG.corpus, [("u", "g"), ("h", "ug"), ("b", "u")]),
    "second tokenizer": lambda: SecondTraining(HUG.corpus, PROFILE, 5),
}


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_can_be_handed_to_another_process_and_back_at_any_moment(name):
    study = handed_over(STUDIES[name]())
    rounds = 0
    while not study.advance(0):
        rounds += 1
        if rounds & (rounds - 1) == 0:  # more and more rarely: some begin a part of their work again
            study = handed_over(study)
    study, here = handed_over(study), STUDIES[name]()
    while not here.advance(1):
        pass
    assert study.is_done
    assert study.progress == here.progress


def handed_over(study):
    file = io.BytesIO()
    CorpusPickler(file, HUG.corpus).dump(study)
    file.seek(0)
    return CorpusUnpickler(file, HUG.corpus).load()


class Endless:
    """A study that goes on for ever, and counts."""

    def __init__(self):
        self.done = 0

    @property
    def progress(self):
        return Progress(self.done, None, "rounds")

    def advance(self, seconds):
        time.sleep(0.01)
        self.done += 1
        return False


class Deaf(Endless):
    """One that does not hear before it is done."""

    def advance(self, seconds):
        time.sleep(3_600)
        return True


def begun(study):
    job = Job(None, work.go_on, study)
    deadline = time.monotonic() + PATIENCE
    while job.progress is None and time.monotonic() < deadline:
        assert not job.wait(0.02)
    return job


class Greedy(Endless):
    """One that asks for more memory than a process may have."""

    def advance(self, seconds):
        return not bytearray(budget() + MEMORY_TO_READ)


def process_of(job):
    return job._talk._process


def test_a_study_that_is_stopped_comes_back_as_far_as_it_came():
    job = begun(Endless())
    job.stop()
    assert result_of(job).done > 0
    assert process_of(job).wait(PATIENCE) is not None


@pytest.mark.parametrize("said", [1, 2])
def test_one_that_does_not_hear_is_ended_soon_or_when_it_is_said_again(said, monkeypatch):
    monkeypatch.setattr(job_module, "STOP_SECONDS", 0.2 if said == 1 else 60)
    job = begun(Deaf())
    for _ in range(said):
        job.stop()
    assert result_of(job) is None
    assert process_of(job).wait(PATIENCE) == -signal.SIGKILL


def test_a_process_that_ends_early_is_told_in_a_sentence_and_in_a_line_of_the_log(caplog):
    job = begun(Deaf())
    os.kill(process_of(job).pid, signal.SIGKILL)
    with pytest.raises(BPEError, match="has ended early"):
        job.wait(PATIENCE)
    assert caplog.text.splitlines()[0].endswith("A worker process has ended early, with the code -9.")
    assert len(caplog.text.splitlines()) == 1


def test_work_that_takes_more_memory_than_there_is_ends_in_that_sentence_and_writes_no_more(caplog, capfd):
    with pytest.raises(BPEError, match="perhaps because the computer has no memory left"):
        Job(None, work.go_on, Greedy()).wait(PATIENCE)
    assert len(caplog.text.splitlines()) == 1
    assert "Traceback" not in capfd.readouterr().err


def test_work_that_is_refused_on_a_full_server_leaves_the_line(line, monkeypatch):
    job, following = begun(Endless()), Place()
    monkeypatch.setattr(memory, "budget", lambda: -1)
    with pytest.raises(NoRoomError, match="No more merges fit; all visits together may use"):
        result_of(job)
    deadline = time.monotonic() + PATIENCE
    while not line.is_turn_of(following):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("what", "error"), [("subprocess.Popen", OSError), ("threading.Thread.start", RuntimeError)]
)
def test_where_none_can_be_started_that_is_said_and_the_next_in_line_is_not_kept_waiting(
    what, error, monkeypatch
):
    def refuse(*arguments, **options):
        raise error("no more")

    job = Job(HUG.corpus, work.count_words, HUG.corpus, HUG.config)
    with monkeypatch.context() as patched:
        patched.setattr(f"bpe_ui.workers.job.{what}", refuse)
        with pytest.raises(BPEError, match="has ended early"):
            job.wait(PATIENCE)
    assert result_of(Job(HUG.corpus, work.count_words, HUG.corpus, HUG.config)).position == 0


def test_a_job_that_nobody_holds_ends_with_its_process_and_leaves_the_line(line):
    job = begun(Deaf())
    process = process_of(job)
    del job
    gc.collect()
    assert process.wait(PATIENCE) == -signal.SIGKILL
    assert result_of(Job(HUG.corpus, work.count_words, HUG.corpus, HUG.config)).position == 0


def test_the_others_wait_their_turn_and_are_told_what_for():
    first = begun(Endless())
    second = Job(HUG.corpus, work.count_words, HUG.corpus, HUG.config)
    assert second.waits_for == "", "it may be its turn at once"
    assert not second.wait(0.01)
    assert second.waits_for == "1 large corpus is being worked on. Yours begins after that."
    first.stop()
    result_of(first)
    assert second.waits_for == "", "it is its turn"
    assert result_of(second).position == 0
    assert second.waits_for == ""


def test_what_still_waits_is_stopped_without_a_process():
    first = begun(Endless())
    second = Job(HUG.corpus, work.count_words, HUG.corpus, HUG.config)
    assert not second.wait(0)
    second.stop()
    first.stop()
    assert result_of(first).done > 0
    assert result_of(second) is None


def test_who_has_left_the_page_does_not_keep_the_others_waiting(monkeypatch):
    line, now = Line(most=1), [100.0]
    monkeypatch.setattr("bpe_ui.workers.line.time.monotonic", lambda: now[0])
    works, left, stays = Place(), Place(), Place()
    assert [line.is_turn_of(place) for place in (works, left, stays)] == [True, False, False]
    assert "1 waits before yours" in line.sentence(stays)

    now[0] += ASKED_SECONDS + 1
    assert not line.is_turn_of(stays)
    assert "before yours" not in line.sentence(stays)
    line.leave(works)
    assert line.is_turn_of(stays)


def test_who_did_not_ask_for_a_while_is_back_in_the_same_place(monkeypatch):
    line, now = Line(most=1), [100.0]
    monkeypatch.setattr("bpe_ui.workers.line.time.monotonic", lambda: now[0])
    works, slow, last = (Place() for now[0] in (100.0, 101.0, 102.0))
    assert [line.is_turn_of(place) for place in (works, slow, last)] == [True, False, False]

    now[0] += ASKED_SECONDS + 1
    assert not line.is_turn_of(last)
    assert not line.is_turn_of(slow)
    assert "1 waits before yours" in line.sentence(last)
    line.leave(works)
    assert not line.is_turn_of(last)
    assert line.sentence(last) == "Yours begins in a moment."
    assert line.is_turn_of(slow)


def test_the_next_part_of_a_work_goes_before_what_others_have_begun_to_wait_for_meanwhile(line):
    read = Job(None, work.read_files, {"a.txt": b"hug"}, None)
    result_of(read)
    works = begun(Endless())
    other = Job(HUG.corpus, work.count_words, HUG.corpus, HUG.config)
    assert not other.wait(0)

    count = Job(HUG.corpus, work.count_words, HUG.corpus, HUG.config)
    count.follow(read)
    assert not count.wait(0)
    assert "1 waits before yours" in other.waits_for
    assert "before yours" not in count.waits_for
    works.stop()
    result_of(works)
    assert result_of(count).position == result_of(other).position == 0


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
