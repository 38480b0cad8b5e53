"""Reads Mistral's `tekken.json`: the bytes of each token in base64, by rank, and a pattern to cut a text.

As mistral-common reads it: the ids of the special tokens come first, and of the other tokens only as many
count as the file's `default_vocab_size` has room for. Special tokens are never found in a text.
"""

import binascii
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bpe_core.encoding.ranks import RankedParts
from bpe_core.errors import TokenizerFileError
from bpe_core.files.given_file import FileFormat
from bpe_core.files.tiktoken import parts_of_ranks
from bpe_core.validation import shown

_USUAL_SPECIAL_TOKENS = (
    *("<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]"),
    *("[TOOL_RESULTS]", "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]", "[IMG_END]"),
    *("[PREFIX]", "[MIDDLE]", "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[TOOL_CONTENT]"),
)
"""Those of a file that does not name them; others are called `<SPECIAL_20>`."""
_MOST_SPECIAL_TOKENS = 100_000


def is_tekken(root: Mapping[str, Any] | None) -> bool:
    """Whether a JSON object is a tekken.json."""
    return root is not None and isinstance(root.get("config"), dict) and isinstance(root.get("vocab"), list)


def read_tekken(root: Mapping[str, Any]) -> RankedParts:
    """The tokenizer in a tekken.json; raises `TokenizerFileError`."""
    config = root["config"]
    size, special_count = map(partial(_number, config), ("default_vocab_size", "default_num_special_tokens"))
    others = len(root["vocab"])
    if special_count > _MOST_SPECIAL_TOKENS or not special_count <= size <= others + special_count:
        raise TokenizerFileError(
            f"its config counts {special_count:,} special tokens among {size:,}; it has {others:,} others."
        )
    if not isinstance(pattern := config.get("pattern"), str) or not pattern:
        raise TokenizerFileError("its config has no pattern.")
    ranks: dict[bytes, int] = {}
    for rank, entry in enumerate(root["vocab"][: size - special_count]):
        token = _token(rank, entry)
        if token in ranks:
            raise TokenizerFileError(f"its token {rank:,}, {shown(token)}, is one before it too.")
        ranks[token] = rank + special_count
    special = _special_tokens(root.get("special_tokens"), special_count)
    return parts_of_ranks(ranks, pattern, {token: number for number, token in enumerate(special)})


def _token(rank: int, entry: Any) -> bytes:
    if not isinstance(entry, dict) or entry.get("rank") != rank:
        raise TokenizerFileError(f"its token {rank:,} must have its place as `rank`, got {shown(entry)}.")
    written = entry.get("token_bytes")
    try:
        return binascii.a2b_base64(written, strict_mode=True)  # type: ignore[arg-type]
    except (TypeError, ValueError) as error:
        raise TokenizerFileError(f"its token {rank:,} has {shown(written)}, which is not base64.") from error


def _special_tokens(given: Any, count: int) -> Sequence[str]:
    """The names of the special tokens, by id."""
    names = {}
    if given is None:
        names = dict(enumerate(_USUAL_SPECIAL_TOKENS[:count]))
    elif not isinstance(given, list):
        raise TokenizerFileError(f"its special_tokens must be a list, got {shown(given)}.")
    else:
        for token in given:
            name, rank = (token.get("token_str"), token.get("rank")) if isinstance(token, dict) else (0, 0)
            if not isinstance(name, str) or type(rank) is not int or not 0 <= rank < count or rank in names:
                raise TokenizerFileError(
                    f"a special token must have a `token_str`, and a `rank` of its own below {count:,}; got"
                    f" {shown(token)}."
                )
            names[rank] = name
    return [names.get(number, f"<SPECIAL_{number}>") for number in range(count)]


def _number(config: Mapping[str, Any], name: str) -> int:
    number = config.get(name)
    if type(number) is not int or number < 0:
        raise TokenizerFileError(f"`{name}` in its config must be an integer from 0, got {shown(number)}.")
    return number


FORMAT = FileFormat(
    "tekken.json", lambda file: is_tekken(file.root), lambda file: read_tekken(file.root or {})
)
