"""The Share panel in the header: links, worksheets and files.

If a link would be too long, there is a small file instead. Files are made when they are asked for.
"""

import re
from collections.abc import Callable, Iterable
from functools import partial

import streamlit as st

from bpe_core import EXAMPLES
from bpe_ui.charts import saving
from bpe_ui.frame.address.page_address import (
    NOT_FOR_OTHERS,
    address_with,
    has_qr_code,
    is_of_this_computer,
    show_qr_code,
)
from bpe_ui.frame.share import html_file
from bpe_ui.frame.share.downloads import FILES, HTML_FILE, File, Make, hides_the_answer
from bpe_ui.frame.share.worksheet import LONGEST_WORD, words_of, worksheet
from bpe_ui.frame.widgets.charts import ChartsOnPage
from bpe_ui.frame.widgets.choosing import choose_button
from bpe_ui.frame.widgets.display import download, opened_panel, show, show_note
from bpe_ui.frame.widgets.fields import Tab
from bpe_ui.frame.widgets.present import SHARE
from bpe_ui.stage.component import COPYING_CSS, COPYING_JS
from bpe_ui.stage.html import chips, markup
from bpe_ui.stage.text.sentences import say_plainly
from bpe_ui.visit.links.link import FILE_SUFFIX, PARAMETER, encode
from bpe_ui.visit.links.packing import MAX_LINK, as_text
from bpe_ui.visit.links.screen import SHARED, Screen
from bpe_ui.visit.registry.pages import pages
from bpe_ui.visit.registry.schema import LinkError
from bpe_ui.visit.session import session
from bpe_ui.visit.visit import Visit

LINK_HEIGHT = 90
QR_WIDTH = 310
"""In pixels: as large as fits into the panel below the link."""
FILES_NOTE = "Tables go up to the present merge."
HTML_FILE_NOTE = (
    "The HTML file plays the whole training in a browser, without this app or a network. Predict is in it"
    " unless you chose a merge yourself or there are very many pairs."
)
ONCE_THE_ANSWER_IS_OPEN = (
    "Pairs, the HTML file and a worksheet show the next pair: download them once the answer is open."
)

_copying = st.components.v2.component("bpe_stepper.copying", css=COPYING_CSS, js=COPYING_JS)


def popover(page: str) -> None:
    """The button, and the panel behind it."""
    panel = opened_panel("Share", SHARE)
    if panel is None:
        return
    with panel, st.container(key="share_panel"):
        way: str | None = "link"
        entry = pages()[page]
        ways = ["link"]
        if entry.has_panels and entry.uses_training(session()):  # which these share
            ways += ["worksheet", "files"]
        if session().state(ChartsOnPage).before:
            ways.append("charts")
        titles = {name: WAYS[name].title for name in ways}
        if len(titles) > 1:
            way = choose_button(
                "What to share",
                titles,
                default="link",
                label_visibility="collapsed",
                key="share_way",
                persist_state="session",
            )
        WAYS[way or "link"].draw(page)


# ---- the link


def _draw_link(page: str) -> None:
    link = session().screen(page)
    if link.page == "train":
        for each in pages().values():
            each.in_share()
    try:
        data = encode(link, SHARED)
    except LinkError as error:
        too_large = say_plainly("This does not fit in a link or file: it {error}", error=str(error))
        show(chips.message(too_large, "error"))
        show_note("Send your corpus and the rules instead, or one of the files beside this.")
        return
    address = address_with(PARAMETER, as_text(data))
    if len(address) <= MAX_LINK:
        length = f"{len(address):,} characters"
        title = f"A link to this {pages()[link.page].shared.what}"
        show(chips.panel_title(title, length, terms=["link", "address"]))
        _copying(key="copy_link", data={"text": address, "label": "Copy link"})
        is_low = has_qr_code(address) or len(address) > 300
        st.code(address, language=None, wrap_lines=True, height=LINK_HEIGHT if is_low else "content")
        if is_of_this_computer(address):
            show(chips.note(NOT_FOR_OTHERS))
        show_qr_code(address, QR_WIDTH, "Scan it to open the same link.")
        show(chips.note(pages()[link.page].shared.link_holds))
        return
    show(chips.panel_title(f"A file with this {pages()[link.page].shared.what}", f"{len(data):,} bytes"))
    show_note(
        "The link would have {characters:,} characters, and many programs cut links longer"
        " than {most:,}. Send this file instead; it opens under Corpus, Files.",
        characters=len(address),
        most=MAX_LINK,
    )
    download("Download the file", data, file_name(link), key="download_link", is_main=True)


def file_name(link: Screen) -> str:
    """The name of the file for a link, after what is on screen.

    >>> from bpe_core import EXAMPLES
    >>> from bpe_ui.visit.training.training import Source
    >>> file_name(Screen(Source.from_example("hug_pug_pun"), EXAMPLES["hug_pug_pun"].config, position=4))
    'hug_pug_pun_merge_4.bpestep'
    """
    words = re.findall(r"\w+", f"{link.source.title} merge {link.position}")
    return "_".join(words) + FILE_SUFFIX


# ---- files


def _draw_files(page: str) -> None:
    current = session()
    if _has_to_wait(current):
        return
    is_hidden, too_large = hides_the_answer(current), html_file.too_large(current.training)
    left_out = [file for row in FILES for file in row if is_hidden and file.tells_the_answer]
    left_out += [HTML_FILE] if too_large else []
    for row in FILES:
        _downloads(current, [file for file in row if file not in left_out])
    show(chips.note(ONCE_THE_ANSWER_IS_OPEN if is_hidden else too_large or HTML_FILE_NOTE))
    show(chips.note(FILES_NOTE))


def _draw_charts(page: str) -> None:
    """Each chart of the page as a picture, and its data."""
    show_note("The charts on this page, in the colours of the light theme.")
    for key, chart in session().state(ChartsOnPage).before.items():
        name = key.removeprefix("chart_")
        with st.container(horizontal=True, gap="small", vertical_alignment="center"):
            show(markup.line((chart.title,)), width="content")
            st.space("stretch")
            files = {
                "SVG": partial(saving.svg, chart.draw),
                "PNG": partial(saving.png, chart.draw),
                "CSV": partial(saving.csv, chart.frame),
            }
            for kind, make in files.items():
                file = f"{name}.{kind.lower()}"
                download(kind, make, file, key=f"download_{file}")


def _draw_worksheet(page: str) -> None:
    current = session()
    if _has_to_wait(current):
        return
    if hides_the_answer(current):
        show(chips.note(ONCE_THE_ANSWER_IS_OPEN))
    else:
        _downloads(current, files(current))


def _has_to_wait(current: Visit) -> bool:
    """Whether work is running; if so, it is said."""
    if current.task is not None:
        show_note("Available when the current work is done.")
    return current.task is not None


def _downloads(current: Visit, files: Iterable[File]) -> None:
    with st.container(horizontal=True, gap="small"):
        for file in files:
            make = partial(_made, current, file.make)
            download(file.label, make, file.name, key=f"download_{file.name}")


def _made(current: Visit, make: Make) -> bytes:
    with current.run.lock:  # while no run of the page is active, because both move the stepper
        return make(current)


WAYS: dict[str, Tab[Callable[[str], None]]] = {
    "link": Tab("Link", _draw_link),
    "worksheet": Tab("Worksheet", _draw_worksheet),
    "files": Tab("Downloads", _draw_files),
    "charts": Tab("Charts", _draw_charts),
}
"""What can be shared, in the order of the buttons."""


MOST_MERGES = 12
MOST_TYPED = 100
"""How many characters the text to tokenize may have."""


def files(current: Visit) -> tuple[File, File]:
    """Draw the options, and return the worksheet and its answer key."""
    stepper, source = current.training.stepper, current.training.source
    merges = st.number_input(
        "Merges to find", 1, MOST_MERGES, 5, key="worksheet_merges", width=150, persist_state="session"
    )
    words, total = len(words_of(stepper)), len(stepper.words)
    show_note(
        "It has all {total:,} words and begins with merge {merge:,}."
        if words == total
        else "It has the {words:,} most frequent words of {total:,}, each of at most {longest} characters. It"
        " is trained on these words alone, from the start, so that it can be solved: merges and counts differ"
        " from those on screen.",
        words=words,
        total=total,
        merge=stepper.position + 1,
        longest=LONGEST_WORD,
    )
    typed = st.text_input(
        "Words to tokenize with the merges, if any",
        key="worksheet_tokenize",
        max_chars=MOST_TYPED,
        placeholder=" ".join(EXAMPLES[source.name].probes)[:MOST_TYPED] if source.kind == "example" else "",
        persist_state="session",
    )

    def page(*, is_key: bool) -> Make:
        return lambda visit: worksheet(visit.training.stepper, merges, typed.split(), is_key=is_key).encode()

    return (
        File("Worksheet", "worksheet.html", page(is_key=False)),
        File("Answer key", "answer_key.html", page(is_key=True)),
    )
