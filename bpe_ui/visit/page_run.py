"""The current run of a visit's page, and what Streamlit and the browser know of its widgets."""

import threading
import time
from dataclasses import dataclass, field
from typing import Any


@dataclass
class PageRun:
    """One run of the page after the other."""

    lock: threading.RLock = field(default_factory=threading.RLock)
    """Held by the current run."""

    began: float = 0.0
    """When it began, according to `time.monotonic`."""

    is_complete: bool = True
    """Whether the last run came to its end; false during a run."""

    resends_widgets: bool = False
    """Whether the previous run was cut short, so that the browser may not know the values of its widgets."""

    places_drawn: set[str] = field(default_factory=set)
    """The places whose errors were drawn."""

    heard: dict[str, Any] = field(default_factory=dict)
    """The values of widgets that were drawn or heard last, by the widgets' keys."""

    uploads: dict[str, set[str]] = field(default_factory=dict)
    """Streamlit's names for the last files of each box, by its place."""

    emptied: dict[str, int] = field(default_factory=dict)
    """How many times each box for files was emptied, by its place."""

    def begin(self) -> None:
        """Another run begins."""
        self.began = time.monotonic()
        self.resends_widgets, self.is_complete = not self.is_complete, False
        self.places_drawn.clear()

    def end(self) -> None:
        """All of the page was drawn."""
        self.is_complete = True
