"""Merges in the shapes that programs print and save, in any order: the numbers beside them decide."""

import json
from random import Random

import pytest

from bpe_core.files.printed_merges import read_written_merges


class Trained:
    """Random merges over bytes, with ids, ranks and counts."""

    def __init__(self, draw: Random) -> None:
        tokens = {byte: bytes([byte]) for byte in b"abcdehlot"}
        merges: list[tuple[int, int]] = []
        while len(merges) < draw.choice([1, 2, 3, 9, 20]) or not merges:
            pair = draw.choice([*tokens]), draw.choice([*tokens])
            if tokens[pair[0]] + tokens[pair[1]] not in tokens.values():
                tokens[256 + len(merges)] = tokens[pair[0]] + tokens[pair[1]]
                merges.append(pair)
        self.text = {number: token.decode() for number, token in tokens.items()}
        self.pairs = tuple((self.text[left], self.text[right]) for left, right in merges)
        counts = sorted((draw.randint(1, 400) for _ in merges), reverse=True)
        # a pair of ids, a pair of texts, the id that is made, the rank, the count
        self.in_order = [*zip(merges, self.pairs, range(256, 500), range(500), counts, strict=False)]
        self.shuffled = draw.sample(self.in_order, len(merges))


def lines(rows, form):
    """Each row in a line."""
    return "\n".join(
        form.format(
            l=pair[0], r=pair[1], a=text[0], b=text[1], id=made, rank=rank, n=count, pair=pair, text=text
        )
        for pair, text, made, rank, count in rows
    )


RANKED = {
    "objects": lambda rows: json.dumps([{"pair": pair, "new_id": made} for pair, _, made, _, _ in rows]),
    "objects with counts": lambda rows: json.dumps(
        [{"left": p[0], "right": p[1], "count": n, "id": made} for p, _, made, _, n in rows]
    ),
    "objects of texts": lambda rows: json.dumps(
        [{"rank": rank, "a": t[0], "b": t[1], "merged": "".join(t)} for _, t, _, rank, _ in rows]
    ),
    "objects a line": lambda rows: "\n".join(
        json.dumps({"idx": rank, "pair": t}) for _, t, _, rank, _ in rows
    ),
    "dict": lambda rows: str({pair: made for pair, _, made, _, _ in rows}),
    "dict the other way round": lambda rows: str({made: pair for pair, _, made, _, _ in rows}),
    "dict of ranks": lambda rows: str({text: rank for _, text, _, rank, _ in rows}),
    "object of ranks": lambda rows: json.dumps({f"{t[0]} {t[1]}": rank for _, t, _, rank, _ in rows}),
    "object of ids": lambda rows: json.dumps({f"{p[0]},{p[1]}": made for p, _, made, _, _ in rows}),
    "beside special tokens": lambda rows: json.dumps(
        {"merges": [[pair, made] for pair, _, made, _, _ in rows], "special_tokens": {"<s>": 999}}
    ),
    "threes": lambda rows: json.dumps([[*pair, made] for pair, _, made, _, _ in rows]),
    "rank first": lambda rows: json.dumps([[rank, *pair] for pair, _, _, rank, _ in rows]),
    "bytes": lambda rows: str([(t[0].encode(), t[1].encode(), rank) for _, t, _, rank, _ in rows]),
    "csv": lambda rows: "new_id,left,right\n" + lines(rows, "{id},{l},{r}"),
    "csv of all": lambda rows: "left,right,rank,count\n" + lines(rows, "{a},{b},{rank},{n}"),
    "markdown": lambda rows: "| id | left | right |\n|---|---|---|\n" + lines(rows, "| {id} | {a} | {b} |"),
    **{
        form: lambda rows, form=form: lines(rows, form)
        for form in (
            *(
                "{a} {b} {rank}",
                "{rank}. {a} + {b} = {a}{b}",
                "{l} {r} -> {id}",
                "{id} <- {l} {r}",
                "{id}: {pair}",
            ),
            *("{id}: {text}", "merge {id}/999: {pair} -> {id} ('x') had {n} occurrences", "{text} -> {id}"),
        )
    },
}
COUNTED = {
    "objects": lambda rows: json.dumps([{"pair": pair, "count": n} for pair, _, _, _, n in rows]),
    "dict": lambda rows: str({text: n for _, text, _, _, n in rows}),
    "pairs": lambda rows: str([(text, n) for _, text, _, _, n in rows]),
    "lines": lambda rows: lines(rows, "{a} {b} {n}"),
    "nothing": lambda rows: lines(rows, "{a} {b}"),
    "nothing but ids": lambda rows: lines(rows, "{l} {r}"),
}


@pytest.mark.parametrize("shape", RANKED)
def test_ids_and_ranks_decide_the_order(shape):
    for seed in range(40):
        trained = Trained(Random(seed))
        printed = RANKED[shape](trained.shuffled)
        assert read_written_merges(printed).pairs == trained.pairs, printed


@pytest.mark.parametrize("shape", COUNTED)
def test_counts_do_not_decide_the_order(shape):
    for seed in range(40):
        trained = Trained(Random(seed))
        read = read_written_merges(COUNTED[shape](trained.in_order))
        assert read.pairs == trained.pairs
        counts = tuple(count for *_, count in trained.in_order)
        assert read.counts in (counts, ())
