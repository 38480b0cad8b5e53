"""Tokenizers by the names of their models on the Hugging Face hub, where whoever runs the server allows it.

The files stay in huggingface_hub's own cache, so that a name opens again without a network.
"""

import importlib
import os
import re
from pathlib import Path
from types import ModuleType
from urllib.parse import urlsplit

from bpe_core.errors import TokenizerFileError
from bpe_core.validation import shown
from bpe_ui.machine.limits.hub_access import is_allowed, is_of_this_computer

FILE_NAME = "tokenizer.json"
MAX_BYTES = 40_000_000
"""The largest file that is fetched."""
SECONDS = 10.0
"""How long the hub may take to answer."""
HOSTS = ("huggingface.co", "www.huggingface.co", "hf.co")
"""The hub's own hosts."""
LONGEST_PART = 96
"""The most characters of an owner's name, and of a model's without it: the hub's own limit."""
LONGEST_NAME = 2 * LONGEST_PART + 1
_PART = rf"(?=.{{1,{LONGEST_PART}}}(/|$))\w([\w.-]*\w)?"
_NAME = re.compile(rf"(?!.*(--|\.\.|\.git$))({_PART}/)?{_PART}", re.ASCII)
_BELOW_A_MODEL = re.compile(r"/(tree|blob|resolve|raw|commits?|discussions)(/.*)?$")
_NO_MODELS = ("datasets", "spaces")


def is_name(text: str) -> bool:
    """Whether a model on the hub can have this name, with or without its owner.

    >>> [is_name(each) for each in ("gpt2", "Qwen/Qwen2.5-7B", "a/b/c", "..", "a--b")]
    [True, True, False, False, False]
    """
    return _NAME.fullmatch(text) is not None


def name_in(text: str) -> str:
    """The name that a person typed, or that is in an address of the hub; raises `TokenizerFileError`.

    >>> name_in(" https://huggingface.co/Qwen/Qwen2.5-7B/tree/main ")
    'Qwen/Qwen2.5-7B'
    """
    text = text.strip().strip("/")
    name = _below_the_hub(text)
    if not is_name(name):
        raise TokenizerFileError(
            f"{shown(text)} is not a model's name: write it as on the hub, such as gpt2 or Qwen/Qwen2.5-7B."
        )
    return name


def _below_the_hub(text: str) -> str:
    """An address without the hub's host and what follows the model; any other text as it is."""
    scheme, _, rest = text.rpartition("://")
    host, _, path = re.split(r"[?#]", rest)[0].partition("/")
    hosts = (*HOSTS, urlsplit(os.environ.get("HF_ENDPOINT", "")).netloc)
    if scheme not in ("", "http", "https") or not host or host.lower() not in hosts or not path:
        return text
    name = _BELOW_A_MODEL.sub("", path.strip("/"))
    return "" if name.startswith(tuple(f"{each}/" for each in _NO_MODELS)) else name


def cached_file(name: str) -> bytes | None:
    """What the cache has of a model; None if it has nothing, or if names are not allowed here."""
    if not name or not is_allowed():
        return None
    hub = importlib.import_module("huggingface_hub")
    path = hub.try_to_load_from_cache(name, FILE_NAME)
    return Path(path).read_bytes() if isinstance(path, str) else None


def fetched(name: str) -> bytes:
    """The file of a model, which may take as long as the network does; raises `TokenizerFileError`."""
    hub, errors = map(importlib.import_module, ("huggingface_hub", "huggingface_hub.errors"))
    try:
        return _fetched(hub, name)
    except errors.GatedRepoError as error:
        raise TokenizerFileError(
            f"{name} is gated: the hub gives it only to those whom its owner has let in. Download its"
            f" {FILE_NAME} there, and open it under From files."
        ) from error
    except (errors.RepositoryNotFoundError, errors.HFValidationError) as error:
        raise TokenizerFileError(f"The hub has no model {name}, or it is private.") from error
    except errors.RemoteEntryNotFoundError as error:
        raise TokenizerFileError(
            f"{name} has no {FILE_NAME} on the hub, which is all that is opened by a name."
        ) from error
    except (errors.HTTPError, OSError) as error:
        if (content := cached_file(name)) is not None:
            return content
        raise TokenizerFileError(
            f"{name} could not be fetched: this server has no network, or does not reach the hub."
        ) from error


def _fetched(hub: ModuleType, name: str) -> bytes:
    # Only a server for this computer alone may show the hub whose it is, for models given to few.
    where = {"token": None if is_of_this_computer() else False, "endpoint": os.environ.get("HF_ENDPOINT")}
    url = hub.hf_hub_url(name, FILE_NAME, endpoint=where["endpoint"])
    size = hub.get_hf_file_metadata(url, timeout=SECONDS, **where).size or 0
    if size > MAX_BYTES:
        raise TokenizerFileError(
            f"The {FILE_NAME} of {name} has {size / 1e6:,.1f} MB; at most {MAX_BYTES / 1e6:,.0f} MB are"
            " fetched."
        )
    hub.utils.disable_progress_bars()
    return Path(hub.hf_hub_download(name, FILE_NAME, etag_timeout=SECONDS, **where)).read_bytes()
