"""Tokenizers from files, each opened only once for all visits that use it.

Several threads may open and find tokenizers.

>>> merges = {"merges.txt": b"#version: 0.2\\nh u\\nhu g\\n"}
>>> loaded = tokenizers.open(merges)
>>> loaded.tokenizer.encode("hug").tokens
('hug',)
>>> tokenizers.open(merges) is loaded
True
"""

import base64
import binascii
import gc
import hashlib
import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, NamedTuple
from weakref import WeakValueDictionary

from bpe_core import BPETokenizer, Tokenizer
from bpe_core.config import MAX_PATTERN_LENGTH
from bpe_core.errors import TokenizerFileError
from bpe_core.files import KINDS, FileFormat, unpacked_files
from bpe_core.pre_tokenizers import PRE_TOKENIZERS
from bpe_ui.machine.limits.memory import NoRoomError, budget
from bpe_ui.pages.tokenize.settings.hub import FILE_NAME, cached_file, is_name
from bpe_ui.pages.tokenize.settings.opening import open_files
from bpe_ui.pages.tokenize.settings.reading import opened as opened_on_the_page
from bpe_ui.pages.tokenize.settings.ready import READY
from bpe_ui.visit.registry.schema import Codec, a_list, integer, longest, one_of, settings_codec, wrong

MAX_IN_LINK = 200_000
"""The largest files that a link holds, in bytes; of larger ones it has only their name."""
SMALL = 100_000
"""Files of up to so many bytes together are read here, since that takes no memory to speak of."""
ADDED = "added_tokens.json"
"""The file in which transformers writes the tokens that are cut out of a text first."""
STAY_OPEN = 4
"""How many tokenizers stay open even if they are no longer used."""
SHARE_OF_BUDGET = 0.5
"""How much memory open tokenizers may use together, beside the trainings, as a part of what those may."""
BYTES_PER_TOKEN = 500
"""The memory for a token, and again for a merge; more than half of it is the library's, in its process."""
COPIES_OF_TEXT = 2
"""How many copies of the files' content stay in memory: here, and in the library."""
MAX_FILES, MAX_NAME = 6, 100
"""How many files can be dropped at once, and how many characters of their names are shown."""
GPT2_PATTERN = PRE_TOKENIZERS["gpt2"].pattern or ""
"""Cuts a text into words if neither a file nor a person has given a pattern."""


def _read_content(value: Any, name: str) -> tuple[tuple[str, bytes], ...]:
    content = []
    for entry in a_list(value, name, MAX_FILES):
        file_name, data = a_list(entry, "a file", 2, least=2)
        longest(MAX_NAME).read(file_name, "a file's name")
        longest(2 * MAX_IN_LINK).read(data, "a file's content")
        try:
            content.append((file_name, base64.b64decode(data, validate=True)))
        except (binascii.Error, ValueError) as error:
            raise wrong("a file's content", "base64", data) from error
    return tuple(content)


def _write_content(content: tuple[tuple[str, bytes], ...]) -> list[list[str]]:
    return [[name, base64.b64encode(data).decode()] for name, data in content]


def _read_hub_name(value: Any, name: str) -> str:
    if not isinstance(value, str) or (value and not is_name(value)):
        raise wrong(name, "the name of a model on the hub", value)
    return value


Key = tuple[str, str | None, str | None]
"""The digest of the files, and the pattern and the kind that a person chose."""


class TokenizerFile(NamedTuple):
    """The files of a tokenizer, as a link has them."""

    name: Annotated[str, longest(MAX_NAME)]
    """Their names."""

    size: Annotated[int, integer(0, 10**9)]
    """Their size in bytes."""

    digest: Annotated[str, longest(64)]
    """Identifies them."""

    pattern: Annotated[str | None, longest(MAX_PATTERN_LENGTH)] = None
    """The pattern that a person chose for cutting a text; None: the file's own, or GPT-2's."""

    content: Annotated[tuple[tuple[str, bytes], ...], Codec(_read_content, _write_content)] = ()
    """The files by name, if they are small enough for a link."""

    hub: Annotated[str, Codec(_read_hub_name)] = ""
    """The name of its model on the Hugging Face hub, if it was opened by that."""

    kind: Annotated[str | None, one_of(KINDS)] = None
    """What a person chose of the kinds that its merge rules can be; None: the likeliest."""

    @property
    def key(self) -> "Key":
        """Identifies the tokenizer that it makes."""
        return self.digest, self.pattern, self.kind

    @property
    def is_ready(self) -> bool:
        """Whether it is a file that needs no upload."""
        return self.name in READY and READY[self.name].digest == self.digest

    @property
    def title(self) -> str:
        """The name for a person: the model, if it is known, otherwise the file's name."""
        return READY[self.name].title if self.is_ready else self.hub or self.name

    @property
    def described(self) -> str:
        """Its name and size."""
        size = f"{self.size / 1e6:,.1f} MB" if self.size >= 100_000 else f"{self.size:,} bytes"
        return f"{self.hub or self.name} ({size})"


FILES = settings_codec(TokenizerFile, TokenizerFile("", 0, ""))
"""How a link holds the files of a tokenizer: their name, and their content if it is small."""


@dataclass(frozen=True, eq=False)
class LoadedTokenizer:
    """A tokenizer from files."""

    file: TokenizerFile
    """The file that it is from."""

    kind: FileFormat
    """The kind of this file."""

    tokenizer: Tokenizer
    """The tokenizer, which never changes."""

    tokens: int
    """How many tokens it has."""

    rules: int
    """How many merge rules at most: those of ranks are found later."""

    kinds: tuple[str, ...] = ()
    """The names of the kinds that its files can be, the likeliest one first; empty if they say it."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    """The files of a list of merges, which can be read in another way."""

    @property
    def has_no_vocabulary(self) -> bool:
        """Whether it is from GPT-2's merge rules without the file that numbers the tokens."""
        tokenizer = self.tokenizer
        if not self.kind.has_companions or not isinstance(tokenizer, BPETokenizer):
            return False
        return tokenizer.config.alphabet == "bytes" and tokenizer.parts.ids is None

    @property
    def memory(self) -> int:
        """About how many bytes of memory it uses."""
        return memory_for(self.tokens, self.rules, self.file.size)


def memory_for(tokens: int, rules: int, size: int) -> int:
    """About how many bytes of memory a tokenizer uses that has `size` bytes in files."""
    return (tokens + rules) * BYTES_PER_TOKEN + size * COPIES_OF_TEXT


class OpenTokenizers:
    """The tokenizers that are open."""

    def __init__(self) -> None:
        self._open: WeakValueDictionary[Key, LoadedTokenizer] = WeakValueDictionary()
        self._used_last: list[LoadedTokenizer] = []
        self._lock = threading.Lock()
        self._one_at_a_time = threading.Lock()  # comes in, so that there is the room that each has found
        self._being_read = WeakValueDictionary[Key, threading.Lock]()

    def open(
        self, files: Mapping[str, bytes], pattern: str | None = None, kind: str | None = None
    ) -> LoadedTokenizer:
        """The tokenizer in these files; raises `TokenizerFileError` and `NoRoomError`."""
        if len(files) > MAX_FILES:
            raise TokenizerFileError(f"These are {len(files):,} files; drop at most {MAX_FILES} at once.")
        files = unpacked_files({name[:MAX_NAME]: data for name, data in files.items()})
        key = digest_of(files), pattern, kind
        loaded = self.find(*key)
        if loaded is None:
            with self._lock:
                of_this_file = self._being_read.setdefault(key, threading.Lock())
            with of_this_file:
                loaded = self.find(*key) or self._read(files, key)
        return loaded

    def open_fetched(self, name: str, content: bytes) -> LoadedTokenizer:
        """The tokenizer of a model on the hub; raises `TokenizerFileError` and `NoRoomError`."""
        loaded = self.open({FILE_NAME: content})
        if loaded.file.hub != name:
            loaded = replace(loaded, file=loaded.file._replace(hub=name))
            with self._lock:
                self._open[loaded.file.key] = loaded
                self._use(loaded)
        return loaded

    def find(self, digest: str, pattern: str | None, kind: str | None = None) -> LoadedTokenizer | None:
        """The tokenizer, if it is open."""
        loaded = self._open.get((digest, pattern, kind))
        if loaded is not None:
            with self._lock:
                self._use(loaded)
        return loaded

    def reopen(self, file: TokenizerFile) -> LoadedTokenizer:
        """The tokenizer that a link names; raises `TokenizerFileError` if its file must be dropped again."""
        if file.content:
            return self.open(dict(file.content), file.pattern, file.kind)
        loaded = self.find(*file.key)
        if loaded is None and file.is_ready:
            return self.open({file.name: READY[file.name].data()}, file.pattern)
        if loaded is None and (content := cached_file(file.hub)) is not None:
            fetched = self.open_fetched(file.hub, content)
            loaded = fetched if fetched.file.digest == file.digest else None
        if loaded is None:
            raise TokenizerFileError(
                f"This view needs {file.described}, which its link does not hold: drop it under Tokenizer."
            )
        return loaded

    def cut_by(self, loaded: LoadedTokenizer, pattern: str | None) -> LoadedTokenizer:
        """The same file with another pattern, if it has none of its own; raises a `BPEError`."""
        cut_loaded = self.find(loaded.file.digest, pattern)
        if cut_loaded is None and isinstance(loaded.tokenizer, BPETokenizer):
            tokenizer = loaded.tokenizer.cut_by(pattern or GPT2_PATTERN)
            cut_loaded = replace(loaded, file=loaded.file._replace(pattern=pattern), tokenizer=tokenizer)
            self._open[cut_loaded.file.key] = cut_loaded
        return cut_loaded or loaded

    def as_kind(self, loaded: LoadedTokenizer, kind: str) -> LoadedTokenizer:
        """The same files as another of their kinds; raises a `BPEError`."""
        return self.open(loaded.files, kind=None if kind == loaded.kinds[0] else kind)

    def taking_whole(self, loaded: LoadedTokenizer) -> LoadedTokenizer:
        """The same with its uncut names as added tokens; raises a `BPEError`."""
        names = {name: loaded.tokenizer.id_of(name) for name in loaded.tokenizer.uncut_names}
        return self.open({**loaded.files, ADDED: json.dumps(names).encode()}, kind=loaded.file.kind)

    def memory(self) -> int:
        """About how many bytes of memory all of them use."""
        return sum(each.memory for each in list(self._open.values()))

    def _read(self, files: Mapping[str, bytes], key: Key) -> LoadedTokenizer:
        digest, pattern, kind = key
        ready = next((each for each in READY.values() if each.digest == digest), None)
        size = sum(map(len, files.values()))
        # Those that are ready are known to be quick; a process takes longer to start.
        open_them = open_files if size <= SMALL or ready else opened_on_the_page
        some = " + ".join(sorted(files))[:MAX_NAME]

        def admit(tokens: int) -> None:
            self._make_room(some, memory_for(tokens, 0, size))

        opened = open_them(files, pattern, kind, ready.normalizers if ready else (), admit)
        name = " + ".join(sorted(files)) if opened.format.has_companions else opened.name
        content = tuple(sorted(files.items())) if size <= MAX_IN_LINK else ()
        file = TokenizerFile(name[:MAX_NAME], size, digest, pattern, content, kind=kind)
        with self._one_at_a_time:
            self._make_room(file.name, memory_for(opened.tokens, opened.rules, size))
            loaded = LoadedTokenizer(
                file,
                opened.format,
                opened.tokenizer(),
                opened.tokens,
                opened.rules,
                opened.kinds,
                files if opened.format.has_companions else {},
            )
            with self._lock:
                self._open[loaded.file.key] = loaded
                self._use(loaded)
        return loaded

    def _make_room(self, name: str, needed: int) -> None:
        """Close others that nobody uses, if it needs that; raises `NoRoomError`."""
        most = int(budget() * SHARE_OF_BUDGET)
        if needed > most:
            raise NoRoomError(
                f"{name} needs about {needed / 1e6:,.0f} MB. This server has {most / 1e6:,.0f} MB for"
                " tokenizers, so it cannot be opened here."
            )
        while self.memory() + needed > most and self._used_last:
            with self._lock:
                self._used_last.pop()
            gc.collect()  # a tokenizer is part of a reference cycle
        if self.memory() + needed > most:
            raise NoRoomError(
                f"{name} needs about {needed / 1e6:,.0f} MB, and the tokenizers of all visits have"
                f" {self.memory() / 1e6:,.0f} of {most / 1e6:,.0f} MB. Try again later."
            )

    def _use(self, loaded: LoadedTokenizer) -> None:
        others = (each for each in self._used_last if each is not loaded)
        self._used_last = [loaded, *others][:STAY_OPEN]


def ready_file(name: str) -> TokenizerFile:
    """A file that needs no upload, as a link has it."""
    ready = READY[name]
    return TokenizerFile(name, ready.size, ready.digest, ready.pattern)


def digest_of(files: Mapping[str, bytes]) -> str:
    """Identifies the content of files."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        named = name.encode(errors="surrogatepass")
        digest.update(b"%d %d " % (len(named), len(data)) + named + data)
    return digest.hexdigest()[:32]


tokenizers = OpenTokenizers()
"""The open tokenizers of this server."""
