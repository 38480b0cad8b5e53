"""What `bpe_core` exports: the names that the app, notebooks and other people's code rely on."""

import dataclasses
import inspect
from types import ModuleType

import pytest

import bpe_core
from bpe_core import errors

PROMISED = {
    "BPEConfig",
    "BPEStepper",
    "BPETokenizer",
    "Corpus",
    "EXAMPLES",
    "Merge",
    "PROFILES",
    "TIE_BREAKS",
}
PROMISED_MEMBERS = {
    "Corpus": "characters count_words from_documents from_text from_word_count_text from_word_counts",
    "BPEStepper": "at base_symbols branch goto history is_done known_merges merges next_pair pair_counts "
    "position redo run splits step stop_reason tied_pairs tokenizer undo view with_rules words",
    "BPETokenizer": "decode encode merges trace vocab",
    "Merge": "chosen_by count pair rank tied tied_count token token_id",
}


def members(kind):
    """A class's public attributes, dataclass fields without a default included."""
    fields = {field.name for field in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else set()
    return {name for name in fields | set(dir(kind)) if not name.startswith("_")}


def test_every_promised_name_is_exported_and_each_public_name_once():
    public = {
        name
        for name, value in vars(bpe_core).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }
    assert len(bpe_core.__all__) == len(set(bpe_core.__all__))
    assert set(bpe_core.__all__) - {"__version__"} == public >= PROMISED


@pytest.mark.parametrize("name", sorted(PROMISED_MEMBERS))
def test_every_promised_member_exists_and_every_public_one_is_documented(name):
    kind = getattr(bpe_core, name)
    assert set(PROMISED_MEMBERS[name].split()) <= members(kind)
    in_code = {
        member
        for member in members(kind)
        if callable(getattr(kind, member, None)) or isinstance(getattr(kind, member, None), property)
    }
    assert {member for member in in_code if not inspect.getdoc(getattr(kind, member))} == set()


def test_every_exported_class_and_function_has_a_docstring():
    exported = [getattr(bpe_core, name) for name in bpe_core.__all__]
    described = [value for value in exported if inspect.isroutine(value) or inspect.isclass(value)]
    assert [value for value in described if not inspect.getdoc(value)] == []


@pytest.mark.parametrize("registry", ["PROFILES", "EXAMPLES", "TIE_BREAKS"])
def test_a_registry_finds_each_entry_under_the_name_it_bears(registry):
    entries = getattr(bpe_core, registry)
    assert entries
    assert [entry.name for entry in entries.values()] == [*entries]


def test_every_error_is_a_bpe_error_so_that_one_except_catches_the_library():
    defined = {value for value in vars(errors).values() if inspect.isclass(value)}
    assert len(defined) > 1
    assert {kind for kind in defined if not issubclass(kind, errors.BPEError)} == set()
