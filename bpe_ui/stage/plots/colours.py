"""The colours from the style sheet of the pages: by name, for the light and the dark theme.

>>> COLOURS["learned"]    # of a merged symbol
('#0f766e', '#5eead4')
"""

import re
from pathlib import Path

THEMES = ("light", "dark")

_SHEET = (Path(__file__).parents[1] / "style.css").read_text(encoding="utf-8")
_NAMED = re.compile(r"^  --([\w-]+): light-dark\((#\w+), (#\w+)\);", re.MULTILINE)

COLOURS = {name: (light, dark) for name, light, dark in _NAMED.findall(_SHEET)}
"""The top of `style.css`, where the colours are defined, says what they stand for."""

VARIABLES = "".join(re.findall(r"^  --.*\n", _SHEET, re.MULTILINE))
"""The same as CSS."""
