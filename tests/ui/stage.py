"""Reads the stage's message for tests."""


def plain_texts(data):
    """The texts of a message as strings, with invisible characters named as on the page."""
    return ["".join(map(_plain, runs)) for runs in data["texts"]]


def said(data, parts):
    """Parts of a sentence of a message as a person reads them."""
    texts = plain_texts(data)
    return "".join(
        part
        if isinstance(part, str)
        else part.get("e") or (f"{part['n']:,}" if "n" in part else texts[part["t"]])
        for part in parts
    )


def named(data, kind, row):
    """The members of a row of the message by their names; its kind is pair, merge or change."""
    return dict(zip(data["members"][kind], row, strict=True))


def ids_of(training):
    """The ids of the base symbols and of every token learned in the history, as the stage names them."""
    history = training.stepper.history
    symbols = zip(training.base_symbols, history.base_symbol_ids, strict=True)
    return {**dict(symbols), **{merge.token: merge.token_id for merge in history}}


def _plain(run):
    return run if isinstance(run, str) else "␣" if run["name"] == "space" else f"[{run['name']}]"
