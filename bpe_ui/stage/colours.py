"""The colours of the style sheet, which says what each stands for.

>>> COLOURS["learned"]    # of a merged symbol
('#0f766e', '#5eead4')
"""

import re
from pathlib import Path

_SHEET = Path(__file__).with_name("style.css").read_text(encoding="utf-8")
_NAMED = re.compile(r"^  --([\w-]+): light-dark\((#\w+), (#\w+)\);", re.MULTILINE)

COLOURS = {name: (light, dark) for name, light, dark in _NAMED.findall(_SHEET)}
"""By name: for the light theme and for the dark one."""

VARIABLES = "".join(re.findall(r"^  --.*\n", _SHEET, re.MULTILINE))
"""The same as CSS."""
