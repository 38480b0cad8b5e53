"""Whether this server may fetch from the Hugging Face hub."""

import streamlit as st

from bpe_ui.machine.limits.environment import yes_or_no

SETTING = "BPE_STEPPER_HUB"
"""The environment variable that allows it, or forbids it."""


def is_allowed() -> bool:
    """As the setting says, or otherwise if the server serves this computer alone.

    Raises `ValueError` for a setting that is neither 1 nor 0.
    """
    allowed = yes_or_no(SETTING)
    return is_of_this_computer() if allowed is None else allowed


def is_of_this_computer() -> bool:
    """Whether the server serves this computer alone."""
    return st.get_option("server.address") in ("127.0.0.1", "localhost", "::1")
