"""A link as a QR code, for the phones of a class.

>>> qr_code("http://192.0.2.7:8501/?s=abc")[:4]
'<svg'
"""

import io

import segno

LONGEST = 500
"""For longer addresses the code would be too fine to read from a projector."""

_QUIET = 4
"""White modules on each side, as the standard requires."""


def qr_code(address: str) -> str:
    """The code of an address."""
    written = io.BytesIO()
    code = segno.make(address, error="l", boost_error=True, micro=False)
    code.save(
        written,
        kind="svg",
        border=_QUIET,
        dark="#000000",
        light="#ffffff",
        xmldecl=False,
        nl=False,
        omitsize=True,
        svgclass=None,
        lineclass=None,
    )
    return written.getvalue().decode()
