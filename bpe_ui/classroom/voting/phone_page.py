"""The text of the page on a student's phone: its script and style, and nothing of any class."""

import base64
import hashlib
from pathlib import Path
from string import Template

from bpe_ui.frame.share.typeface import FACE
from bpe_ui.stage.component import COLOURS, PHONE_CSS, PHONE_JS

_SCRIPT_HASH = base64.b64encode(hashlib.sha256(PHONE_JS.encode()).digest()).decode()

SECURITY_POLICY = (
    f"default-src 'none'; script-src 'sha256-{_SCRIPT_HASH}'; style-src 'unsafe-inline'; img-src data:;"
    " font-src 'self'; connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
"""No other script runs on it, and it asks for nothing but the typeface and the socket."""
PAGE = Template(Path(__file__).with_suffix(".html").read_text(encoding="utf-8")).substitute(
    style=f"{FACE.substitute(source='vote/typeface')}.stApp {{\n{COLOURS}}}\n{PHONE_CSS}",
    script=PHONE_JS,
)
"""The page."""
