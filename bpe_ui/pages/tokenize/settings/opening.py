"""Opens tokenizer files in a process, so that what is in them takes the memory and time of no one else.

>>> opened = open_files({"merges.txt": b"#version: 0.2\\nh u\\nhu g\\n"}, None, None)
>>> opened.name, opened.rules, opened.tokenizer().encode("hug").tokens
('merges.txt', 2, ('hug',))
"""

import pickle
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from bpe_core import BPETokenizer, Tokenizer
from bpe_core.encoding import hosting
from bpe_core.files import FORMATS, FileFormat, read_files, reading
from bpe_core.progress import OnProgress, Progress, tell_nobody
from bpe_core.tokenizer import tokenizer_in


class Opened(NamedTuple):
    """What comes of the files; a server can see how large it is before it takes it."""

    name: str
    """The name of the file that holds the tokenizer."""

    format_number: int
    """Its place in `FORMATS`."""

    kinds: tuple[str, ...]
    """The names of the kinds that its files can be, the likeliest one first; empty if they say it."""

    tokens: int
    """How many tokens it has."""

    rules: int
    """How many merge rules at most: those of ranks are found later."""

    held: Tokenizer | bytes
    """The tokenizer, in bytes where a process has read it."""

    @property
    def format(self) -> FileFormat:
        """The kind of the file."""
        return FORMATS[self.format_number]

    def tokenizer(self) -> Tokenizer:
        """The tokenizer."""
        tokenizer: Tokenizer = pickle.loads(self.held) if isinstance(self.held, bytes) else self.held
        return tokenizer


def open_files(
    files: Mapping[str, bytes],
    pattern: str | None,
    kind: str | None,
    normalizers: tuple[str, ...] = (),
    admit: Callable[[int], object] = lambda tokens: None,
    *,
    tell: OnProgress = tell_nobody,
) -> Opened:
    """The tokenizer in files, as `read_files`, with these normalizers if it has none.

    A library is asked for its tokens only if `admit` does not raise for their number. Raises
    `TokenizerFileError`.
    """
    tell(Progress(0, None, "lines"))
    with hosting.admitting(admit):
        read = read_files(files, pattern=pattern, kind=kind)
    with reading(read.name):
        tokenizer = tokenizer_in(read.found)
    if normalizers and isinstance(tokenizer, BPETokenizer):
        config = replace(tokenizer.config, normalizers=normalizers)
        tokenizer = BPETokenizer.of_parts(tokenizer.parts.with_stages(config))
    number = FORMATS.index(read.kind)
    return Opened(read.name, number, read.kinds, len(tokenizer.token_of), tokenizer.most_rules, tokenizer)


def open_to_send(*given: Any, tell: OnProgress) -> Opened:
    """The same, in bytes, of which a server can see how much it is before it reads them."""
    opened = open_files(*given, tell=tell)
    return opened._replace(held=pickle.dumps(opened.held, protocol=5))
