"""No input of one visit keeps others waiting, measured by a second visit's clock.

Whoever opens or brings it is answered too, by a page that a browser can show; so is whoever sends
values that no component sends.

No browser is needed. The benchmark `benchmarks/hostile.py` has these cases at their full size, and more.
"""

import asyncio
import time
from contextlib import suppress

import pytest

from bpe_ui.frame.failures import SENTENCE
from tests.e2e import hostile_input
from tests.e2e.second_visit import SecondVisit
from tests.e2e.train_visitor import TrainVisitor
from tests.visitor import in_a_thread

LONGEST_WAIT = 2.5
"""Seconds; what froze others did so for ten and more. A browser and another test share two processors with
the server here."""
IDLE_SECONDS = 0.6
BUSY_MACHINE = 5
"""On a slow machine a step may take so many times as long as on an idle server."""
PATIENCE = 15.0
"""Seconds for all that the hostile visit does; the second visit has waited long enough then."""
LARGEST_MESSAGE = 1_000_000
"""Bytes that may come to the hostile visit's own browser at a time."""


@pytest.fixture
def second(server):
    with SecondVisit(server) as second:
        second.begin_again()
        time.sleep(IDLE_SECONDS)
        yield second


def keeps_nobody_waiting(second, server, do):
    """Hold what one visit does to a second visit's clock."""
    allowed = max(LONGEST_WAIT, BUSY_MACHINE * second.longest())
    second.begin_again()

    async def visit():
        async with TrainVisitor(server) as visitor:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await do(visitor)
                    return True, visitor
            return False, visitor

    is_answered, visitor = in_a_thread(visit())
    waited = second.longest()
    assert is_answered, f"No answer within {PATIENCE:g} s; the second visit waited {waited:.1f} s."
    assert visitor.all_of("exception") == []
    assert visitor.largest < LARGEST_MESSAGE
    assert waited <= allowed


@pytest.mark.parametrize(
    "make",
    [hostile_input.combining_marks, hostile_input.special_tokens, hostile_input.long_word],
)
def test_a_link_keeps_nobody_else_waiting(second, server, make):
    link = make()
    keeps_nobody_waiting(second, server, lambda visitor: visitor.open(s=link))


def test_a_linked_tokenizer_keeps_nobody_else_waiting_and_the_page_says_why(second, server):
    link, said = hostile_input.slow_split(100_000), []

    async def opens(visitor):
        await visitor.open(s=link)
        said.extend(visitor.said())

    keeps_nobody_waiting(second, server, opens)
    assert any("stopped after 5 seconds" in line for line in said)


WRONG = {"name": [], "history_id": [], "position": {}, "key": 1, "content": 1}
TOLD, ASKED = (None, 10**400, [1, [2]], WRONG), (True, "<img src=x onerror=alert(1)>", "\ud800", WRONG)
EVENTS = ("place", "action", "typed", "rested", "answer", "picked", "kept", "found")


@pytest.mark.parametrize("page", ["", "learn", "tokenize", "compare", "under_the_hood"])
def test_whatever_the_browser_tells_of_a_component_the_page_is_drawn_as_before(server, page):
    async def visit():
        async with TrainVisitor(server) as visitor:
            await visitor.open(page)
            drawn = {each.content.id for each in visitor.parts.values() if each.kind == "bidi_component"}
            for key in (name.split("-", 2)[2] for name in drawn):
                for told, asked in zip(TOLD, ASKED, strict=True):
                    await visitor.tell(key, **dict.fromkeys(EVENTS, told))
                    await visitor.ask(key, "action", asked)
            return drawn, visitor

    drawn, visitor = in_a_thread(visit())
    assert drawn
    assert drawn == {each.content.id for each in visitor.parts.values() if each.kind == "bidi_component"}
    assert not any(SENTENCE in html.body for html in visitor.all_of("html"))
    assert visitor.all_of("exception") == []


def test_a_text_without_whitespace_keeps_nobody_else_waiting(second, server):
    text = hostile_input.english(33_000, between="").encode()

    async def train(visitor):
        await visitor.open(s=hostile_input.rules(pre_tokenizer="none"))
        await visitor.bring_corpus("page.txt", text)
        await visitor.step_to(*range(1, 21))
        await visitor.to_end()
        assert visitor.stage["position"] > 8_000

    keeps_nobody_waiting(second, server, train)
