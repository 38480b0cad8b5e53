"""The app with planted faults: a word in the text to train on says what fails.

Streamlit is given this file in place of `app.py`; `test_failures.py` does so.
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any
from unittest import mock

from streamlit.starlette import App

from bpe_core import Corpus
from bpe_ui.frame import failures
from bpe_ui.frame.address import navigation
from bpe_ui.machine.worker_pool.work import Work
from bpe_ui.visit.session import session
from bpe_ui.visit.training import training
from tests.e2e.streamlit_server import ROOT

IN_CALLBACK, ON_PAGE, IN_FRAGMENT, IN_JOB = "fails-callback", "fails-page", "fails-stage", "fails-job"


def plant(owner: object, name: str, word: str, text_of: Callable[..., str], error: Exception) -> None:
    """Make a function fail if its text holds the word."""
    function = getattr(owner, name)

    def planted(*given: Any, **named: Any) -> Any:
        if word in text_of(*given):
            raise error
        return function(*given, **named)

    mock.patch.object(owner, name, planted).start()


def text_on_screen(*_: object) -> str:
    return str(session().training.source.corpus.documents[:1])


def text_of_work(work: Work, *_: object) -> str:
    corpus = work.call.corpus
    return str(corpus.documents[0]) if corpus is not None else ""


@asynccontextmanager
async def with_faults(_: object) -> AsyncIterator[None]:
    """Plant the failures in the server only: pytest imports this file too, to look for doctests."""
    plant(Corpus, "from_text", IN_CALLBACK, str, ValueError("planted"))
    plant(navigation, "say_what_went_wrong", ON_PAGE, text_on_screen, RuntimeError("planted"))
    plant(training.Training, "window", IN_FRAGMENT, text_on_screen, RuntimeError("planted"))
    plant(Work, "wait", IN_JOB, text_of_work, MemoryError())
    yield


app = App(ROOT / "app.py", lifespan=with_faults, on_script_error=failures.show)
