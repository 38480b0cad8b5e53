"""Tokenizers by name, from a small server that answers as the Hugging Face hub does."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import huggingface_hub.constants
import pytest
import tokenizers
from huggingface_hub.errors import HFValidationError
from huggingface_hub.utils import validate_repo_id
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import models, trainers

from bpe_core.errors import TokenizerFileError
from bpe_ui.machine.limits import hub_access
from bpe_ui.pages.tokenize.settings import hub
from bpe_ui.pages.tokenize.settings.loaded import FILES as FILES_IN_LINKS
from bpe_ui.stage.text.visible import visible_text
from bpe_ui.visit.registry.schema import LinkError
from tests.apptest.page_run import TOKENIZE, open_app, open_page_alone


def trained(model, trainer):
    tokenizer = tokenizers.Tokenizer(model)
    tokenizer.train_from_iterator(["hug hug pug pun"], trainer)
    return tokenizer.to_str().encode()


HUG = trained(models.BPE(), trainers.BpeTrainer(vocab_size=9, show_progress=False))
WORD_LEVEL = trained(models.WordLevel(), trainers.WordLevelTrainer(vocab_size=9, show_progress=False))
FILES = {"gpt2": HUG, "Qwen/Qwen2.5-7B": HUG, "bert": WORD_LEVEL, "broken": b"{"}
ERRORS = {"no/tokenizer": "EntryNotFound", "meta/gated": "GatedRepo"}
LARGE = {"large": 57_300_000}


class Hub(BaseHTTPRequestHandler):
    """Answers for `/NAME/resolve/main/tokenizer.json`, with the headers that the hub sends."""

    def do_HEAD(self):
        name = self.path.strip("/").removesuffix("/resolve/main/tokenizer.json")
        self.server.asked.append((self.command, name, self.headers["Authorization"]))
        if name in FILES or name in LARGE:
            self.send_response(200)
            self.send_header("X-Repo-Commit", "0123456789" * 4)
            self.send_header("ETag", f'"{hash(FILES.get(name))}"')
            self.send_header("Content-Length", str(LARGE.get(name) or len(FILES[name])))
        else:
            self.send_response(403 if name == "meta/gated" else 404)
            self.send_header("X-Error-Code", ERRORS.get(name, "RepoNotFound"))
        self.end_headers()
        return FILES.get(name, b"")

    def do_GET(self):
        self.wfile.write(self.do_HEAD())

    def log_message(self, *about):
        pass


@pytest.fixture
def server(monkeypatch, tmp_path):
    with ThreadingHTTPServer(("127.0.0.1", 0), Hub) as server:
        server.asked = []
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv(hub_access.SETTING, "1")
        monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_CACHE", str(tmp_path))
        yield server
        server.shutdown()


@pytest.fixture
def page(server):
    page = open_app().go_to_page(TOKENIZE)
    page.app.session_state["tokenizer_popover"] = True
    page.run().app.segmented_control(key="tokenizer_source").set_value("hub")
    return page.run()


def ask(page, name):
    page.app.text_input(key="hub_name").set_value(name)
    return page.run()


def test_a_tokenizer_opens_by_its_name_and_encodes_as_the_library_does(page):
    ask(page, "Qwen/Qwen2.5-7B").type_text("hug pun")

    expected = tokenizers.Tokenizer.from_str(HUG.decode()).encode("hug pun")
    pairs = zip(expected.tokens, expected.ids, strict=True)
    assert page.tokens() == ", ".join(f"{visible_text(token)} {id}" for token, id in pairs)
    assert "Qwen/Qwen2.5-7B" in page.text()
    assert f"{len(json.loads(HUG)['model']['vocab'])} tokens" in page.text()


def test_the_address_brings_it_back_and_a_name_that_is_kept_needs_no_network(page, server, monkeypatch):
    ask(page, "gpt2").type_text("hug")
    assert open_page_alone(TOKENIZE, **page.address()).tokens() == page.tokens()

    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    assert hub.fetched("gpt2") == HUG == hub.cached_file("gpt2")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("no/such", "The hub has no model no/such, or it is private."),
        (
            "no/tokenizer",
            "no/tokenizer has no tokenizer.json on the hub, which is all that is opened by a name.",
        ),
        (
            "meta/gated",
            "meta/gated is gated: the hub gives it only to those whom its owner has let in. Download",
        ),
        ("large", "The tokenizer.json of large has 57.3 MB; at most 40 MB are fetched."),
        (
            "bert",
            "tokenizer.json cannot be read: it is a list of whole words (WordLevel), which has no merges.",
        ),
        ("<img src=x>", "'<img src=x>' is not a model's name"),
    ],
)
def test_what_cannot_be_opened_says_so_in_a_sentence_and_the_former_tokenizer_stays(page, name, said):
    before = page.tokens()

    [error] = ask(page, name).errors()

    assert error.startswith(said)
    assert error.endswith(".")
    assert page.tokens() == before
    assert page.app.text_input(key="hub_name").value == name


@given(st.text("aé9._-/ \n", max_size=6) | st.integers(94, 98).map("x".__mul__) | st.just("a.git"))
def test_a_name_is_one_for_us_if_it_is_one_for_the_hub(name):
    try:
        validate_repo_id(name)
    except HFValidationError:
        assert not hub.is_name(name)
    else:
        assert hub.is_name(name)


@pytest.mark.parametrize("name", ["..", "a b", "a/b/c", "-", "a--b", "é", "x" * 100, 7])
def test_a_link_with_no_name_of_a_model_says_what_is_wrong(name):
    with pytest.raises(LinkError, match=r"^is broken: hub must be the name of a model on the hub, got "):
        FILES_IN_LINKS.read({"name": "tokenizer.json", "size": 1, "digest": "0" * 32, "hub": name}, "file")


def test_a_server_for_others_has_no_names_and_shows_the_hub_nobody(server, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    with pytest.raises(TokenizerFileError):
        hub.fetched("no/such")
    assert {authorization for _, _, authorization in server.asked} == {None}

    monkeypatch.delenv(hub_access.SETTING)
    assert not hub_access.is_allowed()
    page = open_app().go_to_page(TOKENIZE)
    page.app.session_state["tokenizer_popover"] = True
    assert "By name" not in page.run().app.segmented_control(key="tokenizer_source").options
    monkeypatch.setenv(hub_access.SETTING, "yes")
    with pytest.raises(ValueError, match="BPE_STEPPER_HUB must be 1 or 0, got 'yes'"):
        hub_access.is_allowed()
