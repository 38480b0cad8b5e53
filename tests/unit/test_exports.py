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


def public_names(module: ModuleType) -> set[str]:
    """What a module holds under a public name, its submodules aside."""
    return {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, ModuleType)
    }


def members(kind: type) -> set[str]:
    """A class's public attributes, dataclass fields without a default included."""
    fields = {field.name for field in dataclasses.fields(kind)} if dataclasses.is_dataclass(kind) else set()
    return {name for name in fields | set(dir(kind)) if not name.startswith("_")}


def test_every_promised_name_is_exported():
    assert set(bpe_core.__all__) >= PROMISED


def test_all_lists_each_public_name_exactly_once():
    assert len(bpe_core.__all__) == len(set(bpe_core.__all__))
    assert set(bpe_core.__all__) - {"__version__"} == public_names(bpe_core)


@pytest.mark.parametrize("name", sorted(PROMISED_MEMBERS))
def test_every_promised_member_exists(name):
    assert set(PROMISED_MEMBERS[name].split()) <= members(getattr(bpe_core, name))


@pytest.mark.parametrize("name", sorted(PROMISED_MEMBERS))
def test_every_public_member_of_a_class_is_documented(name):
    kind = getattr(bpe_core, name)
    documented_in_code = {
        member
        for member in members(kind)
        if callable(getattr(kind, member, None)) or isinstance(getattr(kind, member, None), property)
    }
    assert {member for member in documented_in_code if not inspect.getdoc(getattr(kind, member))} == set()


def test_every_exported_class_and_function_has_a_docstring():
    exported = {name: getattr(bpe_core, name) for name in bpe_core.__all__}
    needs_docstring = {
        name for name, value in exported.items() if inspect.isroutine(value) or inspect.isclass(value)
    }
    assert {name for name in needs_docstring if not inspect.getdoc(exported[name])} == set()


@pytest.mark.parametrize("registry", ["PROFILES", "EXAMPLES", "TIE_BREAKS"])
def test_a_registry_finds_each_entry_under_the_name_it_bears(registry):
    entries = getattr(bpe_core, registry)
    assert entries
    assert {name: entry.name for name, entry in entries.items()} == {name: name for name in entries}


def test_every_error_is_a_bpe_error_so_that_one_except_catches_the_library():
    defined = {value for value in vars(errors).values() if inspect.isclass(value)}
    assert len(defined) > 1
    assert {kind for kind in defined if not issubclass(kind, errors.BPEError)} == set()
