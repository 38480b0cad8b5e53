"""Closes visits that have ended, and frees their memory, even if nobody else visits.

A timer does both. Without it, Streamlit would drop such a visit only when another one ends, and Python would
collect garbage only at some time, because `.streamlit/config.toml` turns off the collection after each run.
It also ends processes that are no longer used.
"""

import asyncio
import ctypes
import gc
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from logging import getLogger

from streamlit import config, runtime
from streamlit.runtime import Runtime

from bpe_core.encoding import hosting
from bpe_core.engine import admission
from bpe_ui.machine.limits import addresses, hub_access
from bpe_ui.machine.limits.memory import budget, ledger
from bpe_ui.machine.server import open_files
from bpe_ui.machine.server.uploads import uploads
from bpe_ui.machine.worker_pool.library_host import library_host
from bpe_ui.machine.worker_pool.process import processes

AWAY_SECONDS = 120.0
"""How long a visit is kept after its browser has gone, in case the network comes back."""
LOOK_SECONDS = 5.0
"""How often the timer runs."""
MUCH_BYTES = 50_000_000
"""If so much less is used than at the last check, it is freed at once: a visit has changed its corpus."""

_log = getLogger(__name__)


@asynccontextmanager
async def while_serving(_: object) -> AsyncIterator[None]:
    """Run beside the server, from its start to its end; raises `ValueError` for a bad setting."""
    addresses.reserve_less()
    budget()
    hub_access.is_allowed()
    open_files.allow_more()
    admission.set_host(ledger.admit)
    hosting.set_host(library_host)
    sys.setswitchinterval(0.001)  # with 0.005, 1 in 20 of 100 people waited 160 ms for a step, and 90 ms so
    uploads.watch(runtime.get_instance().uploaded_file_mgr)  # type: ignore[arg-type]
    gc.freeze()  # what exists at the start stays, and need not be searched at each collection
    processes.keep_one_ahead(True)
    timer = asyncio.create_task(_tidy())
    try:
        yield
    finally:
        timer.cancel()
        with suppress(asyncio.CancelledError):
            await timer
        admission.set_host(None)
        hosting.set_host(None)
        library_host.end_idle(0)
        processes.keep_one_ahead(False)


async def _tidy() -> None:
    away_since: dict[str, float] = {}
    taken = 0
    while True:
        await asyncio.sleep(LOOK_SECONDS)
        try:
            before, taken = taken, ledger.taken()
            library_host.end_idle()
            server = runtime.get_instance()
            uploads.forget_visits({each.session.id for each in server._session_mgr.list_sessions()})
            closed = close_visits_long_away(server, away_since, time.monotonic())
            if closed or before - taken > MUCH_BYTES:
                await asyncio.to_thread(_give_memory_back)
                taken = ledger.taken()
        except Exception:
            _log.exception("Tidying up after visits failed; it goes on.")


def _give_memory_back() -> None:
    gc.collect()
    # The C library keeps freed memory: after a training on random words with 550 MB, 370 MB remained.
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)


def close_visits_long_away(server: Runtime, away_since: dict[str, float], now: float) -> bool:
    """Close each visit that has been away for long; returns whether there were any.

    `away_since` has the visits that were away at the last check, and is updated; `now` is in seconds.
    """
    sessions = [info.session for info in server._session_mgr.list_sessions()]
    away = {session.id: session for session in sessions if not server.is_active_session(session.id)}
    for visit in away_since.keys() - away.keys():
        del away_since[visit]  # it came back, or has ended
    # Streamlit finds a visit only before it has expired.
    longest = min(AWAY_SECONDS, 0.9 * config.get_option("server.disconnectedSessionTTL"))
    gone = [visit for visit in away if now - away_since.setdefault(visit, now) >= longest]
    for visit in gone:
        server.close_session(visit)
        # Streamlit's loop may hold the last visit until another one begins. Before it forgets what the
        # browser said of widgets, it reads that, which may fail.
        with suppress(Exception):
            away[visit].session_state.clear()
        with suppress(Exception):
            away[visit].session_state._new_widget_state.widget_metadata.clear()  # the calls of our widgets
        del away_since[visit]
    return bool(gone)
