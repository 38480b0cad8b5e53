"""A token's story as the browser reads it.

{"sentence": [{"t": 0}, " (id 9) was learned as merge 3: ", ...],
 "trees": [{"text": 0, "rank": 2, "halves": [{"text": 1, "halves": []}, ...]}], "remarks": []}
"""

from collections.abc import Iterator, Mapping
from typing import Any

from bpe_core.queries import Ancestor
from bpe_core.studies.split_characters import characters_in, held_between
from bpe_ui.frame.ancestry.stories import Story
from bpe_ui.stage.text.byte_parts import readings
from bpe_ui.stage.text.sentences import Sentence
from bpe_ui.visit.messages.texts import Texts, as_json


def with_texts(fields: dict[str, Any], texts: Texts, ids: Mapping[str, int]) -> str:
    """A whole message as one text: the fields, their texts, and which texts are tokens."""
    written = {"ids": texts.ids(ids.get), **texts.fields}
    return as_json({**fields, **written})


def story_fields(story: Story, texts: Texts) -> dict[str, Any]:
    """What the panel shows."""
    return {
        "sentence": texts.parts(story.sentence),
        "trees": [_tree(root, texts) for root in story.roots],
        "remarks": [texts.parts(remark) for remark in story.remarks],
    }


def _tree(root: Ancestor, texts: Texts) -> dict[str, Any]:
    """A token with its two halves, each with its own halves."""
    spans = list(_spans(root, 0))
    characters = characters_in(root.bytes)
    held = [held_between(characters, start, start + len(token.bytes)) for token, start in spans]
    readings_left = iter(readings([token.token for token, _ in spans], held))
    return _node(root, readings_left, texts)


def _spans(token: Ancestor, start: int) -> Iterator[tuple[Ancestor, int]]:
    """A token and those below it, each with the index of its first byte."""
    yield token, start
    for part in token.parts:
        yield from _spans(part, start)
        start += len(part.bytes)


def _node(token: Ancestor, readings_left: Iterator[Sentence], texts: Texts) -> dict[str, Any]:
    reading = texts.parts(next(readings_left))
    return {
        "text": texts.index(token.token),
        "rank": token.rank,
        "reading": reading or None,
        "halves": [_node(part, readings_left, texts) for part in token.parts],
    }
