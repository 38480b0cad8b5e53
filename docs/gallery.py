"""Writes docs/gallery.md, ten views as links, made as docs/formats.md says; `make docs` runs it."""

import base64
import json
import zlib
from pathlib import Path
from typing import Any

from bpe_ui.pages.tokenize.settings.loaded import ready_file

GPT_4O = ready_file("o200k_base.tiktoken")
GPT_4 = ready_file("cl100k_base.tiktoken")
HUG = {"corpus": {"example": "hug_pug_pun"}, "rules": {"unknown": "unk", "unk_token": "[UNK]"}}


def by_gpt_4o(text: str, **settings: Any) -> dict[str, Any]:
    """A text on Tokenize, by the tokenizer of GPT-4o."""
    tokenize = {"text": text, "merges": "file", "file": _written(GPT_4O), **settings}
    return {**HUG, "page": "tokenize", "tokenize": tokenize}


def _written(file: Any) -> dict[str, Any]:
    return {
        name: value for name, value in file._asdict().items() if name in ("name", "size", "digest", "pattern")
    }


VIEWS = (
    (
        "The first tie, and what you would do",
        "Two pairs occur five times each, and the algorithm does not say which is next. Pick one.",
        {**HUG, "position": 4, "predict": True},
    ),
    (
        "Ties that change a vocabulary",
        "The same five words, five merges, two rules for ties: one vocabulary has `pug`, the other `hugs`.",
        {
            **HUG,
            "page": "compare",
            "compare": {
                "choices": [{"tie": "first_seen"}, {"tie": "smallest_pair"}],
                "merges": 5,
                "position": 5,
                "pane": "end",
            },
        },
    ),
    (
        "Four libraries, one text",
        "low, lower, lowest, newer, wider: the first merge is `l + o`, `e + r` or `w + e`.",
        {
            "corpus": {"example": "low_lower"},
            "page": "compare",
            "compare": {
                "choices": [
                    {"profile": name} for name in ("textbook", "minbpe_regex", "hf_tokenizers", "subword_nmt")
                ]
            },
        },
    ),
    (
        "Pairs that overlap",
        "In `aaaa` the pair `a + a` occurs three times, but can be merged only twice.",
        {"corpus": {"from": "text", "text": "aaaa aab"}},
    ),
    (
        "Why strawberry is hard",
        "GPT-4o sees `st`, `raw`, `berry`, and no letters. After a space it is one token, in capitals four.",
        by_gpt_4o("strawberry strawberry STRAWBERRY"),
    ),
    (
        "A word that GPT-4o has whole",
        "Ten merges make ` strawberry` of eleven symbols. Step through them.",
        by_gpt_4o("how many r in strawberry", place=23, step=10),
    ),
    (
        "Numbers in threes",
        "1234567 is cut into `123`, `456` and `7` before any merge, so digits do not line up.",
        by_gpt_4o("1234567 + 89 = 1234656"),
    ),
    (
        "The same sentence costs more",
        "Hindi and Vietnamese beside English, by GPT-4o's tokenizer and by GPT-4's.",
        by_gpt_4o(
            "hello",
            view="compare",
            texts=["all people are born free", "सभी मनुष्य स्वतंत्र जन्म लेते हैं", "mọi người sinh ra đều tự do"],
            beside=[{"title": "GPT-4", "file": _written(GPT_4)}],
        ),
    ),
    (
        "Why does mine differ?",
        "Somebody's trainer merges `p + u` second. The page names the mistakes that make just these merges.",
        {
            **HUG,
            "page": "compare",
            "compare": {
                "view": "diagnosis",
                "diagnosis_text": "u g\np u\nu n\nh u",
                "diagnosis_expected": "profile:hf_course",
            },
        },
    ),
    (
        "How a fast trainer works",
        "One trainer counts everything again before each merge; the other keeps a queue.",
        {**HUG, "page": "hood", "hood": {}},
    ),
)
"""A title, what one sees, and the view as a link holds it."""


def page() -> str:
    """The text of docs/gallery.md."""
    rows = []
    for title, seen, view in VIEWS:
        packed = zlib.compress(json.dumps({"v": 1, **view}, separators=(",", ":")).encode(), 9)
        sent = base64.urlsafe_b64encode(packed).decode().rstrip("=")
        rows.append(f"- **[{title}](http://127.0.0.1:8501/?s={sent})**: {seen}\n")
    return (
        "# Ten views to open\n\n"
        "You want to see what the app is good for. Start it with `make run`; each link opens a view.\n\n"
        + "".join(rows)
        + "\nEvery view is a link like these: *Share* gives yours.\n"
    )


if __name__ == "__main__":
    Path(__file__).with_name("gallery.md").write_text(page(), encoding="utf-8")
