"""Reads Hugging Face's `tokenizer.json`, which its library loads, encodes with and decodes with."""

import json
import re
from collections.abc import Mapping
from typing import Any

from bpe_core.encoding.library_tokenizer import LibraryTokenizer
from bpe_core.files.given_file import FileFormat, GivenFile

_OBJECT_WITH_MODEL = re.compile(rb"\s*\{.*?\"model\"\s*:\s*(?:[\[{]|null|true|false)", re.DOTALL)


def is_hugging_face(file: GivenFile) -> bool:
    """Whether a file is a tokenizer.json; it is not parsed here, because it may be very large."""
    return _OBJECT_WITH_MODEL.match(file.data) is not None


def hugging_face_tokenizer(root: Mapping[str, Any]) -> LibraryTokenizer:
    """The tokenizer in the JSON object of a `tokenizer.json`; raises `TokenizerFileError`."""
    return LibraryTokenizer.of_json(json.dumps(root, ensure_ascii=False).encode(errors="surrogatepass"))


FORMAT = FileFormat("tokenizer.json", is_hugging_face, lambda file: LibraryTokenizer.of_json(file.data))
