"""The recipe of docs/large_corpora.md, on more text than DuckDB is given memory."""

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pyarrow as pa
import pytest
from pyarrow import parquet
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from bpe_core import PROFILES, BPEStepper, Corpus

duckdb = pytest.importorskip("duckdb", reason="duckdb comes with the golden group")

DOCUMENT = Path(__file__).parents[2] / "docs" / "large_corpora.md"
MERGES = 100
MEMORY = 8_000_000
CONFIG = replace(PROFILES["hf_tokenizers"].config, special_tokens=(), unknown="drop", unk_token=None)


def texts() -> list[str]:
    """About 13 MB of documents, with 30,000 distinct words."""
    draw = random.Random(4)
    words = ["".join(draw.choices("abcdefgh", k=draw.randint(2, 24))) for _ in range(30_000)]
    spaces = ("  ", "\u00a0", "\u3000", "\t")
    lines = [draw.choice(spaces).join(draw.choices(words, k=200)) + "\n" for _ in range(1_000)]
    return [lines[draw.randrange(len(lines))] for _ in range(4_700)]


def test_words_that_duckdb_counts_in_less_memory_than_the_text_train_the_merges_of_the_text(tmp_path):
    documents = texts()
    assert sum(map(len, documents)) > 1.5 * MEMORY
    (tmp_path / "corpus").mkdir()
    for part in range(7):
        table = pa.table({"text": documents[part::7]})
        parquet.write_table(table, tmp_path / "corpus" / f"{part}.parquet", row_group_size=200)
    [recipe] = re.findall(r"```sql\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    recipe = recipe.replace("1GB", f"{MEMORY // 10**6}MB")
    recipe = recipe.replace("'corpus/", f"'{tmp_path}/corpus/").replace("'words.", f"'{tmp_path}/words.")
    with duckdb.connect(config={"threads": 1, "temp_directory": str(tmp_path / "spilled")}) as connection:
        connection.execute(recipe)

    stepper = BPEStepper(Corpus.from_file(tmp_path / "words.parquet"), CONFIG)
    stepper.run(MERGES)

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=8 + MERGES, min_frequency=0, show_progress=False)
    tokenizer.train_from_iterator(documents, trainer)
    theirs = json.loads(tokenizer.to_str())["model"]["merges"]
    assert [list(merge.pair) for merge in stepper.merges] == theirs
