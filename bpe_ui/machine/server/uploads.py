"""Room for the files of each visit while they are uploaded, and which of them did not come, by name.

Streamlit leaves out a file whose upload failed, without a word to the page. So this notes each address that
it gives to a browser for a file, until the file is here; `lost` says what became of the others.

>>> uploads = Uploads()
>>> uploads.await_files("a visit", {"1": "a.txt", "2": "b.txt"})
>>> uploads.lost("a visit")
'2 of 2 files did not arrive: a.txt and b.txt. A proxy before this server may take only smaller ones.'
>>> uploads.lost("a visit")
''
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from streamlit import runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadFileUrlInfo

from bpe_core.corpus import MAX_UPLOAD_BYTES
from bpe_core.validation import short_name
from bpe_ui.machine.limits.memory import budget, ledger
from bpe_ui.stage.text.sentences import say_plainly

VISIT_FILES = 1_000
"""How many uploaded files a visit may hold; a corpus can come in many, and so do the sheets of a class."""
VISIT_BYTES = 2 * MAX_UPLOAD_BYTES
"""How many bytes they may have together, and a single request too."""
TOO_MANY = say_plainly("A visit can hold {most:,} files at a time.", most=VISIT_FILES)
TOO_LARGE = say_plainly("A visit can hold {most} MB at a time.", most=VISIT_BYTES // 10**6)
NO_MEMORY = "The server has no memory left for them; try again when others have left."
NEVER_CAME = "A proxy before this server may take only smaller ones."
BROKEN_OFF = "The upload was broken off."
NAMES = 5
"""So many of the files that did not come are named."""


class NoRoomForFileError(Exception):
    """A file that is refused; the sentence is for the person who brings it."""


@dataclass
class _Visit:
    """The files of a visit since it was last asked what was lost."""

    awaited: dict[str, str] = field(default_factory=dict)
    """The names of those that are not here, by Streamlit's own name for each file."""

    coming: dict[str, int] = field(default_factory=dict)
    """The bytes of those that are being uploaded."""

    came: int = 0
    """How many are here."""

    failed: set[str] = field(default_factory=set)
    """Those that were refused, or whose upload was broken off."""

    why: str = ""
    """Why the last of these failed."""

    @property
    def is_all_lost(self) -> bool:
        """Whether all have failed: then the browser tells the page nothing."""
        return bool(self.failed) and self.failed >= self.awaited.keys() and not (self.came or self.coming)


class Uploads:
    """The uploads of all visits; `lost` may be called by any thread, all else by the server's event loop."""

    def __init__(self) -> None:
        self._visits: dict[str, _Visit] = {}

    def watch(self, manager: MemoryUploadedFileManager) -> None:
        """Note the addresses for uploads that Streamlit's manager of files gives to browsers."""
        addresses_for = manager.get_upload_urls

        def noted(visit: str, names: Sequence[str]) -> list[UploadFileUrlInfo]:
            given = addresses_for(visit, names)
            self.await_files(visit, {each.file_id: name for each, name in zip(given, names, strict=True)})
            return given

        manager.get_upload_urls = noted  # type: ignore[method-assign, assignment]

    def await_files(self, visit: str, files: Mapping[str, str]) -> None:
        """A browser has addresses for these files: Streamlit's names for them, and their own."""
        known = self._visits.get(visit)
        if known is None or not known.coming:  # it said of earlier ones what became of them
            known = self._visits[visit] = _Visit()
        known.awaited.update(files)

    def lost(self, visit: str, *, is_heard: bool = True) -> str:
        """What of the last files did not come, in a sentence; empty if all came, or some are on their way.

        Before the page has heard of those that came (`is_heard`), only if none did.
        """
        known = self._visits.get(visit)
        if known is None or not known.awaited or known.coming or not (is_heard or known.is_all_lost):
            return ""
        del self._visits[visit]
        names = [short_name(name) for name in known.awaited.values()]
        if len(names) > NAMES:
            names[NAMES:] = [say_plainly("{n:,} more", n=len(names) - NAMES)]
        lost, came = len(known.awaited), known.came
        return say_plainly(
            "{lost:,} of {all:,} {all:file|files} did not arrive: {names}. {why}",
            lost=lost,
            all=lost + came,
            names=" and ".join(filter(None, [", ".join(names[:-1]), names[-1]])),
            why=known.why or NEVER_CAME,
        )

    def forget_visits(self, here: Collection[str]) -> None:
        """Forget all visits but these."""
        self._visits = {visit: known for visit, known in self._visits.items() if visit in here}

    @contextmanager
    def room_for(self, visit: str, file: str, size: int) -> Iterator[None]:
        """Count a file during its upload, after which Streamlit holds it; raises `NoRoomForFileError`."""
        known = self._visits.setdefault(visit, _Visit())
        held = _held()
        everywhere = [*held.values(), *(each.coming for each in self._visits.values())]
        of_visit = {**held.get(visit, {}), **known.coming}
        why = ""
        if len(of_visit) >= VISIT_FILES:
            why = TOO_MANY
        elif sum(of_visit.values()) + size > VISIT_BYTES:
            why = TOO_LARGE
        elif ledger.taken() + sum(sum(files.values()) for files in everywhere) + size > budget():
            why = NO_MEMORY
        if why:
            self._fail(visit, file, why)
            raise NoRoomForFileError(why)
        known.coming[file] = size
        try:
            yield
        finally:
            del known.coming[file]
            if file in _held().get(visit, {}):
                known.awaited.pop(file, None)
                known.came += 1
            else:
                self._fail(visit, file, BROKEN_OFF)

    def _fail(self, visit: str, file: str, why: str) -> None:
        known = self._visits.setdefault(visit, _Visit())
        known.failed.add(file)
        known.why = why
        if not known.is_all_lost or not runtime.exists():
            return
        if info := runtime.get_instance()._session_mgr.get_session_info(visit):
            info.session.request_rerun(info.session._client_state)  # as it was last drawn


def _held() -> dict[str, dict[str, int]]:
    """The bytes of each file that Streamlit holds, by visit and Streamlit's name for the file."""
    storage = runtime.get_instance().uploaded_file_mgr.file_storage  # type: ignore[attr-defined]
    return {
        visit: {name: len(file.data) for name, file in list(files.items())}
        for visit, files in list(storage.items())
    }


uploads = Uploads()
"""The uploads of this server."""
