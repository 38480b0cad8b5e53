"""The app's typeface, which comes with Streamlit, for pages that stand alone: a student's, and sheets."""

import base64
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from string import Template

FILES = "static/static/media/SourceSansVF-Upright.*.woff2"
"""Where it is in Streamlit's folder."""
FACE = Template(
    '@font-face { font-family: "Source Sans"; font-weight: 200 900; font-display: swap;'
    ' src: url("$source") format("woff2"); }\n'
)


@cache
def typeface() -> bytes:
    """The typeface as WOFF2; empty where Streamlit has none, and the browser takes its own."""
    found = find_spec("streamlit")
    [file, *_] = [*Path(found.origin).parent.glob(FILES), None] if found and found.origin else [None]
    return b"" if file is None else file.read_bytes()


@cache
def embedded_face() -> str:
    """A style with the typeface in it."""
    data = base64.b64encode(typeface()).decode("ascii")
    return FACE.substitute(source="data:font/woff2;base64," + data) if data else ""
