"""The answers to the token panel, as one text.

{"serial": 17, "of": "train", "position": 4, "id": 9}
{"serial": 17, "sentence": [...], "trees": [...], "remarks": [],
 "ids": {"0": 9, ...}, "texts": [["hug"], ...], "rtl": []}
"""

from collections.abc import Mapping

from bpe_core import BPEError
from bpe_ui.ancestry.message import story_fields, with_texts
from bpe_ui.ancestry.sources import tokens_of
from bpe_ui.ancestry.stories import Story, Tokens
from bpe_ui.component.actions import Action, RefusedActionError, integer, text
from bpe_ui.stage.texts import Texts
from bpe_ui.text.sentences import say
from bpe_ui.visit.visit import Visit

LARGEST = 2**53 - 1
LONGEST_TEXT = 1_000
GONE = "What this token belonged to is no longer on the page."


def answer(visit: Visit, asked: object) -> str:
    """The answer to a question of the panel; empty if it is no question."""
    if not isinstance(asked, Mapping) or not isinstance(asked.get("serial"), int):
        return ""
    try:
        position = None if asked.get("position") is None else integer(asked, "position", LARGEST)
        tokens = tokens_of(visit, text(asked, "of", LONGEST_TEXT), position)
        story = Story(say(GONE)) if tokens is None else _of(tokens, asked)
    except (BPEError, RefusedActionError) as error:
        story = Story((str(error),))
    texts = Texts()
    return with_texts({"serial": asked["serial"], **story_fields(story, texts)}, texts, story.ids)


def _of(tokens: Tokens, asked: Action) -> Story:
    if "id" in asked:
        return tokens.of_id(integer(asked, "id", LARGEST))
    if "left" in asked:
        return tokens.of_pair(integer(asked, "left", LARGEST), integer(asked, "right", LARGEST))
    return tokens.of_text(text(asked, "text", LONGEST_TEXT))
