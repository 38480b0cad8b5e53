"""Any file gives a tokenizer or a `TokenizerFileError`; a file that we wrote reads back."""

import base64
import json
import pickle
from contextlib import suppress
from copy import deepcopy

import pytest
import tokenizers
from hypothesis import HealthCheck, example, given
from hypothesis import strategies as st

from bpe_core import PROFILES, BPEConfig, BPEStepper, BPETokenizer, Corpus
from bpe_core.encoding.merge_rules import ALGORITHMS, number_merges
from bpe_core.errors import BPEError, TokenizerFileError
from bpe_core.studies.vocabulary_study import VocabularyStudy
from bpe_core.symbol_texts import BYTE_CHARACTERS, BYTE_OF_CHARACTER
from tests.property.strategies import daily

TEXT = "low lower lowest newer wider é 日本 <s> a#b"


def _trained(**options) -> BPETokenizer:
    stepper = BPEStepper(Corpus.from_text(TEXT), BPEConfig(**options))
    stepper.run(max_merges=8)
    return stepper.tokenizer()


_BYTE_LEVEL = _trained(pre_tokenizer="gpt2", alphabet="bytes", base_vocabulary="all_bytes")
_HUGGING_FACE = [
    _trained(unknown="drop", special_tokens=("<s>",), normalizers=("nfkd", "strip_accents")).to_bytes(),
    _trained(unknown="drop", word_boundary="end_suffix", pre_tokenizer="words_and_punctuation").to_bytes(),
    _trained(unknown="unk", unk_token="<s>", special_tokens=("<s>",), pre_tokenizer="metaspace").to_bytes(),
    _trained(unknown="drop", pre_tokenizer="pattern", pattern=r"\p{L}+|\d", alphabet="bytes").to_bytes(),
    _BYTE_LEVEL.to_bytes(),
]
_MERGES = "".join(f"{left} {right}\n" for left, right in _BYTE_LEVEL.merges)
_SENTENCE_PIECE = (
    # Pieces with their scores and kinds (2 is unknown, 6 a byte), then the type of the model: 2 is BPE.
    b"\n\x0e\n\x05<unk>\x15\0\0\0\0\x18\x02\n\x0b\n\x04\xe2\x96\x81l\x15\0\0\0\0"
    b"\n\n\n\x03\xe2\x96\x81\x15\0\0\x80\xbf\n\x08\n\x01l\x15\0\0\0\xc0\n\x08\n\x01o\x15\0\0\0\xc0"
    b"\n\x0f\n\x06<0x0A>\x15\0\0\0\0\x18\x06\x12\x02\x18\x02"
)
_FILES = [
    *_HUGGING_FACE,
    _SENTENCE_PIECE,
    f"#version: 0.2\n{_MERGES}".encode(),
    json.dumps(_BYTE_LEVEL.vocab).encode(),
    b"#version: 0.2\ne s\nes t</w>\nl o\nlo w\n",
    b"e s\nes t\nest </w>\n",
    b"minbpe v1\n[a-z]+|\\s\n2\n<s> 300\n<t> 301\n97 98\n256 99\n257 256\n",
    "".join(
        f"{base64.b64encode(token).decode()} {rank}\n"
        for rank, token in enumerate([b"a", b"b", b"\xc3", b"\xa9", b"ab", b"\xc3\xa9", b"aab"])
    ).encode(),
]
_ODD_VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 300),
    st.just(10**400),
    st.floats(),
    st.sampled_from(["", "a", "▁", "</w>", "\ud800", "a b", "Ġ", "(", "((a{999}){999}){999}"]),
    st.sampled_from(["Sequence", "ByteLevel", "Strip", "BPE", "Whitespace", "Isolated"]),
    st.builds(list),
    st.builds(dict),
    st.lists(st.sampled_from(["a", "b", "ab", ["a", "b"], 1, None]), max_size=3),
    st.dictionaries(st.sampled_from(["a", "type", "model", "Regex"]), st.sampled_from(["ab", 0, 1, "Split"])),
)


def _reads_or_is_refused(data: bytes, companions=None) -> None:
    files, message = {"file": data, **(companions or {})}, "file cannot be read: "
    try:
        tokenizer = BPETokenizer.from_files(files)
        with suppress(BPEError):
            tokenizer.decode(tokenizer.encode("low é<s> a#b 日").ids)
            tokenizer.trace("low lowest")
            if isinstance(tokenizer, BPETokenizer):
                tokenizer.to_bytes()
    except TokenizerFileError as error:
        message = str(error)
    is_named = message.startswith(tuple(f"{name} cannot be read: " for name in files))
    assert is_named or message == f"{' and '.join(files)} are two tokenizers; drop one at a time."
    assert len(message) < 2_000


def _places(value, path=()):
    """Every place in a JSON value, as the keys that lead there."""
    yield path
    children = list(enumerate(value)) if isinstance(value, list) else []
    children = list(value.items()) if isinstance(value, dict) else children
    for key, child in children[:40]:
        yield from _places(child, (*path, key))


@daily(40, fuzz=20_000, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(_FILES), st.data())
def test_a_file_with_some_bytes_changed_is_read_or_refused(content, data):
    changed = bytearray(content)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, max(0, len(changed) - 1)))
        length = data.draw(st.sampled_from([0, 1, 1, 5, 1000]))
        odd = st.sampled_from([b"\n", b" ", b'"', b"{", b"#", b"\xff", b"9" * 12, b"\\ud800", b"[" * 3000])
        changed[place : place + length] = data.draw(st.one_of(st.binary(max_size=4), odd))
    companion = data.draw(st.sampled_from([None, _FILES[6], _FILES[7]]))
    _reads_or_is_refused(bytes(changed), companion and {"x": companion})


@daily(40, fuzz=20_000, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(_HUGGING_FACE), st.data())
def test_a_tokenizer_json_with_some_values_changed_is_read_or_refused(content, data):
    root = json.loads(content)
    for _ in range(data.draw(st.integers(1, 3))):
        places = [path for path in _places(root) if path]
        *parents, last = data.draw(st.sampled_from(places))
        parent = root
        for key in parents:
            parent = parent[key]
        if isinstance(parent, dict) and data.draw(st.booleans()):
            del parent[last]
        else:
            parent[last] = deepcopy(data.draw(_ODD_VALUES))

    try:
        written = json.dumps(root)
    except ValueError:  # 10**400 has too many digits on some systems
        return
    _reads_or_is_refused(written.encode())


@daily(40, fuzz=20_000)
@given(st.one_of(st.binary(max_size=60), st.text('ab#</w> \n01=Ġ{}[]":,', max_size=60).map(str.encode)))
@example(b"{}")
@example(b"\xef\xbb\xbf")
@example(b"YQ==")
@example(b"YQ== 0")
@example(b"minbpe v1")
@example(b"\x28\xb5\x2f\xfd")  # Zstandard, cut short
def test_any_content_is_read_or_refused(content):
    _reads_or_is_refused(content)
    _reads_or_is_refused(_FILES[6], {"vocab.json": content})


CONFIGS = {
    "whitespace": BPEConfig(unknown="drop"),
    "unknown token": BPEConfig(unknown="unk", unk_token="<u>", special_tokens=("<s>", "<u>"), fuse_unk=True),
    "suffix": BPEConfig(unknown="drop", word_boundary="end_suffix"),
    "metaspace": BPEConfig(unknown="drop", pre_tokenizer="metaspace"),
    "words and punctuation": BPEConfig(unknown="drop", pre_tokenizer="words_and_punctuation"),
    "GPT-2": BPEConfig(pre_tokenizer="gpt2", alphabet="bytes", base_vocabulary="all_bytes"),
    "GPT-4": BPEConfig(pre_tokenizer="gpt4", alphabet="bytes", base_vocabulary="all_bytes"),
    "GPT-4o": BPEConfig(pre_tokenizer="gpt4o", alphabet="bytes", base_vocabulary="all_bytes"),
    "digits": BPEConfig(
        pre_tokenizer="qwen2", digits="from_right", alphabet="bytes", base_vocabulary="all_bytes"
    ),
    "own pattern": BPEConfig(
        unknown="drop", pre_tokenizer="pattern", pattern=r"[a-z]+|\d{1,2}", special_tokens=("<s>",)
    ),
    "normalizers": BPEConfig(unknown="drop", normalizers=("nfkc", "lowercase", "nfd", "strip_accents")),
    "one word": BPEConfig(unknown="drop", pre_tokenizer="none"),
    "metaspace in bytes": BPEConfig(unknown="drop", pre_tokenizer="metaspace", alphabet="bytes"),
    "suffix in bytes": BPEConfig(
        unknown="drop", word_boundary="end_suffix", alphabet="bytes", boundary_marker="|"
    ),
    "ids by bytes": PROFILES["minbpe_regex"].config,
    "byte fallback": BPEConfig(unknown="bytes", pre_tokenizer="metaspace", special_tokens=("<s>",)),
    "bytes of a suffix": BPEConfig(unknown="bytes", word_boundary="end_suffix"),
}
# Without U+001C to U+001F and the final sigma, which are the known differences.
LETTERS = st.text("ab<s>u/w▁ .\t\n'1é́日ﬁİ🤗", max_size=25)


@pytest.mark.parametrize("name", CONFIGS)
@daily(30, fuzz=20_000)
@given(training=LETTERS, merges=st.integers(1, 20), texts=st.lists(LETTERS, min_size=1, max_size=5))
def test_what_is_written_encodes_the_same_in_the_library_and_read_back(name, training, merges, texts):
    stepper = BPEStepper(Corpus.from_text("a ab " + training), CONFIGS[name])
    stepper.run(max_merges=merges)
    ours = stepper.tokenizer()
    if len(set(ours.parts.plain_tokens.values())) < len(ours.vocab):
        with pytest.raises(TokenizerFileError, match="looks like a marker or a special token"):
            ours.to_bytes()
        return
    written = ours.to_bytes()

    theirs = tokenizers.Tokenizer.from_str(written.decode())
    again = BPETokenizer.from_files({"tokenizer.json": written})

    assert again.vocab == ours.vocab
    for text in texts:
        encoding, expected = ours.encode(text), theirs.encode(text)
        ids = list(encoding.ids)
        assert expected.ids == ids
        assert list(again.encode(text).ids) == ids
        # Theirs are places of the text before it is normalized and wrong after dropped characters; an added ▁
        # has the place of the character behind it, and the bytes of a marker are placed behind the text.
        is_as_theirs = not CONFIGS[name].normalizers and CONFIGS[name].pre_tokenizer != "metaspace"
        is_as_theirs = is_as_theirs and CONFIGS[name].unknown != "bytes"
        if is_as_theirs and (CONFIGS[name].unknown == "unk" or not encoding.unknown):
            assert list(encoding.offsets) == expected.offsets


@daily(40, fuzz=20_000)
@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=10),
    st.randoms(use_true_random=False),
    st.booleans(),
)
def test_rules_with_a_vocabulary_are_the_tokenizer_made_of_symbol_numbers(places, random, has_ids):
    tokens, rules = [*"ab.Ġ"], []
    for left, right in places:
        rules.append((tokens[left % len(tokens)], tokens[right % len(tokens)]))
        tokens += ["".join(rules[-1])] * (rules[-1] not in rules[:-1])
    random.shuffle(rules)  # a rule may need what a later one makes
    rules = list(dict.fromkeys(rules))
    letters = sorted(tokens[:4]) if has_ids else [*BYTE_CHARACTERS]
    tokens = list(dict.fromkeys([*tokens, "<|endoftext|>", "a.b"]))
    random.shuffle(tokens)
    ids = {token: 3 * number for number, token in enumerate(tokens)} if has_ids else None
    files = {"merges.txt": "".join(f"{left} {right}\n" for left, right in rules).encode()}
    if has_ids:
        files["vocab.json"] = json.dumps(ids).encode()
    ours = BPETokenizer.from_files(files, kind="gpt2")
    config = BPEConfig(pre_tokenizer="gpt2", alphabet="bytes", unknown="drop")
    letters.sort()
    codes = [BYTE_OF_CHARACTER[letter] for letter in letters]
    slow = BPETokenizer(config, codes, number_merges(letters, rules), ids=ids)

    assert pickle.loads(pickle.dumps(ours)).vocab == ours.vocab == slow.vocab
    assert (ours.merges, ours.parts.plain_tokens) == (slow.merges, slow.parts.plain_tokens)
    assert (ours.token_bytes, {*ours.base_ids}) == (slow.token_bytes, {*slow.base_ids})
    assert ours.decode(ours.vocab.values()) == slow.decode(slow.vocab.values())
    studies = VocabularyStudy(ours), VocabularyStudy(slow)
    for token_id in ours.token_of:
        assert studies[0].ancestry(token_id) == studies[1].ancestry(token_id)
    for algorithm in ALGORITHMS:
        for text in ("ab.ab aab", "".join(random.choices("ab. é", k=12))):
            assert ours.encode(text, algorithm=algorithm) == slow.encode(text, algorithm=algorithm)
            assert ours.trace(text, algorithm=algorithm) == slow.trace(text, algorithm=algorithm)
