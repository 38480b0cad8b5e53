"""The address under which the browser shows the page, and its code for phones."""

from typing import Literal
from urllib.parse import urlsplit

import streamlit as st

from bpe_ui.stage.html.qr_code import LONGEST, qr_code

NOT_FOR_OTHERS = (
    "This address works on this computer only. Start a class lets the phones in your network follow;"
    " for the rest, whoever runs this app can serve it to your network."
)


def page_address() -> str:
    """The address of the page in this browser, without parameters; empty in a test without a browser."""
    return st.context.url or ""


def address_with(parameter: str, text: str) -> str:
    """The address of the page in this browser, with a parameter that it opens."""
    page = page_address()
    if page.count("/") < 3:  # "http://localhost:8501", or a test without a browser
        page += "/"
    return f"{page}?{parameter}={text}"


def has_qr_code(address: str) -> bool:
    """Whether a phone can open it, and read its code from a projector."""
    return not is_of_this_computer(address) and len(address) <= LONGEST


def show_qr_code(address: str, width: int | Literal["stretch"], caption: str | None = None) -> None:
    """Show the code of an address, if it has one."""
    if has_qr_code(address):
        st.image(qr_code(address), caption, width=width, alt="QR code of the address")


def is_of_this_computer(address: str) -> bool:
    """Whether an address means another computer to anybody else.

    >>> is_of_this_computer("http://localhost:8501/"), is_of_this_computer("http://192.0.2.7:8501/")
    (True, False)
    """
    host = urlsplit(address).hostname or ""
    return host in {"localhost", "::1", "0.0.0.0"} or host.startswith("127.")
