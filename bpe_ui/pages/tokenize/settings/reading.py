"""Reads the files that people bring: large lists of rules or ranks in a process, which can be ended.

The libraries read `tokenizer.json` and SentencePiece's models, in processes of their own.
"""

from collections.abc import Mapping

from bpe_core.encoding import HuggingFaceTokenizer, SentencePieceTokenizer
from bpe_core.errors import TokenizerFileError
from bpe_core.files import FORMATS, FileContent, ReadFile, read_files
from bpe_core.progress import OnProgress, Progress
from bpe_ui.frame.long_work.progress import bar_and_stop, show_progress
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.visit.session import session
from bpe_ui.visit.training.training import SLICE_SECONDS

PLACE = "tokenizer_files"
"""Where files are given, and where the page says why they cannot be opened."""
LARGE = 1_000_000
"""Larger files, in bytes, are read in a process."""
STOPPED = "Stopped: nothing was opened."

RulesFound = tuple[str, int, FileContent, tuple[str, ...]]
"""What a process answers: a `ReadFile`, with the index of its kind in `FORMATS`."""


def read_given(files: Mapping[str, bytes], pattern: str | None, kind: str | None) -> ReadFile:
    """The tokenizer in files that somebody brings, as `read_files`; raises `TokenizerFileError`."""
    is_large = sum(map(len, files.values())) > LARGE
    if not is_large or all(_is_read_by_a_library(data) for data in files.values()):
        return read_files(files, pattern=pattern, kind=kind)
    work = Work(rules_in, files, pattern, kind)

    def stop() -> None:
        if not work.is_over:
            session().errors[PLACE] = STOPPED

    bar = bar_and_stop("stop_reading", stop)
    try:
        while not work.wait(SLICE_SECONDS):
            show_progress(work.progress, work.waits_for, bar)  # here the run ends if somebody stops or leaves
    finally:
        work.stop()
        work.stop()  # the second time at once
    if work.error:
        raise TokenizerFileError(work.error)
    if work.result is None:
        return read_files(files, pattern=pattern, kind=kind)
    name, index, found, kinds = work.result
    return ReadFile(name, FORMATS[index], found, kinds)


def rules_in(
    files: Mapping[str, bytes], pattern: str | None, kind: str | None, *, tell: OnProgress
) -> RulesFound | None:
    """What `read_files` finds, without what cannot be sent: None for a tokenizer that a library reads."""
    tell(Progress(0, None, "lines"))
    read = read_files(files, pattern=pattern, kind=kind)
    if isinstance(read.found, HuggingFaceTokenizer | SentencePieceTokenizer):
        return None
    return read.name, FORMATS.index(read.kind), read.found, read.kinds


def _is_read_by_a_library(data: bytes) -> bool:
    return data.lstrip()[:1] == b"{" or b"\0" in data[:1_000]  # of JSON, and of a binary file
