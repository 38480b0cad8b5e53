"""The JavaScript and CSS of what the browser draws: stages, the columns of Compare, questions, ballots.

At the top is what they share: `view.js`, in which a key press is read from top to bottom, with its keys
(those of one view, such as T for the next tie, are in its file), its controls and its messages to Python;
text as glyphs (also `</w>`), chips that merge, and what a token was merged from. Each view has a folder
below; the file of the same name says what the view shows and what only it does. `address`, on every page,
keeps its address; `terms.js` explains terms at the pointer; `picking` listens to clicks on numbered parts of
a page; `offline_stage.js` replaces Python for a stage on a phone, and `standalone.js` for one in a file of
its own.
"""

import re
from pathlib import Path

from bpe_ui.stage.component.joiner import joined

FOLDER = Path(__file__).parent


def _css(*names: str) -> str:
    return "".join((FOLDER / name).read_text(encoding="utf-8") for name in names)


COLOURS = "".join(re.findall(r"^  --.*\n", _css("../style.css"), re.MULTILINE))
"""The variables of the pages' style sheet, for a page without it."""
STAGE_JS = joined(FOLDER / "stage" / "stage.js")
STAGE_CSS = _css("stage/stage.css")
COLUMNS_JS = joined(FOLDER / "columns" / "columns.js")
COLUMNS_CSS = _css("stage/stage.css", "columns/columns.css")
"""The columns have the style of the stage, and more."""
PHONE_JS = joined(FOLDER / "phone" / "phone.js")
PHONE_CSS = _css(
    *("stage/stage.css", "ballot/ballot.css", "question/question.css"),
    *("standalone.css", "phone/phone.css"),
)
"""The page of students' phones, with a stage, a ballot, and what the teacher sends."""
RULES_JS = joined(FOLDER / "rules" / "rules.js")
RULES_CSS = _css("stage/stage.css", "ancestry.css", "typing/typing.css", "rules/rules.css")
"""The stage of Tokenize has the style of Train's and of the text box."""
HOOD_JS = joined(FOLDER / "hood" / "hood.js")
HOOD_CSS = _css("stage/stage.css", "hood/hood.css")
PICKING_JS = joined(FOLDER / "picking" / "picking.js")
TYPING_JS = joined(FOLDER / "typing" / "typing.js")
TYPING_CSS = _css("typing/typing.css")
TOKEN_PICTURE_JS = joined(FOLDER / "token_picture" / "token_picture.js")
TOKEN_PICTURE_CSS = _css("stage/stage.css", "ancestry.css", "token_picture/token_picture.css")
TOKEN_PANEL_JS = joined(FOLDER / "token_panel" / "token_panel.js")
TOKEN_PANEL_CSS = _css("stage/stage.css", "ancestry.css", "token_panel/token_panel.css")
TERMS_JS = joined(FOLDER / "terms.js")
QUESTION_JS = joined(FOLDER / "question" / "in_lesson.js")
QUESTION_CSS = _css("stage/stage.css", "question/question.css")
STANDALONE_JS = joined(FOLDER / "standalone.js")
STANDALONE_CSS = TOKEN_PANEL_CSS + _css("standalone.css")
"""The stage in a file of its own."""
ADDRESS_JS = joined(FOLDER / "address" / "address.js")
COPYING_JS = joined(FOLDER / "copying" / "copying.js")
COPYING_CSS = _css("copying/copying.css")
