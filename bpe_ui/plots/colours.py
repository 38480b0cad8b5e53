"""The colours, as the style sheet of the pages has them: by name, each for the light and for the dark theme.

>>> COLOURS["learned"]    # of a merged symbol
('#0f766e', '#5eead4')
"""

import re
from pathlib import Path

THEMES = ("light", "dark")

_SHEET = (Path(__file__).parents[1] / "shell" / "style.css").read_text(encoding="utf-8")
_NAMED = re.compile(r"^  --([\w-]+): light-dark\((#\w+), (#\w+)\);", re.MULTILINE)

COLOURS = {name: (light, dark) for name, light, dark in _NAMED.findall(_SHEET)}
"""What stands for what is said where they are written, at the top of `shell/style.css`."""

VARIABLES = "".join(re.findall(r"^  --.*\n", _SHEET, re.MULTILINE))
"""The same as CSS."""
