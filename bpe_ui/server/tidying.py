"""Visits that have ended are closed, and their memory comes back, also where nobody else visits.

A timer sees to both. Without it, Streamlit lets go of such a visit only when another one ends, and Python
collects at some time, because `.streamlit/config.toml` switches off the collection after each run. Processes
that nobody asks any more are ended.
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

from bpe_core import admission
from bpe_core.encoding import hosting
from bpe_ui.limits.memory import budget, ledger
from bpe_ui.worker_pool.library_host import library_host
from bpe_ui.worker_pool.process import processes

AWAY_SECONDS = 120.0
"""So long a visit is kept after its browser has gone, for a network that comes back."""
LOOK_SECONDS = 5.0
"""How often the timer looks."""
MUCH_BYTES = 50_000_000
"""So much less than at the last look is given back at once: a visit has gone on to another corpus."""

_log = getLogger(__name__)


@asynccontextmanager
async def while_serving(_: object) -> AsyncIterator[None]:
    """What runs beside the server, from its start to its end; raises `ValueError` for a bad setting."""
    budget()
    admission.set_host(ledger.admit)
    hosting.set_host(library_host)
    sys.setswitchinterval(0.001)  # of 100 people, 1 in 20 waited 160 ms for a step with 0.005, and 90 ms so
    gc.freeze()  # what is there from the start stays, and need not be looked through at each collection
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
            closed = close_visits_long_away(runtime.get_instance(), away_since, time.monotonic())
            if closed or before - taken > MUCH_BYTES:
                await asyncio.to_thread(_give_memory_back)
                taken = ledger.taken()
        except Exception:
            _log.exception("Tidying up after visits failed; it goes on.")


def _give_memory_back() -> None:
    gc.collect()
    # The C library keeps what it was given back: of 550 MB of a training on random words, 370 MB stayed.
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)


def close_visits_long_away(server: Runtime, away_since: dict[str, float], now: float) -> bool:
    """Close each visit that has been away for long; returns whether there were any.

    `away_since` has the visits away at the last look, and is brought up to date; `now` is in seconds.
    """
    sessions = [info.session for info in server._session_mgr.list_sessions()]
    away = {session.id: session for session in sessions if not server.is_active_session(session.id)}
    for visit in away_since.keys() - away.keys():
        del away_since[visit]  # it came back, or is no more
    # Streamlit finds a visit only before it has expired.
    longest = min(AWAY_SECONDS, 0.9 * config.get_option("server.disconnectedSessionTTL"))
    gone = [visit for visit in away if now - away_since.setdefault(visit, now) >= longest]
    for visit in gone:
        server.close_session(visit)
        # Streamlit's loop may hold the last visit until another one begins. It reads what the browser told of
        # widgets before it forgets that, and it may be nothing that can be read.
        with suppress(Exception):
            away[visit].session_state.clear()
        with suppress(Exception):
            away[visit].session_state._new_widget_state.widget_metadata.clear()  # the calls of our widgets
        del away_since[visit]
    return bool(gone)
