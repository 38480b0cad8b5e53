r"""The pattern of a tiktoken file, in which Rust's fancy-regex cuts text, as one of Python's `regex` module.

>>> as_python(r"[\p{L}&&[^\p{Han}]]+|\h|\x{61}")
'(?V1)(?-f)[\\p{L}&&[^\\p{Han}]]+|[0-9A-Fa-f]|\\U00000061'
>>> as_python(r"\X")
Traceback (most recent call last):
    ...
bpe_core.errors.ConfigError: The pattern has '\X', which tiktoken and this app may read differently.
"""

import re
from typing import Any

from bpe_core.errors import ConfigError
from bpe_core.pre_tokenizers.registry import rules_of_pattern

_PIECE = re.compile(
    r"\\(?P<code>[xuU])\{(?P<digits>[0-9A-Fa-f]{1,6})\}"
    r"|\\(?P<alike>[pP](?:\{\^?[A-Za-z_]+(?:[=:][A-Za-z_]+)?\}|[A-Z])|[sSdDwWbBrntfvA]|[1-9]|[^A-Za-z0-9<>]"
    r"|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8})"
    r"|(?P<class>\[:\^?\w+:\])|\\.?|\[\^?\]?|&&|--|~~|\|\||.",
    re.DOTALL,
)
"""One piece: what both read alike, what has another name in Rust, or one character."""
_OTHERS = {r"\h": "[0-9A-Fa-f]", r"\H": "[^0-9A-Fa-f]", r"\z": r"\Z", r"\Z": r"(?=\n?\Z)", "$": r"\Z"}
_SETS = "(?V1)(?-f)"
"""Sets inside sets, and letters without case one by one."""
_LINES = re.compile(r"\(\?[a-ln-z]*m")


def rules_of_tiktoken(pattern: str) -> dict[str, Any]:
    """The rules with this pattern, as `rules_of_pattern` has them; raises `ConfigError`."""
    rules = rules_of_pattern(pattern)
    return rules_of_pattern(as_python(pattern)) if rules["pattern"] is not None else rules


def as_python(pattern: str) -> str:
    """The pattern as Python's `regex` has to get it; raises `ConfigError` if that may cut otherwise."""
    pieces: list[str] = []
    depth, has_sets = 0, False
    for match in _PIECE.finditer(pattern):
        piece = match[0]
        if match["code"]:
            piece = rf"\U{int(match['digits'], 16):08X}"
        elif match["class"] and depth:
            raise _doubtful(piece)
        elif match["class"]:  # a set of a colon and letters
            pass
        elif piece[0] == "[":
            has_sets, depth = has_sets or depth > 0, depth + 1
        elif piece == "]":
            depth -= depth > 0
        elif piece in ("&&", "--", "~~") and depth:
            has_sets = True
        elif piece == "||" and depth:
            piece = "|"
        elif piece in _OTHERS and not (piece == "$" and (depth or _LINES.search(pattern))):
            if depth and piece in (r"\z", r"\Z"):
                raise _doubtful(piece)
            has_sets = has_sets or (depth > 0 and piece[0] == "\\")
            piece = _OTHERS[piece]
        elif piece[0] == "\\" and not match["alike"]:
            raise _doubtful(piece)
        pieces.append(piece)
    return (_SETS if has_sets else "") + "".join(pieces)


def _doubtful(piece: str) -> ConfigError:
    return ConfigError(f"The pattern has '{piece}', which tiktoken and this app may read differently.")
