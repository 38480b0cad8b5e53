"""A visitor without a browser on the Train page, who brings a corpus, steps and jumps."""

import json
import re
from contextlib import suppress
from html import unescape
from typing import Any

from tests.visitor import Answer, VisitError, Visitor

MESSAGE = re.compile(r'<p class="message (?![^>]* hidden>)[^>]*>(.*?)</p>', re.DOTALL)


class TrainVisitor(Visitor):
    """A person at the Train page."""

    @property
    def stage(self) -> dict[str, Any]:
        """The data of the stage; raises `VisitError` if there is none."""
        data: dict[str, Any] = json.loads(self.data("stage")["json"])
        return data

    async def bring_corpus(self, name: str, data: bytes) -> Answer:
        """Train on a file, under the rules that are set."""
        await self.put("corpus_popover", bool_value=True)
        await self.put("corpus_way", string_array_value={"data": ["Files"]})
        return await self.bring("file", name, data)

    async def step_to(self, *positions: int) -> list[Answer]:
        """Send these positions, one after another, as the stage does while a person steps."""
        stage = self.stage
        place = {"history_id": stage["history_id"], "jump": stage["jump"]}
        return [await self.tell("stage", place={**place, "position": position}) for position in positions]

    async def act(self, name: str, **details: Any) -> Answer:
        """Do something on the stage: one of its actions, by its name."""
        stage = self.stage
        act = {"name": name, "history_id": stage["history_id"], "position": stage["position"], **details}
        return await self.ask("stage", "action", act)

    async def go_to(self, position: int) -> Answer:
        """Go to a position at once."""
        return await self.act("go_to", to=position)

    async def to_end(self) -> Answer:
        """Train to the end."""
        return await self.act("to_end")

    def said(self) -> list[str]:
        """The texts of the page: exceptions, errors, progress, and the stage's report of the last action."""
        lines = [f"Streamlit's own: {exception.message}" for exception in self.all_of("exception")]
        messages = (line for html in self.all_of("html") for line in MESSAGE.findall(html.body))
        lines += [unescape(re.sub(r"<[^>]+>", "", line)) for line in messages]
        lines += [progress.text for progress in self.all_of("progress")]
        with suppress(VisitError):
            lines.append(self.stage["notice"])
        with suppress(VisitError):
            rules = json.loads(self.data("rules_stage")["json"])
            lines += [rules["error"], *(part for part in rules["check"] if isinstance(part, str))]
        return [line for line in lines if line]
